package punkt_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/verify/parity"
	"adhere/verify/punkt"
)

// What NLTK 3.9 with its English parameters gives, including its mistakes.
func TestSentences(t *testing.T) {
	for name, want := range map[string][]string{
		"none":               {},
		"two":                {"It rained.", "We stayed in!"},
		"title":              {"Dr. Okafor met Mr. Lind.", "They talked."},
		"starter after abbr": {"He works for Acme Corp.", "The firm is old."},
		"initials":           {"J. R. Moss wrote it.", "Nobody read it."},
		"decimal":            {"It costs 3.50 today.", "Buy two."},
		"list":               {"1.", "Mix the dough.", "2.", "Bake it."},
		"quotes":             {`"Stop!"`, "She ran.", "(Twice.)"},
		"lower case next":    {"Lind vs. the rest."},
		"ellipsis":           {"Well... maybe.", "Wait... What?"},
		"many marks":         {"Really?!", "Yes!!!", "No."},
		"unspaced":           {"One.Two three?", "(four)"},
		"bold":               {"**Bold.", "** Next one."},
		"open end":           {"No mark at the end"},
		"dash":               {`"Go."`, "--he went."},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, split(want)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func split(sentences []string) []string {
	return punkt.Sentences(strings.Join(sentences, " "))
}

func FuzzPunkt(f *testing.F) {
	for _, seed := range []string{"", "A. B? C!", "Mr. X. . . y... \"z.\" (w.)--", "\xff.\u2028\x1c.", "1.\n\n2. e.g. x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, s := range punkt.Spans(text) {
			if s.Start < end || s.End < s.Start || s.End > len(text) {
				t.Fatalf("span %v of %d bytes follows one that ends at %d", s, len(text), end)
			}
			if between := text[end:s.Start]; !parity.Blank(between) {
				t.Fatalf("%q is in no sentence", between)
			}
			end = s.End
		}
		if rest := text[end:]; !parity.Blank(rest) {
			t.Fatalf("%q is in no sentence", rest)
		}
	})
}

func BenchmarkSentences(b *testing.B) {
	text := strings.Repeat("It rained all day. Dr. Okafor stayed in, e.g. to read (twice!). \"Why not?\" she said...\n\n", 100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		punkt.Spans(text)
	}
}

// Text made to defeat the tokenizer still takes linear time: the test would
// run into its time limit otherwise.
func TestLongText(t *testing.T) {
	for _, unit := range []string{".", "!", ". ", ".\u00a0", "\n", "a.", ".\"", "-", ". . ", "x\u00a0", ",", ".)"} {
		punkt.Spans(strings.Repeat(unit, 1<<20/len(unit)))
	}
}
