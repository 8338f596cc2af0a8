package judge

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// contraryNames is why a reply cannot be read that calls its items by names in
// another order than what was asked, and does not say for certain which counts.
const contraryNames unreadable = "its items are named in another order than what was asked"

// inNamedOrder puts decisions to their places where each has the name of what it
// decides before it on its line. Numbers count, not names.
func inNamedOrder(found []finding, text string, asked []string) ([]finding, error) {
	for _, marks := range []string{"\n", "\n.;", "\n.;,"} {
		pieces := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(marks, r) })
		if len(pieces) < len(asked) {
			continue
		}
		fits, numbers, before := itemNames(pieces, asked)
		places, err := matched(fits, len(asked))
		switch {
		case err != nil && len(numbers) == 0:
			return nil, err
		case places == nil, len(numbers) == 0 && slices.IsSorted(places), slices.Equal(places, numbers):
			return found, nil
		case !before, len(numbers) > 0:
			return nil, contraryNames
		}
		return atPlaces(found, places), nil
	}
	return found, nil
}

// itemNames returns which things the name beside each decision fits, the numbers
// of the decisions, from 0, and whether each name stands before its decision.
func itemNames(pieces, asked []string) (fits [][]int, numbers []int, before bool) {
	before = true
	heading := ""
	var wordings [][]string
	for _, piece := range pieces {
		ts := terms(piece)
		if len(ts) > 1 && ts[0].sense == number && ts[1].sense >= colon {
			at, _ := strconv.Atoi(ts[0].text)
			numbers, ts = append(numbers, at-1), ts[2:]
		}
		ts = skip(ts, other, pause, colon)
		at := slices.IndexFunc(ts, func(t term) bool { return t.decides() || t.sense == tickSign || t.sense == crossSign })
		label := heading
		switch {
		case at < 0:
			heading = piece
			continue
		case at > 0:
			label = piece[ts[0].start:ts[at].start]
		case bare(piece[ts[0].end:]) != "":
			label, before = piece[ts[0].end:], false
		default:
			before = false
		}
		if wordings == nil && bare(label) != "" {
			wordings = wordingsOf(asked)
		}
		fit := called(label, wordings)
		if fit == nil && len(numbers) > 0 {
			return nil, nil, false
		}
		fits = append(fits, fit)
	}
	return fits, numbers, before
}

// placesOf returns to which of the things asked some labels belong.
func placesOf(labels, asked []string) ([]int, error) {
	if len(labels) != len(asked) || len(asked) < 2 {
		return nil, nil
	}
	wordings, fits := wordingsOf(asked), make([][]int, len(labels))
	for i, label := range labels {
		fits[i] = called(label, wordings)
	}
	return matched(fits, len(asked))
}

// matched gives each name one of the n things it fits, from 0, if there is one way
// to. Where there is none, two names or more that stand in another order than what
// was asked, and none in its own place, make a reply unreadable.
func matched(fits [][]int, n int) ([]int, error) {
	places := slices.Repeat([]int{-1}, n)
	for range fits {
		for i, fit := range fits[:min(n, len(fits))] {
			left := slices.DeleteFunc(slices.Clone(fit), func(place int) bool { return slices.Contains(places, place) })
			if places[i] < 0 && len(left) == 1 {
				places[i] = left[0]
			}
		}
	}
	if len(fits) == n && !slices.Contains(places, -1) {
		return places, nil
	}
	elsewhere := 0
	for i, fit := range fits {
		if slices.Contains(fit, i) {
			return nil, nil
		}
		elsewhere += min(len(fit), 1)
	}
	if elsewhere > 1 {
		return nil, contraryNames
	}
	return nil, nil
}

// called returns the things asked that have every word of a label.
func called(label string, wordings [][]string) (places []int) {
	name := stems(label, content, number, countWord)
	if len(name) == 0 {
		name = stems(label, demandNoun, subject)
	}
	if !slices.ContainsFunc(name, func(s string) bool { return !unicode.IsDigit(firstRune(s)) }) {
		return nil
	}
	for place, wording := range wordings {
		if !slices.ContainsFunc(name, func(s string) bool { return !slices.Contains(wording, s) }) {
			places = append(places, place)
		}
	}
	return places
}

func wordingsOf(asked []string) [][]string {
	wordings := make([][]string, len(asked))
	for i, text := range asked {
		wordings[i] = stems(text, content, number, countWord, demandNoun, subject)
	}
	return wordings
}

// elsewhere reports whether a label says that it stands at another of n places.
func elsewhere(label string, place, n int) bool {
	m := placedRE.FindStringSubmatch(label)
	if m == nil {
		return false
	}
	number, _ := strconv.Atoi(m[1])
	return number != place && number <= n
}

// atPlaces puts each decision to its place, where there are any.
func atPlaces(found []finding, places []int) []finding {
	moved := slices.Clone(found)
	for i, place := range places {
		moved[place] = found[i]
	}
	return moved
}

// stems returns the words of a text that have these senses, without their endings.
func stems(text string, senses ...sense) []string {
	var found []string
	for _, t := range terms(strings.Map(fold, text)) {
		if slices.Contains(senses, t.sense) {
			found = append(found, stem(t.text))
		}
	}
	return found
}

func stem(word string) string {
	for _, ending := range []string{"ing", "ed", "ly", "es", "s", "e"} {
		if len(word) > len(ending)+2 && strings.HasSuffix(word, ending) && !strings.HasSuffix(word, "ss") {
			return strings.TrimSuffix(word, ending)
		}
	}
	return word
}
