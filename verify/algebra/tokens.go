package algebra

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
	"adhere/verify/parity"
)

// numbers returns the numbers that are written in digits.
func (c *scope) numbers() []cut {
	skip := map[int]bool{} // where numbers of list items begin
	if c.plain {
		for _, i := range c.structureOf().items {
			if i.numbered {
				skip[i.from+leadingSpace(c.s[i.from:i.at])] = true
			}
		}
	}
	var out []cut
	for i := 0; i < len(c.s); {
		if !isDigit(c.s[i]) {
			i++
			continue
		}
		end := numberEnd(c.s, i)
		if at := numberStart(c.s, i); at >= 0 && !skip[i] && !wordAt(c.s, end) {
			to := end
			if strings.HasPrefix(c.s[end:], "%") {
				to++
			}
			out = append(out, bare(at, to))
		}
		i = end
	}
	return out
}

func leadingSpace(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// numberEnd returns where the digits, with single points and commas between
// them, end.
func numberEnd(s string, i int) int {
	for i < len(s) && (isDigit(s[i]) || (s[i] == '.' || s[i] == ',') && i+1 < len(s) && isDigit(s[i+1])) {
		i++
	}
	return i
}

// numberStart returns where the number with digits at i starts, with its
// sign, or -1 if it goes on a word.
func numberStart(s string, i int) int {
	before, signed := strings.CutSuffix(s[:i], "-")
	switch {
	case wordBefore(s, i):
		return -1
	case !signed || wordBefore(s, i-1) || strings.HasSuffix(before, "-"):
		return i
	}
	return i - 1
}

func wordAt(s string, i int) bool { return parity.IsWord(firstRune(s[i:])) }

// valueOf returns the first number of a text.
func valueOf(s string) (float64, bool) {
	first := (&scope{s: s}).numbers()
	if len(first) == 0 {
		return 0, false
	}
	digits := strings.TrimRight(strings.ReplaceAll(s[first[0].at:first[0].to], ",", ""), "%")
	n, err := strconv.ParseFloat(digits, 64)
	return n, err == nil
}

// datePattern has no part of unbounded length.
var datePattern = sync.OnceValue(func() *regexp.Regexp {
	const month = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
	const day = `(?:[0-2]?[0-9]|3[01])(?:st|nd|rd|th)?`
	return regexp.MustCompile(`(?i)\b(?:[0-9]{4}[-/.][01]?[0-9][-/.][0-3]?[0-9]|[0-3]?[0-9](?:-[0-3]?[0-9]-|[/.][0-3]?[0-9][/.])[0-9]{4}|[0-3]?[0-9][/.][0-3]?[0-9][/.][0-9]{2}` +
		`|` + month + ` ` + day + `(?:,? [0-9]{4})?|` + day + ` (?:of )?` + month + `(?:,? [0-9]{4})?)\b`)
})

func dates(s string) []cut {
	if !strings.ContainsAny(s, "0123456789") {
		return nil
	}
	var out []cut
	for _, m := range datePattern().FindAllStringIndex(s, -1) {
		out = append(out, bare(m[0], m[1]))
	}
	return out
}

// emails returns what looks like an address around each @.
func emails(s string) []cut {
	var out []cut
	done := 0
	for i := range len(s) {
		if s[i] != '@' {
			continue
		}
		at, to := i, i+1
		for at > done && (isASCIIWord(s[at-1]) || strings.IndexByte(".+%-", s[at-1]) >= 0) {
			at--
		}
		for to < len(s) && (isASCIIWord(s[to]) || s[to] == '.' || s[to] == '-') {
			to++
		}
		host := strings.TrimRight(s[i+1:to], ".-_")
		if dot := strings.LastIndexByte(host, '.'); at < i && dot > 0 && dot < len(host)-2 {
			out = append(out, bare(at, i+1+len(host)))
		}
		done = i + 1
	}
	return out
}

func isASCIIWord(c byte) bool { return c < utf8.RuneSelf && parity.IsWord(rune(c)) }

// tags returns hashtags or mentions.
func tags(s string, mark byte) []cut {
	var out []cut
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], mark)
		if n < 0 {
			return out
		}
		from := i + n
		before, _ := utf8.DecodeLastRuneInString(s[:from])
		end := until(s, from+1, func(r rune) bool { return !parity.IsWord(r) })
		free := !parity.IsWord(before) && !strings.ContainsRune("&/#@.", before)
		if free && letters(s[from:end]) > 0 {
			out = append(out, bare(from, end))
		}
		i = end
	}
	return out
}

// until returns where the first character from i on is that is so.
func until(s string, i int, is func(rune) bool) int {
	if n := strings.IndexFunc(s[i:], is); n >= 0 {
		return i + n
	}
	return len(s)
}

// bareAddress is an address that some would call a link: a host and a path
// without what links begin with.
var bareAddress = lazyregexp.New(`(?:^|[\s(<"])(?:[a-z0-9-]+\.)+(?:(?:com|org|net)\b|[a-z]{2,}/\w)`)

// links returns addresses of the web, without punctuation that follows.
func links(s string) []cut {
	var out []cut
	for i := 0; i < len(s); {
		n := linkStart(s[i:])
		if n < 0 {
			return out
		}
		at := i + n
		to := until(s, at, func(r rune) bool { return parity.IsSpace(r) || strings.ContainsRune("<>\"`()[]{}|", r) })
		to = at + len(strings.TrimRight(s[at:to], ".,;:!?'*_”"))
		if !wordBefore(s, at) {
			out = append(out, bare(at, to))
		}
		i = max(to, at+1)
	}
	return out
}

// linkStart returns where the first address begins, -1 if there is none.
func linkStart(s string) int {
	for i := range len(s) {
		switch s[i] {
		case 'h':
			for _, scheme := range []string{"http://", "https://"} {
				if rest, ok := strings.CutPrefix(s[i:], scheme); ok && wordAt(rest, 0) {
					return i
				}
			}
		case 'w':
			if rest, ok := strings.CutPrefix(s[i:], "www."); ok && wordAt(rest, 0) {
				return i
			}
		}
	}
	return -1
}
