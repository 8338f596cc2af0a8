package cli

import (
	"io"

	"adhere/internal/userfile"
)

// ReadText reads the file that an argument names, or standard input.
func (p *Program) ReadText(args []string) (string, error) {
	if len(args) == 0 || args[0] == "-" {
		b, err := io.ReadAll(p.In)
		return string(b), err
	}
	return userfile.Named("the text", args[0]).Text()
}
