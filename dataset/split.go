package dataset

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The functions below take valid JSON apart without checking it again at each
// depth. What they return is part of text.

// members returns the values of an object by name, or nil if text is none. Of
// several with one name it is the last.
func members(text []byte) map[string]json.RawMessage {
	if kind(text) != "an object" {
		return nil
	}
	all := map[string]json.RawMessage{}
	var name []byte
	split(text, func(part []byte) {
		if name == nil {
			name = part
			return
		}
		all[spelled(name)] = part
		name = nil
	})
	return all
}

// elements returns the values of a list, or nil if text is none.
func elements(text []byte) []json.RawMessage {
	if kind(text) != "a list" {
		return nil
	}
	all := []json.RawMessage{}
	split(text, func(part []byte) { all = append(all, part) })
	return all
}

// spelled returns what a JSON string means.
func spelled(raw []byte) string {
	if plain(raw) {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	_ = json.Unmarshal(raw, &s) // valid
	return s
}

// split hands over the elements of a list, and of an object the names and
// values by turns.
func split(text []byte, each func(part []byte)) {
	for i := 1; ; {
		for strings.IndexByte(" \t\r\n,:", text[i]) >= 0 {
			i++
		}
		if text[i] == '}' || text[i] == ']' {
			return
		}
		n := valueLen(text[i:])
		each(text[i : i+n : i+n])
		i += n
	}
}

// valueLen returns the length of the value at the start of text.
func valueLen(text []byte) int {
	switch text[0] {
	case '"':
		return stringLen(text)
	case '{', '[':
	default:
		return bytes.IndexAny(text, " \t\r\n,]}")
	}
	depth := 0
	for i := 0; ; i++ {
		switch text[i] {
		case '"':
			i += stringLen(text[i:]) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
}

// stringLen returns the length of the string at the start of text, with its
// quotation marks.
func stringLen(text []byte) int {
	for i := 1; ; i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}
