package judge

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"adhere"
)

// ReadWinner reads which of two responses a reply calls better: First for A,
// "Output (a)" or what stood first. It knows the bare name, [[A]], [[B]] and
// [[C]] (a tie), JSON with a winner, a labelled verdict, and sentences such as
// "Output (a) is better". NoWinner means that there is none of these, that
// they disagree, or that there are only conditional sentences.
func ReadWinner(reply string) adhere.Winner {
	reply, err := thought(reply)
	if err != nil {
		return adhere.NoWinner
	}
	values, rest := jsonIn(boxes(reply))
	for i := range values {
		for k, key := range values[i].keys {
			if name, ok := values[i].values[k].scalar.(string); ok && (ends(key, []string{"verdict", "answer", "choice", "decision"}) || slices.ContainsFunc(winnerStems, func(stem string) bool { return strings.Contains(key, stem) })) {
				if w, ok := winnerOf(name); ok {
					return w
				}
			}
		}
	}
	rest = blank(compiled().tag, rest, " ")
	if w, ok := winnerOf(rest); ok {
		return w
	}
	winner, firm := adhere.NoWinner, false
	said := choices(rest)
	total := slices.ContainsFunc(said, func(c choice) bool { return c.total && !c.conditional })
	for _, c := range said {
		if total && c.aspect {
			continue
		}
		if c.winner == adhere.NoWinner || winner != adhere.NoWinner && winner != c.winner {
			return adhere.NoWinner
		}
		winner = c.winner
		firm = firm || !c.conditional
	}
	if !firm {
		return adhere.NoWinner
	}
	return winner
}

// winnerStems are in the names of fields that hold the better of two.
var winnerStems = []string{"winner", "better", "prefer", "best"}

// A choice says which response is better, perhaps under a condition.
type choice struct {
	winner        adhere.Winner
	conditional   bool
	aspect, total bool // it is about one aspect; about everything
}

// choices returns the choices that a reply states. Where it states none, a
// tie in words counts.
func choices(reply string) []choice {
	p := compiled()
	text := strings.Map(fold, reply)
	var said []choice
	add := func(name string, at int) {
		w, _ := winnerOf(name)
		conditions := p.ifs
		if w == adhere.Tie {
			conditions = p.untied // "neither" makes one
		}
		said = append(said, choice{winner: w, conditional: conditions.MatchString(text[strings.LastIndexAny(text[:at], ".!?;\n")+1 : at])})
	}
	for _, m := range p.bracket.FindAllStringSubmatchIndex(text, -1) {
		if !p.ifs.MatchString(sentenceAt(text, m[2])) {
			add(text[m[2]:m[3]], m[2])
		}
	}
	for _, m := range p.versus.FindAllStringSubmatchIndex(text, -1) {
		name, sign := m[2:4], m[4:6]
		if name[0] < 0 {
			name, sign = m[6:8], m[8:10]
		}
		switch text[sign[0]] {
		case '=':
			add("tie", m[0])
		case '>':
			add(text[name[0]:name[1]], m[0])
		default:
			add(map[bool]string{true: "B", false: "A"}[strings.EqualFold(text[name[0]:name[1]], "a")], m[0])
		}
	}
	for _, re := range []*regexp.Regexp{p.isBetter, p.betterZH, p.betterIn, p.alone} {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			add(text[m[2]:m[3]], m[2])
			if a := p.aspect.FindStringSubmatch(text[m[1]:]); a != nil && !slices.Contains(wholes, strings.ToLower(a[1])) {
				said[len(said)-1].conditional, said[len(said)-1].aspect = true, true
			}
			said[len(said)-1].total = p.inTotal.MatchString(text[m[1]:])
		}
	}
	for _, m := range p.worse.FindAllStringSubmatchIndex(text, -1) {
		add(map[bool]string{true: "B", false: "A"}[strings.EqualFold(text[m[2]:m[3]], "a")], m[0])
	}
	for _, m := range append(p.winner.FindAllStringSubmatchIndex(text, -1), p.ergo.FindAllStringSubmatchIndex(text, -1)...) {
		add(text[m[2]:m[3]], m[0])
	}
	if len(said) == 0 {
		for _, m := range p.tie.FindAllStringIndex(text, -1) {
			add("tie", m[1]-1)
		}
	}
	return said
}

// wholes are words behind "in" and "on" that name no single aspect.
var wholes = []string{"every", "all", "most", "this", "that", "the", "general", "both", "balance", "my", "these", "nearly", "almost", "answer", "assistant", "response", "output", "a", "b"}

func winnerOf(text string) (adhere.Winner, bool) {
	name := strings.ToUpper(tidy(text))
	for _, word := range []string{"OUTPUT", "ASSISTANT", "RESPONSE", "ANSWER", "MODEL", "助手"} {
		name = bare(strings.TrimPrefix(bare(name), word))
	}
	switch name {
	case "A", "FIRST":
		return adhere.First, true
	case "B", "SECOND":
		return adhere.Second, true
	case "C", "TIE", "DRAW", "NEITHER", "平局", "UNENTSCHIEDEN", "GLEICHSTAND", "EMPATE", "ÉGALITÉ", "EX AEQUO", "PAREGGIO", "引き分け", "同点":
		return adhere.Tie, true
	}
	return adhere.NoWinner, false
}

// sentenceAt returns the sentence around a place.
func sentenceAt(text string, at int) string {
	start := strings.LastIndexAny(text[:at], ".!?\n") + 1
	if end := strings.IndexAny(text[at:], ".!?\n"); end >= 0 {
		return text[start : at+end]
	}
	return text[start:]
}

func winnerSchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["reason","winner"],` +
		`"properties":{"reason":{"type":"string"},"winner":{"type":"string","enum":["A","B","tie"]}}}`)
}
