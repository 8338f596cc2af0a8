package judge

import (
	"fmt"
	"strconv"
	"strings"

	"adhere"
)

// readBareFinal takes a reply that is the decision alone, without a reason.
func readBareFinal(reply string) ([]finding, error) {
	found, err := readFinal(reply)
	if err == nil && found[0].reason != "" {
		return nil, unreadable("it holds more than the decision")
	}
	return found, err
}

// readFinal takes a reply that ends with the only final answer in it.
func readFinal(reply string) ([]finding, error) {
	ends := finals(reply)
	if len(ends) != 1 {
		return nil, unreadable(fmt.Sprintf("it holds %d final answers, not 1", len(ends)))
	}
	if !nothing(reply[ends[0].end:]) {
		return nil, unreadable("it does not end with the final answer")
	}
	if ends[0].buried {
		return nil, unreadable("its final answer is part of a longer sentence")
	}
	f := ends[0].finding
	f.reason = reasonOf(reply[:ends[0].start])
	return []finding{f}, nil
}

// readFinals takes a reply of n items, numbered from 1, each of which ends
// with a final answer.
func readFinals(reply string, n int) ([]finding, error) {
	ends := finals(reply)
	if len(ends) != n {
		return nil, unreadable(fmt.Sprintf("it holds %d final answers, not %d", len(ends), n))
	}
	found := make([]finding, 0, n)
	at := 0
	for i, e := range ends {
		if e.buried {
			return nil, unreadable("a final answer is part of a longer sentence")
		}
		item := strings.TrimLeft(cutEnd(reply[at:e.start]), ". \t\n*_\"'”")
		if i == 0 {
			item = item[len(compiled().label.FindString(item)):]
		}
		m := compiled().number.FindStringSubmatch(item)
		if m == nil || m[1] != strconv.Itoa(i+1) {
			return nil, unreadable(fmt.Sprintf("item %d does not begin with its number", i+1))
		}
		f := e.finding
		f.reason = reasonOf(item[len(m[0]):])
		found = append(found, f)
		at = e.end
	}
	if !nothing(reply[at:]) {
		return nil, unreadable("it does not end with the final answer")
	}
	return found, nil
}

// A final is a decision and where it stands. A buried one does not begin its
// sentence: "there is no constraint followed" is not what it seems.
type final struct {
	finding
	start, end int
	buried     bool
}

// finals finds the decisions that are marked as final answers, or if none is
// marked, all decisions.
func finals(reply string) []final {
	var marked, plain []final
	for _, m := range compiled().phrase.FindAllStringSubmatchIndex(reply, -1) {
		f := final{finding{outcome: adhere.Met}, m[0], m[1], !compiled().begin.MatchString(reply[:m[0]])}
		if m[4] >= 0 {
			switch word := strings.ToUpper(strings.TrimSpace(reply[m[4]:m[5]])); word {
			case "NOT":
				f.outcome = adhere.NotMet
			default:
				f.outcome, f.evidence = adhere.Unsure, word
			}
		}
		if m[2] >= 0 {
			marked = append(marked, f)
		} else {
			plain = append(plain, f)
		}
	}
	if len(marked) > 0 {
		return marked
	}
	return plain
}

const endMark = "<END>"

func cutEnd(text string) string {
	return strings.TrimPrefix(strings.TrimLeft(text, ". \t\n*_\"'”"), endMark)
}

// nothing reports whether a text says nothing more: an end mark, decoration.
func nothing(text string) bool { return bare(strings.ReplaceAll(text, endMark, "")) == "" }

// reasonOf returns what was said before a decision, without a label.
func reasonOf(text string) string {
	text = tidy(text)
	text = text[len(compiled().label.FindString(text)):]
	if bare(text) == "" {
		return ""
	}
	return strings.Trim(text, " *_\"“")
}
