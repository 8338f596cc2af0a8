package algebra

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/parity"
	"adhere/verify/punkt"
)

// sentences returns the sentences of the text.
func (c *scope) sentences() []cut {
	if !c.plain {
		return punktCuts(c.s, 0)
	}
	var out []cut
	for _, b := range c.structureOf().running {
		for _, s := range joined(c.s, punktCuts(c.s[b.at:b.to], b.at)) {
			out = appendStops(out, c.s, s)
		}
	}
	return out
}

// joined takes back what no person would do: a sentence does not end with a
// full stop before a small letter (UAX 29, rule SB8), nor with "e.g.".
func joined(s string, cuts []cut) []cut {
	out := cuts[:0]
	for _, p := range cuts {
		if n := len(out); n > 0 && s[out[n-1].to-1] == '.' && (startsSmall(s[p.at:p.to]) || announces(s[out[n-1].at:out[n-1].to])) {
			out[n-1] = bare(out[n-1].at, p.to)
			continue
		}
		out = append(out, p)
	}
	return out
}

// announces reports whether a text ends in an abbreviation that something
// follows in the same sentence.
func announces(s string) bool {
	const short = " e.g. i.e. vs. cf. p.ex. z.b. d.h. bzw. ggf. inkl. vgl. "
	last := strings.ToLower(s[strings.LastIndexAny(s, " (\n\t")+1:])
	return strings.Contains(short, " "+last+" ")
}

func startsSmall(s string) bool {
	i := strings.IndexFunc(s, isLetterOrNumber)
	return i >= 0 && parity.LowerCase(firstRune(s[i:]))
}

func punktCuts(s string, offset int) []cut {
	spans := punkt.Spans(s)
	out := make([]cut, len(spans))
	for i, p := range spans {
		out[i] = bare(offset+p.Start, offset+p.End)
	}
	return out
}

// appendStops appends the sentences of one of Punkt's: those that end with a
// full stop that Punkt does not know, or with a mark that a Chinese or Japanese
// word follows without a space. What has no letter or number is none.
func appendStops(out []cut, s string, p cut) []cut {
	const stops = "。！？｡।॥؟۔"
	start := p.at
	for i, r := range s[p.at:p.to] {
		end := p.at + i + utf8.RuneLen(r)
		if !strings.ContainsRune(stops, r) && (r != '!' && r != '?' || !unspaced(firstRune(s[end:p.to]))) {
			continue
		}
		out = appendSentence(out, s, start, end)
		start = end
	}
	return appendSentence(out, s, start, p.to)
}

// unspaced reports whether a character is of a script that has no spaces between
// words, and so none behind a question mark either.
func unspaced(r rune) bool {
	return r >= '⺀' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func appendSentence(out []cut, s string, start, end int) []cut {
	if start >= end || !hasLetterOrNumber(s[start:end]) {
		return out
	}
	return append(out, trimmed(s, start, end))
}

// trimmed returns the part without white space at both ends.
func trimmed(s string, at, to int) cut {
	at, to = trim(s, at, to)
	return bare(at, to)
}

// sentencesEnding returns the sentences that end with one of the marks, or
// with one and then closing quotation marks, brackets or asterisks.
func (c *scope) sentencesEnding(marks string) []cut {
	return kept(c.units(Sentence), func(s cut) bool {
		return endsWith(strings.TrimRight(c.s[s.at:s.to], "\"'”’)]*_» \t\r\n"), marks)
	})
}
