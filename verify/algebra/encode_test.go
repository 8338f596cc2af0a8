package algebra_test

import (
	"testing"

	a "adhere/verify/algebra"
)

func TestEncode(t *testing.T) {
	for want, e := range map[string]a.Expr{
		`{"count":{"unit":"word"},"is":{"most":50}}`:                                                  a.Has(a.Word, a.AtMost(50)),
		`{"each":{"unit":"word","from":1,"to":1,"of":{"unit":"paragraph"}},"holds":{"case":"upper"}}`: a.Each{a.Every(a.Word).Nth(1).Within(a.Every(a.Paragraph)), a.Upper},
		`{"not":{"contains":{"word":"<b>","case":true}}}`:                                             a.Not{a.Contains{a.WordText("<b>").SameCase()}},
	} {
		want = `{"reading":"plain","check":` + want + `}`
		if got := string(a.In(e).Args()); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestEmptyCheck writes what has no expression, measure or selection: a check
// that is not valid is an error, no panic.
func TestEmptyCheck(t *testing.T) {
	for _, e := range []a.Expr{nil, a.Not{}, a.Compare{}, a.Each{}, a.Compare{Of: a.Count{}}, a.All{nil}, a.KOf{}, a.Set{}} {
		c := a.In(e)
		if err := c.Canonical().Validate(); err == nil {
			t.Errorf("%s is valid", c.Args())
		}
		if _, err := a.Decode(c.Args()); err == nil {
			t.Errorf("%s is read", c.Args())
		}
	}
}
