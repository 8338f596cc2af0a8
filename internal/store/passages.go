package store

import (
	"context"
	"encoding/binary"
	"math"

	"adhere/internal/writing"
)

// Document returns a document whole. The error's code is NotFound where there
// is none.
func (s *Store) Document(ctx context.Context, id string) (*writing.Document, error) {
	d := &writing.Document{ID: id}
	err := s.reader.row(ctx, "select title, authors, source, bytes from documents where id = $1", []any{id}, &d.Title, asJSON{&d.Authors}, &d.Source, &d.Bytes)
	if err == nil {
		err = s.reader.each(ctx, "select section, text from paragraphs where document = $1 order by number", []any{id},
			gather(&d.Paragraphs, func(p *writing.Paragraph) []any { return []any{&p.Section, &p.Text} }))
	}
	return d, s.failure("read the document "+id, noRow(err, noDocument(id)))
}

// Vectors returns the vectors of a document's paragraphs that a model made, in
// order; none where they are not complete, or one can't be read: they can be
// made anew.
func (s *Store) Vectors(ctx context.Context, model, document string) ([][]float32, error) {
	var paragraphs int
	err := s.reader.row(ctx, "select paragraphs from documents where id = $1", []any{document}, &paragraphs)
	if err != nil {
		return nil, s.failure("read the vectors of "+document, noRow(err, noDocument(document)))
	}
	packed, err := find(ctx, s, "read the vectors of "+document, "select vector from paragraph_vectors where document = $1 and model = $2 order by number",
		[]any{document, model}, itself[[]byte])
	var all [][]float32
	for _, b := range packed {
		if v := vectorOf(b); v != nil {
			all = append(all, v)
		}
	}
	if len(all) != paragraphs {
		all = nil
	}
	return all, err
}

// PutVectors stores the vectors of a document's paragraphs that a model made,
// one for each paragraph in order, in place of those it made before.
func (s *Store) PutVectors(ctx context.Context, model, document string, vectors [][]float32) error {
	return s.change(ctx, "store the vectors of "+document, func(t *tx) error {
		err := t.run("delete from paragraph_vectors where document = $1 and model = $2", document, model)
		for i := 0; i < len(vectors) && err == nil; i++ {
			err = t.run("insert into paragraph_vectors (document, model, number, vector) values ($1, $2, $3, $4)", document, model, i, bytesOf(vectors[i]))
		}
		return err
	})
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
