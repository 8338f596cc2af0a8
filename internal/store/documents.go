package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"adhere"
	"adhere/internal/writing"
)

// AddDocuments stores documents with their paragraphs, all or none, and
// returns how many are new: what is there already with the same text stays as
// it is. The error's code is Conflict where an ID belongs to another text.
func (s *Store) AddDocuments(ctx context.Context, docs []writing.Document) (added int, err error) {
	err = s.transact(ctx, func(t *tx) error {
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
	return added, s.failure("store documents", err)
}

func (s *Store) addDocument(t *tx, d *writing.Document) (bool, error) {
	digest, err := digestOf(d)
	if err != nil {
		return false, err
	}
	var have string
	err = t.queryRow("select digest from documents where id = $1", []any{d.ID}, &have)
	switch {
	case err == nil && have == digest:
		return false, nil
	case err == nil:
		return false, &adhere.Error{
			Code: adhere.Conflict, Message: fmt.Sprintf("there is a document %q already, and %s holds another", d.ID, d.Source),
			Hint: "rename the file, or take the other out with adhere sessions documents remove " + d.ID,
		}
	case !errors.Is(err, sql.ErrNoRows):
		return false, err
	}
	authors, err := json.Marshal(d.Authors)
	if err != nil {
		return false, err
	}
	if _, err := t.exec("insert into documents (id, title, authors, source, bytes, paragraphs, digest, added) values ($1, $2, $3, $4, $5, $6, $7, $8)",
		d.ID, d.Title, string(authors), d.Source, d.Bytes, len(d.Paragraphs), digest, s.now()); err != nil {
		return false, err
	}
	for i, p := range d.Paragraphs {
		if _, err := t.exec("insert into paragraphs (document, number, section, text) values ($1, $2, $3, $4)", d.ID, i, p.Section, p.Text); err != nil {
			return false, err
		}
	}
	return true, nil
}

// digestOf hashes what a document says, wherever it was read from.
func digestOf(d *writing.Document) (string, error) {
	b, err := json.Marshal([]any{d.Title, d.Authors, d.Paragraphs})
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// Documents returns what is known of all documents, by ID.
func (s *Store) Documents(ctx context.Context) ([]writing.Holding, error) {
	var all []writing.Holding
	err := s.reader.each(ctx, "select id, title, authors, source, bytes, paragraphs from documents order by id", nil, func(rows *sql.Rows) error {
		var h writing.Holding
		var authors string
		if err := rows.Scan(&h.ID, &h.Title, &authors, &h.Source, &h.Bytes, &h.Paragraphs); err != nil {
			return err
		}
		all = append(all, h)
		return json.Unmarshal([]byte(authors), &all[len(all)-1].Authors)
	})
	return all, s.failure("list the documents", err)
}

// RemoveDocument takes a document out, with its paragraphs and vectors. The
// error's code is NotFound where there is none, and Conflict where a question
// is to be answered from it.
func (s *Store) RemoveDocument(ctx context.Context, id string) error {
	questions, err := s.Questions(ctx)
	if err != nil {
		return err
	}
	for _, q := range questions {
		for _, d := range q.Documents {
			if d == id {
				return &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("question %q is to be answered from document %q", q.ID, id), Hint: "remove the question first"}
			}
		}
	}
	err = s.transact(ctx, func(t *tx) error {
		n, err := t.exec("delete from documents where id = $1", id)
		if err == nil && n == 0 {
			err = noDocument(id)
		}
		if err != nil {
			return err
		}
		return leaveSets(t, id)
	})
	return s.failure("remove a document", err)
}

func noDocument(id string) error {
	return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no document %q", id), Hint: "adhere sessions documents list shows those there are"}
}
