package edits

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
	"adhere/verify/punkt"
)

// A unit is a sentence or the first sentence of a list's item.
type unit struct {
	text string
	key  string // what is compared: neither white space nor the shape of quotation marks counts
	para int
	item bool // begins an item of a list
}

// A version is one of the two texts, cut up.
type version struct{ units []unit }

var (
	blank       = lazyregexp.New(`\n[ \t\r]*\n\s*`)
	marker      = lazyregexp.New(`^\s*(?:[-*•‣–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+`)
	abbreviated = lazyregexp.New(`(?i)(?:^|[\s(])(?:approx|figs?|eqs?|sects?|secs?|cf|vs|viz|ca|e\.g|i\.e|al|dr|prof|mr|mrs|vol|pp|tab|ref|refs|dept|resp|incl|ext)\.$|\s\d{1,2}\.$`)
	spaced      = lazyregexp.New(`[\p{Han}\p{Hiragana}\p{Katakana}]`)
	stops       = lazyregexp.New(`[。！？]`)
	refs        = lazyregexp.New(`^(?:\[\d+(?:\s*[,;]\s*\d+)*\]\s*[.,;]?\s*)+`)
	typed       = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "`", "'", "…", "...", "–", "-", "—", "-", "‑", "-", "\u00a0", " ", "\u00ad", "", "\u200b", "")
	gaps        = strings.NewReplacer(" .", ".", " ,", ",", " ;", ";", " :", ":", " !", "!", " ?", "?")
)

// fold returns the text as it is compared.
func fold(s string) string {
	return gaps.Replace(strings.Join(strings.Fields(typed.Replace(s)), " "))
}

// cut divides a text into paragraphs and these into sentences.
func cut(text string) version {
	var v version
	for para, p := range paragraphs(text) {
		for _, line := range lines(p) {
			v.line(line, para)
		}
	}
	return v
}

// paragraphs are parted by blank lines; where there are none, and every line
// ends a sentence, by lines.
func paragraphs(text string) []string {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	parts := blank.Split(text, -1)
	if len(parts) > 1 {
		return parts
	}
	list := strings.Split(text, "\n")
	if slices.ContainsFunc(list, func(line string) bool { return marker.MatchString(line) || !closed(line) }) {
		return parts
	}
	return list
}

// closed reports whether the line ends a sentence; a reference may follow.
func closed(line string) bool {
	line = strings.TrimRight(bracketed.ReplaceAllString(line, ""), " \t\r\"'”’)]")
	end, _ := utf8.DecodeLastRuneInString(line)
	return line == "" || strings.ContainsRune(".!?:。！？", end)
}

// lines joins lines that were only wrapped. Items of lists, and headings, stand
// for themselves.
func lines(p string) []string {
	var out []string
	for line := range strings.SplitSeq(p, "\n") {
		switch {
		case strings.TrimSpace(line) == "":
		case len(out) == 0, strings.HasPrefix(strings.TrimSpace(line), "|"), marker.MatchString(line), heading(line), heading(out[len(out)-1]), strings.HasSuffix(strings.TrimSpace(out[len(out)-1]), ":"):
			out = append(out, line)
		default:
			out[len(out)-1] += " " + strings.TrimSpace(line)
		}
	}
	return out
}

func heading(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "#") }

// line adds the sentences of a line.
func (v *version) line(line string, para int) {
	item := marker.FindString(line)
	for n, s := range sentences(line[len(item):]) {
		u := unit{text: s, key: fold(s), para: para}
		if n == 0 && item != "" {
			u.item, u.text, u.key = true, strings.TrimSpace(item)+" "+s, "- "+u.key // whatever the mark: items are numbered anew
		}
		v.units = append(v.units, u)
	}
}

// sentences cuts as the checkers do, but leaves a reference with the sentence
// before it, and goes on after more abbreviations.
func sentences(s string) []string {
	var out []string
	parts := punkt.Sentences(s)
	if stops.MatchString(s) {
		parts = strings.SplitAfter(stops.ReplaceAllString(s, "$0\n"), "\n")
	}
	for _, p := range parts {
		p = strings.TrimSpace(p)
		if p == "" {
			continue
		}
		if n := len(out) - 1; n >= 0 {
			ref := refs.FindString(p)
			if abbreviated.MatchString(out[n]) || !strings.ContainsFunc(p[len(ref):], letter) {
				out[n] += " " + p
				continue
			}
			if ref != "" {
				out[n], p = out[n]+" "+strings.TrimSpace(ref), p[len(ref):]
			}
		}
		out = append(out, p)
	}
	return out
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// words returns the words of a text in lower case. In Chinese and Japanese each
// character is one.
func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(spaced.ReplaceAllString(s, " $0 ")), func(r rune) bool { return !letter(r) && r != '\'' })
}

// together reports whether a unit stands in the paragraph of the one before it.
func (v *version) together(i int) bool { return v.units[i].para == v.units[i-1].para }

func (v *version) keys() (out []string) {
	for i := range v.units {
		out = append(out, v.units[i].key)
	}
	return out
}

// text is the whole version as it is compared, on one line.
func (v *version) text() string { return strings.Join(v.keys(), " ") }
