package english_test

import (
	"testing"

	"adhere"
	"adhere/verify/english"
)

// TestScoped holds that words are held against the part that a list names, and
// that what is of another part, or of one that is not known, is not read.
func TestScoped(t *testing.T) {
	among := []adhere.Requirement{{Text: "Give 4 tips for riding in the rain.", Scope: adhere.Scope{Reach: adhere.WholeAnswer}}}
	each := func(of string) adhere.Scope { return adhere.Scope{Reach: adhere.EachUnit, Of: of} }
	part := func(of string) adhere.Scope { return adhere.Scope{Reach: adhere.NamedPart, Of: of} }
	for _, test := range []struct {
		text  string
		scope adhere.Scope
		want  string // empty where nothing is read
	}{
		{"Use at most 15 words.", each("tip"), "each of the first 4 entries has at most 15 words"},
		{"Use at most 15 words in each tip.", each("tip"), "each of the first 4 entries has at most 15 words"},
		{"Use at most 12 words.", each("sentence"), "each sentence has at most 12 words"},
		{"Use exactly 2 sentences in each paragraph.", each("paragraph"), "each paragraph has exactly 2 sentences"},
		{"Begin with \"Today\".", each("paragraph"), "each paragraph starts with the word \"Today\""},
		{"Use at most 5 words.", part("title"), "each title has at most 5 words"},
		{"Use at most 8 words in the subject line.", part("subject line"), "each part named \"Subject\" has at most 8 words"},
		{"Use at most 30 words.", part("last paragraph"), "the last paragraph has at most 30 words"},
		{"Use no commas.", part("second sentence"), "the second sentence has no occurrences of \",\""},
		{"Use exactly 1 sentence in the conclusion.", part("conclusion"), "each part named \"Conclusion\" has exactly 1 sentence"},
		{"Use at most 40 words in the summary.", part("summary"), "each part named \"summary\" has at most 40 words"},
		{"Include the word \"salt\" at least twice.", part("introduction"), "each part named \"Introduction\" has at least 2 occurrences of the word \"salt\""},
		{"Write everything in lower case.", part("title"), "each title is in lowercase letters"},
		{"Use at most 5 words.", part("part named Summary"), "each part named \"Summary\" has at most 5 words"},
		{"Use at most 5 words.", part("version B"), "each part named \"version b\" has at most 5 words"},
		{"Use at most 5 words.", part("second tip"), "the second entry has at most 5 words"},
		{"Use at most 5 words.", part("second line"), "the second line has at most 5 words"},
		{"Write it in capital letters.", part("first word"), "the first word is in capitals"},
		{"Use at most 5 words.", each("numbered item"), "each numbered item has at most 5 words"},
		{"Use at most 5 words.", each("heading"), "each heading has at most 5 words"},
		{"Use at most 5 words.", each("line"), "each line has at most 5 words"},
		{"Answer with valid JSON only.", part("summary"), ""},
		{"Answer in French.", each("sentence"), ""},
		{"Use at most 5 words in the title.", each("paragraph"), ""},
		{"Use at most 5 words.", adhere.Scope{Reach: adhere.WhatFollows, Of: "table"}, ""},
		{"Use at most 5 words.", each("dinner"), ""},
		{"Use exactly two sentences before the hashtags.", part("before the hashtags"), ""},
		{"Use at most 5 words.", part("text before hashtags"), ""},
		{"Use at most 5 words.", part("table of contents"), "each part named \"table of contents\" has at most 5 words"},
		{"Use at most 5 words.", part("call to action"), "each part named \"call to action\" has at most 5 words"},
		{"Keep it short.", each("tip"), ""},
		{"The last sentence of the abstract is \"Ice melts.\"", part("last sentence of the abstract"), ""},
		{"Use about 120 words.", part("last sentence"), "the last sentence has about 120 (give or take 24) words"},
		{"Use at most 70 words.", adhere.Scope{Reach: adhere.WholeAnswer}, "the answer has at most 70 words"},
		{"Use at most 70 words.", adhere.Scope{}, "the answer has at most 70 words"},
	} {
		r := adhere.Requirement{Text: test.text, Scope: test.scope}
		for _, r := range []adhere.Requirement{r, r.Placed()} {
			got := ""
			if read, ok := english.Scoped(&r, among); ok {
				got = read.Check.String()
			}
			if got != test.want {
				t.Errorf("%q of %v: %q, want %q", r.Text, r.Scope, got, test.want)
			}
		}
	}
}
