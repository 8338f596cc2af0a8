// Package lazyregexp has regular expressions that are compiled when they are
// first used: the program has hundreds, and one command uses few.
//
//nolint:revive // what its methods do is said there
package lazyregexp

import (
	"io"
	"regexp"
	"sync/atomic"
)

// A Regexp is a regular expression, safe for concurrent use. Its methods are
// those of regexp.Regexp. It holds nothing that is computed at the start, so that
// the linker lays out package variables and no code runs for them.
type Regexp struct {
	expression string
	spelt      func(expression string) string
	compiled   atomic.Pointer[regexp.Regexp]
}

// New returns a regular expression. Where it is first used it panics if it
// cannot be parsed.
func New(expression string) *Regexp { return &Regexp{expression: expression} }

// Spelt is New of what spelt makes of the expression, when it is first used.
func Spelt(spelt func(string) string, expression string) *Regexp {
	return &Regexp{expression: expression, spelt: spelt}
}

func (r *Regexp) get() *regexp.Regexp {
	if c := r.compiled.Load(); c != nil {
		return c
	}
	expression := r.expression
	if r.spelt != nil {
		expression = r.spelt(expression)
	}
	c := regexp.MustCompile(expression) // the same in every goroutine that comes here
	r.compiled.Store(c)
	return c
}

func (r *Regexp) FindAllString(s string, n int) []string { return r.get().FindAllString(s, n) }
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.get().FindAllStringIndex(s, n)
}

func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.get().FindAllStringSubmatch(s, n)
}

func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.get().FindAllStringSubmatchIndex(s, n)
}
func (r *Regexp) FindString(s string) string           { return r.get().FindString(s) }
func (r *Regexp) FindStringIndex(s string) []int       { return r.get().FindStringIndex(s) }
func (r *Regexp) FindStringSubmatch(s string) []string { return r.get().FindStringSubmatch(s) }
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.get().FindStringSubmatchIndex(s)
}

func (r *Regexp) FindReaderSubmatchIndex(s io.RuneReader) []int {
	return r.get().FindReaderSubmatchIndex(s)
}
func (r *Regexp) MatchString(s string) bool { return r.get().MatchString(s) }
func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	return r.get().ReplaceAllStringFunc(s, with)
}

func (r *Regexp) ReplaceAllString(s, with string) string {
	return r.get().ReplaceAllString(s, with)
}
func (r *Regexp) Split(s string, n int) []string { return r.get().Split(s, n) }
func (r *Regexp) String() string                 { return r.get().String() }
