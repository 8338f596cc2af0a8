package algebra_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"adhere"
	a "adhere/verify/algebra"
)

// TestLanguages holds that no text in a language is said not to be in it, and
// that nearly every text of a length is found that is in a language far from
// the one that is wanted. The rule was adjusted with the first file alone.
func TestLanguages(t *testing.T) {
	for _, name := range []string{"first", "second"} {
		file, err := os.ReadFile(filepath.Join("testdata", "languages-"+name+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		right, decided, wrong, found := 0, 0, 0, 0
		for line := range strings.Lines(string(file)) {
			code, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			text = strings.ReplaceAll(text, `\n`, "\n")
			right++
			switch f := ask(t, a.In(a.Language(code)), text); f.Outcome() {
			case adhere.NotMet:
				t.Errorf("%q is not in %s: %s", text, code, f)
			case adhere.Met:
				decided++
			default: // may be undecided
			}
			for _, wanted := range []string{"en", "ru", "ja", "fr", "tr"} {
				f := ask(t, a.In(a.Language(wanted)), text)
				if code == wanted || code == "en" && strings.Count(text, " ") < 4 {
					continue
				}
				if f.Outcome() == adhere.Met {
					t.Errorf("%q (%s) is in %s: %s", text, code, wanted, f)
				}
				if letters := strings.Count(strings.Map(func(r rune) rune {
					if unicode.IsLetter(r) {
						return 'x'
					}
					return -1
				}, text), "x"); letters >= 30 && strings.Count(text, " ") >= 4 {
					wrong++
					if f.Outcome() == adhere.NotMet {
						found++
					} else {
						t.Logf("%q (%s) could be in %s", text, code, wanted)
					}
				}
			}
		}
		t.Logf("%s: %d of %d right texts met, %d of %d wrong ones found", name, decided, right, found, wrong)
		if decided*2 < right || found*10 < wrong*9 {
			t.Errorf("%s: %d of %d right texts met, %d of %d wrong ones found: too few", name, decided, right, found, wrong)
		}
	}
}

// TestPartlyInALanguage holds that a text in Latin letters with some of the script of a
// language that is written in another is neither in it nor not in it.
func TestPartlyInALanguage(t *testing.T) {
	for _, c := range []struct {
		language a.Language
		text     string
		want     adhere.Outcome
	}{
		{"zh", "Sure, here are the words that you asked for in Chinese:\n\nAttribute: 特点\n\nField: 域\n\nI hope this helps! Let me know if you have other questions.", adhere.Unsure},
		{"ru", "You can say it like this: «паром», which is a noun, or «переправа», where the whole crossing is meant by it.", adhere.Unsure},
		{"zh", "Here is what you asked for. The capital of the country is a city with a great many people, many parks and two rivers.", adhere.NotMet},
		{"en", "你可以用 ferry 这个词来表示渡轮，也可以用 boat 表示船，还可以用 ship 表示大船，这些词都很常见。", adhere.NotMet},
		{"ru", "Пором відходить о дев'ятій годині ранку, і щодня на ньому їздять сотні людей, які працюють у місті.", adhere.NotMet},
	} {
		if f := ask(t, a.In(c.language), c.text); f.Outcome() != c.want {
			t.Errorf("%q in %s: %s", c.text, c.language, f)
		}
	}
}
