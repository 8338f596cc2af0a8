package suites_test

import (
	"slices"
	"strings"
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

// A Doc is one line of a list, and names the arguments, at least the first
// that a checker misses. The five bounds of a count go without saying.
func TestDocs(t *testing.T) {
	for _, s := range suites.All() {
		for _, k := range s.Checkers {
			if k.Doc == "" || strings.Contains(k.Doc, "\n") || len(k.Doc) > 200 {
				t.Errorf("%s/%s: the Doc %q is no phrase of one line", s.Name, k.Name, k.Doc)
			}
			_, err := k.Compile(nil)
			if err == nil || strings.HasPrefix(err.Error(), "exactly:") {
				continue
			}
			if name, _, _ := strings.Cut(err.Error(), ":"); !strings.Contains(k.Doc, "`"+name+"`") {
				t.Errorf("%s/%s: the Doc %q does not say the argument of %q", s.Name, k.Name, k.Doc, err)
			}
		}
	}
}
