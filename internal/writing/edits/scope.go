package edits

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// kinds lists by which words an instruction is known. The word that comes first
// in the instruction decides, and of several at one place the kind that comes
// first here. A new word is one word more in a line.
var kinds = []struct {
	kind  Kind
	words *regexp.Regexp
}{
	{Shortening, either(`shorten|shorter|condense|tighten|trim|abridge|summari[sz]e|concise|briefer|too (?:long|wordy)|rather long|wordy|half the|cut (?:\w+ ){0,3}?(?:down|to|by|in half)|kürz\w*|raccourci\w*|acorta\w*`)},
	{Correction, either(`grammar|spelling|typos?|proofread|copy-?edit|language edit|punctuation|house style|errors?|mistakes?`)},
	{Removal, either(`remove|delete|drop|cut|omit|take (?:\w+ ){0,8}?out|take out|lose|strike|kill|erase|get rid of|leave out|discard|scrap|eliminate|removed|deleted|dropped`)},
	{Order, either(`move|bring|shift|relocate|transfer|swap|exchange|interchange|reorder|rearrange|sort|reverse|(?:come|go|stand|comes|goes|be) (?:before|after|first|last)|lead with|before the|order of|switch (?:the|paragraphs)|trade places|the first one|start with the (?:\w+ ){1,3}instead|(?:put|place) (?:\w+ ){1,5}(?:first|last|before|after|in front|ahead)`)},
	{Addition, either(`add|insert|append|include|attach|mention|state|define|point out|forgot to|(?:want|like|need) to (?:say|put|add)|also show|one more|write an?|put (?:an?|one|in|this|the following)|give (?:\w+ )?(?:an?|his|her|its|their|dates)|note that|say that|follow "" with|(?:end|begin|start|open|finish|conclude|close) (?:\w+ ){0,4}with|as the (?:\w+ )?(?:first|second|third|last|opening|closing) sentence|use "" as|place the following|put "" (?:at|in|to|as)`)},
	{Form, either(`bullets?|bulleted|lists?|table|numbered|steps|markdown|plain text|headings?|subheads?|subheadings?|split|divide|\d+ paragraphs|(?:two|three|four|five) paragraphs|one paragraph|merge|join|combine|together|per section|upper case|lower case|capitals`)},
}

func either(words string) *regexp.Regexp { return regexp.MustCompile(`\b(?:` + words + `)\b`) }

var (
	// frozen is what an instruction says must stay.
	frozen = regexp.MustCompile(`(?i)\bwithout (?:changing|altering|touching|modifying)(?: \w+){1,3}|\b(?:leave (?:the|it|everything|all|my|as|un|other)|keep|hands off|don['’]t (?:touch|change)|do not (?:touch|change)|nothing else|change nothing|no other|everything else|the rest|otherwise)\b[^.;()]*`)
	// entire is what instructions about the whole text speak of.
	entire = either(`it|this|the (?:whole |entire )?(?:text|answer|piece|letter|e-?mail|essay|article|post|report|page|story|draft|document|vocabulary)|simpl\w+|tone|style|tense|voice|vocabulary|readers?|audience|formal|informal|wordy|language`)
	quoted = regexp.MustCompile(`"([^"]+)"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|‘([^’]+)’`)
	sedded = regexp.MustCompile(`\bs/([^/]+)/([^/]*)/`)
	joins  = either(`merge|join|combine|together`)
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
	adds     bool            // besides what else it does
	from, to string          // of an exchange
	stems    map[string]bool // words that mean something
	numbers  []string        // figures, and what number words stand for
}

// readRequest reads an instruction over the old version.
func readRequest(instruction string, a *version, before string) request {
	r := request{raw: instruction, only: frozen.MatchString(instruction)}
	rest := frozen.ReplaceAllString(instruction, "")
	r.text = strings.ToLower(rest)
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
	spoken := wide.MatchString(r.text) && len(places(r.text)) == 0
	if !r.named && r.kind != Addition && (r.kind == Removal || r.kind == Form || !entire.MatchString(r.text)) {
		r.target = a.about(r.stems)
		r.named = spoken && len(r.target) > 0
	}
	if spoken && r.kind != Addition { // "the paragraph about …"
		for i := range maps.Clone(r.target) {
			a.markPara(r.target, a.units[i].para)
		}
	}
	if joins.MatchString(r.text) && len(r.target) == 1 {
		for i := range r.target {
			r.target[min(i+1, len(a.units)-1)] = true
		}
	}
	return r
}

func (r *request) readKind(text string) Kind {
	kind, first := Rewording, len(text)+1
	for _, k := range kinds {
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
	if m := sedded.FindStringSubmatch(rest); m != nil {
		r.kind, r.from, r.to = Exchange, m[1], m[2]
	} else if len(r.cited) > 0 && len(r.cited)+len(r.given) == 2 && r.kind != Addition && r.kind != Order && (either(`with|by|to|into|instead of|rather than`).MatchString(r.text) || strings.Contains(r.text, "→")) {
		r.kind, r.from, r.to = Exchange, r.cited[0], append(r.cited[1:], r.given...)[0]
	} else if len(r.given) == 1 && len(r.cited) == 0 && either(`rename|everywhere|throughout`).MatchString(r.text) {
		r.kind, r.to = Exchange, r.given[0]
	}
}

var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "opening", "last", "final", "closing", "penultimate", "second to last", "second-to-last"}

var (
	ordinal   = `(?:second[ -]to[ -]last|` + strings.Join(ordinals, "|") + `|[1-9](?:st|nd|rd|th))`
	byOrdinal = regexp.MustCompile(`\b(` + ordinal + `(?:(?:,| and(?: the)?) ` + ordinal + `)*)(?: (two|three|2|3))? (paragraph|para|section|bit|part|sentence|line|one)s?\b`)
	byNumber  = regexp.MustCompile(`(?:\b(paragraphs?|paras?|section|sentences?|p\.|par\.)|(§+)) ?(\d+|one|two|three|four|five)(?:(?:,| and| to) (\d+))?\b`)
	wide      = either(`paragraph|part|section|passage|one`)
	byName    = either(`intro|introduction|conclusion|ending|title|headline|greeting|salutation|sign-off`)
	nested    = regexp.MustCompile(`\bsentences? (?:of|in|from)\b|\b(?:in|of|from) (?:the )?(?:\w+ )?paragraph`)
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
		for _, o := range regexp.MustCompile(ordinal).FindAllString(m[1], -1) {
			count := max(1, numberOf(m[2]))
			n := slices.Index(ordinals, o)
			switch {
			case o[0] <= '9':
				n = int(o[0] - '1')
			case o == "opening":
				n = 0
			case n > 13:
				n = -2
			case n > 10:
				n = -count
			}
			out = append(out, place{m[3] == "sentence" || m[3] == "line", n, count})
		}
	}
	for _, m := range byNumber.FindAllStringSubmatch(text, -1) {
		for _, n := range m[3:] {
			if n != "" {
				out = append(out, place{strings.HasPrefix(m[1], "sentence"), numberOf(n) - 1, 1})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y place) int { return b2i(x.sentence) - b2i(y.sentence) })
	return out
}

// region returns the sentences of the parts that an instruction names.
func (v *version) region(text string) map[int]bool {
	out, sentences, paras := map[int]bool{}, v.everything(), v.prose()
	for _, p := range places(text) {
		if p.sentence && nested.MatchString(text) && len(out) > 0 {
			sentences, out = slices.DeleteFunc(sentences, func(i int) bool { return !out[i] }), map[int]bool{}
		}
		list := paras
		if p.sentence {
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
	if len(v.units) == 0 {
		return
	}
	switch byName.FindString(text) {
	case "":
	case "intro", "introduction":
		v.markPara(out, paras[0])
	case "title", "headline", "greeting", "salutation":
		out[0] = true
	default:
		v.markPara(out, paras[len(paras)-1])
	}
	in := false
	for i := range v.units {
		if u := &v.units[i]; heading(u.text) {
			name := strings.ToLower(strings.Trim(u.text, "# "))
			in = len(name) > 3 && strings.Contains(text, name)
		}
		if in {
			out[i] = true
		}
	}
}

func (v *version) everything() []int {
	var out []int
	for i := range v.units {
		if !heading(v.units[i].text) {
			out = append(out, i)
		}
	}
	return out
}

// prose lists the paragraphs that are neither heading nor greeting; all, if
// there are no others.
func (v *version) prose() []int {
	var out []int
	for i := range v.units {
		u := &v.units[i]
		if !heading(u.text) && !strings.HasSuffix(u.text, ",") && !slices.Contains(out, u.para) {
			out = append(out, u.para)
		}
	}
	if len(out) == 0 {
		for p := range max(1, v.paras) {
			out = append(out, p)
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
			if asked[w] && !slices.Contains(numberWords, w) {
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

func numberOf(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return max(0, slices.Index(numberWords, s))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
