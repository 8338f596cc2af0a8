package cli

import (
	"bytes"
	"io"
	"unicode/utf8"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/userfile"
)

// ReadText reads the file that an argument names, or standard input.
func (p *Program) ReadText(args []string) (string, error) {
	if len(args) == 0 || args[0] == "-" {
		b, err := io.ReadAll(p.In)
		return string(b), err
	}
	b, err := userfile.Named("the text", args[0]).Read()
	if err != nil {
		return "", err
	}
	return string(b), CheckText(args[0], b)
}

// CheckText refuses a file that holds something else, such as a picture.
func CheckText(path string, b []byte) error {
	if utf8.Valid(b) && !bytes.ContainsRune(b, 0) {
		return nil
	}
	return &adhere.Error{Code: adhere.Invalid, Message: path + " is no text in UTF-8", Hint: "name a text file, or save it as UTF-8"}
}

// ReadRows reads a file of one JSON object a line; none where no file is named.
func ReadRows[T any](path string) ([]T, error) {
	if path == "" {
		return nil, nil
	}
	file, err := userfile.Named("the rows", path).Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return jsonl.All[T](file, path)
}
