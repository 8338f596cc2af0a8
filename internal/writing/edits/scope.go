package edits

import (
	"maps"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// A Kind is what an instruction does to a text, as far as that says what else
// has to stay.
type Kind string

// The kinds.
const (
	Removal    Kind = "remove"  // something goes; the rest stays as it is
	Addition   Kind = "add"     // something is put in; the old words stay
	Exchange   Kind = "replace" // one text takes the place of another
	Order      Kind = "move"    // the same sentences in another order
	Form       Kind = "form"    // the same sentences in another shape
	Correction Kind = "correct" // language is put right, nothing else
	Shortening Kind = "shorten" // fewer words, the same facts
	Rewording  Kind = "reword"  // other words, the same facts; the default
	Nothing    Kind = "nothing" // all is to stay
)

// kinds lists by which words an instruction is known: the one that comes first in
// it decides, and of several at one place the kind that comes first here.
var kinds = []struct {
	kind  Kind
	words *lazyregexp.Regexp
}{
	{Shortening, either(`shorten|shorter|condense|tighten|trim|abridge|summari[sz]e|concise|briefer|too (?:long|wordy)|rather long|wordy|half the|cut (?:\w+ ){0,3}?(?:down|to|by|in half)|kürz\w*|fasse|straff\w*|plus court|más corto|abr[èé]g\w*|réduis\w*|raccourci\w*|résume[rz]?|acorta\w*|resum\w*|encurt\w*`, `缩短|精简|简短|压缩|改短|短く|短縮|要約`)},
	{Correction, either(`grammar|spelling|typos?|commas?|apostrophes?|accents?|proofread|copy-?edit|language edit|punctuation|house style|(?:fix|correct|find|any|the|all|my|spelling|grammar) (?:\w+ )?(?:errors?|mistakes?)|rechtschreib\w*|schreibfehler|korrigier\w*|corrig\w*|tippfehler|orthographe|ortograf\w*|fautes`, `错别字|语法|标点|誤字|文法`)},
	{Removal, either(`remove|delete|drop|cut|omit|redact|^no \w+|(?:don['’]?t|do not|never) (?:mention|say|include)|leave (?:\w+ ){1,4}out|take (?:\w+ ){0,8}?out|take out|lose|strike|kill|erase|get rid of|leave out|discard|scrap|eliminate|(?:can|must|should) go|superfluous|not needed|removed|deleted|dropped|raus|streich\w*|entfern\w*|lösch\w*|supprime[rz]?|retire[rz]?|enlève|elimin[ae]\w*|borra\w*|quita\w*|remov[ae]\w*|apag\w*`, `删|去掉|去除|削除|消して|取り除|省いて`)},
	{Order, either(`move|bring|shift|relocate|transfer|swap|exchange|interchange|reorder|rearrange|sort|alphabetical\w*|chronological\w*|(?:paragraph|section|part|sentence) (?:first|last)|reverse|(?:come|go|stand|comes|goes|be) (?:before|after|first|last)|lead with|before the|order of|switch (?:the|paragraphs)|verschieb\w*|vertausch\w*|tausche|déplace[rz]?|mueve|mover|mova|trade places|the first one|start with the (?:\w+ ){1,3}instead|(?:put|place) (?:\w+ ){1,5}(?:first|last|before|after|in front|ahead)`, `移到|调换|互换|放到|移動|入れ替え`)},
	{Addition, either(`add|document|describe|elaborate on|insert|append|include|attach|mention|state|define|point out|forgot to|(?:want|like|need) to (?:say|put|add)|also show|one more|write an?|put (?:an?|one|in|this|the following)|give (?:\w+ )?(?:an?|his|her|its|their|dates)|note that|say that|follow "q\d+" with|füge|ergänz\w*|hinzu|häng\w*|dazu|complète[rz]?|ajoute[rz]?|insère|añad\w*|agreg\w*|acrescent\w*|adicion\w*|`+opens+`|`+closes+`|as the (?:\w+ )?(?:first|second|third|last|opening|closing) sentence|use "q\d+" as|place the following|put "q\d+" (?:at|in|to|as)`, `添加|加上|增加|补充|加一|追加|加え|足して`)},
	{Form, either(`bullets?|bulleted|lists?|table|numbered|steps|markdown|plain text|italics?|bold|underlined?|block quote|code block|headings?|subheads?|subheadings?|split|divide|\d+ paragraphs|(?:two|three|four|five) paragraphs|one paragraph|merge|join|combine|together|per section|upper ?case|lower ?case|capitals|capital letters|caps|aufzählung|stichpunkte|tabelle|liste|stichworte|punkte|puces|tirets|lista|tableau|viñetas|guiones|puntos|tabla|tabela|tópicos|marcadores`, `列表|表格|分点|条目|要点|项目|箇条|表に|リスト`)},
}

// opens asks for a first sentence and closes for a last one, which may be there already.
const (
	opens  = `(?:begin|start|open) (?:\w+ ){0,4}with`
	closes = `(?:end|finish|conclude|close) (?:\w+ ){0,4}with`
)

var opening, closing = either(opens), either(closes)

// either finds any of some words, or of some Chinese and Japanese ones.
func either(words string, unspaced ...string) *lazyregexp.Regexp {
	return lazyregexp.New(strings.Join(append([]string{`\b(?:` + words + `)\b`}, unspaced...), "|"))
}

var (
	// frozen is what an instruction says must stay.
	frozen = lazyregexp.New(`(?i)\bwithout (?:changing|altering|touching|modifying)(?: \w+){1,3}|\b(?:leave (?:the|it|everything|all|my|as|un|other)|keep|hands off|don['’]t (?:touch|change)|do not (?:touch|change)|nothing else|change nothing|no other|everything else|the rest|otherwise)\b[^.;()]*`)
	// entire is what instructions about the whole text speak of.
	entire = either(`it|this|the (?:whole |entire )?(?:text|answer|piece|letter|e-?mail|essay|article|post|report|page|story|draft|document|vocabulary)|simpl\w+|tone|style|tense|voice|vocabulary|readers?|audience|formal|informal|wordy|language|(?:more|less|plus|moins|más|menos|mais|etwas|weniger) \pL+|(?:warm|nic|catch|liv|punch|soft|clear|smooth|funn|cold|dark|plain)i?er`)
	// beside is a form that only says where something stands.
	beside = lazyregexp.New(`\b(?:below|above|under|beside|before|after|in|of|from|to) the (?:table|list|bullets|headings?)\b`)
	quoted = lazyregexp.New(`"([^"]+)"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|‘([^’]+)’|\B'([^'\n]+(?:'\w[^'\n]*)*)'(?:$|\B)|(\[\d+(?:, ?\d+)*\])`)
	// counted is a part that is counted in Chinese or Japanese, half in English.
	counted = lazyregexp.New(`第 ?(\d+) (paragraph|sentence)s?`)
	// lead is what may stand before the verb of a further request.
	lead = lazyregexp.New(`(?:[.;:!?,]|\b(?:and|then|also|und|et|y|e))\s+(?:please |then |also |just )?$`)
	// manifold asks for more than one addition.
	manifold = either(`(?:an?|new|another|some|more|few|two|three) (?:new |short |separate )?(?:paragraph|section|list)s?|sentences|examples|details|points|bullets|throughout|everywhere|each|every|headings|subheads`)
	// exchanges are words between what goes and what takes its place.
	exchanges = lazyregexp.New(`\b(?:with|by|to|into|instead of|rather than|durch|statt|par|por|con)\b|→|->|改成|改为|换成|に変え`)
)

// A request is what an instruction asks for.
type request struct {
	raw     string // in lower case
	rest    string // the same without what must stay
	text    string // the rest, partly in English, with quotations masked
	kind    Kind
	only    bool            // nothing else may change
	several bool            // it asks for more than one thing
	said    map[string]bool // words that mean something
	numbers []string        // figures, and what number words stand for
	part    map[int]bool    // sentences of the old version that it names by place, name or quotation
	cited   []string        // quotations that the old version holds
	given   []string        // others
	literal bool            // it says what is to stand in the text, and that came
	open    bool            // it is about the whole text
	informs bool            // it asks for what the old version does not hold
	adds    bool            // and what is added is asked for, wherever
}

// readRequest reads an instruction over the old version.
func readRequest(instruction string, a *version, before string) request {
	rest := frozen.ReplaceAllString(instruction, "")
	r := request{raw: strings.ToLower(instruction), rest: strings.ToLower(rest), only: rest != instruction, said: stems(rest), numbers: append(figures(rest), spelled(rest)...), part: map[int]bool{}}
	if r.only && len(words(rest)) == 0 {
		r.kind = Nothing
		return r
	}
	masked := quoted.ReplaceAllStringFunc(rest, func(q string) string {
		if q = strings.Join(quoted.FindStringSubmatch(q)[1:], ""); strings.Contains(fold(before), fold(q)) {
			r.cited = append(r.cited, q)
		} else {
			r.given = append(r.given, q)
		}
		return `"q"`
	})
	r.text = counted.ReplaceAllString(strings.ToLower(english.Gloss(masked)), " $2 $1 ")
	masked = strings.ToLower(masked)
	r.kind, r.several = kindOf(masked), severalKinds(masked)
	if len(r.cited) > 0 && len(r.cited)+len(r.given) == 2 && r.kind != Addition && r.kind != Order && exchanges.MatchString(r.text) {
		r.kind = Exchange
	}
	r.place(a)
	return r
}

// severalKinds reports whether a verb begins a further request of another kind.
func severalKinds(text string) bool {
	for _, k := range kinds {
		for _, at := range k.words.FindAllStringIndex(text, -1) {
			before := text[:at[0]]
			first := kindOf(before)
			if k.kind != Form && lead.MatchString(before) && first != k.kind && (first != Rewording || len(stems(before)) >= 3) {
				return true
			}
		}
	}
	return false
}

func kindOf(text string) Kind {
	text = beside.ReplaceAllString(text, "")
	kind, first := Rewording, len(text)+1
	for _, k := range kinds {
		if at := k.words.FindStringIndex(text); at != nil && at[0] < first {
			kind, first = k.kind, at[0]
		}
	}
	return kind
}

// place marks the sentences that a request names, or that have its quotations;
// or the paragraph that it describes: "the paragraph about the buffet".
func (r *request) place(a *version) {
	maps.Copy(r.part, a.region(r.text))
	for i := range a.units {
		for _, q := range r.cited {
			if strings.Contains(fold(a.units[i].text), fold(q)) && (r.kind != Form || len(r.part) == 0) {
				r.part[i] = true
			}
		}
	}
	about := wide.MatchString(r.text) && !narrow.MatchString(r.text) || r.kind != Removal && narrow.MatchString(r.text)
	if len(r.part) > 0 || r.kind == Addition || !about {
		return
	}
	score, best := map[int]int{}, 0
	for i := range a.units {
		para := a.units[i].para
		score[para] += shared(a.units[i].text, r.said)
		if score[para] > score[best] {
			best = para
		}
	}
	if score[best] > 0 {
		a.markPara(r.part, best)
	}
}

// ends are words for places that are counted from either end.
var ends = map[string]int{"opening": 0, "last": -1, "final": -1, "closing": -1, "penultimate": -2, "second to last": -2, "second-to-last": -2, "next to last": -2}

var (
	ordinal   = lazyregexp.New(`(?:second|next)[ -]to[ -]last|opening|last|final|closing|penultimate|\d+(?:st|nd|rd|th)|` + strings.ReplaceAll(algebra.OrdinalWords, " ", "|"))
	byOrdinal = lazyregexp.New(`\b((?:` + ordinal.String() + `)(?:(?:,| and(?: the)?) (?:` + ordinal.String() + `))*)(?: (two|three|2|3))? (paragraph|para|section|bit|part|sentence|line|one)s?\b`)
	byNumber  = lazyregexp.New(`(?:\b(paragraphs?|paras?|section|sentences?|p\.|par\.)|(§+)) ?(\d+|one|two|three|four|five)(?:(?:,| and| to) (\d+))?\b`)
	wide      = either(`paragraph|part|section|passage|one`)
	narrow    = either(`(?:part|bit|passage) (?:about|on|with|where)`)
	nested    = lazyregexp.New(`\bsentences? (?:of|in|from|du|del|des|do|im)\b|\b(?:in|of|from) (?:the )?(?:\w+ )?paragraph`)
	mailHead  = lazyregexp.New(`(?i)^(?:subject|re|to|from|betreff|objet|asunto|assunto)\s*:`)
	// loose lets all go that is not named.
	loose  = either(`(?:the )?rest (?:can|may|is|goes|kannst|kann|darf)|(?:drop|cut|skip|lose|leave out) the rest|den rest|le reste|el resto|o resto|only the (?:essentials|basics)|essentials?|just the (?:facts|basics|essentials)|das (?:wichtigste|nötigste)|l'essentiel|lo esencial|o essencial`) //nolint:misspell // Portuguese
	byName = either(`intro|introduction|conclusion|ending|title|headline|greeting|salutation|sign-off`)
)

// A place is parts that are named by number.
type place struct {
	from  int // from 0; negative from the end
	count int
}

// of returns the parts of a text that are meant, of all those of the kind.
func (p place) of(all []int) []int {
	if p.from < 0 {
		p.from += len(all)
	}
	return all[min(max(p.from, 0), len(all)):min(max(p.from+p.count, 0), len(all))]
}

// places lists the parts that are named by number.
func places(text string) (paragraphs, sentences []place) {
	put := func(noun string, from, count int) {
		if strings.HasPrefix(noun, "sentence") || noun == "line" {
			sentences = append(sentences, place{from, count})
		} else {
			paragraphs = append(paragraphs, place{from, count})
		}
	}
	for _, m := range byOrdinal.FindAllStringSubmatch(text, -1) {
		count, _ := english.Cardinal(m[2])
		for _, o := range ordinal.FindAllString(m[1], -1) {
			n, end := ends[o]
			if !end {
				n = english.Ordinal(o) - 1
			} else if n == -1 {
				n = -max(1, count)
			}
			put(m[3], n, max(1, count))
		}
	}
	for _, m := range byNumber.FindAllStringSubmatch(text, -1) {
		for _, w := range m[3:] {
			if n, ok := english.Cardinal(w); ok {
				put(m[1], n-1, 1)
			}
		}
	}
	return paragraphs, sentences
}

// region returns the sentences of the parts that an instruction names.
func (v *version) region(text string) map[int]bool {
	out, units, paras := map[int]bool{}, v.counted(true), v.counted(false)
	paragraphs, sentences := places(text)
	for _, p := range paragraphs {
		for _, para := range p.of(paras) {
			v.markPara(out, para)
		}
	}
	if len(sentences) > 0 && len(out) > 0 && nested.MatchString(text) { // "the last sentence of the second paragraph"
		units = slices.DeleteFunc(units, func(i int) bool { return !out[i] })
		clear(out)
	}
	for _, p := range sentences {
		for _, i := range p.of(units) {
			out[i] = true
		}
	}
	v.byName(text, paras, out)
	return out
}

func (v *version) markPara(out map[int]bool, para int) {
	for i := range v.units {
		if v.units[i].para == para {
			out[i] = true
		}
	}
}

// byName marks parts that have a name, and sections whose heading is named.
func (v *version) byName(text string, paras []int, out map[int]bool) {
	if len(paras) == 0 {
		return
	}
	in := false
	for i := range v.units {
		if u := &v.units[i]; heading(u.text) {
			name := strings.ToLower(strings.Trim(u.text, "# "))
			in = len(name) > 3 && strings.Contains(text, name)
		}
		out[i] = out[i] || in
	}
	maps.DeleteFunc(out, func(_ int, in bool) bool { return !in })
	switch byName.FindString(text) {
	case "":
	case "intro", "introduction":
		v.markPara(out, paras[0])
	case "title", "headline", "greeting", "salutation":
		out[0] = true
	default:
		v.markPara(out, paras[len(paras)-1])
	}
}

// counted lists what a number in an instruction counts: sentences, or paragraphs
// with a sentence; headings, greetings and names below a letter are neither.
func (v *version) counted(sentences bool) []int {
	var out []int
	for i := range v.units {
		u := &v.units[i]
		n := u.para
		if sentences {
			n = i
		}
		prose := u.item || closed(u.text) || len(words(u.text)) > longestName
		if prose && !heading(u.text) && !mailHead.MatchString(u.text) && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// longestName is how many words a line may have that is no sentence.
const longestName = 6
