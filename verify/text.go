package verify

import (
	"cmp"
	"strings"

	"adhere/verify/langid"
	"adhere/verify/parity"
	"adhere/verify/punkt"
	"adhere/verify/treebank"
)

// A Text is a response prepared for checking: what several checks need is
// worked out once, when it is first asked for. It is not safe for concurrent
// use. All views are the parity reading: what official evaluators count.
type Text struct {
	s  string
	of *Text // which it is a variant of; nil of none

	trimmed, lower, folded memo[string]
	words                  memo[int]
	sentences, tokens      memo[[]string]
	language               memo[string]
	variants               memo[[]variant]
	views                  map[any]any // see View
}

// A memo keeps a view once it has been worked out.
type memo[T any] struct {
	value T
	done  bool
}

func (m *memo[T]) get(work func() T) T {
	if !m.done {
		m.value, m.done = work(), true
	}
	return m.value
}

// View returns what work makes of the text, worked out once for each key. It
// is for what checks of one package share; keys are of types of that package.
func (t *Text) View(key any, work func() any) any {
	if view, ok := t.views[key]; ok {
		return view
	}
	view := work()
	if t.views == nil {
		t.views = map[any]any{}
	}
	t.views[key] = view
	return view
}

// Shared is View of the original text, if t is a variant of one: for values that
// the variants have in common.
func (t *Text) Shared(key any, work func() any) any { return cmp.Or(t.of, t).View(key, work) }

// IsVariant reports whether t is a variant: a text without what may stand around
// an answer. What a check measures of a variant that fails is not shown.
func (t *Text) IsVariant() bool { return t.of != nil }

// NewText prepares s.
func NewText(s string) *Text { return &Text{s: s} }

// String returns the text as it was given.
func (t *Text) String() string { return t.s }

// Trimmed returns the text without white space at both ends.
func (t *Text) Trimmed() string {
	return t.trimmed.get(func() string { return parity.TrimSpace(t.s) })
}

// Lower returns the text in lower case.
func (t *Text) Lower() string {
	return t.lower.get(func() string { return parity.Lower(t.s) })
}

// Folded returns the text with each character replaced by the one that
// stands for all its cases; see parity.Fold.
func (t *Text) Folded() string {
	return t.folded.get(func() string { return parity.Fold(t.s) })
}

// Words returns the number of words: runs of letters, numbers and
// underscores.
func (t *Text) Words() int {
	return t.words.get(func() int { return parity.CountWords(t.s) })
}

// Sentences returns the sentences, as package punkt cuts them.
func (t *Text) Sentences() []string {
	return t.sentences.get(func() []string { return punkt.Sentences(t.s) })
}

// Tokens returns the words and marks of all sentences, as package treebank
// cuts them.
func (t *Text) Tokens() []string {
	return t.tokens.get(func() []string { return treebank.All(t.Sentences()) })
}

// Language returns the code of the text's language, "" if it has none that
// package langid can name, and "unknown" if no language stands out.
func (t *Text) Language() string {
	return t.language.get(func() string {
		code, ok := langid.Language(t.s)
		if ok && code == "" {
			code = "unknown"
		}
		return code
	})
}

// A variant is a text with what a model may have put around its answer taken
// away.
type variant struct {
	text   *Text
	change string // "without the first line"; empty for the text as it is
}

// loose returns the text itself and its seven variants in the order of the
// official evaluator (IFEval, section 2.2): without the first line, the last,
// both; and each of the four without asterisks. Those that repeat an earlier
// one or are empty are left out.
func (t *Text) loose() []variant {
	return t.variants.get(func() []variant {
		_, rest, _ := strings.Cut(t.s, "\n")
		first, last, both := parity.TrimSpace(rest), withoutLast(t.s), withoutLast(rest)
		forms := []struct{ s, change string }{
			{plain(t.s), "without asterisks"},
			{first, "without the first line"},
			{last, "without the last line"},
			{both, "without the first and last line"},
			{plain(first), "without the first line and asterisks"},
			{plain(last), "without the last line and asterisks"},
			{plain(both), "without the first and last line and asterisks"},
		}
		out := []variant{{text: t}}
		for _, f := range forms {
			out = appendNew(out, f.s, f.change)
		}
		return out
	})
}

func appendNew(variants []variant, s, change string) []variant {
	if parity.Blank(s) {
		return variants
	}
	for _, v := range variants {
		if v.text.s == s {
			return variants
		}
	}
	return append(variants, variant{&Text{s: s, of: variants[0].text}, change})
}

func withoutLast(s string) string {
	return parity.TrimSpace(s[:max(strings.LastIndexByte(s, '\n'), 0)])
}

func plain(s string) string { return strings.ReplaceAll(s, "*", "") }
