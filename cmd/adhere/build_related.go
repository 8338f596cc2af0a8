package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"adhere"
	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/jsonl"
	"adhere/internal/store"
	"adhere/internal/writing/collect"
)

// paragraphsOf reads paragraphs of related work: those of a file that has them
// one a line, and those under the headings of papers in the formats that
// documents are read from. What a paper cites is at hand where the database
// holds a document of that title.
func (p *program) paragraphsOf(ctx context.Context, s *store.Store, args []string) ([]build.Paragraph, error) {
	paths, err := filesIn(args)
	if err != nil {
		return nil, err
	}
	held, err := s.Documents(ctx)
	if err != nil {
		return nil, err
	}
	var all []build.Paragraph
	for _, path := range paths {
		if isParagraphs(path) {
			rows, err := readParagraphs(path)
			if err != nil {
				return nil, err
			}
			all = append(all, rows...)
			continue
		}
		docs, err := readPapers(ctx, path)
		if err != nil {
			p.Warn("skipped %s: %v", path, err)
			continue
		}
		n := len(all)
		for i := range docs {
			all = append(all, collect.Related(&docs[i], held)...)
		}
		p.Say("%s: %d paragraphs of related work", path, len(all)-n)
	}
	if len(all) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "no paragraph of related work was found", Hint: "a paper needs a heading such as Related Work; or give {id, title, text, documents, missing} a line"}
	}
	return all, build.Check(all)
}

func readParagraphs(path string) ([]build.Paragraph, error) {
	rows, err := cli.ReadRows[build.Paragraph](path)
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path + " is empty", Hint: "each line has id, title, text, documents, missing"}
	}
	if err := build.Check(rows); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}

// isParagraphs reports whether the first line of a file is a paragraph with
// what it cites, and no paper.
func isParagraphs(path string) bool {
	if !strings.EqualFold(filepath.Ext(path), ".jsonl") {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 0, 64<<10), jsonl.Longest)
	for lines.Scan() {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			var fields map[string]json.RawMessage
			if json.Unmarshal(line, &fields) != nil {
				return true // readRows names the line
			}
			return fields["text"] != nil && fields["paper_id"] == nil
		}
	}
	return true // an empty one, which is said
}
