// Package worddiff shows how one text became another, word by word.
package worddiff

import (
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"adhere/internal/lazyregexp"
)

// mostCompared is the largest product of the lengths of two texts, in words
// and what is between them, that are compared word by word. Beyond it a text
// counts as replaced: time grows with the product.
const mostCompared = 16_000_000

// A Change is a stretch of a text that stayed, or one that went and what came
// in its place; either of these two may be empty.
type Change struct{ Same, Gone, Come string }

// Diff returns how one text becomes another. What stayed and went makes the
// first, what stayed and came the second. Texts too long to compare are
// replaced but for their beginning and end.
func Diff(before, after string) []Change {
	a, b := piece.FindAllString(before, -1), piece.FindAllString(after, -1)
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var w gatherer
	w.add(diffmatchpatch.DiffEqual, strings.Join(a[:start], ""))
	w.between(a[start:len(a)-end], b[start:len(b)-end])
	w.add(diffmatchpatch.DiffEqual, strings.Join(a[len(a)-end:], ""))
	return bridged(w.all)
}

// Marked shows how one text became another: what went as [-words-], what
// came as {+words+}.
func Marked(before, after string) string {
	var out strings.Builder
	mark := func(left, text, right string) {
		if text != "" {
			out.WriteString(left + text + right)
		}
	}
	for _, c := range Diff(before, after) {
		out.WriteString(c.Same)
		mark("[-", c.Gone, "-]")
		mark("{+", c.Come, "+}")
	}
	return out.String()
}

// The pieces of a text, which joined are the text: white space, words, signs.
// In scripts that set no spaces between words, as Chinese, each letter is one.
var piece = lazyregexp.New(`\s+|[\p{Latin}\p{Greek}\p{Cyrillic}\p{Armenian}\p{Georgian}\p{Hebrew}\p{Arabic}\p{Devanagari}\p{Hangul}\p{N}\p{M}'’]+|.`)

// A gatherer gathers changes; what stayed stands between any two others.
type gatherer struct{ all []Change }

func (w *gatherer) add(what diffmatchpatch.Operation, text string) {
	if text == "" {
		return
	}
	same := what == diffmatchpatch.DiffEqual
	if n := len(w.all); n == 0 || same != (w.all[n-1].Same != "") {
		w.all = append(w.all, Change{})
	}
	switch last := &w.all[len(w.all)-1]; what {
	case diffmatchpatch.DiffEqual:
		last.Same += text
	case diffmatchpatch.DiffDelete:
		last.Gone += text
	case diffmatchpatch.DiffInsert:
		last.Come += text
	}
}

func (w *gatherer) between(a, b []string) {
	if len(a)*len(b) > mostCompared {
		w.add(diffmatchpatch.DiffDelete, strings.Join(a, ""))
		w.add(diffmatchpatch.DiffInsert, strings.Join(b, ""))
		return
	}
	t := tokens{known: map[string]rune{}}
	for _, part := range t.compared(a, b) {
		w.add(part.Type, t.text(part.Text))
	}
}

// Pairs returns for each of x its partner, an equal one of y, or -1. As many as
// possible are paired, in their order. Time grows with the product of both.
func Pairs(x, y []string) []int {
	t, pairs, at := tokens{known: map[string]rune{}}, []int(nil), 0
	for _, part := range t.compared(x, y) {
		for range part.Text {
			switch part.Type {
			case diffmatchpatch.DiffEqual:
				pairs, at = append(pairs, at), at+1
			case diffmatchpatch.DiffDelete:
				pairs = append(pairs, -1)
			case diffmatchpatch.DiffInsert:
				at++
			}
		}
	}
	return pairs
}

// compared is the shortest way from one list to the other, whatever the
// machine's speed.
func (t *tokens) compared(a, b []string) []diffmatchpatch.Diff {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0
	return d.DiffMainRunes(t.runes(a), t.runes(b), false)
}

// bridged joins replacements that have only a space between them: one reads
// better than two.
func bridged(all []Change) []Change {
	var out []Change
	for _, c := range all {
		n := len(out)
		if n >= 2 && c.replaces() && out[n-1].Same == " " && out[n-2].replaces() {
			out[n-2].Gone += " " + c.Gone
			out[n-2].Come += " " + c.Come
			out = out[:n-1]
			continue
		}
		out = append(out, c)
	}
	return out
}

func (c Change) replaces() bool { return c.Gone != "" && c.Come != "" }

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
