package settings

import (
	"testing"

	"adhere"
)

// FuzzParse holds that no configuration file brings the program down, and
// that whatever is read has a line for each value.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"rule: a", "rule: [a, \"b,c\"]", "rule:\n- a\n- &x b\n- *x", "rule: {a: b}", "rule: ~", "<<: {rule: a}", "a: &a [*a]", "- a", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("f.yaml", text, map[string]bool{"rule": true})
		if err != nil {
			if adhere.CodeOf(err) != adhere.Invalid || adhere.HintOf(err) == "" {
				t.Errorf("%v", err)
			}
			return
		}
		for name, v := range c.values {
			if name != "rule" || len(v.list) != len(v.lines) {
				t.Errorf("%s: %+v", name, v)
			}
		}
	})
}
