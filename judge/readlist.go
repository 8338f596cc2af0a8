package judge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// listReader reads a list of n decisions at the end of a reply.
func listReader(n int, r Reading) func(string) ([]finding, error) {
	switch r {
	case Paper:
		return func(reply string) ([]finding, error) { return readListPaper(reply, n) }
	case PaperZH:
		return func(reply string) ([]finding, error) { return readListPaperZH(reply, n) }
	default:
		return func(reply string) ([]finding, error) { return readList(reply, n) }
	}
}

// readList takes a reply whose end is a list of n words in brackets, alone on
// its line but for a number or a label. The list may stand in a code fence and
// run over several lines. Another list of n decisions that says otherwise
// makes the reply unreadable.
func readList(reply string, n int) ([]finding, error) {
	all := lines(reply)
	if len(all) == 0 {
		return nil, unreadable("it is empty")
	}
	text := strings.Join(all, "\n")
	start, inner, ok := lastList(text)
	if !ok {
		return nil, unreadable("it does not end with a list")
	}
	lineStart := strings.LastIndexByte(text[:start], '\n') + 1
	if !compiled().lead.MatchString(text[lineStart:start]) {
		return nil, unreadable("its list does not stand alone on the last line")
	}
	found, err := elements(inner, n)
	if err != nil {
		return nil, err
	}
	for line := range strings.SplitSeq(text[:lineStart], "\n") {
		if _, other, ok := lastList(line); ok && other != inner {
			if earlier, err := elements(other, n); err == nil && !slices.Equal(earlier, found) {
				return nil, unreadable("it holds two lists that differ")
			}
		}
	}
	return found, nil
}

// lastList returns where the bracketed list begins that ends the text, and
// what is between its brackets.
func lastList(text string) (start int, inner string, ok bool) {
	end := strings.TrimRight(text, " \t*_`.\"")
	if !strings.HasSuffix(end, "]") {
		return 0, "", false
	}
	start = strings.LastIndexByte(end, '[')
	if start < 0 {
		return 0, "", false
	}
	inner = end[start+1 : len(end)-1]
	return start, inner, !strings.ContainsAny(inner, "[]")
}

func elements(inner string, n int) ([]finding, error) {
	parts := strings.Split(inner, ",")
	if len(parts) > 1 && strings.TrimSpace(parts[len(parts)-1]) == "" {
		parts = parts[:len(parts)-1]
	}
	if len(parts) != n {
		return nil, unreadable(fmt.Sprintf("its list has %d elements, not %d", len(parts), n))
	}
	found := make([]finding, 0, n)
	for _, part := range parts {
		f, ok := outcomeOf(part)
		if !ok {
			return nil, unreadable(fmt.Sprintf("its list holds %.20q", strings.TrimSpace(part)))
		}
		found = append(found, f)
	}
	return found, nil
}

// readNumbered takes n lines, each a number from 1 on and one word. A first
// line that ends with a colon may announce them.
func readNumbered(reply string, n int) ([]finding, error) {
	all := lines(reply)
	if len(all) == n+1 && strings.HasSuffix(bare(all[0]), ":") {
		all = all[1:]
	}
	if len(all) != n {
		return nil, unreadable(fmt.Sprintf("it has %d lines, not %d", len(all), n))
	}
	found := make([]finding, 0, n)
	for i, line := range all {
		m := compiled().item.FindStringSubmatch(line)
		if m == nil || m[1] != strconv.Itoa(i+1) {
			return nil, unreadable(fmt.Sprintf("line %d does not begin with its number", i+1))
		}
		f, ok := outcomeOf(m[2])
		if !ok {
			return nil, unreadable(fmt.Sprintf("line %d is neither YES nor NO", i+1))
		}
		found = append(found, f)
	}
	return found, nil
}

// undecidedPaper are the words that published scripts count as not satisfied;
// they stay Unsure here, and the metric of that name counts them.
func undecidedPaper(word string, words ...string) (finding, error) {
	switch {
	case word == "YES":
		return finding{outcome: adhere.Met}, nil
	case word == "NO":
		return finding{outcome: adhere.NotMet}, nil
	case slices.Contains(words, word):
		return finding{outcome: adhere.Unsure, evidence: word}, nil
	}
	return finding{}, unreadable(fmt.Sprintf("its list holds %.20q", word))
}
