package papers

import (
	"strconv"
	"strings"
	"unicode"

	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/internal/writing"
)

// A Related is a paragraph of related work, with what it cites: the entries of
// the list of references, or what stands in the text where there is none.
type Related struct {
	Text  string
	Cites []string
}

var (
	ofRelated    = lazyregexp.New(`(?i)^[\d.\sIVX]*(?:(?:related|previous|prior|existing) (?:works?|research|studies|literature|approaches)|literature review|background|state of the art)\b`)
	ofReferences = lazyregexp.New(`(?i)^[\d.\sIVX]*(?:references(?: cited)?|bibliography|works cited|literature(?: cited)?|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|参考文献|参考资料)\s*:?\s*$`)
	entryMark    = lazyregexp.New(`(?:^|\s)\[(\d{1,3})\]\s+`)
	numberedCite = lazyregexp.New(`\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]`)
	numberOrSpan = lazyregexp.New(`(\d{1,3})(?:\s*[–-]\s*(\d{1,3}))?`)
	authorCite   = lazyregexp.New(`(\p{Lu}[\p{L}'’-]+)(?:,? (?:and|&) \p{Lu}[\p{L}'’-]+| et al\.?)?,? \(?((?:19|20)\d\d)[a-z]?\b`)
)

// RelatedWork returns the paragraphs of a document that stand under a heading
// of related work, with what each cites: as the file marks it (S2ORC), or else
// by numbers in brackets or names with years, looked up in the references.
func RelatedWork(d *writing.Document) []Related {
	var out []Related
	refs := referencesOf(d)
	for _, p := range d.Paragraphs {
		if !ofRelated.MatchString(p.Section) {
			continue
		}
		r := Related{Text: p.Text, Cites: p.Cites}
		if len(r.Cites) == 0 {
			r.Cites = refs.citedIn(p.Text)
		}
		out = append(out, r)
	}
	return out
}

// references are the entries of a document's list, by number from 1 where they
// have one.
type references struct {
	list     []string
	byNumber map[int]string
}

func referencesOf(d *writing.Document) references {
	r := references{byNumber: map[int]string{}}
	for _, text := range d.References {
		at := entryMark.FindAllStringSubmatchIndex(text, -1)
		if len(at) == 0 {
			r.list = append(r.list, text)
			if _, taken := r.byNumber[len(r.list)]; !taken {
				r.byNumber[len(r.list)] = text
			}
		}
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			entry := strings.TrimSpace(text[m[1]:end])
			r.list = append(r.list, entry)
			r.byNumber[number(text[m[2]:m[3]])] = entry
		}
	}
	return r
}

// withoutReferences returns the paragraphs of a document, and puts those that
// stand under the heading of a list of references to its references.
func withoutReferences(d *writing.Document) []writing.Paragraph {
	var own []writing.Paragraph
	for _, p := range d.Paragraphs {
		if ofReferences.MatchString(p.Section) {
			d.References = append(d.References, clean(p.Text))
		} else {
			own = append(own, p)
		}
	}
	return own
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil { // three digits at most
		return 0
	}
	return n
}

// citedIn lists what a text cites, each once, in order.
func (r *references) citedIn(text string) []string {
	var out []string
	add := func(entry string) {
		out = lists.AddNew(out, entry)
	}
	for _, group := range numberedCite.FindAllString(text, -1) {
		for _, m := range numberOrSpan.FindAllStringSubmatch(group, -1) {
			from := number(m[1])
			for n := from; n <= max(from, min(number(m[2]), from+50)); n++ {
				if entry := r.byNumber[n]; entry != "" {
					add(entry)
				} else {
					add("[" + strconv.Itoa(n) + "]")
				}
			}
		}
	}
	for _, m := range authorCite.FindAllStringSubmatch(text, -1) {
		add(r.entryOf(m[1], m[2], m[0]))
	}
	return out
}

// entryOf returns the entry of a first author and year, or else the citation.
func (r *references) entryOf(name, year, citation string) string {
	for _, entry := range r.list {
		if at := strings.Index(entry, name); at >= 0 && at < 60 && strings.Contains(entry, year) {
			return entry
		}
	}
	return citation
}

// SameTitle reports whether a reference is to the document of that title: it
// has its words, whatever the case and the signs between them.
func SameTitle(reference, title string) bool {
	t := bareWords(title)
	return len(strings.Fields(t)) > 1 && strings.Contains(" "+bareWords(reference)+" ", " "+t+" ") || t != "" && t == bareWords(reference)
}

func bareWords(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}
