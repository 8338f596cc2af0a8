package collect

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adhere"

	"adhere/build"
	"adhere/internal/jsonl"
	"adhere/internal/writing"
	"adhere/internal/writing/papers"
)

// Related makes paragraphs of related work of a paper, with the documents at hand that each
// cites.
func Related(d *writing.Document, held []writing.Holding) []build.Paragraph {
	var out []build.Paragraph
	for i, r := range papers.RelatedWork(d) {
		p := build.Paragraph{ID: fmt.Sprintf("%s-%d", d.ID, i+1), Title: d.Title, Text: r.Text}
		for _, cite := range r.Cites {
			if id := heldAs(cite, held); id != "" {
				p.Documents = append(p.Documents, id)
			} else {
				p.Missing++
			}
		}
		out = append(out, p)
	}
	return out
}

func heldAs(cite string, held []writing.Holding) string {
	for i := range held {
		if papers.SameTitle(cite, held[i].Title) {
			return held[i].ID
		}
	}
	return ""
}

// Paragraphs reads paragraphs of related work: those of a file that has them
// one a line, and those under the headings of papers, which read reads. What a
// paper cites is at hand where held has a document of that title. found is told
// how many each paper has, or why it was skipped.
func Paragraphs(ctx context.Context, args []string, held []writing.Holding, read func(context.Context, string) ([]writing.Document, error), found func(path string, n int, err error)) ([]build.Paragraph, error) {
	paths, err := Files(args)
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
		docs, err := read(ctx, path)
		n := len(all)
		for i := range docs {
			all = append(all, Related(&docs[i], held)...)
		}
		found(path, len(all)-n, err)
	}
	if len(all) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "no paragraph of related work was found", Hint: "a paper needs a heading such as Related Work; or give one {id, title, text, documents, missing} per line"}
	}
	return all, build.Check(all)
}

func readParagraphs(path string) ([]build.Paragraph, error) {
	rows, err := jsonl.ReadFile[build.Paragraph](path)
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
	for line, err := range jsonl.Lines(file) {
		var fields map[string]json.RawMessage
		if err != nil || json.Unmarshal(line.Text, &fields) != nil {
			return true // ReadFile names the line
		}
		return fields["text"] != nil && fields["paper_id"] == nil
	}
	return true // an empty one, which is said
}

// Files returns files as they are, and of folders those below whose ending
// is known, by name.
func Files(args []string) ([]string, error) {
	var all []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no file " + arg, Hint: "check the path"}
		}
		if !info.IsDir() {
			all = append(all, arg)
			continue
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && slices.Contains(papers.Extensions(), strings.ToLower(filepath.Ext(path))) {
				all = append(all, path)
			}
			return err
		})
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "the folder " + arg + " can't be read", Err: err}
		}
	}
	return all, nil
}
