package judge

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/lazyregexp"
)

// ReadWinner reads which of two responses a reply calls better: First for A,
// "Output (a)" or what stood first. It knows the bare name, [[A]], [[B]] and
// [[C]] (a tie), JSON with a winner, a labelled verdict, and sentences such as
// "Output (a) is better" and "Gana A". NoWinner means that there is none of
// these, that they disagree, or that there are only conditional sentences.
func ReadWinner(reply string) adhere.Winner {
	reply, err := verdictPart(reply)
	if err != nil {
		return adhere.NoWinner
	}
	values, rest := jsonIn(reply)
	for i := range values {
		if w := values[i].winner(); w != adhere.NoWinner {
			return w
		}
	}
	rest = blank(tagRE, rest, " ")
	if letter := bare(rest); len(letter) == 1 && !strings.HasSuffix(strings.TrimSpace(rest), "?") {
		rest = "[" + letter + "]"
	}
	if w, ok := closingWinner(rest); ok {
		return w
	}
	winner, firm := adhere.NoWinner, false
	for _, c := range choices(rest) {
		if winner != adhere.NoWinner && winner != c.winner {
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

// Fields whose names end so, or hold one of the stems, name the better of two.
var (
	winnerKeys  = []string{"verdict", "answer", "choice", "decision", "result", "pick"}
	winnerStems = []string{"winner", "better", "prefer", "best", "select", "chosen"}
)

// winner returns the better of two that a field of an object names.
func (n *node) winner() adhere.Winner {
	for i := range n.values {
		w := n.values[i].winner()
		if name, ok := n.values[i].scalar.(string); ok && n.keys != nil && (ends(n.keys[i], winnerKeys) || slices.ContainsFunc(winnerStems, func(stem string) bool { return strings.Contains(n.keys[i], stem) })) {
			w = ReadWinner(name)
		}
		if w != adhere.NoWinner {
			return w
		}
	}
	return adhere.NoWinner
}

// A choice says which response is better, perhaps under a condition or in one
// aspect only.
type choice struct {
	winner      adhere.Winner
	conditional bool
}

// The senses of words that choose one of two.
const (
	nameWord   sense = other + 1 + iota // "𝐀", which stands for a response
	betterWord                          // of a response: "better", "best"
	worseWord                           // "worse"
	winVerb                             // of a response: "wins", "beats"
	pickNoun                            // "winner", "preference"
	pickVerb                            // of the judge: "choose"; of a response before it: "gana"
	tieWord                             // "tie", "equally good"
	margin                              // "slightly", "by far"
	thanWord                            // "than"
	explain                             // "because"
	seeming                             // "looks"
	should                              // infers before a name: "the winner should be A"; demands after it
)

// pairWords is the lexicon of replies that choose one of two.
var pairWords = sync.OnceValue(func() lexicon {
	return maps.Clone(shared()).with(map[sense]string{
		nameWord: `𝐀 𝐁`,
		betterWord: `better better_suited superior stronger preferable preferred best ahead closer more_closely
			besser bessere vorzuziehen mejor meilleure melhor migliore
			更好 好 更优 更胜一筹 更符合 更强 良い 優れている 優れています 勝ち 忠実です 좋습니다`,
		worseWord: `worse weaker inferior poorer falls_short_of loses_to loses_out_to schlechter schwächer unterlegen peor moins_bonne moins_bon pire pior peggiore not_as_good not_so_good not_as_strong not_nearly_as_good nicht_so_gut pas_aussi_bonne pas_aussi_bon no_es_tan_buena não_é_tão_boa
			不如 比不上 逊于 劣る 劣り 劣っている`,
		winVerb:  `wins outperforms beats surpasses edges edges_out has_the_edge takes_it gets_my_vote deserves_to_win should_be_preferred l'emporte 优于 好于 胜 胜出 获胜`,
		pickNoun: `winner choice preference vote gewinner sieger wahl ganador ganadora gagnant vencedor vencedora 胜者 选择 勝者`,
		pickVerb: `prefer choose pick select favor favour lean leaning go_with going_with vote_for opt_for goes_to bevorzuge wählen gewinnt préfère choisis prefiero elijo quedo_con gana
			prefiro escolho fico_com vince 选 倾向于 選びます 支持`,
		tieWord: `tie tied draw even equal equals equivalent dead_heat on_par on_a_par no_difference equally_good equally_well equally_strong equally_helpful equally_valid of_equal_quality equal_in_quality match_nul
			empate empate_técnico gleichstand unentschieden gleich_gut gleich_stark égalité pareggio se_valent équivalentes aussi_bonnes igual_de_buenas igual_de_buenos igualmente_buenas igualmente_buenos igualmente_boas
			同じくらい良い 同じくらい良いです 平局 平手 不分上下 不相上下 不分伯仲 旗鼓相当 一样好 同样好 差不多 同じ 同等 引き分け 甲乙つけがたい`,
		margin: `clear no_doubt without_question without_a_doubt undoubtedly sans_hésiter slightly somewhat narrowly easily much far by_far hands_down by_a_mile only_just but_only_just all_the_way for_me a_bit a_little it_is
			明显 略 稍 稍微 要 显然`,
		thanWord:  `than als que 比 より`,
		denial:    `nobody wrong hardly hard_to`,
		should:    `should`,
		explain:   `because since porque 因为`,
		everyWord: `the_two they're deux ambas beide 两者 二者 双方 两个 どちらも`,
		assertion: `finde 认为`,
		filler:    `sorry toward towards job 方 ほう`,
		condition: `needs provided_that provided_it as_long_as at_first initially was_leaning was_inclined was_tempted some_would hard_to_say hard_to_tell`,
		seeming:   `looks looked seems seemed appeared appears`,
		leadWord:  `but`,
	})
})

// The patterns of names, of what compares them by signs, and of what limits a
// choice.
var (
	namings = []naming{nameOf("a", "first", "1", "𝐀"), nameOf("b", "second", "2", "𝐁")}

	pairQuotedRE = pattern(`"[^"\n]{3,}"|'[^'\n]{3,}[.']'`)
	notOnlyRE    = pattern(`\bnot (?:only|just|merely) (?:on|at|in|for|when|where)\b`)
	bracketRE    = pattern(`\[+\s*(?:the )?([𝐀𝐁abc]|tie)\s*\]+`)
	versusRE     = pattern(`(?m)\[+\s*([𝐀𝐁])\s*(>+|=+|<+)\s*[𝐀𝐁]\s*\]+|(?:^|:)` + mark + `*([𝐀𝐁])\s*(>+|=+|<+)\s*[𝐀𝐁]` + mark + `*(?:$|because\b)`)
	limitedRE    = pattern(`^(?:\s*\?|[^.!?\n]*\b(?:unless|if|provided|as long as|assuming|hard to (?:say|tell)|or (?:maybe |perhaps )?[𝐀𝐁])|` +
		`(?:[ ,]*(?:(?-i:[^\sA-Z.!?:;(–—𝐀𝐁-])[^.!?;\n𝐀𝐁]*)?(?:[𝐀𝐁][^.!?;\n𝐀𝐁]*)?|[ (–—-]*(?:(?:but|just|though) )?)\b(?:(?:only|not) (?:on|at|in|for|when|where)\b|only\s*(?:[.,;)]|$))|` +
		`(?:[ ,(–—-]+(?:is|was|works|does|would|suited|the|an?|much|more|most|good|better|best|preferable|useful|helpful|suitable|winner|choice|one|option|answer|response|at least|but|though|just|\w+ly)\b)*[ ,(–—-]*\b(?:for|by|to|suits?) (?:\w+ )?(?:those|people|readers|users|anyone|someone) who\b)`)
	setOffRE  = pattern(`^[ "']*[:(|–—-]`)
	headingRE = pattern(`(?m)(?:^[^\pL\pN\n\[]*|[.,;] +)([𝐀𝐁])(?:[^\pL\pN\n✅✔☑✓👍❌✗✘✖👎]*$|[ "']*[:(|–—-])`)
	aspectRE  = pattern(`^(?:\s+than\s+[𝐀𝐁])?(?:\s+(?:only|just|merely|\w+ly))?\s+(?:on|at|in|regarding|in terms of|with regard to|when it comes to|than|en|bei|im|sur|dans|em|na|no|the|(for)) (?:the )?([\pL𝐀𝐁]+)`)
)

// A naming finds the names of a response: "Answer A", "A", "the first one".
type naming struct {
	noun, letter, place *lazyregexp.Regexp
	to                  string
}

func nameOf(letter, place, number, to string) naming {
	const noun = `(?:answer|response|output|model|assistant|option|candidate|reply|antwort|respuesta|réponse|resposta|risposta|asistente|assistente|modell|modelo|modèle|modello)`
	upper := strings.ToUpper(letter)
	return naming{
		noun: lazyregexp.New(`(?i)(?:(?:\b(?:the|die|la) )?\b` + noun + `(?: (?:of|by|from) ` + noun + `)?|助手|回答|答案|回复|选项|アシスタント|モデル)[ \t]*(?:["'*]*(?-i:` + upper + `)\b(?:'s(?: ` + noun + `)?)?["'*]*|\(` + letter + `\)|` +
			`(?:` + letter + `|` + number + `)($|[^\p{L}\p{N}]*$|[.,;:!?\n)\]]|\s+(?:is|was|wins|does)\b))(?:的?(?:回答|答案|回复))?`),
		letter: lazyregexp.New(`(?i)(^|[^\p{Latin}\p{N}'])'?(?-i:` + upper + `)'?(?:'s ` + noun + `|的(?:回答|答案|回复))?($|[^\p{Latin}\p{N}'-])`),
		place:  lazyregexp.New(`(?i)\b(?:the )?` + place + `(?: (?:one|` + noun + `)\b|( (?:is|was|wins|does)\b)|[^\p{L}\p{N}]*$)`),
		to:     to,
	}
}

// choices returns the choices that a reply states. Where it states none, what
// opens it and a tie in words count.
func choices(reply string) []choice {
	text := notOnlyRE.ReplaceAllString(blank(pairQuotedRE, unreported(strings.Map(fold, reply)), " "), ",")
	for _, n := range namings {
		text = n.noun.ReplaceAllString(text, " "+n.to+" ${1}")
		text = n.letter.ReplaceAllString(text, "${1} "+n.to+" ${2}")
		text = n.place.ReplaceAllString(text, n.to+" ${1}")
	}
	said := signed(text)
	text = blank(bracketRE, text, " ")
	headings := map[adhere.Winner]int{}
	for _, m := range headingRE.FindAllStringSubmatch(text, -1) {
		headings[winnerOf(m[1])]++
	}
	var weak []choice
	for _, s := range statements(text) {
		p := pairStatement{pairWords().terms(text[s[0]:s[1]]), text[s[0]:], headings}
		for v, t := range p.ts {
			if t.sense != nameWord && t.sense != tieWord {
				continue
			}
			switch c, opens, ok := p.choiceAt(v); {
			case ok && !opens:
				said = append(said, c)
			case ok && (c.winner == adhere.Tie || strings.TrimSpace(text[:s[0]]) == ""):
				weak = append(weak, c)
			}
		}
	}
	if len(said) == 0 {
		return weak
	}
	return said
}

// signed returns the choices in brackets, and those by signs: "A > B".
func signed(text string) []choice {
	var said []choice
	end, open := len(text), false // what follows a choice up to the next, or later, takes it back
	for _, m := range slices.Backward(bracketRE.FindAllStringSubmatchIndex(text, -1)) {
		open = open || unsettled("]"+blank(harmlessRE, text[m[1]:end], " "))
		end = m[0]
		if after := blank(harmlessRE, text[m[1]:min(len(text), m[1]+mostBefore)], " "); !has(pairWords().terms(sentenceAt(text, m[2])), condition) {
			said = append(said, choice{winnerOf(text[m[2]:m[3]]), open || limitedRE.MatchString(after)})
		}
	}
	for _, m := range versusRE.FindAllStringSubmatch(text, -1) {
		w := winnerOf(m[1] + m[3])
		better := map[byte]adhere.Winner{'=': adhere.Tie, '>': w, '<': otherOf(w)}
		said = append(said, choice{winner: better[(m[2] + m[4])[0]]})
	}
	return said
}

// A pairStatement is a statement of a reply about two responses, the text from
// there on, and how many parts of the reply each name heads.
type pairStatement struct {
	ts       []term
	text     string
	headings map[adhere.Winner]int
}

// heads reports whether a statement is the name of a response at the head of what is
// said of it: the other has such a name as well.
func (p pairStatement) heads(w adhere.Winner) bool {
	at := headingRE.FindStringIndex(p.text)
	return at != nil && at[0] == 0 && p.headings[w] == 1 && p.headings[otherOf(w)] > 0
}

// choiceAt reads what a statement says by the term at a place. It is weak where
// the statement only opens with a name, or calls it a tie.
func (p pairStatement) choiceAt(v int) (c choice, weak, ok bool) {
	i, lead := leadTo(p.ts, v, subject, other, tickSign, crossSign, everyWord, margin, should)
	setOff := has(p.ts[i:v], colon)
	picked := lead == pickVerb || lead == pickNoun || lead == betterWord || lead == judging && (setOff || has(p.ts[i:v], verb))
	clause := clauseOf(p.ts[:v])
	switch t := p.ts[v]; {
	case t.sense == tieWord:
		c.winner, c.conditional = adhere.Tie, has(p.ts[:v], condition) || has(clause, denial, negation, noWord)
		led := setOff || lead != content || has(clause, everyWord)
		return c, !picked, led && p.parted(v+1)
	case lead == thanWord, p.followed(v+1, thanWord) && p.ts[v+1].text == "より":
		return c, false, false
	}
	c.winner = winnerOf(p.ts[v].text)
	end, better, won := p.wins(v)
	alone := (lead == leadWord || len(skip(p.ts[:i], filler, verb, assertion, judging, leadWord, margin, pause, other)) == 0) && p.ends(v+1) && !p.heads(c.winner)
	switch {
	case won && !better:
		c.winner = otherOf(c.winner)
	case !won && !picked && !alone: // "A: it is shorter"
		return c, true, i == 0 && setOffRE.MatchString(p.text[p.ts[v].end:]) && !p.heads(c.winner)
	}
	return p.limit(c, v, end), false, true
}

// wins reports whether the response named at a place is said to be better, or
// worse than the other one, and where that is said.
func (p pairStatement) wins(v int) (end int, better, won bool) {
	verbs, more := false, false
	for j := v + 1; j < len(p.ts); j++ {
		t := p.ts[j]
		if more && t.text == "that" {
			break // "A writes that it is better"
		}
		switch t.sense {
		case verb:
			verbs = true
		case winVerb, pickVerb:
			return j + 1, true, !more
		case pickNoun:
			return j + 1, true, verbs && !more
		case worseWord:
			return j + 1, false, has(p.ts[j:], nameWord)
		case betterWord:
			plain := verbs || more || v == 0 && p.ts[v].text == "𝐁" || v > 0 && p.ts[v-1].sense == assertion || ideographic(firstRune(t.text)) || p.followed(j+1, meetVerb)
			return j + 1, true, plain && !p.followed(j+1, content, number, nameWord)
		case nameWord:
			if p.ts[j-1].sense != thanWord && !p.followed(j+1, thanWord) {
				return v + 1, false, false
			}
		case filler, margin, other, subject, judging, assertion, thanWord:
		case meetVerb, metWord, demandNoun, number, content:
			more = true
		default:
			return v + 1, false, false
		}
	}
	return v + 1, false, false
}

// followed reports whether a term of these senses stands at a place.
func (p pairStatement) followed(at int, senses ...sense) bool {
	return at < len(p.ts) && has(p.ts[at:at+1], senses...)
}

// ends reports whether a statement ends at a place, or gives a reason there.
func (p pairStatement) ends(at int) bool {
	rest := skip(p.ts[at:], margin, other, tickSign, pause)
	if len(rest) == 0 {
		return !trails(p.text[p.ts[len(p.ts)-1].end:])
	}
	return rest[0].sense == explain
}

// trails reports whether a text goes on after dots that show a pause.
func trails(after string) bool { return strings.HasPrefix(strings.TrimSpace(after), "..") }

// parted reports whether a statement ends at a place, or another part of it
// begins there.
func (p pairStatement) parted(at int) bool {
	for p.followed(at, filler) {
		at++
	}
	return at == len(p.ts) || p.followed(at, pause, colon, thanWord, other, tickSign, explain, leadWord, stop)
}

// limit says of a choice made up to a place whether it is conditional, and about
// what.
func (p pairStatement) limit(c choice, v, end int) choice {
	after, _, _ := strings.Cut(p.text[p.ts[end-1].end:], "\n")
	c.conditional = has(p.ts[:v], condition) || has(clauseOf(p.ts[:v]), denial, negation, noWord, noneWord) || limitedRE.MatchString(after) || trails(after)
	if a := aspectRE.FindStringSubmatch(after); a != nil && !slices.Contains(wholes, strings.ToLower(a[2])) && (a[1] == "" || strings.ContainsAny(after, "𝐀𝐁")) {
		c.conditional = true
	}
	return c
}

func otherOf(w adhere.Winner) adhere.Winner {
	if w == adhere.First {
		return adhere.Second
	}
	return adhere.First
}

// wholes are words behind "in", "on" and "the" that name no single aspect.
var wholes = []string{"every", "all", "most", "this", "that", "the", "general", "both", "balance", "my", "these", "nearly", "almost", "other", "comparison", "day", "answer", "assistant", "response", "output", "𝐀", "𝐁"}

// winnerOf returns which response a name stands for. Any but the two is a tie.
func winnerOf(name string) adhere.Winner {
	switch strings.ToUpper(name) {
	case "A", "𝐀":
		return adhere.First
	case "B", "𝐁":
		return adhere.Second
	}
	return adhere.Tie
}

func sentenceAt(text string, at int) string {
	after := text[at:min(len(text), at+mostBefore)]
	if end := strings.IndexAny(after, ".!?\n"); end >= 0 {
		after = after[:end]
	}
	return sentenceBefore(text, at) + after
}

func winnerSchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["reason","winner"],` +
		`"properties":{"reason":{"type":"string"},"winner":{"type":"string","enum":["A","B","tie"]}}}`)
}
