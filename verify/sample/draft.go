package sample

import (
	"cmp"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere/verify"
)

// A span bounds a number; hi 0 is no upper bound.
type span struct{ lo, hi int }

// clamp returns the nearest number within the span.
func (s span) clamp(n int) int {
	if s.hi > 0 {
		n = min(n, s.hi)
	}
	return max(n, s.lo)
}

// lack returns by how much a number that is counted is too low, or below 0 too
// high.
func (s span) lack(count func() int) int {
	if s == (span{}) {
		return 0
	}
	n := count()
	return s.clamp(n) - n
}

// both returns the numbers within two spans.
func (s span) both(t span) span {
	s.lo = max(s.lo, t.lo)
	if s.hi == 0 || t.hi > 0 && t.hi < s.hi {
		s.hi = t.hi
	}
	return s
}

// A draft is a text in the making: what demands have settled of it so far. It
// is a means to find texts quickly; whether they meet anything is decided by
// the checks themselves.
type draft struct {
	rng *rand.Rand

	words, sentences, characters, paragraphs span
	inSentence, inParagraph                  span // words, sentences

	divider    string
	language   string // code; English if empty
	casing     string // "upper", "lower", "title"
	put        []string
	at         map[int]string // sentence, from 1 or -1 for the last: what it contains
	avoid      []string       // no filler contains it
	sentence   [2]string      // each one's first and last word
	paragraph  [2]string      // what each begins with, and contains
	opens      map[int]string // paragraph, from 1: its first word
	first      string
	last       string
	mark       map[int]string // sentence, from 1: how it ends, if not with a full stop
	lines      []string       // list items and the like, below the text
	title      string
	headings   int
	postscript string
	quoted     bool
	json       bool
	twice      bool
}

// rounds is how often a draft is written at most; one that comes no nearer to
// its bounds is given up before.
const rounds = 8

// text writes the draft, again and again until the bounds on the whole are
// met or patience ends.
func (d *draft) text() *verify.Text {
	n := d.sentences.clamp(4)
	paragraphs := d.paragraphs.clamp(1)
	if len(d.opens) > 0 || d.paragraph != [2]string{} {
		paragraphs = d.paragraphs.clamp(2)
	}
	n = max(n, paragraphs*max(1, d.inParagraph.lo))
	words := n * d.inSentence.clamp(8)
	if d.words.hi > 0 || d.words.lo > 0 {
		words = d.words.clamp(words)
	}
	var out *verify.Text
	var before [3]int
	for range rounds {
		if d.inSentence.hi > 0 && d.sentences.hi == 0 {
			n = max(n, (words+d.inSentence.hi-1)/d.inSentence.hi)
		}
		out = verify.NewText(d.write(n, paragraphs, words))
		lacking := [3]int{ // sentences, words, characters
			d.sentences.lack(func() int { return len(out.Sentences()) }),
			d.words.lack(out.Words),
			d.characters.lack(func() int { return utf8.RuneCountInString(out.String()) }),
		}
		if lacking == before || lacking == [3]int{} {
			break
		}
		before = lacking
		n = max(paragraphs, n+lacking[0])
		words = max(n, words+lacking[1]+lacking[2]/6+cmp.Compare(lacking[2], 0))
	}
	return out
}

// write sets so many sentences of so many words together in paragraphs.
func (d *draft) write(n, paragraphs, words int) string {
	if d.inParagraph.hi > 0 {
		n = min(n, paragraphs*d.inParagraph.hi)
	}
	list := d.proseOf(n, words)
	var parts []string
	for p := range paragraphs {
		own := slices.Clone(list[p*n/paragraphs : (p+1)*n/paragraphs])
		if len(own) == 0 {
			continue
		}
		if w := d.opens[p+1]; w != "" {
			own[0] = w + " " + lowerFirst(own[0])
		}
		if w := d.paragraph[0]; w != "" {
			own[0] = w + " " + lowerFirst(own[0])
		}
		parts = append(parts, strings.Join(own, " "))
	}
	if d.first != "" && len(parts) > 0 {
		parts[0] = d.first + " " + lowerFirst(parts[0])
	}
	return d.dress(d.join(parts))
}

// join puts paragraphs one below the other, with headings and lists.
func (d *draft) join(parts []string) string {
	divider := "\n\n"
	if d.divider != "" {
		divider = "\n" + d.divider + "\n"
	}
	blocks := []string{strings.Join(parts, divider)}
	for h := range d.headings {
		blocks = append(blocks, "## "+headings[h%len(headings)], d.sentenceOf(d.inSentence.clamp(5), nil, "."))
	}
	if len(d.lines) > 0 {
		blocks = append(blocks, strings.Join(d.lines, "\n"))
	}
	return strings.Join(blocks, "\n\n")
}

// dress puts around the body what belongs to the whole.
func (d *draft) dress(s string) string {
	if d.twice {
		s += "\n\n******\n\n" + s + " " + d.sentenceOf(d.inSentence.clamp(5), nil, ".")
	}
	if d.title != "" {
		s = d.title + "\n\n" + s
	}
	if d.postscript != "" {
		s += "\n\n" + d.postscript + " " + d.sentenceOf(d.inSentence.clamp(5), nil, ".")
	}
	if d.last != "" {
		s += " " + d.last
	}
	switch d.casing {
	case "upper":
		s = strings.ToUpper(s)
	case "lower":
		s = strings.ToLower(s)
	case "title":
		s = titled(s)
	}
	if d.json {
		// Official evaluators take what follows a full stop and a quotation mark
		// for a sentence of its own, which the closing brace would be.
		s = strings.TrimSuffix(s, ".")
		raw, _ := json.Marshal(map[string]string{"answer": s})
		s = string(raw)
	}
	if d.quoted {
		s = `"` + s + `"`
	}
	return s
}

// proseOf returns n sentences of so many words in all, with what is to be put
// in them spread over them.
func (d *draft) proseOf(n, words int) []string {
	out := make([]string, n)
	tokens := make([][]string, n)
	for i, t := range d.put {
		tokens[i%n] = append(tokens[i%n], t)
	}
	for _, at := range slices.Sorted(maps.Keys(d.at)) {
		if i := placeOf(at, n); i >= 0 && i < n {
			tokens[i] = append(tokens[i], d.at[at])
		}
	}
	for i := range out {
		length := d.inSentence.clamp((i+1)*words/n - i*words/n)
		mark := "."
		if m := d.mark[i+1]; m != "" {
			mark = m
		}
		out[i] = d.sentenceOf(length, tokens[i], mark)
	}
	return out
}

// placeOf returns the index of a place that counts from 1, or from -1 at the
// end.
func placeOf(at, n int) int {
	if at < 0 {
		return n + at
	}
	return at - 1
}

// sentenceOf returns a sentence of about so many words that holds the tokens.
func (d *draft) sentenceOf(length int, tokens []string, mark string) string {
	own := make([]string, 0, length+2*len(tokens)+2)
	if d.sentence[0] != "" {
		own = append(own, d.sentence[0])
	}
	if w := d.paragraph[1]; w != "" {
		tokens = append(slices.Clone(tokens), w)
	}
	need := len(own)
	for _, t := range tokens {
		need += 1 + strings.Count(t, " ")
	}
	if d.sentence[1] != "" {
		need++
	}
	filler := d.filler(max(length-need, 1))
	cut := min(len(filler), 1)
	own = append(own, filler[:cut]...)
	for _, t := range tokens {
		own = append(own, t)
		if cut < len(filler) {
			own, cut = append(own, filler[cut]), cut+1
		}
	}
	own = append(own, filler[cut:]...)
	if d.sentence[1] != "" {
		own = append(own, d.sentence[1])
	}
	if len(own) == 0 {
		return mark
	}
	own[0] = upperFirst(own[0])
	own[len(own)-1] += mark
	return strings.Join(own, " ")
}

// filler returns n words of a running text, without those to be avoided.
func (d *draft) filler(n int) []string {
	stock := stocks(d.language)
	out := make([]string, 0, n)
	start := d.rng.IntN(len(stock))
	for i := 0; len(out) < n && i < 40*n+len(stock); i++ {
		w := stock[(start+i)%len(stock)]
		if !slices.ContainsFunc(d.avoid, func(a string) bool { return strings.Contains(w, a) }) {
			out = append(out, w)
		}
	}
	return out
}

func upperFirst(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

func lowerFirst(s string) string {
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && (s[1] < 'A' || s[1] > 'Z') {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

func titled(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		words[i] = upperFirst(w)
	}
	return strings.Join(words, " ")
}

// items returns n list items of a few words behind marks.
func (d *draft) items(n int, mark string) {
	for i := range n {
		m := mark
		if mark == "1." {
			m = strconv.Itoa(i+1) + "."
		}
		d.lines = append(d.lines, m+" "+upperFirst(strings.Join(d.filler(4), " ")))
	}
}

var headings = []string{"Morning", "Noon", "Evening", "Night", "Later", "Before", "Elsewhere", "Home", "Away", "Again"}

// stocks returns words in the order of a running text in the language.
func stocks(language string) []string {
	if words, ok := stock[language]; ok {
		return words
	}
	return stock["en"]
}

// stock is running by words.
var stock = func() map[string][]string {
	out := map[string][]string{}
	for language, text := range running {
		out[language] = strings.Fields(text)
	}
	return out
}()

var running = map[string]string{
	"en": "the small boat left before noon and the people on the pier watched it go while a dog slept near the gate of the old mill where they had once made bread for all of the town and for the farms along the river but now only the wind went in and out through its open doors as the days grew short and the rain came down from the hills with the smell of wood and grass and a man who had worked there for most of his life said that he would not leave until the last of the birds had gone south",
	"de": "das kleine boot verließ den hafen am mittag und die leute auf der mauer sahen ihm nach während ein hund neben dem tor der alten mühle schlief in der sie früher das brot für die ganze stadt gebacken hatten aber jetzt ging nur noch der wind durch die offenen türen und die tage wurden kürzer",
	"fr": "le petit bateau quitta le port vers midi et les gens sur le quai le regardaient partir pendant que le chien dormait devant la porte du vieux moulin où ils avaient fait du pain pour toute la ville mais maintenant seul le vent passait par les portes ouvertes et les jours devenaient plus courts",
	"es": "el pequeño barco salió del puerto al mediodía y la gente en el muelle lo miraba mientras un perro dormía junto a la puerta del viejo molino donde antes hacían pan para todo el pueblo pero ahora solo el viento entraba por las puertas abiertas y los días eran cada vez más cortos",
	"it": "la piccola barca lasciò il porto verso mezzogiorno e la gente sul molo la guardava andare via mentre un cane dormiva vicino alla porta del vecchio mulino dove una volta facevano il pane per tutta la città ma adesso solo il vento passava attraverso le porte aperte e i giorni diventavano più corti",
	"pt": "o pequeno barco deixou o porto ao meio dia e as pessoas no cais olhavam para ele enquanto um cão dormia junto à porta do velho moinho onde antes faziam o pão para toda a cidade mas agora só o vento passava pelas portas abertas e os dias ficavam cada vez mais curtos",
}
