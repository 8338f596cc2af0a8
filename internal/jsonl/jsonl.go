// Package jsonl reads files of one JSON object a line.
package jsonl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"

	"adhere/internal/userfile"

	"adhere"
	"adhere/internal/plainjson"
)

// Longest is how many bytes a line may have.
const Longest = 32 << 20

// A Line is one that is not empty, without the white space around it.
type Line struct {
	Number int // from 1
	Text   []byte
}

// Lines yields the lines of a file, each valid until the next. An error comes
// with the number of the line that cannot be read, and is the last.
func Lines(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 0, 64<<10), Longest)
		n := 1
		for ; lines.Scan(); n++ {
			text := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
			if len(text) > 0 && !yield(Line{n, text}, nil) {
				return
			}
		}
		err := lines.Err()
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("a line of more than %d MB", Longest>>20)
		}
		if err != nil {
			yield(Line{Number: n}, err)
		}
	}
}

// Read reads an object of each line that is not empty, and hands it to take
// with the line's number, from 1. Fields that T does not have are left alone.
// Errors, those of take too, are of code Invalid and name the file and the line.
func Read[T any](r io.Reader, name string, take func(line int, v T) error) error {
	for line, err := range Lines(r) {
		var v T
		hint := "expected one JSON object per line"
		if err == nil {
			err = Plain(json.Unmarshal(line.Text, &v))
		}
		if err == nil {
			err = take(line.Number, v)
			hint = adhere.HintOf(err)
		}
		if err != nil { // the message says it all, for pages that show no cause
			return adhere.Errorf(adhere.Invalid, "%s line %d: %s", name, line.Number, err).WithHint(hint)
		}
	}
	return nil
}

// Write writes a line for each value.
func Write[T any](w io.Writer, all []T) error {
	enc := plainjson.NewEncoder(w)
	for i := range all {
		if err := enc.Encode(&all[i]); err != nil {
			return err
		}
	}
	return nil
}

// All reads every object.
func All[T any](r io.Reader, name string) (all []T, err error) {
	err = Read(r, name, func(_ int, v T) error {
		all = append(all, v)
		return nil
	})
	return all, err
}

// ReadFile reads every object of a file; none where no file is named.
func ReadFile[T any](path string) ([]T, error) {
	if path == "" {
		return nil, nil
	}
	file, err := userfile.Named("the rows", path).Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return All[T](file, path)
}

// Plain returns an error of json.Unmarshal in words of files, not of Go: which
// field, what was expected, what there is. Other errors stay as they are.
func Plain(err error) error {
	kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	wanted, ok := map[string]string{
		"string": "a text", "int": "a number", "float64": "a number", "slice": "a list", "struct": "an object",
	}[kind.Type.Kind().String()]
	if !ok {
		wanted = "a value of another kind"
	}
	message := "expected " + wanted + ", got " + kind.Value
	names := slices.DeleteFunc(strings.Split(kind.Field, "."), func(n string) bool { return n == "" || unicode.IsUpper(rune(n[0])) }) // those of embedded types are no fields of the file
	if len(names) > 0 {
		message = strings.Join(names, ".") + ": " + message
	}
	return errors.New(message)
}
