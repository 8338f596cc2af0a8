package judge

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
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

var scoreKeys = []string{"score", "rating", "grade", "points", "value", "answer", "评分", "得分", "分数"}

// readScore reads a score from low to high that stands behind its label, out
// of the highest, in JSON, or alone on a line. Two that differ, and a range,
// cannot be read.
func readScore(reply string, low, high int, whole bool) (score, error) {
	values, _ := jsonIn(reply)
	var said []score
	for i := range values {
		if s, ok := scoreIn(&values[i]); ok {
			said = append(said, s)
		}
	}
	text := mask(reply)
	p := compiled()
	for _, re := range []*regexp.Regexp{p.score, p.outOf, p.loneScore} {
		if len(said) > 0 {
			break
		}
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			s, err := scoreOf(m, high)
			if err != nil {
				return score{}, err
			}
			said = append(said, s)
		}
	}
	if len(said) == 0 {
		return score{}, unreadable("it gives no score")
	}
	for _, s := range said {
		if s.value != said[0].value || s.given != said[0].given {
			return score{}, unreadable("it gives two scores that differ")
		}
	}
	s := said[0]
	if s.reason == "" {
		s.reason = strings.TrimSpace(strings.TrimRight(tidy(p.score.ReplaceAllString(strings.ReplaceAll(reply, "*", ""), "$3")), " -–—:"))
	}
	return s, s.check(low, high, whole)
}

// scoreOf reads a number and what follows it.
func scoreOf(m []string, high int) (score, error) {
	if !strings.ContainsAny(m[2], "0123456789") {
		return score{word: strings.ToUpper(m[2])}, nil
	}
	value, err := strconv.ParseFloat(m[1]+m[2], 64)
	if err != nil {
		return score{}, unreadable("its score is no number")
	}
	if of := compiled().outOfHighest.FindStringSubmatch(m[3]); of != nil && of[1] != strconv.Itoa(high) {
		return score{}, unreadable("its score is out of " + of[1] + ", not out of " + strconv.Itoa(high))
	}
	if compiled().upTo.MatchString(m[3]) {
		return score{}, unreadable("it gives a range, not a score")
	}
	return score{value: value, given: true}, nil
}

func scoreIn(n *node) (score, bool) {
	for i, key := range n.keys {
		if !slices.Contains(scoreKeys, key) {
			continue
		}
		switch v := n.values[i].scalar.(type) {
		case float64:
			return score{value: v, given: true, reason: n.text(reasonKeys)}, true
		case string:
			if value, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil {
				return score{value: value, given: true, reason: n.text(reasonKeys)}, true
			}
		}
	}
	return score{}, false
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

func scoreSchema(kind string, low, high int) json.RawMessage {
	return fmt.Appendf(nil, `{"type":"object","additionalProperties":false,"required":["reason","score"],`+
		`"properties":{"reason":{"type":"string"},"score":{"type":%q,"minimum":%d,"maximum":%d}}}`, kind, low, high)
}

func scoreFields(low, high int) string {
	return fmt.Sprintf(`{"reason": one sentence, "score": a number from %d to %d}`, low, high)
}
