package algebra_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	a "adhere/verify/algebra"
)

// TestRoundTrip reads 10,000 checks back from their English and their JSON.
func TestRoundTrip(t *testing.T) {
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		for range 100 {
			c := gen{rt}.check(2)
			runs++
			english := c.String()
			back, err := a.Parse(english)
			if err != nil {
				rt.Fatalf("%s\n%s\n%v", english, c.Args(), err)
			}
			if diff := cmp.Diff(c.Canonical(), back); diff != "" {
				rt.Fatalf("%s reads back as another check:\n%s", english, diff)
			}
			if again := back.String(); again != english {
				rt.Fatalf("%s\nprints as\n%s", english, again)
			}
			decoded, err := a.Decode(c.Args())
			if diff := cmp.Diff(back, decoded); err != nil || diff != "" {
				rt.Fatalf("%s reads back as another check: %v\n%s", c.Args(), err, diff)
			}
		}
	})
	if runs < 10_000 {
		t.Errorf("%d checks were tried, 10,000 wanted", runs)
	}
}
