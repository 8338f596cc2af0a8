package edits_test

import (
	"slices"
	"strings"
	"testing"

	"adhere/internal/writing/edits"
)

// placeDemand returns whether the place that is named was found, "" where code
// does not tell.
func placeDemand(f *edits.Finding) string {
	for _, d := range f.Demands {
		if strings.HasPrefix(d.Text, "in the place that is named") {
			if d.Met {
				return "met"
			}
			return "not met"
		}
	}
	return ""
}

const definition = "A harbour is a place where ships lie safe from wind and waves."

// TestPlaces holds where something may be put that the instruction does not
// give word for word.
func TestPlaces(t *testing.T) {
	first, last := put(0, 0, definition), put(3, 3, definition)
	middle, own := put(1, 2, definition), func(t text) text { return slices.Insert(t, 1, []string{definition}) }
	same := func(t text) text { return t }
	blended := func(t text) text {
		t[0][0] = "The harbour, a place where ships lie safe, was dug in 1820 [0]."
		return t
	}
	for _, c := range []struct {
		says string
		does func(text) text
		want string
	}{
		{"As first sentence of the text, add a short definition of a harbour.", first, "met"},
		{"As first sentence of the text, add a short definition of a harbour.", middle, "not met"},
		{"As first sentence of the text, add a short definition of a harbour.", same, "not met"},
		{"As first sentence of the text, add a short definition of a harbour.", blended, ""}, // it may hold the definition
		{`As first sentence of the text, add a very short definition of what are "harbours"`, first, "met"},
		{`As first sentence of the text provide a definition of "harbour".`, last, "not met"},
		{"Add a sentence on what a harbour is at the beginning.", first, "met"},
		{"Add a sentence on what a harbour is at the beginning.", last, "not met"},
		{"At the end of the answer, add one sentence that says what a harbour is.", last, "met"},
		{"At the end of the answer, add one sentence that says what a harbour is.", first, "not met"},
		{"Please start the answer by describing what a harbour is.", first, "met"},
		{"Please start the answer by describing what a harbour is.", middle, "not met"},
		{"Add a definition of harbours as the second paragraph.", own, "met"},
		{"Add a definition of harbours as the second paragraph.", middle, "not met"},
		{"In the second paragraph, add a sentence that says what a harbour is.", middle, "met"},
		{"In the second paragraph, add a sentence that says what a harbour is.", last, "not met"},
		{`After the sentence "Two cranes stood at the quay [1, 2].", add a sentence that defines harbours.`, middle, "met"},
		{`After the sentence "Two cranes stood at the quay [1, 2].", add a sentence that defines harbours.`, first, "not met"},
		{"Before the last paragraph, add a sentence that says what a harbour is.", put(2, 3, definition), "met"},
		{"Before the last paragraph, add a sentence that says what a harbour is.", last, "not met"},
		{"After the sentence about cranes, add a definition of harbours.", middle, ""}, // which one that is, code can't tell
		{"Add a definition of harbours.", middle, ""},
		{"What is a harbour?", first, ""},
	} {
		f := edits.Inspect(c.says, harbour.String(), c.does(harbour.clone()).String())
		if got := placeDemand(&f); got != c.want {
			t.Errorf("%s: %q, want %q\n asked %q, %+v", c.says, got, c.want, f.Asked, f.Demands)
		}
	}
}

// TestWholeDemands holds what an instruction demands of the whole new version.
func TestWholeDemands(t *testing.T) {
	before := harbour.String()
	list := "- It was dug in 1820.\n- It serves small boats."
	for _, c := range []struct {
		says, after string
		want        string // met, not met, or nothing that could be checked
	}{
		{"Please shorten the answer to a maximum of 3 paragraphs.", before, "not met"},
		{"Please shorten the answer to a maximum of 3 paragraphs.", "It was dug in 1820.", "met"},
		{"Make the answer shorter than 20 words.", "It was dug in 1820.", "met"},
		{"Make the answer shorter than 20 words.", before, "not met"},
		{"Rewrite the answer in bullet points.", list, "met"},
		{"Rewrite the answer in bullet points.", before, "not met"},
		{"Write everything in lower case.", strings.ToLower(before), "met"},
		{"Write everything in lower case.", before, "not met"},
		{"Do not use the word slate.", strings.ReplaceAll(before, "slate", "stone"), "met"},
		{"Do not use the word slate.", before, "not met"},
		{"Use headings.", "# Of harbours\n\n" + before, "met"},
		{"Use headings.", before, "not met"},
		{"Mention the word Herring at least twice.", before, "not met"},
		{"Each paragraph should have at most two sentences.", before, "not met"},
		{"Each paragraph should have at most four sentences.", before, "met"},
		{"Write 3 sentences on each of the methods.", before, ""},
		{"Add one sentence about costs.", before, ""},
		{"Give two more examples.", before, ""},
		{"What did it cost?", before, ""},
	} {
		f := edits.Inspect(c.says, before, c.after)
		got := ""
		for _, d := range f.Demands {
			if strings.HasPrefix(d.Text, "shorten") { // another matter
				continue
			}
			if got = "met"; !d.Met {
				got = "not met"
				break
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q\n asked %q, %+v", c.says, got, c.want, f.Asked, f.Demands)
		}
	}
}
