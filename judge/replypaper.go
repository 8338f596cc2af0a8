package judge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adhere"
)

// readListPaper reads as the English script of FollowBench does. Its last line
// counts, after back quotes at either end are gone. At level 1 the letters YES
// or else NO decide; above, the outermost brackets must hold a Python list of
// n quoted words. What that script cannot read is unreadable here; there it
// counts as minus one in the tables, which is the metric's concern.
func readListPaper(reply string, n int) ([]finding, error) {
	line := pyTrim(strings.Trim(reply, "`"))
	return lastLinePaper(line[strings.LastIndexByte(line, '\n')+1:], n, n, "PARTIAL", "MAYBE", "UNKNOWN", "N/A")
}

// lastLinePaper reads a word, or a Python list of n words, and at most so many, of which
// those beyond the n-th are left out.
func lastLinePaper(line string, n, most int, undecided ...string) ([]finding, error) {
	if n == 1 {
		return oneWordPaper(line)
	}
	list, err := outermost(line)
	if err != nil {
		return nil, err
	}
	words, err := pyList(list)
	if err != nil {
		return nil, err
	}
	if len(words) < n || len(words) > most {
		return nil, unreadable(fmt.Sprintf("its list has %d elements, not %d", len(words), n))
	}
	return wordsPaper(words[:n], undecided...)
}

// readListPaperZH reads as the Chinese script of FollowBench does: curly
// quotes are quotes, a list without quotes is a list of words, and elements
// beyond the n-th are left out.
func readListPaperZH(reply string, n int) ([]finding, error) {
	reply = strings.NewReplacer("“", `"`, "”", `"`).Replace(reply)
	line := strings.Trim(strings.Trim(strings.Trim(reply, "`"), " "), "\n")
	line = strings.Trim(line[strings.LastIndexByte(line, '\n')+1:], " ")
	if list, _ := outermost(line); !strings.ContainsAny(list, `"'`) {
		line = strings.ReplaceAll(strings.ReplaceAll(line, "YES", "'YES'"), "NO", "'NO'")
	}
	return lastLinePaper(line, n, math.MaxInt, "PARTIAL", "PARTIALLY", "MAYBE", "UNKNOWN")
}

func oneWordPaper(line string) ([]finding, error) {
	switch {
	case strings.Contains(line, "YES"):
		return wordsPaper([]string{"YES"})
	case strings.Contains(line, "NO"):
		// UNKNOWN holds these letters too, and counts the same there.
		if !strings.Contains(strings.ReplaceAll(line, "UNKNOWN", ""), "NO") {
			return wordsPaper([]string{"UNKNOWN"}, "UNKNOWN")
		}
		return wordsPaper([]string{"NO"})
	}
	return nil, unreadable("its last line holds neither YES nor NO")
}

func wordsPaper(words []string, undecided ...string) ([]finding, error) {
	found := make([]finding, 0, len(words))
	for _, word := range words {
		f, err := undecidedPaper(word, undecided...)
		if err != nil {
			return nil, err
		}
		found = append(found, f)
	}
	return found, nil
}

// outermost returns the line from its first "[" to its last "]".
func outermost(line string) (string, error) {
	start, end := strings.IndexByte(line, '['), strings.LastIndexByte(line, ']')
	if start < 0 || end < start {
		return "", unreadable("its last line holds no list")
	}
	return line[start : end+1], nil
}

// pyList reads a Python list of quoted words without escapes.
func pyList(text string) ([]string, error) {
	const malformed = unreadable("its list is not one of quoted words")
	rest := pyTrim(text[1 : len(text)-1])
	var words []string
	for rest != "" {
		quote := rest[0]
		if quote != '\'' && quote != '"' {
			return nil, malformed
		}
		end := strings.IndexByte(rest[1:], quote)
		if end < 0 || strings.ContainsRune(rest[1:1+end], '\\') {
			return nil, malformed
		}
		words = append(words, rest[1:1+end])
		rest = pyTrim(rest[end+2:])
		if rest == "" {
			break
		}
		if rest[0] != ',' {
			return nil, malformed
		}
		rest = pyTrim(rest[1:])
	}
	return words, nil
}

// pyTrim removes white space as Python's str.strip does, which also takes the
// four separators of ASCII.
func pyTrim(text string) string {
	for {
		trimmed := strings.Trim(strings.TrimSpace(text), "\x1c\x1d\x1e\x1f")
		if trimmed == text {
			return text
		}
		text = trimmed
	}
}

// wordReader reads the answer to one yes/no question.
func wordReader(r Parsing, question string) func(string) ([]finding, error) {
	if r == Paper {
		return func(reply string) ([]finding, error) { return first(readWordPaper(reply)) }
	}
	return reader([]string{question})
}

// listReader reads n decisions at the end of a reply.
func listReader(asked []string, r Parsing) func(string) ([]finding, error) {
	switch r {
	case Paper:
		return func(reply string) ([]finding, error) { return readListPaper(reply, len(asked)) }
	case PaperZH:
		return func(reply string) ([]finding, error) { return readListPaperZH(reply, len(asked)) }
	default:
		return reader(asked)
	}
}

// readWordPaper reads as the script does that belongs to InFoBench: the first
// letters decide, then which of YES and NO occurs alone.
func readWordPaper(reply string) (finding, error) {
	lower := strings.ToLower(reply)
	switch {
	case strings.HasPrefix(lower, "yes"):
		return finding{outcome: adhere.Met}, nil
	case strings.HasPrefix(lower, "no"):
		return finding{outcome: adhere.NotMet}, nil
	}
	yes, no := strings.Contains(reply, "YES"), strings.Contains(reply, "NO")
	if yes == no {
		return finding{}, unreadable("it holds neither YES nor NO, or both")
	}
	return finding{outcome: adhere.OutcomeOf(yes)}, nil
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
