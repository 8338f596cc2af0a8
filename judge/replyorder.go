package judge

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// contraryNames is why a reply cannot be read that calls its items by names that
// stand in another order than what was asked, and do not say for certain which.
const contraryNames unreadable = "its items are named in another order than what was asked"

// placesOf returns to which of the things asked some labels belong, from 0: nil
// where they do not say that they stand in another order.
func placesOf(labels, asked []string) ([]int, error) {
	places := make([]int, len(labels))
	ordered, known := true, true
	for i, label := range labels {
		places[i] = placeOf(label, asked)
		ordered = ordered && (places[i] < 0 || places[i] == i)
		known = known && places[i] >= 0 && !slices.Contains(places[:i], places[i])
	}
	switch {
	case known && len(labels) == len(asked):
		return places, nil
	case ordered:
		return nil, nil
	}
	return nil, contraryNames
}

// atPlaces puts each decision to its place, where there are any.
func atPlaces(found []finding, places []int) []finding {
	moved := slices.Clone(found)
	for i, place := range places {
		moved[place] = found[i]
	}
	return moved
}

// placeOf returns which of the things asked a label names: the one with which it
// shares the most words, and half of its own; -1 if there is none, or two.
func placeOf(label string, asked []string) int {
	name, place, most, words := stems(label), -1, 0, 0
	for i, text := range asked {
		shared, worded := 0, 0
		for _, stem := range stems(text) {
			if slices.Contains(name, stem) {
				shared++
				if !unicode.IsDigit(firstRune(stem)) {
					worded++
				}
			}
		}
		switch {
		case shared > most:
			place, most, words = i, shared, worded
		case shared == most:
			place = -1
		}
	}
	if words == 0 || 2*most < len(name) {
		return -1
	}
	return place
}

// stems returns the words of a text that mean something, each once, without their
// endings.
func stems(text string) []string {
	var found []string
	for _, t := range terms(mask(text)) {
		if t.sense != content && t.sense != number && t.sense != countWord && t.sense != faultWord {
			continue
		}
		word := t.text
		for _, ending := range []string{"ing", "ed", "ly", "es", "s"} {
			if len(word) > len(ending)+2 && strings.HasSuffix(word, ending) {
				word = strings.TrimSuffix(word, ending)
				break
			}
		}
		if !slices.Contains(found, word) {
			found = append(found, word)
		}
	}
	return found
}

// labelRE finds the marks at the start of a line, the number, and the label of an
// item.
var labelRE = regexp.MustCompile(`^([^\pL\pN\n]*)(?:(\d{1,2})\s*[.):|、]\s*)?([^\pL\pN\n]*(?:\[[xX]\])?[^\pL\pN\n]*)(\pL|\pN)([^\n:：=|→—–✅❌✓✗]*?)(\s*[:：=|→—–✅❌✓✗]| - |\s*$)`)

// longestName is how many words call a numbered item by its name at most.
const longestName = 6

// inOrder puts the items of a reply that it calls by their names in the order in
// which they were asked.
func inOrder(reply string, asked []string) (string, error) {
	lines := strings.SplitAfter(reply, "\n")
	var starts, places, numbers, before []int
	ordered, items, counted := true, 0, 0
	for i, line := range lines {
		item := items
		if len(claims(mask(line))) > 0 || boxRE.MatchString(line) {
			items++
		}
		m := labelRE.FindStringSubmatch(line)
		if m == nil || strings.TrimSpace(m[6]) == "" && m[6] != " - " && m[1]+m[2]+m[3] == "" {
			continue // a line of prose
		}
		if m[2] == strconv.Itoa(counted+1) {
			counted++
		}
		if m[2] != "" && (strings.TrimSpace(m[6]) == "" || len(strings.Fields(m[5])) > longestName) {
			continue // a reason, which may speak of other items
		}
		place := placeOf(m[4]+m[5], asked)
		if place < 0 || len(places) > 0 && places[len(places)-1] == place {
			continue
		}
		if m[2] != "" {
			number, _ := strconv.Atoi(m[2])
			numbers = append(numbers, number-1)
		}
		ordered = ordered && (len(places) == 0 || place > places[len(places)-1])
		starts, places, before = append(starts, i), append(places, place), append(before, item)
	}
	distinct := len(places) == len(asked)
	for place := range asked {
		distinct = distinct && slices.Contains(places, place)
	}
	switch {
	case counted == len(asked) && len(numbers) == 0:
		return reply, nil // numbered as they were asked
	case !slices.IsSorted(numbers) && !slices.Equal(numbers, places):
		return "", contraryNames
	case len(numbers) > 0 && slices.Equal(numbers, places):
		return reply, nil
	case ordered && (items != len(asked) || slices.Equal(before, places)):
		return reply, inPieces(reply, asked)
	case !distinct:
		return "", contraryNames
	}
	return rearranged(lines, starts, places), nil
}

// inPieces refuses a reply whose lines, sentences or clauses of one decision each
// name what they decide in another order.
func inPieces(reply string, asked []string) error {
	for _, marks := range []string{"\n", "\n.;", "\n.;,"} {
		pieces := slices.DeleteFunc(strings.FieldsFunc(reply, func(r rune) bool { return strings.ContainsRune(marks, r) }), func(piece string) bool {
			return len(claims(mask(piece))) == 0
		})
		if len(pieces) != len(asked) {
			continue
		}
		if places, err := placesOf(pieces, asked); err != nil || !slices.IsSorted(places) {
			return contraryNames
		}
		break
	}
	return nil
}

// rearranged puts blocks of lines, which begin at some starts, to their places.
func rearranged(lines []string, starts, places []int) string {
	blocks := make([]string, len(places))
	rest, after, blanks := strings.Join(lines[:starts[0]], ""), "", 0
	for i, start := range starts {
		end := len(lines)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		first := lines[start]
		if m := labelRE.FindStringSubmatchIndex(first); m[4] >= 0 {
			first = first[:m[4]] + strconv.Itoa(places[i]+1) + first[m[5]:]
		} else {
			first = strconv.Itoa(places[i]+1) + ". " + first
		}
		block := strings.TrimRight(first+strings.Join(lines[start+1:end], ""), "\n")
		if blanks += strings.Count(block, "\n\n"); end == len(lines) && blanks == strings.Count(block, "\n\n") {
			block, after, _ = strings.Cut(block, "\n\n") // talk about the list
		}
		blocks[places[i]] = block + "\n"
	}
	return rest + strings.Join(blocks, "") + "\n" + after
}
