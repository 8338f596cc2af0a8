package annotate

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
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
	lines := bufio.NewScanner(bytes.NewReader(b))
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var u Unit
		if err := json.Unmarshal(lines.Bytes(), &u); err != nil {
			return nil, badLine(name, n, "%v", err)
		}
		if u.Kind == Withdrawn {
			continue
		}
		if u.Kind != Training && u.Kind != Check {
			return nil, badLine(name, n, "kind: expected training or check, got %q", u.Kind)
		}
		units = append(units, u)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return units, nil
}
