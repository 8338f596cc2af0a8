// Package lazyregexp has regular expressions that are compiled when they are
// first used: the program has hundreds, and one command uses few.
//
//nolint:revive // what its methods do is said there
package lazyregexp

import (
	"io"
	"regexp"
	"sync"
)

// A Regexp is a regular expression, safe for concurrent use. Its methods are
// those of regexp.Regexp.
type Regexp struct{ compiled func() *regexp.Regexp }

// New returns a regular expression. Where it is first used it panics if it
// cannot be parsed.
func New(expression string) *Regexp {
	return &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })}
}

func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}

func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}

func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}
func (r *Regexp) FindString(s string) string           { return r.compiled().FindString(s) }
func (r *Regexp) FindStringIndex(s string) []int       { return r.compiled().FindStringIndex(s) }
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}

func (r *Regexp) FindReaderSubmatchIndex(s io.RuneReader) []int {
	return r.compiled().FindReaderSubmatchIndex(s)
}
func (r *Regexp) MatchString(s string) bool { return r.compiled().MatchString(s) }
func (r *Regexp) ReplaceAllStringFunc(s string, with func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, with)
}

func (r *Regexp) ReplaceAllString(s, with string) string {
	return r.compiled().ReplaceAllString(s, with)
}
func (r *Regexp) Split(s string, n int) []string { return r.compiled().Split(s, n) }
func (r *Regexp) String() string                 { return r.compiled().String() }
