package judge

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adhere"
)

// ReadWinner reads which of two responses a reply calls better: First for A,
// "Output (a)" or what stood first. It knows the bare name, [[A]], [[B]] and
// [[C]] (a tie), JSON with a winner, a labelled verdict, and sentences such as
// "Output (a) is better" and "Gana A". NoWinner means that there is none of
// these, that they disagree, or that there are only conditional sentences.
func ReadWinner(reply string) adhere.Winner {
	reply, err := lastWord(reply)
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
	rest = blank(tagRE, rest, " ")
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

// winnerPatterns find choices in a text that named has prepared.
type winnerPatterns struct {
	names                   []naming
	quoted                  *regexp.Regexp
	bracket, versus         *regexp.Regexp
	chosen, wins, found     *regexp.Regexp
	loses                   *regexp.Regexp
	alone, opens, tie       *regexp.Regexp
	ifs, not, clause, after *regexp.Regexp
	aspect, inTotal         *regexp.Regexp
}

// A naming puts 𝐀 or 𝐁 in the place of a response's name.
type naming struct {
	re *regexp.Regexp
	to string
}

var winners = sync.OnceValue(func() winnerPatterns {
	re := func(parts ...string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + strings.Join(parts, "")) }
	const (
		name = `([𝐀𝐁])`
		the  = `(?:(?:la|le|a|o|die|the|con|mit)\s+)?`
		end  = `[ \t]*(?:$|\n|[^\p{L}\p{N}\s]|(?:because|since|as|for|which|due|by|over|with|and|on|overall|than|weil|denn|vor|porque|pues|sobre|car|parce|à|perché|per)\b)`
		noun = `(?:answer|response|output|model|assistant|option|candidate|reply|antwort|respuesta|réponse|resposta|risposta|asistente|assistente|modell|modelo|modèle|modello)`
		adv  = `(?:(?:\w+ly|much|overall|far|somewhat|therefore|thus|still|also|the|an?|bit|little|clear|klar|deutlich|etwas|viel|die|la|le|el|o|un|une|mucho|claramente|ligeramente|algo|nettement|clairement|légèrement|bien|muito|pouco|chiaramente|molto)\s+)*`
		good = `(?:better|superior|stronger|preferable|vorzuziehen|preferred|best|winner|ahead|on top|to be preferred|besser|bessere|beste|überlegen|stärker|mejor|ganadora?|meilleure?|supérieure?|préférable|melhor|vencedora?|migliore|vincitrice)\b`
		bad  = `(?:worse|weaker|inferior|poorer|schlechter|schwächer|unterlegen|peor|moins bonne?|pire|pior|peggiore|(?:not|nicht|no|pas|não|non) (?:quite |nearly |ganz )?(?:as|so|tan|aussi|tão|così) (?:good|strong|well|gut|stark|buena?|bien|bonne?|boa?|bom|forte|buona?))\b`
		be   = `(?:is|was|does|performs|fares|scores|comes out|ist|war|es|est|é|è)\s+`
		hand = `(?:gives|provides|offers|delivers|produces|writes|has|presents|does|liefert|gibt|da|ofrece|donne|fournit|dá|oferece|dà|offre)\s+(?:eine\s+|una\s+|uma\s+)?`
		so   = `(?:so|thus|hence|therefore|then|overall|also|donc|entonces|então|quindi|所以|因此)`
	)
	p := winnerPatterns{
		quoted: re(`"[^"\n]{3,}"|'[^'\n]{3,}[.']'`),

		bracket: re(`\[+\s*(?:the )?([𝐀𝐁abc]|tie)\s*\]+`),
		versus:  re(`(?m)\[+\s*`, name, `\s*(>+|=+|<+)\s*[𝐀𝐁]\s*\]+|^`, mark, `*`, name, `\s*(>+|=+|<+)\s*[𝐀𝐁]`, mark, `*$`),

		chosen: re(`(?:(?:结论|胜者|判断|判定|选择|答案|结果|评判|勝者|結論)\s*(?:[:=]|是|为|は)|\b(?:verdict|winner|choice|decision|preference|conclusion|pick|vote|overall|result|(?:preferred|better|best)(?: (?:`, noun, `|one))?(?: of the two)?|answer|gewinner|sieger|(?:bessere|beste) antwort|besser|urteil|ganador|ganadora|mejor(?: respuesta)?|veredicto|gagnante?|vainqueur|meilleure(?: réponse)?|vencedora?|melhor(?: resposta)?|vincitrice|vincitore|migliore)\s*(?:is\b|goes to\b|for\b|[:=]|ist\b|es\b|est\b|é\b|è\b|是|为| *\n+)|`,
			`\b(?:i(?: would| will|'d|'ll| must| have to)?(?: clearly| slightly| strongly)? (?:prefer|choose|pick|favou?r|select|go with|vote for|opt for)|going with|(?:prefiero|elijo|escojo|gana|mejor|ich (?:bevorzuge|wähle|nehme)|es gewinnt|je (?:préfère|choisis|retiens)|prefiro|escolho|ganha|vence|preferisco|scelgo|vince)\s)|选择?\s*)`,
			mark, `*`, the, mark, `*`, `([𝐀𝐁]|[abc]\b|tie\b|draw\b|neither\b)(?:'s `, noun, `)?`, end),
		wins:  re(name, `\s*(?:`, be, adv, good, `|`, hand, adv, good, `|(?:\w+ly )?(?:wins|outperforms|beats|surpasses|prevails|edges out|outshines|has the edge|gewinnt|siegt|gana|l'emporte|gagne|ganha|vence|vince)\b|(?:follows|meets|answers|fulfills|fulfils|satisfies|serves|addresses|handles)\s[^.,;\n𝐀𝐁]{1,60}?\s(?:better|best|more (?:closely|fully|faithfully|completely|accurately|precisely))\b|>+ ?[𝐀𝐁]|(?:明显|略|稍微?|要|显然|比[𝐀𝐁])*(?:更好|更优|更佳|更胜一筹|略胜一筹|胜出|获胜|优于|好于|胜(?:$|[^\p{L}]))|の?(?:方|ほう)?[がは](?:より)?(?:明らかに)?(?:良|よ|い|優れ)|の勝ち|を(?:選び|選ぶ|支持)|가 더 (?:좋|낫|나))`),
		found: re(`\bich finde `, the, name, ` `, adv, `besser\b`),
		loses: re(name, `\s*(?:`, be, adv, bad, `|(?:falls short of|loses (?:out )?to)\b|(?:明显|略|稍)?(?:不如|比不上|逊于)|の?(?:方|ほう)?[がは](?:より)?劣)[^.!?;,\n𝐀𝐁]{0,20}[𝐀𝐁]`),
		alone: re(`(?:^|[.!?…\n]|,\s*`, so, `)`, mark, `*(?:(?:`, so, `|clearly|definitely|it's|it is|final)[:,]?\s+`, mark, `*)*`, name, `(?:,? (?:for me|hands down|by a mile|slightly|clearly|easily|overall|narrowly|but only just)|\s*\((?:slightly|narrowly|clearly)\))?`, mark, `*$`),
		opens: re(`^`, mark, `*`, name, `(?:,?\s+(?:because|since|as|weil|denn|porque|car|parce que|perché)\b|,?\s*因为|\s*—|\s+[-–]\s|\.\s+[\p{L}𝐁])`),
		tie:   re(`(?:^|[.!?,;:\n。])`, mark, `*(?:`, so, `,? )?(?:(?:it|this)(?: is|'s) (?:a )?(?:tie|draw)\b|(?:so )?(?:i(?:'d| would)? (?:call|declare|judge|rate) (?:it|this) (?:an? )?)?(?:tie|draw|even|dead heat|match nul|empate(?: técnico)?|gleichstand|unentschieden|égalité|pareggio)\s*(?:[.!]|$|\s[-–—])|(?:on par|equal(?:ly good)?|no difference)\s*(?:[.!]|$)|(?:both|the two|they|𝐀 and 𝐁)(?: \w+)?(?:'re)? (?:(?:are|do) )?(?:equal(?:ly (?:good|well|strong|helpful|valid))?|tied?|equivalent|on (?:a )?par|of equal quality)\s*(?:[.!;,]|$)|neither (?:`, noun, ` |one )?is better\b|beide(?: antworten)? (?:sind )?gleich (?:gut|stark)|(?:ambas|los dos|las dos|ambos)(?: respuestas)? son (?:igual de|igualmente) buen[ao]s|les deux(?: réponses)? se valent|les deux(?: réponses)? sont (?:équivalentes|aussi bonnes)|ambas(?: as respostas)? são igualmente boas|(?:两者|二者|双方|两个(?:回答|答案)?)?(?:是|为|打成)?(?:平局|平手|不分上下|不相上下|不分伯仲|旗鼓相当|一样好|同样好)|(?:どちらも)?(?:同じ|同等|引き分け|甲乙つけがたい))`),

		ifs:     re(`\b(?:if|whether|unless|when|had|suppose|assuming|would|wenn|falls|ob|si|se)\b`),
		not:     re(`\b(?:neither|nor|not|never|cannot|doubt|nicht|kein|no|pas|não|non)\b|n't\b|不|没|别`),
		clause:  re(`(?s)^.*(?:[,;:—–]|\b(?:so|thus|hence|therefore|but|and|because)\b)`),
		after:   re(`^[^.!?\n]*\b(?:unless|if|provided|as long as|assuming|hard to (?:say|tell)|or (?:maybe |perhaps )?[𝐀𝐁])`),
		inTotal: re(`^[^.!?;\n]{0,40}?\b(?:overall|on the whole|in total|on balance|all in all)\b`),
		aspect:  re(`^\s+(?:on|at|in|regarding|in terms of|with regard to|when it comes to|than|en|bei|im|sur|dans|em|na|no)\s+([\pL𝐀𝐁]+)`),
	}
	for i, letter := range []string{"a", "b"} {
		to := []string{"𝐀", "𝐁"}[i]
		add := func(to string, parts ...string) { p.names = append(p.names, naming{re(parts...), to}) }
		add(" "+to+"${1}", `(?:(?:\b(?:the|die|la) )?\b`, noun, `(?: (?:of|by|from) `, noun, `)?|助手|回答|答案|回复|选项|アシスタント|モデル)[ \t]*(?:["'*]*(?-i:`, strings.ToUpper(letter), `)\b(?:'s(?: `, noun, `)?)?["'*]*|\(`, letter, `\)|`, letter, `($|[^\p{L}\p{N}]*$|[.,;:!?\n)\]]|\s+(?:is|was|wins|does)\b))(?:的?(?:回答|答案|回复))?`)
		add("${1}"+to+"${2}", `(^|[^\p{Latin}\p{N}'])(?-i:`, strings.ToUpper(letter), `)(?:'s `, noun, `|的(?:回答|答案|回复))?($|[^\p{Latin}\p{N}'-])`)
		add(to+"${1}", `\b(?:the )?`, []string{"first", "second"}[i], `(?: (?:one|`, noun, `)\b|( (?:is|was|wins|does)\b))`)
	}
	return p
})

// choices returns the choices that a reply states. Where it states none, a
// tie in words counts.
func choices(reply string) []choice {
	p := winners()
	text := blank(p.quoted, unreported(strings.Map(fold, reply)), " ")
	for _, n := range p.names {
		text = n.re.ReplaceAllString(text, n.to)
	}
	var said []choice
	add := func(name string, at, end int) {
		w, _ := winnerOf(name)
		sentence := text[strings.LastIndexAny(text[:at], ".!?;\n")+1 : at]
		c := choice{winner: w, conditional: p.ifs.MatchString(sentence) || p.after.MatchString(text[end:]) || w != adhere.Tie && p.not.MatchString(p.clause.ReplaceAllString(sentence, ""))}
		if a := p.aspect.FindStringSubmatch(text[end:]); a != nil && !slices.Contains(wholes, strings.ToLower(a[1])) {
			c.conditional, c.aspect = true, true
		}
		c.total = p.inTotal.MatchString(text[end:])
		said = append(said, c)
	}
	for _, m := range p.bracket.FindAllStringSubmatchIndex(text, -1) {
		if !p.ifs.MatchString(sentenceAt(text, m[2])) {
			add(text[m[2]:m[3]], m[0], m[1])
		}
	}
	for _, m := range p.versus.FindAllStringSubmatchIndex(text, -1) {
		name, sign := m[2:4], m[4:6]
		if name[0] < 0 {
			name, sign = m[6:8], m[8:10]
		}
		better := map[byte]string{'=': "tie", '>': text[name[0]:name[1]], '<': otherName(text[name[0]:name[1]])}
		add(better[text[sign[0]]], m[0], m[1])
	}
	for _, m := range p.chosen.FindAllStringSubmatchIndex(text, -1) {
		add(text[m[2]:m[3]], m[0], m[1]) // "I would choose" sets no condition
	}
	for _, re := range []*regexp.Regexp{p.wins, p.found, p.alone, p.opens} {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			add(text[m[2]:m[3]], m[2], m[1])
		}
	}
	for _, m := range p.loses.FindAllStringSubmatchIndex(text, -1) {
		add(otherName(text[m[2]:m[3]]), m[2], m[1])
	}
	if len(said) == 0 {
		for _, m := range p.tie.FindAllStringIndex(text, -1) {
			add("tie", m[0], m[1])
		}
	}
	return said
}

func otherName(name string) string {
	if w, _ := winnerOf(name); w == adhere.First {
		return "B"
	}
	return "A"
}

// wholes are words behind "in" and "on" that name no single aspect.
var wholes = []string{"every", "all", "most", "this", "that", "the", "general", "both", "balance", "my", "these", "nearly", "almost", "answer", "assistant", "response", "output", "𝐀", "𝐁"}

func winnerOf(text string) (adhere.Winner, bool) {
	name := strings.ToUpper(tidy(text))
	for _, word := range []string{"OUTPUT", "ASSISTANT", "RESPONSE", "ANSWER", "MODEL", "助手"} {
		name = bare(strings.TrimPrefix(bare(name), word))
	}
	switch name {
	case "A", "FIRST", "𝐀":
		return adhere.First, true
	case "B", "SECOND", "𝐁":
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
