package algebra

import (
	"fmt"
	"strconv"
	"strings"

	"adhere"
)

// A wording goes through the English of a check in one of two ways: it prints
// what it is given, or it reads what was printed, from left to right. Each kind
// of value says its English once, in a method that has both from that:
//
//	w.say("between ")
//	w.number(&r.N)
//	w.say(" and ")
//	w.number(&r.M)
//
// Nothing of what is printed is changed. After the first error of reading,
// everything that is read is of no meaning.
type wording struct {
	b        []byte // what is printed
	measured bool   // a number that was measured is printed, not what was demanded

	reads bool
	s     string // what is read
	at    int
	depth int
	err   error
}

const (
	maxEnglish    = 1 << 16 // bytes
	maxParseDepth = 4 * maxDepth
)

// printed returns what is printed.
func printed(through func(w *wording)) string {
	var w wording
	through(&w)
	return string(w.b)
}

// String returns the check in English; Parse reads it back.
func (c Check) String() string {
	c = c.Canonical()
	return printed(func(w *wording) { w.check(&c) })
}

// Parse reads a check from the English that Check.String prints. It returns
// the check in its canonical form. The error, of code Invalid, says where
// the text stops being such English and what was expected there.
func Parse(english string) (Check, error) {
	w := &wording{reads: true, s: english}
	if len(english) > maxEnglish {
		w.fail("expected at most %d bytes, got %d", maxEnglish, len(english))
	}
	c := Check{Reading: Plain}
	w.check(&c)
	if w.err == nil && w.at < len(w.s) {
		w.expected("the end")
	}
	if w.err == nil {
		c = c.Canonical()
		w.err = c.Validate()
	}
	if w.err != nil {
		return Check{}, &adhere.Error{
			Code: adhere.Invalid, Message: "reading a check from English", Err: w.err,
			Hint: "write it as checks are printed, for example: the answer has at most 50 words",
		}
	}
	return c, nil
}

func (w *wording) check(c *Check) {
	if w.on(c.Reading == Parity, "in the parity reading, ") && w.reads {
		c.Reading = Parity
	}
	w.clauses(&c.Expr, theAnswer)
}

func (w *wording) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

func (w *wording) expected(what string) {
	if w.reads {
		w.fail("byte %d: %s expected, got %s", w.at+1, what, quoteStart(w.s[w.at:]))
	}
}

// next reports whether a text follows in what is read.
func (w *wording) next(text string) bool {
	return w.reads && w.err == nil && strings.HasPrefix(w.s[w.at:], text)
}

// on prints a text if it is to be there, or reads it if it follows, and reports
// whether it did.
func (w *wording) on(is bool, text string) bool {
	switch {
	case !w.reads && is:
		w.b = append(w.b, text...)
	case w.reads:
		if is = w.next(text); is {
			w.at += len(text)
		}
	}
	return is
}

// say is a text that is always there.
func (w *wording) say(text string) {
	if !w.on(true, text) {
		w.expected(strconv.Quote(text))
	}
}

// enter begins what may hold its own kind, leave ends it.
func (w *wording) enter() {
	if w.depth++; w.reads && w.depth > maxParseDepth {
		w.fail("byte %d: expected at most %d levels", w.at+1, maxParseDepth)
	}
}

func (w *wording) leave() { w.depth-- }

// as goes through a value of one type among several, behind the words that tell
// it from the others. It reports false if it is of another.
func as[T, N any](w *wording, v *N, lead string, through func(*T)) bool {
	t, is := any(*v).(T)
	if !w.on(is, lead) {
		return false
	}
	through(&t)
	if w.reads {
		*v, _ = any(t).(N)
	}
	return true
}

// inflected is as, behind a word that ends with an s or does not: in what is
// read both will do.
func inflected[T, N any](w *wording, v *N, word string, s bool, tail string, through func(*T)) bool {
	if w.reads && w.next(word+"s"+tail) || !w.reads && s {
		word += "s"
	}
	return as(w, v, word+tail, through)
}

// An option is one of a few values and what is said for it.
type option[T comparable] struct {
	is    T
	words string
}

// choose goes through a value that is one of few. It reports false if it is none.
func choose[T comparable](w *wording, v *T, options ...option[T]) bool {
	for _, o := range options {
		if !w.on(*v == o.is, o.words) {
			continue
		}
		if w.reads {
			*v = o.is
		}
		return true
	}
	return false
}

// list goes through the elements of "a, b and c", n of them where they are printed.
// In what is read, one follows a comma or the last word only if follows says so.
func (w *wording) list(n int, last string, element func(i int), follows func() bool) {
	for i := 0; ; i++ {
		element(i)
		switch {
		case !w.reads && i+1 >= n:
			return
		case !w.reads && i+2 == n:
			w.say(last)
		case !w.reads:
			w.say(", ")
		case !w.before(", ", follows) && !w.before(last, follows):
			return
		}
	}
}

// before reads a text if what is asked for follows it.
func (w *wording) before(text string, follows func() bool) bool {
	start := w.at
	if w.on(false, text) && follows() {
		return true
	}
	w.at = start
	return false
}

// texts goes through a list of texts in quotation marks.
func (w *wording) texts(list *[]string, last string) {
	w.list(len(*list), last, func(i int) {
		if w.reads {
			*list = append(*list, "")
		}
		w.quoted(&(*list)[i])
	}, w.nextQuote)
}

func (w *wording) nextQuote() bool { return w.next(`"`) || w.next("`") }

// quoted is a text in quotation marks, or in read ones in backquotes, written as
// in Go.
func (w *wording) quoted(s *string) {
	if !w.reads {
		w.b = strconv.AppendQuote(w.b, *s)
		return
	}
	q, err := strconv.QuotedPrefix(w.s[w.at:])
	if err == nil && q[0] != '\'' && w.err == nil {
		w.at += len(q)
		*s, err = strconv.Unquote(q)
	} else {
		w.expected("a text in quotation marks")
	}
	if err != nil {
		w.expected("a text in quotation marks")
	}
}

// pattern is quoted, but is printed in backquotes where it can be, which keeps
// backslashes and quotation marks readable.
func (w *wording) pattern(s *string) {
	if w.reads {
		w.quoted(s)
	} else {
		w.say(quotePattern(*s))
	}
}

func quotePattern(s string) string {
	if strconv.CanBackquote(s) && !strings.Contains(s, "\t") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

func (w *wording) number(n *float64) {
	if !w.reads {
		w.b = appendNumber(w.b, *n)
		return
	}
	var err error
	if *n, err = strconv.ParseFloat(w.digits("0123456789."), 64); err != nil {
		w.expected("a number")
	}
}

func (w *wording) integer(n *int) {
	if !w.reads {
		w.b = appendInteger(w.b, *n)
		return
	}
	var err error
	if *n, err = strconv.Atoi(w.digits("0123456789")); err != nil {
		w.expected("a whole number")
	}
}

func (w *wording) digits(of string) string {
	if w.err != nil {
		return ""
	}
	rest := w.s[w.at:]
	n := len(rest) - len(strings.TrimLeft(rest, of))
	w.at += n
	return rest[:n]
}

func (w *wording) nextDigit() bool {
	return w.reads && w.err == nil && w.at < len(w.s) && isDigit(w.s[w.at])
}
