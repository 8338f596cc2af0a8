package dataset

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pythonList reads a Python literal that is a list of strings,
// "['a', \"b\"]": FollowBench writes known answers so.
func pythonList(literal string) ([]string, error) {
	s := strings.TrimSpace(literal)
	if !strings.HasPrefix(s, "[") {
		return nil, errors.New("expected a Python list of strings")
	}
	s = s[1:]
	list := []string{}
	for {
		s = strings.TrimSpace(s)
		if s == "]" {
			return list, nil
		}
		item, rest, err := pythonString(s)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
		rest = strings.TrimSpace(rest)
		if after, more := strings.CutPrefix(rest, ","); more {
			rest = after
		} else if rest != "]" {
			return nil, errors.New("expected a comma or ] after item " + strconv.Itoa(len(list)) + " of a Python list")
		}
		s = rest
	}
}

// pythonString reads a quoted string at the start of s.
func pythonString(s string) (text, rest string, err error) {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return "", "", errors.New("expected a quoted string in a Python list")
	}
	quote, s := s[0], s[1:]
	var b strings.Builder
	for s != "" {
		switch s[0] {
		case quote:
			return b.String(), s[1:], nil
		case '\n':
			s = "" // a string ends on its line
		case '\\':
			var value string
			if value, s, err = pythonEscape(s[1:]); err != nil {
				return "", "", err
			}
			b.WriteString(value)
		default:
			_, n := utf8.DecodeRuneInString(s)
			b.WriteString(s[:n])
			s = s[n:]
		}
	}
	return "", "", errors.New("a string in a Python list has no end")
}

// pythonEscape reads what follows a backslash. An escape that Python does not
// know stays as it is written.
func pythonEscape(s string) (value, rest string, err error) {
	if s == "" {
		return "", "", errors.New("a Python string ends with a backslash")
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if digits > 0 {
		if len(s) <= digits {
			return "", "", errors.New("a Python escape is cut short")
		}
		n, err := strconv.ParseUint(s[1:1+digits], 16, 32)
		if err != nil || n > utf8.MaxRune {
			return "", "", errors.New("a Python escape is no hexadecimal number of a character")
		}
		return string(rune(n)), s[1+digits:], nil
	}
	known := map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': "\\", '\'': "'", '"': "\"", '\n': ""}
	if v, ok := known[s[0]]; ok {
		return v, s[1:], nil
	}
	_, n := utf8.DecodeRuneInString(s)
	return "\\" + s[:n], s[n:], nil
}
