package suites_test

import (
	"slices"
	"testing"

	"adhere/verify/suites"
)

func TestCatalogHoldsEverySuite(t *testing.T) {
	names := suites.Catalog().Names()
	for _, s := range suites.All() {
		if s.Version < 1 || len(s.Checkers) == 0 {
			t.Errorf("suite %s has version %d and %d checkers", s.Name, s.Version, len(s.Checkers))
		}
		for _, k := range s.Checkers {
			if _, found := slices.BinarySearch(names, s.Name+"/"+k.Name); !found {
				t.Errorf("%s/%s is not in the catalog", s.Name, k.Name)
			}
		}
	}
}
