package cli

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/userfile"
)

// ReadText reads the file that an argument names, or standard input.
func (p *Program) ReadText(args []string) (string, error) {
	if len(args) == 0 || args[0] == "-" {
		b, err := io.ReadAll(p.In)
		if err != nil {
			return "", err
		}
		return userfile.Text("standard input", b)
	}
	return userfile.Named("the text", args[0]).Text()
}

// HoldsMany reports whether a file of that name holds many texts, a line or row each.
func HoldsMany(path string) bool {
	return slices.Contains([]string{".jsonl", ".csv", ".tsv", ".parquet"}, strings.ToLower(filepath.Ext(path)))
}

// HoldsInstructions reports whether a file of that name holds instructions as data.
func HoldsInstructions(path string) bool {
	return HoldsMany(path) || strings.EqualFold(filepath.Ext(path), ".json")
}

// Instruction returns what a text or a file holds as one instruction. Its ID is
// the file's name without its ending, else id.
func (p *Program) Instruction(args []string, text, id string) (*adhere.Instruction, error) {
	if text == "" {
		var err error
		if text, err = p.ReadText(args); err != nil {
			return nil, err
		}
		if args[0] != "-" {
			id = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
		}
	}
	if strings.TrimSpace(text) == "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the instruction is empty"}
	}
	return &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: text}}}, nil
}
