package edits

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
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
	{Addition, either(`add|document|describe|elaborate on|insert|append|include|attach|mention|state|define|point out|forgot to|(?:want|like|need) to (?:say|put|add)|also show|one more|write an?|put (?:an?|one|in|this|the following)|give (?:\w+ )?(?:an?|his|her|its|their|dates)|note that|say that|follow "q\d+" with|füge|ergänz\w*|hinzu|häng\w*|dazu|complète[rz]?|ajoute[rz]?|insère|añad\w*|agreg\w*|acrescent\w*|adicion\w*|(?:end|begin|start|open|finish|conclude|close) (?:\w+ ){0,4}with|as the (?:\w+ )?(?:first|second|third|last|opening|closing) sentence|use "q\d+" as|place the following|put "q\d+" (?:at|in|to|as)`, `添加|加上|增加|补充|加一|追加|加え|足して`)},
	{Form, either(`bullets?|bulleted|lists?|table|numbered|steps|markdown|plain text|italics?|bold|underlined?|block quote|code block|headings?|subheads?|subheadings?|split|divide|\d+ paragraphs|(?:two|three|four|five) paragraphs|one paragraph|merge|join|combine|together|per section|upper ?case|lower ?case|capitals|capital letters|caps|aufzählung|stichpunkte|tabelle|liste|stichworte|punkte|puces|tirets|lista|tableau|viñetas|guiones|puntos|tabla|tabela|tópicos|marcadores`, `列表|表格|分点|条目|要点|项目|箇条|表に|リスト`)},
}

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
	// literally is an instruction that says what a passage is to be.
	literally = lazyregexp.New(`(?i)\b(?:change|replace|swap|update|correct|set|switch|use|rename)\b.*?(?:\b(?:to|with|by|into)\b|:|\buse\b) +(.+?)(?: instead\b.*| every\w*| throughout)?[.!]?$|\buse (.+?) (?:instead of|rather than)\b`)
	// exchanges are words between what goes and what takes its place.
	exchanges = lazyregexp.New(`\b(?:with|by|to|into|instead of|rather than|durch|statt|par|por|con)\b|→|->|改成|改为|换成|に変え`)
)

// A request is what an instruction asks for.
type request struct {
	raw     string
	text    string // the same in lower case, without what must stay
	only    bool   // it says that nothing else may change
	wishes  []wish
	said    map[string]bool // words that mean something
	numbers []string        // figures, and what number words stand for
}

// A wish is one thing that an instruction asks for.
type wish struct {
	kind    Kind
	text    string          // in lower case, with quotations masked
	said    map[string]bool // its words that mean something
	part    map[int]bool    // sentences of the old version that it names by place, name or quotation
	cited   []string        // quotations that the old version holds
	given   []string        // others
	to      string          // what is to stand for something else
	literal bool            // it says what is to stand in the text, and that came
	open    bool            // it is about the whole text
}

// counted are the Chinese and Japanese names of a part that is counted.
var counted = lazyregexp.New(`第(\d|[` + hanNumbers + `])(段落?|句|文)`)

const hanNumbers = "一二三四五六七八九"

var masked = lazyregexp.New(`"q(\d+)"`)

// readRequest reads an instruction over the old version.
func readRequest(instruction string, a *version, before string) request {
	r := request{raw: instruction, only: frozen.MatchString(instruction)}
	rest := frozen.ReplaceAllString(instruction, "")
	r.text = strings.ToLower(rest)
	r.said, r.numbers = stems(rest), append(figures(rest), spelled(rest)...)
	if r.only && len(words(rest)) == 0 {
		r.wishes = []wish{{kind: Nothing}}
		return r
	}
	var quotes []string
	text := quoted.ReplaceAllStringFunc(rest, func(q string) string {
		quotes = append(quotes, strings.Join(quoted.FindStringSubmatch(q)[1:], ""))
		return fmt.Sprintf(`"q%d"`, len(quotes)-1)
	})
	text = counted.ReplaceAllStringFunc(text, func(p string) string {
		m := counted.FindStringSubmatch(p)
		number := 1 + strings.Index(hanNumbers, m[1])/len("一")
		if n, ok := english.Cardinal(m[1]); ok {
			number = n
		}
		return fmt.Sprintf(" %s %d ", map[bool]string{true: "sentence", false: "paragraph"}[m[2] == "句" || m[2] == "文"], number)
	})
	for _, clause := range clauses(strings.ToLower(english.Gloss(text))) {
		w := r.newWish(clause, a)
		plain := masked.ReplaceAllStringFunc(clause, func(m string) string {
			n, err := strconv.Atoi(m[2 : len(m)-1])
			if err != nil || n >= len(quotes) { // somebody wrote a mask
				return m
			}
			if q := quotes[n]; strings.Contains(fold(before), fold(q)) {
				w.cited = append(w.cited, q)
			} else {
				w.given = append(w.given, q)
			}
			return quotes[n]
		})
		w.said = stems(plain)
		w.readExchange(rest)
		w.place(a)
		w.placeAbout(a)
		r.wishes = append(r.wishes, w)
	}
	return r
}

// newWish tells the kind of a wish, and whether it is about headings.
func (r *request) newWish(clause string, a *version) wish {
	w := wish{text: clause, kind: kindOf(clause), part: map[int]bool{}}
	if w.kind == Form && !kinds[len(kinds)-1].words.MatchString(r.text) {
		w.kind = Rewording // it is only in the gloss: "nenn" as "list"
	}
	if w.kind != Addition && theHeadings.MatchString(clause) && a.markHeadings(w.part) {
		w.kind = kindOf(theHeadings.ReplaceAllString(clause, ""))
	}
	return w
}

// lead is what may stand before the verb of a further wish.
var lead = lazyregexp.New(`(?:[.;:!?,]|\b(?:and|then|also|und|et|y|e))\s+(?:please |then |also |just )?$`)

var furtherSentence = lazyregexp.New(`[.;!?]\s+([^.;!?]*"q)`)

// clauses cuts an instruction before each verb that begins a further wish.
func clauses(text string) []string {
	var starts []int
	for _, k := range kinds {
		for _, at := range k.words.FindAllStringIndex(text, -1) {
			if k.kind != Form && lead.MatchString(text[:at[0]]) {
				starts = append(starts, at[0])
			}
		}
	}
	for _, at := range furtherSentence.FindAllStringSubmatchIndex(text, -1) {
		starts = append(starts, at[2])
	}
	slices.Sort(starts)
	var out []string
	from := 0
	for _, at := range starts {
		if before := text[from:at]; kindOf(before) != kindOf(text[at:]) && (kindOf(before) != Rewording || len(stems(before)) >= 3) {
			out, from = append(out, text[from:at]), at
		}
	}
	return append(out, text[from:])
}

// aside is what an instruction says in brackets.
var aside = lazyregexp.New(`\([^()]*\)`)

func kindOf(text string) Kind {
	text = beside.ReplaceAllString(aside.ReplaceAllString(text, ""), "")
	kind, first := Rewording, len(text)+1
	for _, k := range kinds {
		if at := k.words.FindStringIndex(text); at != nil && at[0] < first {
			kind, first = k.kind, at[0]
		}
	}
	return kind
}

// place marks the sentences that a wish names.
func (w *wish) place(a *version) {
	maps.Copy(w.part, a.region(w.text))
	for i := range a.units {
		for _, q := range w.cited {
			if strings.Contains(fold(a.units[i].text), fold(q)) && (w.kind != Form || len(w.part) == 0) {
				w.part[i] = true
			}
		}
	}
}

// placeAbout marks the paragraph that a wish describes: "the paragraph about the
// buffet".
func (w *wish) placeAbout(a *version) {
	if len(w.cited) > 0 && beginning.MatchString(w.text) {
		for i := range maps.Clone(w.part) {
			a.markPara(w.part, a.units[i].para)
		}
	}
	about := wide.MatchString(w.text) && !narrow.MatchString(w.text) || w.kind != Removal && narrow.MatchString(w.text)
	if len(w.part) > 0 || w.kind == Addition || !about || len(places(w.text)) > 0 {
		return
	}
	has, score, best := a.spread(), map[int]float64{}, 0
	for i := range a.units {
		para := a.units[i].para
		score[para] += bearing(a.units[i].text, w.said, has)
		if score[para] > score[best] {
			best = para
		}
	}
	if score[best] > 0 {
		a.markPara(w.part, best)
	}
}

// beginning tells a paragraph by how it begins.
var beginning = lazyregexp.New(`paragraph,? (?:that |which )?(?:starts|begins|starting|beginning|ends|ending|contains|containing|with)\b`)

// theHeadings are the headings that a text has.
var theHeadings = either(`(?:the |all |every |each )?(?:\w+ )?(?:sub)?head(?:ing|line)s?|(?:die |alle )?(?:zwischen)?überschriften|(?:les |los |os )?(?:titres|títulos)`)

// markHeadings marks all headings, and reports whether there are any.
func (v *version) markHeadings(out map[int]bool) bool {
	for i := range v.units {
		if heading(v.units[i].text) {
			out[i] = true
		}
	}
	return len(out) > 0
}

// spread counts the sentences that have a word.
func (v *version) spread() map[string]int {
	has := map[string]int{}
	for i := range v.units {
		for w := range stems(v.units[i].text) {
			has[w]++
		}
	}
	return has
}

// readExchange finds what is to stand for what.
func (w *wish) readExchange(rest string) {
	w.literal = literally.MatchString(strings.TrimSpace(rest))
	if len(w.cited) > 0 && len(w.cited)+len(w.given) == 2 && w.kind != Addition && w.kind != Order && exchanges.MatchString(w.text) {
		w.kind, w.to = Exchange, append(w.cited[1:], w.given...)[0]
	} else if len(w.given) == 1 && len(w.cited) == 0 && either(`rename|everywhere|throughout`).MatchString(w.text) {
		w.kind, w.to = Exchange, w.given[0]
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

// A place is a part that is named by its number.
type place struct {
	sentence bool
	from     int // from 0; negative from the end
	count    int
}

// places lists the parts that are named by number, paragraphs first.
func places(text string) []place {
	var out []place
	for _, m := range byOrdinal.FindAllStringSubmatch(text, -1) {
		count, _ := english.Cardinal(m[2])
		for _, o := range ordinal.FindAllString(m[1], -1) {
			n, end := ends[o]
			if !end {
				n = english.Ordinal(o) - 1
			} else if n == -1 {
				n = -max(1, count)
			}
			out = append(out, place{m[3] == "sentence" || m[3] == "line", n, max(1, count)})
		}
	}
	for _, m := range byNumber.FindAllStringSubmatch(text, -1) {
		for _, w := range m[3:] {
			if n, ok := english.Cardinal(w); ok {
				out = append(out, place{strings.HasPrefix(m[1], "sentence"), n - 1, 1})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y place) int { return b2i(x.sentence) - b2i(y.sentence) })
	return out
}

// region returns the sentences of the parts that an instruction names.
func (v *version) region(text string) map[int]bool {
	out, sentences, paras, within := map[int]bool{}, v.counted(true), v.counted(false), false
	for _, p := range places(text) {
		list := paras
		if p.sentence {
			if !within && len(out) > 0 && nested.MatchString(text) { // "the last sentence of the second paragraph"
				sentences = slices.DeleteFunc(sentences, func(i int) bool { return !out[i] })
				out, within = map[int]bool{}, true
			}
			list = sentences
		}
		if p.from < 0 {
			p.from += len(list)
		}
		for _, at := range list[min(max(p.from, 0), len(list)):min(max(p.from+p.count, 0), len(list))] {
			if p.sentence {
				out[at] = true
			} else {
				v.markPara(out, at)
			}
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
	var out, all []int
	for i := range v.units {
		u := &v.units[i]
		n := u.para
		if sentences {
			n = i
		}
		if heading(u.text) || mailHead.MatchString(u.text) || slices.Contains(out, n) {
			continue
		}
		all = append(all, n)
		if u.item || closed(u.text) || len(words(u.text)) > longestName {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return slices.Compact(all)
	}
	return out
}

// longestName is how many words a line may have that is no sentence.
const longestName = 6

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
