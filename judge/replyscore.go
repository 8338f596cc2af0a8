package judge

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
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
	reply, err := lastWord(reply)
	if err != nil {
		return score{}, err
	}
	values, _ := jsonIn(reply)
	var said []score
	for i := range values {
		said = append(said, scoresIn(&values[i], high)...)
	}
	text := inDigits(mask(blank(scaleOf(low, high), reply, " ")))
	readers := []*lazyregexp.Regexp{scoreRE, outOfRE, loneScoreRE, fractionRE, openingRE, gradedRE}
	if !unicode.IsDigit(firstRune(bare(reply))) {
		readers = append(readers, openingWordRE)
	}
	for _, re := range readers {
		if len(said) > 0 {
			break
		}
		for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
			sentence := text[strings.LastIndexAny(text[:at[4]], ".!?\n")+1 : at[4]]
			if unearnedRE.MatchString(sentence) || shortRE.MatchString(text[at[5]:]) || countsOn(text, at[4]) {
				continue
			}
			s, err := scoreOf(groups(text, at), high)
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
		s.reason = strings.TrimSpace(strings.TrimRight(tidy(scoreRE.ReplaceAllString(strings.ReplaceAll(reply, "*", ""), "$3")), " -–—:"))
	}
	return s, s.check(low, high, whole)
}

// groups returns what the groups of a match are.
func groups(text string, match []int) []string {
	out := make([]string, len(match)/2)
	for i := range out {
		if match[2*i] >= 0 {
			out[i] = text[match[2*i]:match[2*i+1]]
		}
	}
	return out
}

// countsOn reports whether the number that begins there is the next of a list.
func countsOn(text string, at int) bool {
	line := strings.LastIndexByte(text[:at], '\n') + 1
	number, err := strconv.Atoi(text[at : at+1])
	return err == nil && number > 1 && strings.TrimSpace(text[line:at]) == "" && strings.HasPrefix(text[at+1:], ".") &&
		strings.Contains("\n"+text[:line], "\n"+strconv.Itoa(number-1)+". ")
}

// scaleOf finds where a reply says how far its scale reaches: "Score (1-5)".
func scaleOf(low, high int) *regexp.Regexp {
	return regexp.MustCompile(fmt.Sprintf(`(?i)(?:\b(?:on|auf|en|sur)\s+(?:a|an|einer?|una|une)\s+)?(?:\b(?:scale|skala|escala|échelle)\s+(?:of|from|von|de|del)\s+)?\b%d ?(?:-|–|—|to|bis|à|al?|至|到) ?%d\b(?:[- ]?(?:point )?scale\b)?|[（(]?满分\s*%[2]d\s*分[）)]?|\b%[2]d点(?:満点(?:で|中)?|中)`, low, high))
}

// inDigits writes the numbers of a text from zero to ten in digits, a decimal
// comma as a point, and a row of stars as their number. "One" is a number only
// where it can be nothing else.
func inDigits(text string) string {
	text = commaRE.ReplaceAllString(text, "$1.$2")
	text = starsRE.ReplaceAllStringFunc(text, func(m string) string {
		i := strings.IndexAny(m, "⭐★🌟")
		count := strconv.Itoa(strings.Count(m, "⭐") + strings.Count(m, "★") + strings.Count(m, "🌟"))
		if strings.Contains(m, "½") {
			count += ".5"
		}
		return m[:i] + count + " stars"
	})
	text = numeralZHRE.ReplaceAllStringFunc(text, func(m string) string {
		unit, size := utf8.DecodeLastRuneInString(m)
		return strconv.Itoa(strings.Index("零一二三四五六七八九十", m[:len(m)-size])/len("零")) + string(unit)
	})
	return numeralRE.ReplaceAllStringFunc(text, func(m string) string {
		if len(m) >= 3 && strings.EqualFold(m[:3], "one") {
			return "1" + m[3:]
		}
		return strconv.Itoa(numeralOf(strings.ToLower(m)))
	})
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
	if of := outOfHighestRE.FindStringSubmatch(m[3]); of != nil && of[1] != strconv.Itoa(high) {
		return score{}, unreadable("its score is out of " + of[1] + ", not out of " + strconv.Itoa(high))
	}
	if upToRE.MatchString(m[3]) || approximateRE.MatchString(strings.TrimSuffix(m[0], m[3])) {
		return score{}, unreadable("it gives a range, not a score")
	}
	return score{value: value, given: true}, nil
}

// scoresIn reads the scores in an object: one for the whole, where its name
// says so, or else all.
func scoresIn(n *node, high int) []score {
	var all []score
	for i, key := range n.keys {
		if !ends(key, scoreKeys) {
			continue
		}
		s, ok := n.values[i].score(high)
		if !ok {
			continue
		}
		s.reason = n.text(reasonKeys)
		if key == "score" || strings.Contains(key, "overall") || strings.Contains(key, "final") || strings.Contains(key, "total") {
			return []score{s}
		}
		all = append(all, s)
	}
	for i := range n.values {
		if all == nil && n.values[i].keys != nil {
			all = scoresIn(&n.values[i], high)
		}
	}
	return all
}

// score reads a number, or a text such as "4", "4/5" and "4 (good)".
func (n *node) score(high int) (score, bool) {
	switch v := n.scalar.(type) {
	case float64:
		return score{value: v, given: true}, true
	case string:
		if m := valuedRE.FindStringSubmatch(v); m != nil {
			s, err := scoreOf(m, high)
			return s, err == nil
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
