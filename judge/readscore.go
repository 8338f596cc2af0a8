package judge

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A score is a number, or a word for not knowing one.
type score struct {
	value  float64
	given  bool
	word   string
	reason string
}

// readScore takes a reply whose last line is a score and nothing else; after
// other lines it needs its label. A line before it that is another score makes
// the reply unreadable.
func readScore(reply string, low, high int, whole bool) (score, error) {
	all := lines(reply)
	if len(all) == 0 {
		return score{}, unreadable("it is empty")
	}
	s, labelled, ok := scoreLine(all[len(all)-1], high)
	if !ok || !labelled && len(all) > 1 {
		return score{}, unreadable("its last line is no score")
	}
	if err := s.check(low, high, whole); err != nil {
		return score{}, err
	}
	for _, line := range all[:len(all)-1] {
		if other, labelled, ok := scoreLine(line, high); ok && labelled && other != s {
			return score{}, unreadable("it holds two scores that differ")
		}
	}
	s.reason = tidy(strings.Join(all[:len(all)-1], " "))
	return s, nil
}

// scoreLine reads a line that is a score, out of high if it says out of what.
func scoreLine(line string, high int) (s score, labelled, ok bool) {
	m := compiled().score.FindStringSubmatch(line)
	if m == nil || m[3] != "" && m[3] != strconv.Itoa(high) {
		return score{}, false, false
	}
	value, err := strconv.ParseFloat(m[2], 64)
	if err != nil {
		return score{word: strings.ToUpper(m[2])}, m[1] != "", true
	}
	return score{value: value, given: true}, m[1] != "", true
}

func (s score) check(low, high int, whole bool) error {
	switch {
	case !s.given:
		return nil
	case s.value < float64(low) || s.value > float64(high):
		return unreadable(fmt.Sprintf("its score is not within %d and %d", low, high))
	case whole && s.value != float64(int(s.value)):
		return unreadable("its score is no whole number")
	}
	return nil
}

// readScoreJSON reads {"reason", "score"}.
func readScoreJSON(reply string, low, high int, whole bool) (score, error) {
	var got struct {
		Reason *string  `json:"reason"`
		Score  *float64 `json:"score"`
	}
	if err := object(reply, &got); err != nil {
		return score{}, err
	}
	if got.Score == nil {
		return score{}, unreadable("it has no score")
	}
	s := score{value: *got.Score, given: true}
	if err := s.check(low, high, whole); err != nil {
		return score{}, err
	}
	if got.Reason != nil {
		s.reason = tidy(*got.Reason)
	}
	return s, nil
}

func scoreSchema(kind string, low, high int) json.RawMessage {
	return fmt.Appendf(nil, `{"type":"object","additionalProperties":false,"required":["reason","score"],`+
		`"properties":{"reason":{"type":"string"},"score":{"type":%q,"minimum":%d,"maximum":%d}}}`, kind, low, high)
}

func scoreFields(low, high int) string {
	return fmt.Sprintf(`{"reason": one sentence, "score": a number from %d to %d}`, low, high)
}
