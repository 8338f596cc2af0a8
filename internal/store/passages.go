package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"

	"adhere/internal/writing"
)

// Document returns a document whole. The error's code is NotFound where there
// is none.
func (s *Store) Document(ctx context.Context, id string) (*writing.Document, error) {
	d := &writing.Document{ID: id}
	var authors string
	err := s.reader.row(ctx, "select title, authors, source, bytes from documents where id = $1", []any{id}, &d.Title, &authors, &d.Source, &d.Bytes)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, noDocument(id)
	}
	if err == nil {
		err = json.Unmarshal([]byte(authors), &d.Authors)
	}
	if err == nil {
		err = s.reader.each(ctx, "select section, text from paragraphs where document = $1 order by number", []any{id}, func(rows *sql.Rows) error {
			var p writing.Paragraph
			err := rows.Scan(&p.Section, &p.Text)
			d.Paragraphs = append(d.Paragraphs, p)
			return err
		})
	}
	return d, s.failure("read the document "+id, err)
}

// Vectors returns the vectors of a document's paragraphs that a model made, in
// order; none where they are not complete, or one can't be read: they can be
// made anew.
func (s *Store) Vectors(ctx context.Context, model, document string) ([][]float32, error) {
	var all [][]float32
	var paragraphs int
	err := s.reader.row(ctx, "select paragraphs from documents where id = $1", []any{document}, &paragraphs)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, noDocument(document)
	}
	if err == nil {
		err = s.reader.each(ctx, "select vector from paragraph_vectors where document = $1 and model = $2 order by number", []any{document, model}, func(rows *sql.Rows) error {
			var b []byte
			if err := rows.Scan(&b); err != nil {
				return err
			}
			if v := vectorOf(b); v != nil {
				all = append(all, v)
			}
			return nil
		})
	}
	if len(all) != paragraphs {
		all = nil
	}
	return all, s.failure("read the vectors of "+document, err)
}

// PutVectors stores the vectors of a document's paragraphs that a model made,
// one for each paragraph in order, in place of those it made before.
func (s *Store) PutVectors(ctx context.Context, model, document string, vectors [][]float32) error {
	err := s.transact(ctx, func(t *tx) error {
		if _, err := t.exec("delete from paragraph_vectors where document = $1 and model = $2", document, model); err != nil {
			return err
		}
		for i, v := range vectors {
			if _, err := t.exec("insert into paragraph_vectors (document, model, number, vector) values ($1, $2, $3, $4)", document, model, i, bytesOf(v)); err != nil {
				return err
			}
		}
		return nil
	})
	return s.failure("store the vectors of "+document, err)
}

func bytesOf(v []float32) []byte {
	b := make([]byte, 0, 4*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// vectorOf returns nil for what is no vector.
func vectorOf(b []byte) []float32 {
	if len(b)%4 != 0 {
		return nil
	}
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}
