package complexbench

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

const (
	asciiMarks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	fullMarks  = "！\"＃＄％＆'（）＊+，-。/：；<=>？@[＼]＾_`{|}~"
)

// full writes marks as Chinese text does, of which some have their own width
// and others none.
func full(s string) string {
	wide := []rune(fullMarks)
	return strings.Map(func(r rune) rune {
		if r == '“' || r == '”' {
			return '"'
		}
		if i := strings.IndexRune(asciiMarks, r); i >= 0 {
			return wide[i]
		}
		return r
	}, s)
}

func starts(s, text string) bool { return strings.HasPrefix(s, full(text)) }

// ends reports whether s ends in a text, with or without a mark behind it.
func ends(s, text string) bool {
	text = full(text)
	return strings.HasSuffix(s, text) || strings.HasSuffix(s, text+"。") || strings.HasSuffix(s, text+"？")
}

// unquoted takes off line ends before a text and a pair of quotation marks.
func unquoted(s string) string {
	s = strings.TrimLeft(s, "\n")
	runes := []rune(s)
	if len(runes) > 0 && strings.ContainsRune("\"“`", runes[0]) && strings.ContainsRune("\"”`", runes[len(runes)-1]) {
		return string(runes[1:max(1, len(runes)-1)])
	}
	return s
}

// onlyMarks reports whether of all marks s has only those of the list.
func (r *rule) onlyMarks(s string) bool {
	for _, mark := range fullMarks {
		if strings.ContainsRune(s, mark) && !slices.ContainsFunc(r.list, func(allowed string) bool { return full(allowed) == string(mark) }) {
			return false
		}
	}
	return true
}

// fields reports whether the first braces in s hold a JSON object with the
// fields of the list and no others; any object where the list is empty.
func (r *rule) fields(s string) bool {
	var object map[string]json.RawMessage
	if d := json.NewDecoder(bytes.NewReader([]byte(braces(s)))); d.Decode(&object) != nil {
		return false
	}
	want := 0
	for _, name := range r.list {
		name = strings.Trim(name, `'"`)
		if name == "" {
			continue
		}
		want++
		if _, there := object[name]; !there {
			return false
		}
	}
	return want == 0 || len(object) == want
}

// braces returns the first pair of braces with all between them, or nothing.
func braces(s string) string {
	depth, start := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			if depth == 0 {
				start = i
			}
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[start : i+1]
			}
		}
	}
	return ""
}
