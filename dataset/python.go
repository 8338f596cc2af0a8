package dataset

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// pythonList reads a Python literal that is a list of strings,
// "['a', \"b\"]": FollowBench writes known answers so.
func pythonList(literal string) ([]string, error) {
	value, rest, err := (&python{commas: true}).value(literal)
	items, ok := value.([]any)
	list := make([]string, len(items))
	for i, item := range items {
		text, isText := item.(string)
		list[i], ok = text, ok && isText
	}
	if !strings.HasPrefix(strings.TrimSpace(literal), "[") || err == nil && (!ok || strings.TrimSpace(rest) != "") {
		err = errors.New("expected a Python list of strings")
	}
	return list, err
}

// A python reads literals as Python prints them: strings, numbers, True, False,
// None, and lists and dictionaries of these. Of an array its list is read, and
// other objects (datetime.datetime(2023, 4, 9)) are null.
type python struct {
	commas bool // must stand between items; NumPy leaves them out
	depth  int
}

// pythonDepth is how deep literals are read.
const pythonDepth = 100

func (p *python) value(s string) (value any, rest string, err error) {
	if p.depth++; p.depth > pythonDepth {
		return nil, "", errors.New("a Python literal is nested too deeply")
	}
	defer func() { p.depth-- }()
	s = strings.TrimSpace(s)
	switch {
	case strings.HasPrefix(s, "'"), strings.HasPrefix(s, `"`):
		return pythonString(s)
	case strings.HasPrefix(s, "["):
		list, rest, err := p.items(s[1:], "]")
		return list, rest, err
	case strings.HasPrefix(s, "{"):
		return p.dict(s[1:])
	}
	return p.word(s)
}

// items reads values up to the bracket that closes them.
func (p *python) items(s, closing string) (list []any, rest string, err error) {
	for list = []any{}; ; {
		s = strings.TrimPrefix(strings.TrimSpace(s), ",")
		if rest, ok := strings.CutPrefix(strings.TrimSpace(s), closing); ok {
			return list, rest, nil
		}
		var item any
		if item, s, err = p.value(s); err != nil {
			return nil, "", err
		}
		list = append(list, item)
		if next := strings.TrimSpace(s); p.commas && next != "" && next[0] != ',' && !strings.HasPrefix(next, closing) {
			return nil, "", fmt.Errorf("expected a comma or %s after item %d of a Python list", closing, len(list))
		}
	}
}

func (p *python) dict(s string) (value any, rest string, err error) {
	for dict := map[string]any{}; ; {
		s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), ","))
		if rest, ok := strings.CutPrefix(s, "}"); ok {
			return dict, rest, nil
		}
		key, after, err := pythonString(s)
		after, ok := strings.CutPrefix(strings.TrimSpace(after), ":")
		if err == nil && !ok {
			err = errors.New("expected a colon after a key of a Python dictionary")
		}
		if err == nil {
			dict[key], s, err = p.value(after)
		}
		if err != nil {
			return nil, "", err
		}
	}
}

// word reads a number, one of Python's constants, or an object with its
// arguments.
func (p *python) word(s string) (value any, rest string, err error) {
	word := s
	if end := strings.IndexAny(s, " ,()]}\n\t"); end >= 0 {
		word = s[:end]
	}
	rest = s[len(word):]
	if arguments, ok := strings.CutPrefix(rest, "("); ok && word != "" {
		list, rest, err := p.items(arguments, ")")
		if word == "array" && len(list) > 0 {
			value = list[0]
		}
		return value, rest, err
	}
	switch {
	case word == "True", word == "False":
		return word == "True", rest, nil
	case word == "None", word == "nan", strings.HasPrefix(word, "dtype="):
		return nil, rest, nil
	}
	if value, err = strconv.ParseFloat(word, 64); err != nil {
		return nil, "", errors.New("expected a Python list, dictionary, string or number")
	}
	return value, rest, nil
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
