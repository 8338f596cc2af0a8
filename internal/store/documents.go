package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/writing"
)

// AddDocuments stores documents with their paragraphs, all or none, and
// returns how many are new: what is there already with the same text, also
// under another ID, stays as it is. The error's code is Conflict where an ID
// belongs to another text.
func (s *Store) AddDocuments(ctx context.Context, docs []writing.Document) (added int, err error) {
	err = s.change(ctx, "store documents", func(t *tx) error {
		added = 0
		for i := range docs {
			fresh, err := s.addDocument(t, &docs[i])
			if err != nil {
				return err
			}
			if fresh {
				added++
			}
		}
		return nil
	})
	return added, err
}

func (s *Store) addDocument(t *tx, d *writing.Document) (bool, error) {
	digest, err := digestOf(d, true)
	if err != nil {
		return false, err
	}
	before, err := digestOf(d, false) // as it was made in earlier versions
	if err != nil {
		return false, err
	}
	var n int
	if err := t.queryRow("select count(*) from documents where digest in ($1, $2)", []any{digest, before}, &n); err != nil || n > 0 {
		return false, err
	}
	if err := t.queryRow("select count(*) from documents where id = $1", []any{d.ID}, &n); err != nil {
		return false, err
	}
	if n > 0 {
		return false, adhere.Errorf(adhere.Conflict, "there is a document %q already, and %s holds another", d.ID, d.Source).
			WithHint("rename the file, or take the other out with adhere sessions documents remove " + d.ID)
	}
	err = t.run("insert into documents (id, title, authors, source, bytes, paragraphs, digest, added) values ($1, $2, $3, $4, $5, $6, $7, $8)",
		d.ID, d.Title, asJSON{d.Authors}, d.Source, d.Bytes, len(d.Paragraphs), digest, s.now())
	for i := 0; i < len(d.Paragraphs) && err == nil; i++ {
		err = t.run("insert into paragraphs (document, number, section, text) values ($1, $2, $3, $4)", d.ID, i, d.Paragraphs[i].Section, d.Paragraphs[i].Text)
	}
	return true, err
}

// digestOf hashes what a document says, wherever it was read from. A title that
// is only the name of the file may be left out.
func digestOf(d *writing.Document, own bool) (string, error) {
	title := d.Title
	if own && title == strings.TrimSuffix(d.Source, path.Ext(d.Source)) {
		title = ""
	}
	b, err := json.Marshal([]any{title, d.Authors, d.Paragraphs})
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// Documents returns what is known of all documents, by ID.
func (s *Store) Documents(ctx context.Context) ([]writing.Holding, error) {
	return find(ctx, s, "list the documents", "select id, title, authors, source, bytes, paragraphs from documents order by id", nil, func(h *writing.Holding) []any {
		return []any{&h.ID, &h.Title, asJSON{&h.Authors}, &h.Source, &h.Bytes, &h.Paragraphs}
	})
}

// RemoveDocument takes a document out, with its paragraphs and vectors. The
// error's code is NotFound where there is none, and Conflict where a question
// is to be answered from it.
func (s *Store) RemoveDocument(ctx context.Context, id string) error {
	return s.change(ctx, "remove a document", func(t *tx) error {
		var questions []writing.Asked
		if err := t.w.each(selectQuestions, nil, gather(&questions, questionInto)); err != nil {
			return err
		}
		for _, q := range questions {
			if slices.Contains(q.Documents, id) {
				return &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("question %q is to be answered from document %q", q.ID, id), Hint: "remove the question first"}
			}
		}
		if err := t.must(noDocument(id), "delete from documents where id = $1", id); err != nil {
			return err
		}
		return leaveSets(t, id)
	})
}

func noDocument(id string) error {
	return missing("document", id, "adhere sessions documents list shows the documents")
}

// haveDocuments is an error where one of the documents is missing.
func haveDocuments(t *tx, ids []string) error {
	for _, id := range ids {
		var n int
		if err := t.queryRow("select count(*) from documents where id = $1", []any{id}, &n); err != nil || n == 0 {
			return errors.Join(err, noDocument(id))
		}
	}
	return nil
}
