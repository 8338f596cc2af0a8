package judge

import (
	"errors"
	"strconv"
	"strings"
)

// Lists of decisions by the lines, paragraphs or sentences that they stand in.

// soRE finds what a reply concludes from what it says before.
var soRE = pattern(`([^.!?\n]*), (?:so|therefore|thus|hence) ([^.!?\n]*)[.!]?\s*$`)

// plainly reads a reply that says nothing but its decisions, or of which a paragraph
// or line does. Two of these that differ contradict each other.
func plainly(reply, text string, n int) (found []finding, err error) {
	if strings.Count(text, "[") != strings.Count(text, "]") {
		return nil, nil // its list does not end
	}
	if found, err = plain(text, n); found != nil || err != nil {
		return found, err
	}
	parts := strings.Split(placeRE.ReplaceAllString(text, "$1"), "\n")
	if m := soRE.FindStringSubmatch(text); m != nil && !has(terms(m[1]), condition) {
		parts = append(parts, m[2])
	}
	cut, end := cutter{reply: text, text: reply}, 0
	for paragraph := range strings.SplitAfterSeq(reply, "\n\n") {
		end += len(paragraph)
		parts = append(parts, cut.to(end))
	}
	for _, part := range parts {
		got, err := plain(summaryRE.ReplaceAllString(part, "$1"), n)
		if err != nil || got != nil && found != nil && !agree(got, found) {
			return nil, bothDecisions
		}
		if found == nil {
			found = got
		}
	}
	return found, nil
}

// eachPart reads n lines, or n sentences, that hold a decision each and some
// reason with it.
func eachPart(reply, text string, n int) ([]finding, error) {
	var lines, sentences []string
	cut, end := cutter{reply: reply, text: text}, 0
	for line := range strings.Lines(text) {
		end += len(line)
		if part := cut.to(end); strings.TrimSpace(line) != "" { // what is reported is blank
			lines = append(lines, part)
		}
	}
	for len(lines) > n && silent(lines[0]) {
		lines = lines[1:]
	}
	if found := eachOf(lines, n); found != nil {
		return found, nil
	}
	if all := statements(text); len(all) == n {
		cut := cutter{reply: reply, text: text}
		for _, s := range all {
			sentences = append(sentences, cut.part(s[0], s[1]))
		}
	}
	return eachOf(sentences, n), nil
}

// silent reports whether a line decides nothing.
func silent(line string) bool {
	_, err := decide(line)
	return errors.Is(err, noDecision)
}

// eachOf reads n texts that decide, none of which says that it stands elsewhere.
func eachOf(texts []string, n int) []finding {
	if len(texts) != n {
		return nil
	}
	var found []finding
	for i, text := range texts {
		f, err := decide(text)
		if err != nil || !f.outcome.Decided() {
			return nil
		}
		if misplaced(text, i+1) {
			return nil
		}
		found = append(found, f)
	}
	return found
}

// misplaced reports whether a text says that it stands at another place: "Second
// question: YES".
func misplaced(text string, place int) bool {
	if m := numberedAsRE.FindStringSubmatch(text); m != nil && m[1] != strconv.Itoa(place) {
		return true
	}
	ts := skip(terms(text), other, filler)
	return len(ts) > 1 && ts[0].sense == placeWord && ordinalOf(ts[0].text) != place && has(ts[1:2], demandNoun, colon)
}
