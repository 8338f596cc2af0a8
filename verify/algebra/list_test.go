package algebra_test

import (
	"encoding/json"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/algebra"
)

// A list that is asked as a text of its own has all its items.
func TestEachListHasItsItems(t *testing.T) {
	catalog := verify.NewCatalog(algebra.Suite())
	for _, c := range []struct {
		args, text string
		met        bool
	}{
		{`{"check":{"each":{"unit":"list"},"holds":{"count":{"unit":"bullet point"},"is":{"most":5}}}}`, "- a\n- b\n- c\n- d\n- e\n- f", false},
		{`{"check":{"each":{"unit":"list"},"holds":{"count":{"unit":"bullet point"},"is":{"exactly":2}}}}`, "Bring:\n\n- a\n- b\n\nand\n\n* c\n* d", true},
		{`{"check":{"each":{"unit":"list"},"holds":{"count":{"unit":"numbered item"},"is":{"exactly":2}}}}`, "1. a\n2. b", true},
		{`{"check":{"count":{"unit":"numbered item"},"is":{"exactly":2}}}`, "**1.** Marc reads.\n**2.** Nora sings.", true},
		{`{"check":{"each":{"unit":"numbered item"},"holds":{"starts":{"word":"Keep"}}}}`, "**1. Keep dry:** use a towel.\n**2) Keep warm:** use two.", true},
		{`{"check":{"count":{"unit":"heading"},"is":{"exactly":2}}}`, "**1. Tides**\n\nThey rise.\n\n**2. Storms**\n\nThey pass.", true},
		{`{"check":{"count":{"unit":"bullet point","of":{"unit":"list","from":1,"to":1}},"is":{"exactly":2}}}`, "- a\n- b\n\nand\n\n* c", true},
	} {
		check, err := catalog.Compile(&adhere.Rule{Name: "algebra/check", Args: json.RawMessage(c.args)})
		if err != nil {
			t.Fatal(err)
		}
		if f := check(verify.NewText(c.text)); f.Met != c.met {
			t.Errorf("%s on %q: %s", c.args, c.text, f)
		}
	}
}
