package annotate

import (
	"bytes"
	"embed"
	"fmt"

	"adhere/internal/jsonl"
)

//go:embed guidelines/*.md practice/*.jsonl
var files embed.FS

// Guidelines returns what people who label under the protocol read, as
// Markdown: headings, paragraphs, lists and bold words only.
func (p *Protocol) Guidelines() (string, error) {
	b, err := files.ReadFile("guidelines/" + p.Name + ".md")
	return string(b), err
}

// Practice returns units of training and checks that come with the protocol,
// of our own making.
func (p *Protocol) Practice() ([]Unit, error) {
	b, err := files.ReadFile("practice/" + p.Name + ".jsonl")
	if err != nil {
		return nil, err
	}
	return ReadPractice(p.Name, b)
}

// ReadPractice reads units of training and checks, a JSON object a line.
func ReadPractice(name string, b []byte) ([]Unit, error) {
	var units []Unit
	err := jsonl.Read(bytes.NewReader(b), name, func(_ int, u Unit) error {
		switch u.Kind {
		case Withdrawn:
		case Training, Check:
			units = append(units, u)
		default:
			return fmt.Errorf("kind: expected training or check, got %q", u.Kind)
		}
		return nil
	})
	return units, err
}
