package main

import (
	"strings"
	"unicode"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// mostCompared is the largest product of the lengths of two texts, in words
// and the spaces between them, that are compared word by word. Beyond it a
// text counts as replaced: time grows with the product.
const mostCompared = 50_000_000

// A change is a stretch of a text: what went and what came, or what stayed.
type change struct{ same, gone, come string }

// wordDiff shows how one text became another: what went as [-words-], what
// came as {+words+}.
func wordDiff(before, after string) string {
	var out strings.Builder
	mark := func(left, text, right string) {
		if text != "" {
			out.WriteString(left + text + right)
		}
	}
	for _, c := range bridged(changes(before, after)) {
		out.WriteString(c.same)
		mark("[-", c.gone, "-]")
		mark("{+", c.come, "+}")
	}
	return out.String()
}

// changes compares word by word.
func changes(before, after string) []change {
	a, b := pieces(before), pieces(after)
	if len(a)*len(b) > mostCompared {
		return []change{{gone: before, come: after}}
	}
	t := tokens{known: map[string]rune{}}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // whatever the machine's speed, one result
	var all []change
	for _, part := range d.DiffMainRunes(t.runes(a), t.runes(b), false) {
		text := t.text(part.Text)
		if part.Type == diffmatchpatch.DiffEqual {
			all = append(all, change{same: text})
			continue
		}
		if len(all) == 0 || all[len(all)-1].same != "" {
			all = append(all, change{})
		}
		if last := &all[len(all)-1]; part.Type == diffmatchpatch.DiffDelete {
			last.gone += text
		} else {
			last.come += text
		}
	}
	return all
}

// bridged joins replacements that have only a space between them: one reads
// better than two.
func bridged(all []change) []change {
	var out []change
	for _, c := range all {
		n := len(out)
		if n >= 2 && c.replaces() && out[n-1].same == " " && out[n-2].replaces() {
			out[n-2].gone += " " + c.gone
			out[n-2].come += " " + c.come
			out = out[:n-1]
			continue
		}
		out = append(out, c)
	}
	return out
}

func (c change) replaces() bool { return c.gone != "" && c.come != "" }

// pieces cuts a text into words and the white space between them, so that the
// pieces joined are the text.
func pieces(text string) []string {
	var all []string
	start, space := 0, false
	for i, r := range text {
		if is := unicode.IsSpace(r); is != space {
			if i > start {
				all = append(all, text[start:i])
			}
			start, space = i, is
		}
	}
	if start < len(text) {
		all = append(all, text[start:])
	}
	return all
}

// tokens stand for pieces of text by one rune each.
type tokens struct {
	known map[string]rune
	list  []string
}

// The runes that stand for pieces start behind those that UTF-8 has no form
// for.
const firstToken = 0xE000

func (t *tokens) runes(pieces []string) []rune {
	out := make([]rune, len(pieces))
	for i, p := range pieces {
		r, ok := t.known[p]
		if !ok {
			r = rune(firstToken + len(t.list))
			t.known[p] = r
			t.list = append(t.list, p)
		}
		out[i] = r
	}
	return out
}

func (t *tokens) text(runes string) string {
	var b strings.Builder
	for _, r := range runes {
		b.WriteString(t.list[r-firstToken])
	}
	return b.String()
}
