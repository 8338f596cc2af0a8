package gateway

import (
	"slices"
	"strings"

	"adhere/verify"
	"adhere/verify/algebra"
)

// A watch looks at a text while it is written, and says when it breaks a rule
// that nothing written later can mend.
type watch struct {
	checks []verify.Check
	seen   int // bytes of the text that were looked at
	found  bool
}

// watchEvery is how many bytes a text grows at least between two looks.
const watchEvery = 64

// lookEvery is how many bytes a text of so many grows between two looks at all of it, so
// that those together take a time in proportion to its length.
func lookEvery(length int) int { return length / 32 }

// newWatch watches by those of the constraints that can be broken for good.
// Without the client's word that it knows replacements there is nothing to
// watch for: what it has read cannot be taken back.
func newWatch(x *exchange) *watch {
	w := &watch{}
	if !x.settings.replace {
		return w
	}
	for _, r := range x.list.requirements {
		if c, ok := checkOf(r.Rule); ok && forGood(c.Expr) {
			if check, err := c.Compile(); err == nil {
				w.checks = append(w.checks, check)
			}
		}
	}
	return w
}

// forGood reports whether a text that breaks a demand breaks it whatever
// follows: something must not be there, or there must not be more of it.
func forGood(e algebra.Expr) bool {
	switch e := e.(type) {
	case algebra.All:
		return !slices.ContainsFunc(e, func(part algebra.Expr) bool { return !forGood(part) })
	case algebra.Not:
		c, ok := e.Of.(algebra.Contains)
		return ok && plain(c.What)
	case algebra.Compare:
		return upTo(e.Is) && grows(e.Of)
	}
	return false
}

// upTo reports whether a relation bounds a number from above only.
func upTo(r algebra.Relation) bool {
	return r.Op == algebra.OpMost || r.Op == algebra.OpLess || r.Op == algebra.OpExactly && r.N == 0
}

// grows reports whether a number can only grow with the text. Sentences,
// paragraphs and the like are not among them: what looks like two may become
// one.
func grows(m algebra.Measure) bool {
	c, ok := m.(algebra.Count)
	if !ok || c.Of.Of != nil || c.Of.That != nil || c.Of.Pick != (algebra.Pick{}) {
		return false
	}
	switch s := c.Of.Source.(type) {
	case algebra.Unit:
		return s == algebra.Word || s == algebra.Character
	case algebra.Find:
		return plain(s)
	}
	return false
}

// plain reports whether what is found stays found: a pattern can look at what
// follows.
func plain(f algebra.Find) bool { return f.Kind != algebra.FindPattern }

// broken reports whether the text breaks a rule for good. It looks at whole
// words only.
func (w *watch) broken(text string) bool {
	if w.found || len(w.checks) == 0 || len(text)-w.seen < max(watchEvery, lookEvery(w.seen)) {
		return w.found
	}
	w.seen = len(text)
	end := strings.LastIndexAny(text, " \n")
	if end <= 0 {
		return false
	}
	t := verify.NewText(text[:end])
	for _, check := range w.checks {
		if !check(t).Met {
			w.found = true
		}
	}
	return w.found
}
