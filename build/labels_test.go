package build

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/judge"
)

// TestReadMissing reads what examiners wrote of two criteria, and of what is
// missing.
func TestReadMissing(t *testing.T) {
	for _, x := range []struct {
		reply string
		want  []string // the faults; nil where the reply cannot be read
	}{
		{"1: fine\n2: fine\nmissing: nothing", []string{}},
		{"1. Fine\n2. OK\n\nMissing: Nothing, all demands are covered by the criteria.", []string{}},
		{"Here's my examination:\n\n**1:** fine\n**2:** not actionable – \"good prose\" is taste\n\n**missing:** nothing", []string{"not actionable"}},
		{"1: fine\n2: no fault\nmissing: nothing (that the words be hard is taken up by criterion 1)", []string{}},
		{"Criterion 1: fine\nCRITERION 2: Not atomic - two demands\nMISSING: none", []string{"not atomic"}},
		{"| Criterion | Verdict |\n|---|---|\n| 1 | fine |\n| 2 | not atomic - technical + about cloud |\n\nmissing: nothing important", []string{"not atomic"}},
		{"1: fine\n2: fine\nmissing: nothing is said of the price", []string{"missing"}},
		{"1: fine\n2: fine\nmissing: that it is the band's first tour\nmissing: the parents", []string{"missing", "missing"}},
		{"**1. [8] Has five lines: all rhyme - fine ones.** – ✅ Fine\n**2. Is written in good prose** – ❌ Not actionable: what is good?\n\n**Missing:** None", []string{"not actionable"}},
		{"1. Has five lines: fine\n2. \"Is written in good prose, so that it is a joy\": **redundant** (see 1)\nmissing: nothing", []string{"redundant"}},
		{"1. That it is a joy: fine\n2: fine\nmissing: nothing", nil},
		{"1-2: fine\nmissing: nothing", []string{}},
		{"１：fine\n２．not atomic - two\nmissing: nothing", []string{"not atomic"}},
		{"1 to 2: fine\n2: redundant\nmissing: nothing", nil},
		{"2-1: fine\nmissing: nothing", nil},
		{"1-3: fine\nmissing: nothing", nil},
		{"1：fine\n2：not atomic——两件事\nmissing：nothing", []string{"not atomic"}},
		{"1: ✅ fine\n2: ✔️ OK\nmissing: nothing", []string{}},
		{"1: fine\n2: fine", nil},
		{"1: fine\n2: splendid\nmissing: nothing", nil},
		{"1: fine\nmissing: nothing", nil},
	} {
		found, err := readExamination(x.reply, []string{"[8] Has five lines: all rhyme - fine ones.", "Is written in good prose, so that it is a joy"})
		var got []string
		if err == nil {
			got = []string{}
		}
		for _, o := range found {
			got = append(got, o.Criterion)
		}
		if diff := cmp.Diff(x.want, got); diff != "" {
			t.Errorf("%s\n%v\n%s", x.reply, err, diff)
		}
	}
}

// TestReadLabels reads labels with the reasons that models add to them.
func TestReadLabels(t *testing.T) {
	names := namesOf(Constraints.Labels())
	got, err := readLabels("1. **Numeric** (10 questions)\n2: Tone/Writing style - it says how\nRequirement 3: Constraints at item level", 3, names, 1)
	if diff := cmp.Diff([][]string{{"Numeric"}, {"Tone / Writing style"}, {"Constraints at item level"}}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	names = namesOf(Questions.Labels())
	got, err = readLabels("1: **Content** / Format\n2: Style and Content (both)\n3: Content, Linguistic/Style", 3, names, 3)
	if diff := cmp.Diff([][]string{{"Content", "Format"}, {"Style", "Content"}, {"Content", "Linguistic", "Style"}}, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if got, err := readLabels("1. Splendour (of the hall)", 1, names, 1); err == nil {
		t.Errorf("read as %q", got)
	}
}

// TestTakesUp holds that a criterion which says more exactly how much an
// instruction demands takes that demand up.
func TestTakesUp(t *testing.T) {
	d := Decomposing{Form: Rubric}
	line := &Decomposed{Instruction: &adhere.Instruction{Messages: []adhere.Message{{Role: adhere.User, Text: "Write an essay of approximately 250 words about mills."}}}}
	for text, missing := range map[string]bool{
		"The essay has between 225 and 275 words.":     false,
		"The essay has about 250 words.":               false,
		"The essay has between 400 and 500 words.":     true,
		"The essay has between 225 and 275 sentences.": true,
		"The essay is about mills.":                    true,
	} {
		p := judge.Decomposition{Requirements: []adhere.Requirement{{Text: text, Weight: 5}}}
		if found := d.examine(line, &p); (len(found) > 0) != missing {
			t.Errorf("%s: %v", text, found)
		}
	}
}
