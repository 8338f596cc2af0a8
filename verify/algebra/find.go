package algebra

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
	"adhere/verify/parity"
)

const (
	maxFind    = 1000 // bytes of what is looked for
	maxProgram = 300  // instructions of a compiled pattern
	fewRanges  = 16   // bounds of ranges that are gone through one by one
)

// A finder is a Find made ready.
type finder struct {
	Find
	needle string             // folded unless case matters; of a text or word
	narrow string             // the same for the plain reading
	exact  bool               // found as it is written: case matters, or it is a mark of which the form may matter
	re     *regexp.Regexp     // of a pattern: anywhere …
	head   *lazyregexp.Regexp // … at the start …
	tail   *lazyregexp.Regexp // … at the end …
	whole  *lazyregexp.Regexp // … or all of it
	next   *lazyregexp.Regexp // the next match after one more character
	class  []rune             // of a pattern that is one character: the ranges it may be from
	local  bool               // whether a match has bounded length
	size   int                // instructions of the pattern
}

// findKinds lists every kind.
var findKinds = []FindKind{FindText, FindWord, FindPattern}

// valid says what is wrong with the value.
func (f Find) valid() error {
	switch {
	case f.Value == "":
		return fmt.Errorf("%s: expected text, got none", f.Kind)
	case !slices.Contains(findKinds, f.Kind):
		return fmt.Errorf("expected one of %s, got %q", findKinds, f.Kind)
	case len(f.Value) > maxFind:
		return fmt.Errorf("%s: expected at most %d bytes, got %d", f.Kind, maxFind, len(f.Value))
	case !utf8.ValidString(f.Value):
		return fmt.Errorf("%s: expected UTF-8, got %q", f.Kind, f.Value)
	case f.Kind == FindPattern:
		_, _, err := f.program()
		return err
	}
	return nil
}

// program returns a pattern as a tree, and how many instructions it has.
func (f Find) program() (tree *syntax.Regexp, size int, err error) {
	flags := syntax.Perl
	if !f.Case {
		flags |= syntax.FoldCase
	}
	tree, err = syntax.Parse(f.Value, flags)
	if err != nil {
		return nil, 0, fmt.Errorf("pattern: expected a regular expression of RE2: %w", err)
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, 0, fmt.Errorf("pattern: %w", err)
	}
	if len(program.Inst) > maxProgram {
		return nil, 0, fmt.Errorf("pattern: expected at most %d steps, got %d: shorten its repetitions", maxProgram, len(program.Inst))
	}
	return tree, len(program.Inst), nil
}

// newFinder makes f ready, which is valid.
func newFinder(f Find) *finder {
	n := &finder{Find: f, needle: f.Value, narrow: f.Value}
	if f.Kind == FindPattern {
		n.compile()
		return n
	}
	n.exact = f.Case || strings.ContainsAny(f.Value, "'’ʼ\"“”„") && strings.IndexFunc(f.Value, unicode.IsLetter) < 0
	if !n.exact {
		n.needle, n.narrow = fold(f.Value, false).s, fold(f.Value, true).s
	}
	return n
}

func (f *finder) compile() {
	tree, size, _ := f.program() // it is valid
	f.local, f.size = bounded(tree), size
	if tree.Op == syntax.OpCharClass && len(tree.Rune) <= fewRanges {
		f.class = tree.Rune
	}
	source := "(?:" + tree.String() + ")"
	f.re = regexp.MustCompile(source)
	f.head, f.tail = lazyregexp.New(`\A`+source), lazyregexp.New(source+`\z`)
	f.whole, f.next = lazyregexp.New(`\A`+source+`\z`), lazyregexp.New(`\A(?s:.)(?s:.*?)(`+source+`)`)
}

// bounded reports whether the matches of a pattern have bounded length.
func bounded(re *syntax.Regexp) bool {
	unbounded := re.Op == syntax.OpStar || re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Max < 0
	return !unbounded && !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !bounded(sub) })
}

// haystack returns the text to look in, with the way back from it, and what to
// look for.
func (f *finder) haystack(c *scope) (h *folding, needle string) {
	switch {
	case f.exact:
		return &folding{s: c.s}, f.needle
	case c.plain:
		return c.fold(), f.narrow
	}
	return c.fold(), f.needle
}

// all returns the occurrences, up to limit if that is not negative.
func (f *finder) all(c *scope, limit int) []cut {
	if f.re != nil {
		return f.matches(c, limit)
	}
	var out []cut
	h, needle := f.haystack(c)
	c.shared.read += len(h.s)
	for at := 0; len(out) != limit; {
		n := strings.Index(h.s[at:], needle)
		if n < 0 {
			break
		}
		from := at + n
		to := from + len(needle)
		if f.Kind == FindWord && !c.isWord(h.place(from), h.place(to)) {
			_, size := utf8.DecodeRuneInString(h.s[from:])
			at = from + size
			continue
		}
		at = to
		out = append(out, bare(h.place(from), h.place(to)))
	}
	return out
}

// first returns the first occurrence.
func (f *finder) first(c *scope) (cut, bool) {
	if found := f.all(c, 1); len(found) > 0 {
		return found[0], true
	}
	return cut{}, false
}

// starts reports whether the text begins so, after white space.
func (f *finder) starts(c *scope) bool {
	if f.re != nil {
		return f.head.MatchString(strings.TrimLeftFunc(c.s, parity.IsSpace))
	}
	h, needle := f.haystack(c)
	s := strings.TrimLeftFunc(h.s, parity.IsSpace)
	from := len(h.s) - len(s)
	return strings.HasPrefix(s, needle) && (f.Kind != FindWord || c.isWord(h.place(from), h.place(from+len(needle))))
}

// ends reports whether the text ends so, before white space.
func (f *finder) ends(c *scope) bool {
	if f.re != nil {
		return f.tail.MatchString(parity.TrimRight(c.s))
	}
	h, needle := f.haystack(c)
	s := parity.TrimRight(h.s)
	return strings.HasSuffix(s, needle) && (f.Kind != FindWord || c.isWord(h.place(len(s)-len(needle)), h.place(len(s))))
}

// equals reports whether the text, without white space around it, is it.
func (f *finder) equals(c *scope) bool {
	if f.re != nil {
		return f.whole.MatchString(parity.TrimSpace(c.s))
	}
	h, needle := f.haystack(c)
	return parity.TrimSpace(h.s) == needle
}
