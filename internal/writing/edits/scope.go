package edits

import (
	"maps"
	"regexp"
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
	{Shortening, either(`shorten|shorter|condense|tighten|trim|abridge|summari[sz]e|concise|briefer|too (?:long|wordy)|rather long|wordy|half the|cut (?:\w+ ){0,3}?(?:down|to|by|in half)|kürz\w*|fasse|straff\w*|plus court|más corto|abr[èé]g\w*|réduis\w*|raccourci\w*|résume[rz]?|acorta\w*|resum\w*|encurt\w*`)},
	{Correction, either(`grammar|spelling|typos?|commas?|apostrophes?|accents?|proofread|copy-?edit|language edit|punctuation|house style|errors?|mistakes?|rechtschreib\w*|schreibfehler|korrigier\w*|corrig\w*|tippfehler|orthographe|ortograf\w*|fautes`)},
	{Removal, either(`remove|delete|drop|cut|omit|take (?:\w+ ){0,8}?out|take out|lose|strike|kill|erase|get rid of|leave out|discard|scrap|eliminate|(?:can|must|should) go|superfluous|not needed|removed|deleted|dropped|streich\w*|entfern\w*|lösch\w*|supprime[rz]?|retire[rz]?|enlève|elimin[ae]\w*|borra\w*|quita\w*|remov[ae]\w*|apag\w*`)},
	{Order, either(`move|bring|shift|relocate|transfer|swap|exchange|interchange|reorder|rearrange|sort|reverse|(?:come|go|stand|comes|goes|be) (?:before|after|first|last)|lead with|before the|order of|switch (?:the|paragraphs)|verschieb\w*|vertausch\w*|tausche|déplace[rz]?|mueve|mover|mova|trade places|the first one|start with the (?:\w+ ){1,3}instead|(?:put|place) (?:\w+ ){1,5}(?:first|last|before|after|in front|ahead)`)},
	{Addition, either(`add|describe|elaborate on|insert|append|include|attach|mention|state|define|point out|forgot to|(?:want|like|need) to (?:say|put|add)|also show|one more|write an?|put (?:an?|one|in|this|the following)|give (?:\w+ )?(?:an?|his|her|its|their|dates)|note that|say that|follow "" with|füge|ergänz\w*|hinzu|häng\w*|dazu|complète[rz]?|ajoute[rz]?|insère|añad\w*|agreg\w*|acrescent\w*|adicion\w*|(?:end|begin|start|open|finish|conclude|close) (?:\w+ ){0,4}with|as the (?:\w+ )?(?:first|second|third|last|opening|closing) sentence|use "" as|place the following|put "" (?:at|in|to|as)`)},
	{Form, either(`bullets?|bulleted|lists?|table|numbered|steps|markdown|plain text|italics?|bold|underlined?|block quote|code block|headings?|subheads?|subheadings?|split|divide|\d+ paragraphs|(?:two|three|four|five) paragraphs|one paragraph|merge|join|combine|together|per section|upper case|lower case|capitals|aufzählung|stichpunkte|tabelle|liste|puces|tableau|viñetas|tabla|tabela`)},
}

func either(words string) *lazyregexp.Regexp { return lazyregexp.New(`\b(?:` + words + `)\b`) }

var (
	// frozen is what an instruction says must stay.
	frozen = lazyregexp.New(`(?i)\bwithout (?:changing|altering|touching|modifying)(?: \w+){1,3}|\b(?:leave (?:the|it|everything|all|my|as|un|other)|keep|hands off|don['’]t (?:touch|change)|do not (?:touch|change)|nothing else|change nothing|no other|everything else|the rest|otherwise)\b[^.;()]*`)
	// entire is what instructions about the whole text speak of.
	entire = either(`it|this|the (?:whole |entire )?(?:text|answer|piece|letter|e-?mail|essay|article|post|report|page|story|draft|document|vocabulary)|simpl\w+|tone|style|tense|voice|vocabulary|readers?|audience|formal|informal|wordy|language`)
	// stated is an "it" that something is said of, and beside is a form as a place.
	stated = lazyregexp.New(`\bit(?:['’]s| (?:is|was|has|had|will|should))\b`)
	beside = lazyregexp.New(`\b(?:below|above|under|beside|before|after|in|of|from|to) the (?:table|list|bullets|headings?)\b`)
	quoted = lazyregexp.New(`"([^"]+)"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|‘([^’]+)’|\B'([^'\n]+(?:'\w[^'\n]*)*)'(?:$|\B)`)
	// literally is an instruction that says what a passage is to be.
	literally = lazyregexp.New(`(?i)\b(?:change|replace|swap|update|correct|set|switch|use|rename)\b.*?(?:\b(?:to|with|by|into)\b|:|\buse\b) +(.+?)(?: instead\b.*| every\w*| throughout)?[.!]?$|\buse (.+?) (?:instead of|rather than)\b`)
	// unquoted are texts of which one takes the other's place: "180 -> 150",
	// "change 10 am to 11 am".
	unquoted = lazyregexp.New(`(?i)^(?:change )?([^\s"][^"]{0,60}?) ?(?:->|→|=>) ?([^"]{1,60}?)[.!]?$|\b(?:change|replace|swap|update|correct|set|switch|rename) ([^\s"][^"]{0,60}?) (?:to|with|by|into) ([^"]{1,60}?)[.!]?$`)
	sedded   = lazyregexp.New(`\bs/([^/]+)/([^/]*)/`)
)

// A request is what an instruction asks for.
type request struct {
	kind     Kind
	raw      string          // the instruction
	text     string          // the same in lower case, without what must stay
	only     bool            // it says that nothing else may change
	named    bool            // it names a part, or quotes one
	target   map[int]bool    // sentences of the old version that may change; empty for all
	cited    []string        // quotations that the old version holds
	given    []string        // others
	also     string          // what else is to change, behind "and"
	adds     bool            // besides what else it does
	from, to string          // of an exchange
	stems    map[string]bool // words that mean something
	numbers  []string        // figures, and what number words stand for
}

// readRequest reads an instruction over the old version.
func readRequest(instruction string, a *version, before string) request {
	r := request{raw: instruction, only: frozen.MatchString(instruction)}
	rest := frozen.ReplaceAllString(instruction, "")
	r.text = strings.ToLower(english.Gloss(rest))
	r.kind = r.readKind(quoted.ReplaceAllString(r.text, `""`))
	r.stems, r.numbers = stems(rest), append(figures(rest), spelled(rest)...)
	r.readQuotes(rest, before)
	if r.only && len(words(rest)) == 0 {
		r.kind = Nothing
	}
	r.target = a.region(quoted.ReplaceAllString(r.text, `""`))
	for i := range a.units {
		for _, q := range r.cited {
			if strings.Contains(fold(a.units[i].text), fold(q)) && (r.kind != Form || len(r.target) == 0) {
				r.target[i] = true
			}
		}
	}
	r.named = len(r.target) > 0
	if m := matter.FindStringSubmatch(r.text); m != nil && r.named && (r.kind == Removal || r.kind == Exchange) {
		r.also += " " + m[1]
	}
	maps.Copy(r.target, a.about(stems(r.also)))
	spoken := wide.MatchString(r.text) && len(places(r.text)) == 0
	if !r.named && r.kind != Addition && (r.kind == Removal || r.kind == Form || !entire.MatchString(stated.ReplaceAllString(r.text, ""))) {
		r.target = a.about(r.stems)
		r.named = spoken && len(r.target) > 0
	}
	if spoken && r.kind != Addition && (r.kind != Removal || !narrow.MatchString(r.text)) { // "the paragraph about …"
		for i := range maps.Clone(r.target) {
			a.markPara(r.target, a.units[i].para)
		}
	}
	return r
}

func (r *request) readKind(text string) Kind {
	kind, first := Rewording, len(text)+1
	for _, k := range kinds {
		if k.kind == Form {
			text = beside.ReplaceAllString(text, "")
		}
		at := k.words.FindStringIndex(text)
		if at != nil && at[0] < first {
			kind, first = k.kind, at[0]
		}
		r.adds = r.adds || at != nil && k.kind == Addition && kind == Removal
	}
	return kind
}

// readQuotes finds what the instruction quotes, and what is to stand for what.
func (r *request) readQuotes(rest, before string) {
	for _, m := range quoted.FindAllStringSubmatch(rest, -1) {
		q := strings.Join(m[1:], "")
		if strings.Contains(fold(before), fold(q)) {
			r.cited = append(r.cited, q)
		} else {
			r.given = append(r.given, q)
		}
	}
	if m := unquoted.FindStringSubmatch(strings.TrimSpace(rest)); m != nil && len(r.cited)+len(r.given) == 0 && holds(before, m[1]+m[3]) {
		from, to := m[1]+m[3], m[2]+m[4]
		r.cited = []string{from}
		if _, r.also, _ = strings.Cut(to, " and "); r.also == "" && !strings.Contains(to, ", ") {
			r.kind, r.from, r.to = Exchange, from, to
		}
		return
	}
	if m := sedded.FindStringSubmatch(rest); m != nil {
		r.kind, r.from, r.to = Exchange, m[1], m[2]
	} else if len(r.cited) > 0 && len(r.cited)+len(r.given) == 2 && r.kind != Addition && r.kind != Order && (either(`with|by|to|into|instead of|rather than|durch|statt|par|por|con`).MatchString(r.text) || strings.Contains(r.text, "→")) {
		r.kind, r.from, r.to = Exchange, r.cited[0], append(r.cited[1:], r.given...)[0]
	} else if len(r.given) == 1 && len(r.cited) == 0 && either(`rename|everywhere|throughout`).MatchString(r.text) {
		r.kind, r.to = Exchange, r.given[0]
	}
}

// holds reports whether a text has words as they stand.
func holds(text, words string) bool {
	return regexp.MustCompile(`(?i)(?:^|\W)` + regexp.QuoteMeta(fold(words)) + `(?:$|\W)`).MatchString(fold(text))
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
	// matter is what everything is to go about.
	matter = lazyregexp.New(`\b(?:everything|all|anything|every sentence|the sentences?|the parts?) (?:about|on|that mentions|mentioning) ([^,.;]+)`)
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

// counted lists what a number in an instruction counts: sentences that are no
// headings, or paragraphs that are neither heading nor greeting.
func (v *version) counted(sentences bool) []int {
	var out []int
	for i := range v.units {
		switch u := &v.units[i]; {
		case heading(u.text):
		case sentences:
			out = append(out, i)
		case !strings.HasSuffix(u.text, ",") && !mailHead.MatchString(u.text) && !slices.Contains(out, u.para):
			out = append(out, u.para)
		}
	}
	return out
}

// about returns the sentences that share the most telling words with an
// instruction: a word counts the more, the fewer sentences have it.
func (v *version) about(asked map[string]bool) map[int]bool {
	out, has, score := map[int]bool{}, map[string]int{}, make([]float64, len(v.units))
	for i := range v.units {
		for w := range stems(v.units[i].text) {
			has[w]++
		}
	}
	most := 0.0
	for i := range v.units {
		for w := range stems(v.units[i].text) {
			if _, number := english.Cardinal(w); asked[w] && !number {
				score[i] += 1 / float64(has[w])
			}
		}
		most = max(most, score[i])
	}
	for i, s := range score {
		if s > 0 && s >= 0.7*most {
			out[i] = true
		}
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
