package algebra_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	a "adhere/verify/algebra"
)

// pointed are texts in which [[ ]] stands around what a check points at.
var pointed = []struct{ english, text string }{
	{`the answer has no occurrences of ","`, "Apples[[,]] pears[[,]] and plums of the garden"},
	{`the answer does not contain the word "rain"`, "In the [[rain]], under a rainbow: [[Rain]]."},
	{`the answer contains the word "rain" and the answer contains the word "sun"`, "Some rain fell."},
	{`the answer contains the word "rain" and the answer contains the word "sun"`, "Some [[rain]], some [[sun]]."},
	{`the answer contains the word "rain" or the answer contains the word "sun"`, "Some [[sun]] on us."},
	{`at least 2 of these hold: (the answer contains "a1"), (the answer contains "b2"), (the answer contains "c3")`, "[[a1]] or [[c3]], not more"},
	{`the answer has at least 2 placeholders`, "Dear [[[name]]], on behalf of [[[company]]] I write to you."},
	{`in the parity reading, the answer has at least 2 highlighted passages`, "Some *[[marked]]* words and **[[two more]]** in it."},
	{`the answer has at most 1 all-caps word`, "We saw [[NASA]] and [[ESA]] in the papers."},
	{`the answer is in lowercase letters`, "this is [[E]]nglish, [[NASA]] says"},
	{`the answer is in capitals`, "THIS IS NOT [[shouted]] AT ALL"},
	{`the answer is in the Latin script`, "Das ist [[ж]] und [[жж]] und mehr"},
	{`the answer consists only of letters and "-"`, "a-b c d e f[[,]] g h[[!]]"},
	{`each sentence has at most 3 words`, "It rains here. We wait. So we wait [[for more.]] He came. She left. They rest. They eat. We go."},
	{`each paragraph contains the word "rain"`, "The [[rain]] fell.\n\nThen [[rain]] again."},
	{`each paragraph contains the word "rain"`, "The rain fell on the garden and on us.\n\n[[None at all.]]"},
	{`each sentence does not contain the word "very"`, "It is [[very]] good. It is old. It is [[very]] new."},
	{`the answer has all the words different`, "a b c d [[b]] e f [[A]]"},
	{`the answer has the lines in rising alphabetical order`, "Ann\n[[Cy]]\n[[Bo]]\nDon and many more"},
	{`the answer has the numbers just "1" and "2" in this order`, "at first 1, then [[3]]"},
	{`the answer has at most 3 words in the longest of the sentences`, "It rains. We all wait. [[There is no end to it.]] They rest. They eat now. We go. We eat."},
	{`the answer has at most 2 uses of any one of the words`, "[[we]] wait and [[we]] see and then [[we]] go"},
	{`the answer has its first number worth between 1 and 10`, "I give it [[7]] of 10."},
	{`the answer has "rain" before "sun"`, "[[sun]], then [[rain]] and on"},
	{`the answer starts with "well"`, "[[Well]], all is well"},
	{`the answer starts with "well"`, "[[Oh]] well, all is well"},
	{`the answer ends with "well"`, "Well, all is [[well]] \n"},
	{`the answer ends with "well"`, "Well, all is [[good]]"},
	{`the answer has exactly 1 sentence that contains "x"`, "We wait for the rain. [[The box is here.]] Nobody wants to open it."},
	{`the answer has at most 5 words`, "far more than just five [[of these words]]"},
	{`the answer has exactly 2 words`, "one two, [[three; four and a long rest of all the others.]]\n"},
	{`the answer has fewer than 3 words`, "one two [[three.]]"},
	{`the answer has between 2 and 4 words`, "one two three four [[five]]"},
	{`the answer has at least 5 words`, "too few"},
	{`the answer has at most 5 words`, "just enough"},
	{`the answer has at most 1 paragraph`, "One.\n\n[[Two.\n\nThree.]]"},
	{`the answer is in German`, "This is English, as anybody can see."},
	{`the answer has at most 2 sentences`, "One. Two. [[Three.]]"},
	{`the answer has exactly 1 table column`, "|a|b|\n|-|-|\n|1|2|"},
}

func TestSpans(t *testing.T) {
	for _, p := range pointed {
		check, err := a.Parse(p.english)
		if err != nil {
			t.Errorf("%s: %v", p.english, err)
			continue
		}
		text := strings.NewReplacer("[[[", "[[\x00", "]]]", "\x01]]").Replace(p.text)
		text = strings.NewReplacer("[[", "", "]]", "", "\x00", "[", "\x01", "]").Replace(text)
		if got := marked(text, check.Spans(text)); got != p.text {
			t.Errorf("%s points at %q, want %q", p.english, got, p.text)
		}
	}
}

// marked puts [[ ]] around spans.
func marked(text string, spans []a.Span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.From] + "[[" + text[s.From:s.To] + "]]")
		at = s.To
	}
	return b.String() + text[at:]
}

// TestSpansAreParts holds what any check points at in any text to whole
// characters of it, in order, apart from each other, and less than most of it
// or all from some place on.
func TestSpansAreParts(t *testing.T) {
	pieces := []string{"a", "B", "ß", "İ", "é", "👍🏽", "rain", " ", "\n", "\n\n", "- ", "1. ", "# ", "**", "\"", ",", ".", "?", "x1", "| a |", "\n|-|\n", "[a]", "(", ")", "\xff", "й"}
	rapid.Check(t, func(rt *rapid.T) {
		check := gen{rt}.check(2)
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(rt, "text"), "")
		at, covered := 0, 0
		spans := check.Spans(text)
		for _, s := range spans {
			if s.From < at || s.To <= s.From || s.To > len(text) {
				rt.Fatalf("%s points at %v of %q", check, s, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[s.From:s.To]) {
				rt.Fatalf("%s points at the broken %q of %q", check, text[s.From:s.To], text)
			}
			at, covered = s.To, covered+s.To-s.From
		}
		rest := len(spans) == 1 && spans[0].From > 0 && strings.TrimSpace(text[at:]) == ""
		if 2*covered > len(text) && !rest {
			rt.Fatalf("%s points at most of %q", check, text)
		}
	})
}
