package judge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// A score is a number, or a word for not knowing one.
type score struct {
	value  float64
	given  bool
	word   string
	reason string
}

var (
	scoreKeys = []string{"score", "rating", "grade", "points", "value", "answer", "评分", "得分", "分数"}
	wholeKeys = []string{"overall", "final", "total", "average"}
)

// The senses of words that give scores.
const (
	scoreNoun   sense = other + 1 + iota // "score", "rating"
	giveVerb                             // "give", "deserves"
	goodness                             // "solid", "good"
	unit                                 // "points", "stars"
	outOf                                // "out of", "/"
	explanation                          // "because"
)

// scoreWords is the lexicon of replies that give a score.
var scoreWords = sync.OnceValue(func() lexicon {
	return maps.Clone(shared()).with(map[sense]string{
		scoreNoun: `score scored rating rated grade mark bewertung punktzahl note nota puntuación calificación avaliação punteggio ocena overall total final average
			评分 得分 分数 打分 总分 总评 评级 評価 得点 スコア 점수`,
		giveVerb: `give giving rate deserves gets get earns deserve say settle_on settled_on settle_at land_on go_with put assign award
			gebe geben vergeben verdient doy pondría 给 打 值 付けます`,
		goodness:    `solid strong weak clear low high perfect bad poor okay fair good excellent glatte`,
		unit:        `point points star stars punkte punkten estrelas 分 点 점 星`,
		outOf:       `out_of von sur sobre de из / of`,
		explanation: `because since as for from due given in here and car`,
		verb:        `feels seems would_be würde 是 为`,
		filler:      `this_one's would_have_to i'd_have_to 吧`,
		content:     `there there's has have`,
		condition:   `would_have i'd_have would've initially originally at_first`,
	})
})

// How firmly a score is given: the firmest counts. One behind it that differs
// contradicts it, unless it may be about one aspect.
const (
	labelled = iota + 1 // "Score: 4"
	given               // "I'd give it a 4"
	alone               // "4", "so 4", "This is a 4", "Answer: 4"
	partial             // "Clarity: 4/5"
	opened              // "4 - clear and short"
	unscored            // the number is no score
)

// A scoreAt is a score where a reply gives it.
type scoreAt struct {
	score
	firmness, at int
}

// readScore reads a score from low to high that stands behind its label, out
// of the highest, in JSON, or alone. Two that differ, and a range, cannot be
// read.
func readScore(reply string, low, high int, whole bool) (score, error) {
	reply, err := verdictPart(reply)
	if err != nil {
		return score{}, err
	}
	values, rest := jsonIn(reply)
	var said []scoreAt
	for i := range values {
		if values[i].keys != nil {
			reply = rest
		}
		for _, s := range scoresIn(&values[i], high) {
			said = append(said, scoreAt{score: s})
		}
	}
	if len(said) == 0 {
		if said, err = closingScores(reply, high); err != nil {
			return score{}, err
		}
	}
	var text string
	if len(said) == 0 {
		tagged := scoreTagRE.ReplaceAllString(blank(scaleOf(low, high), reply, " "), "\n$1: ")
		text = legendRE.ReplaceAllString(inDigits(placeRE.ReplaceAllString(mask(tagged), "$1")), " $1")
		if said, err = scoresSaid(text, high); err != nil {
			return score{}, err
		}
	}
	s, err := firmest(said)
	if err != nil {
		return score{}, err
	}
	if after := blank(harmlessRE, text[s.at:], " "); unsettled(after) || otherScoreRE.MatchString(after) {
		return score{}, unreadable("what follows its score changes it")
	}
	if s.reason == "" {
		s.reason = strings.TrimSpace(strings.TrimRight(tidy(scoreRE.ReplaceAllString(strings.ReplaceAll(reply, "*", ""), "$1")), " -–—:"))
	}
	return s.score, s.check(low, high, whole)
}

// firmest returns the score that counts, if no other contradicts it.
func firmest(said []scoreAt) (scoreAt, error) {
	if len(said) == 0 {
		return scoreAt{}, unreadable("it gives no score")
	}
	s := slices.MinFunc(said, func(a, b scoreAt) int { return cmp.Compare(a.firmness, b.firmness) })
	for _, other := range said {
		if (other.firmness == s.firmness || other.firmness < partial && other.at > s.at) && (other.value != s.value || other.given != s.given) {
			return scoreAt{}, unreadable("it gives two scores that differ")
		}
	}
	return s, nil
}

// scoresSaid finds the scores of a text, sentence by sentence.
func scoresSaid(text string, high int) ([]scoreAt, error) {
	var said []scoreAt
	for _, at := range statements(text) {
		ts := scoreWords().terms(text[at[0]:at[1]])
		for v, t := range ts {
			if t.sense != number && t.sense != unsureWord {
				continue
			}
			n := scoreNumber(ts, v)
			s := scoreAt{firmness: n.firmness(), at: at[0] + t.start}
			switch {
			case s.firmness == unscored, t.sense == unsureWord && s.firmness > labelled:
				continue
			case t.sense == unsureWord:
				s.word = strings.ToUpper(t.text)
			default:
				var err error
				if s.value, err = n.value(high); err != nil {
					return nil, err
				}
				s.given = true
			}
			said = append(said, s)
		}
	}
	return said, nil
}

// A numberAt is a number among the terms of a statement.
type numberAt struct {
	ts      []term
	v, end  int    // its place, and where what belongs to it ends: "4 out of 5 points"
	highest string // what it is out of, if it says so
	closed  bool   // what follows does not say that it counts something
}

func scoreNumber(ts []term, v int) numberAt {
	n := numberAt{ts: ts, v: v, end: v + 1}
	for at := n.end; at < len(ts); at++ {
		switch {
		case ts[at].sense == unit, ideographic(firstRune(ts[at].text)) && has(ts[at:at+1], filler, verb, giveVerb):
			n.end = at + 1
		case ts[at].text == "(" && at+1 < len(ts) && ts[at+1].sense == outOf: // "4 (out of 10)"
		case ts[at].sense == outOf && at+1 < len(ts) && ts[at+1].sense == number && n.highest == "":
			n.highest = ts[at+1].text
			at++
			n.end = at + 1
		default:
			at = len(ts)
		}
	}
	rest := ts[n.end:]
	n.closed = len(rest) == 0 || has(rest[:1], stop, colon, pause, other, tickSign, crossSign, contrast, leadWord, explanation, giveVerb) || slices.Contains([]string{"to", "on", "or", "overall"}, rest[0].text)
	return n
}

// firmness returns how firmly the number is given as a score.
func (n *numberAt) firmness() int {
	i, lead := leadTo(n.ts, n.v, goodness, subject, demandNoun, other, tickSign, crossSign, outOf, placeWord)
	before, rest := n.ts[:i], n.ts[n.end:]
	setOff := has(n.ts[i:n.v], colon)
	article := slices.ContainsFunc(n.ts[i:n.v], func(t term) bool { return slices.Contains(articles, t.text) })
	switch said := lead == scoreNoun || lead == giveVerb || lead == judging && setOff; {
	case n.counts(), lead != leadWord && lead != contrast && withheld(before), said && i > 1 && n.aims(i-1):
		return unscored
	case lead == scoreNoun && (setOff || n.closed):
		return labelled
	case lead == judging && setOff:
		return alone
	case !n.closed:
		return unscored
	case lead == giveVerb, article && has(clauseOf(before), giveVerb):
		return given
	case i == 0 && n.v == 0 && len(rest) > 0 && n.highest == "":
		if rest[0].text == "for" { // "2 for rhyme, 1 for meter"
			return unscored
		}
		return opened
	case i == 0, lead == leadWord, lead == contrast, lead == pause && (article || n.highest != "" || len(skip(before, filler, pause)) == 0):
		return alone
	case setOff && has(before, scoreNoun), n.highest != "":
		return partial
	}
	return unscored
}

var articles = []string{"a", "an", "eine", "une", "un", "una", "uma", "um"}

// aims reports whether the verb there is only aimed at: "to earn a 5".
func (n *numberAt) aims(verb int) bool {
	return n.ts[verb-1].text == "to" && (verb == 1 || !n.ts[verb-2].fills())
}

// counts reports whether the number is a share, a bound, part of a word or a
// sum, the highest score, or explains what a score means: "80%", ">3", "4th",
// "out of 5", "1 = poor".
func (n *numberAt) counts() bool {
	next, before := term{}, term{}
	if n.v+1 < len(n.ts) {
		next = n.ts[n.v+1]
	}
	if n.v > 0 {
		before = n.ts[n.v-1]
	}
	attached := next.start == n.ts[n.v].end
	switch {
	case slices.Contains([]string{"%", "=", "+", "½"}, next.text), next.text == "of" && !n.closed, attached && (next.sense == content || next.text == "-" && !n.ranges()):
		return true
	case before.text == ">", before.text == "<" && next.text != ">", before.text == "+":
		return before.end == n.ts[n.v].start && (n.v < 2 || n.ts[n.v-2].text != "-" && n.ts[n.v-2].text != "=")
	}
	return before.text == "/" || before.text == "out of" || before.sense == outOf && n.v > 1 && n.ts[n.v-2].sense == number
}

// value returns the number, or an error where it is one of a range or out of
// another number than the highest.
func (n *numberAt) value(high int) (float64, error) {
	if n.highest != "" && n.highest != strconv.Itoa(high) {
		return 0, unreadable("its score is out of " + n.highest + ", not out of " + strconv.Itoa(high))
	}
	if n.ranges() {
		return 0, unreadable("it gives a range, not a score")
	}
	value, err := strconv.ParseFloat(n.ts[n.v].text, 64)
	if err != nil {
		return 0, unreadable("its score is no number")
	}
	if minus := n.v - 1; minus >= 0 && n.ts[minus].text == "-" && n.ts[minus].end == n.ts[n.v].start && (minus == 0 || n.ts[minus-1].end < n.ts[minus].start) {
		value = -value
	}
	return value, nil
}

// ranges reports whether another number follows that may be meant as well: after
// "or", or for another thing, as in "4 for rhyme, 2 for meter" and "4 (rhyme), 2 (meter)".
func (n *numberAt) ranges() bool {
	rest := n.ts[n.end:]
	for at, t := range rest[:max(0, len(rest)-1)] {
		if at > 1 && t.sense == number && slices.Contains([]string{"for", "("}, rest[0].text) && rest[at+1].text == rest[0].text {
			return true
		}
	}
	for at, t := range rest {
		switch {
		case t.text == "or":
			return true
		case at > 0 && t.sense == number:
			other := scoreNumber(n.ts, n.end+at)
			return other.end == len(n.ts) || has(n.ts[other.end:other.end+1], stop, pause, colon, unsureWord)
		case has([]term{t}, pause, unsureWord, filler, goodness, other), slices.Contains(rangeWords, t.text), slices.Contains(articles, t.text):
		default:
			return false
		}
	}
	return false
}

var rangeWords = []string{"to", "bis", "oder", "à", "ou", "o", "al", "至", "到", "-", "–", "—", "~", "→", "and", "y"}

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
	return numeralRE.ReplaceAllStringFunc(text, func(m string) string {
		if len(m) >= 3 && strings.EqualFold(m[:3], "one") {
			return "1" + m[3:]
		}
		return strconv.Itoa(numeralOf(strings.ToLower(m)))
	})
}

// scoresIn reads the scores in an object: one for the whole, where its name
// says so, or else all.
func scoresIn(n *node, high int) []score {
	var all, whole []score
	for i, key := range n.keys {
		s, ok := n.values[i].score(high)
		if s.reason = n.text(reasonKeys); !ok {
			continue
		}
		switch {
		case key == "score", slices.ContainsFunc(wholeKeys, func(w string) bool { return strings.Contains(key, w) }):
			whole = append(whole, s)
		case ends(key, scoreKeys):
			all = append(all, s)
		}
	}
	if whole != nil {
		return whole
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
		text := inDigits(mask(v))
		if said, err := scoresSaid(text, high); err == nil && len(said) == 1 && unicode.IsDigit(firstRune(bare(text))) {
			return said[0].score, true
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
