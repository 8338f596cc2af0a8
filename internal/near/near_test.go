package near

import (
	"slices"
	"testing"
)

func TestNames(t *testing.T) {
	names := []string{"ifeval-gpt-4o-3f2a9c41", "ifeval-gpt-4o-mini-77aa0b12", "starter-hasty-4ceafcec", "décor", "kitchen/tea:no_milk"}
	for given, want := range map[string][]string{
		"starter-hasty-4ceafced": {"starter-hasty-4ceafcec"},
		"starter-hastly":         {"starter-hasty-4ceafcec"},
		"hasty":                  {"starter-hasty-4ceafcec"},
		"gpt-4o":                 {"ifeval-gpt-4o-3f2a9c41", "ifeval-gpt-4o-mini-77aa0b12"},
		"decor":                  {"décor"},
		"tea:no_milc":            {"kitchen/tea:no_milk"},
		"no_milk":                {"kitchen/tea:no_milk"},
		"nothing like it":        nil,
		"":                       nil,
	} {
		if got := Names(given, names); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
	if got := Hint("x", names, "look"); got != "look" {
		t.Error(got)
	}
	if got := Hint("hasty", names, "look"); got != "did you mean starter-hasty-4ceafcec?" {
		t.Error(got)
	}
}
