// Package jsonl reads files of one JSON object a line.
package jsonl

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"adhere/internal/userfile"

	"adhere"
	"adhere/internal/plainjson"
)

// Longest is how many bytes a line may have.
const Longest = 16 << 20

// Read reads an object of each line that is not empty, and hands it to take
// with the line's number, from 1. Fields that T does not have are left alone.
// Errors, those of take too, are of code Invalid and name the file and the line.
func Read[T any](r io.Reader, name string, take func(line int, v T) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), Longest)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(bytes.TrimPrefix(lines.Bytes(), []byte("\ufeff")))
		if len(line) == 0 {
			continue
		}
		var v T
		hint := "expected one JSON object per line"
		err := wrong(json.Unmarshal(line, &v))
		if err == nil {
			err = take(n, v)
			hint = adhere.HintOf(err)
		}
		if err != nil { // the message says it all, for pages that show no cause
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: %s", name, n, err), Hint: hint}
		}
	}
	if err := lines.Err(); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: name, Err: err, Hint: "expected one JSON object per line"}
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

// wrong says what is wrong with a line in words of files, not of Go.
func wrong(err error) error {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err
	}
	wanted, ok := map[string]string{
		"string": "a text", "int": "a number", "float64": "a number", "slice": "a list", "struct": "an object",
	}[kind.Type.Kind().String()]
	if !ok {
		wanted = "a value of another kind"
	}
	message := "expected " + wanted + ", got " + kind.Value
	if kind.Field != "" {
		message = kind.Field + ": " + message
	}
	return errors.New(message)
}
