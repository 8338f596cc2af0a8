package writing

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/lists"
	"adhere/retrieve"
)

// The ways to find passages.
const (
	ByWords   = "bm25"
	ByVectors = "dense"
	ByBoth    = "fused"
)

// Documents reads a document whole. The error's code is NotFound where there
// is none.
type Documents interface {
	Document(ctx context.Context, id string) (*Document, error)
}

// Vectors keeps the vectors of a document's paragraphs, one for each in order.
type Vectors interface {
	// Vectors returns nil where there are none.
	Vectors(ctx context.Context, model, document string) ([][]float32, error)
	PutVectors(ctx context.Context, model, document string, vectors [][]float32) error
}

// An Embedder makes vectors; its Name is kept with them.
type Embedder interface {
	retrieve.Embedder
	Name() string
}

// A Finder finds passages within sets of documents. Indexes are made from the
// store when they are first needed; the last ones used are kept in memory. It
// is safe for concurrent use.
type Finder struct {
	Way       string // ByWords, ByVectors or ByBoth
	Documents Documents
	Vectors   Vectors  // not for ByWords
	Embedder  Embedder // not for ByWords

	mu     sync.Mutex
	kept   []kept     // the last used at the end
	making sync.Mutex // held while an index is made
}

type kept struct {
	key       string
	retriever retrieve.Retriever
}

// mostKept bounds the indexes in memory. A question's documents have a few
// hundred paragraphs.
const mostKept = 32

// Check says what the finder lacks.
func (s *Finder) Check() error {
	switch {
	case s.Way != ByWords && s.Way != ByVectors && s.Way != ByBoth:
		return invalid(fmt.Sprintf("passages can't be found by %q", s.Way), "choose bm25, dense or fused")
	case s.Way != ByWords && s.Embedder == nil:
		return invalid("finding passages by vectors needs a model that makes vectors", "name one, such as openai/text-embedding-3-small")
	}
	return nil
}

// On returns what finds passages in those documents.
func (s *Finder) On(ctx context.Context, documents []string) (retrieve.Retriever, error) {
	key := strings.Join(documents, "\n")
	if r := s.lookUp(key); r != nil {
		return r, nil
	}
	s.making.Lock() // who wants the same waits for it
	defer s.making.Unlock()
	if r := s.lookUp(key); r != nil {
		return r, nil
	}
	r, err := s.index(ctx, documents)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, kept{key, r})
	if len(s.kept) > mostKept {
		s.kept = append([]kept(nil), s.kept[1:]...)
	}
	return r, nil
}

func (s *Finder) lookUp(key string) retrieve.Retriever {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, k := range s.kept {
		if k.key == key {
			s.kept = append(append(s.kept[:i:i], s.kept[i+1:]...), k)
			return k.retriever
		}
	}
	return nil
}

func (s *Finder) index(ctx context.Context, documents []string) (retrieve.Retriever, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	var passages []Passage
	for _, id := range documents {
		d, err := s.Documents.Document(ctx, id)
		if err != nil {
			return nil, err
		}
		passages = append(passages, PassagesOf(d)...)
	}
	if s.Way == ByWords {
		return retrieve.NewBM25(passages), nil
	}
	dense, err := s.dense(ctx, passages, s.stored)
	if adhere.CodeOf(err) == adhere.Invalid { // what was stored does not fit together
		dense, err = s.dense(ctx, passages, s.embed)
	}
	if err != nil || s.Way == ByVectors {
		return dense, err
	}
	return retrieve.Fused{retrieve.NewBM25(passages), dense}, nil
}

// dense indexes passages by their vectors, which get fetches for the passages
// of one document.
func (s *Finder) dense(ctx context.Context, passages []Passage, get func(context.Context, []Passage) ([][]float32, error)) (*retrieve.Dense, error) {
	var all [][]float32
	for left := passages; len(left) > 0; {
		n := 1
		for n < len(left) && left[n].Document == left[0].Document {
			n++
		}
		vs, err := get(ctx, left[:n])
		if err != nil {
			return nil, err
		}
		all, left = append(all, vs...), left[n:]
	}
	return retrieve.NewDense(passages, all, s.Embedder)
}

// stored returns the vectors that are kept of a document's passages, and makes
// them where there are none.
func (s *Finder) stored(ctx context.Context, passages []Passage) ([][]float32, error) {
	vs, err := s.Vectors.Vectors(ctx, s.Embedder.Name(), passages[0].Document)
	if err == nil && len(vs) != len(passages) {
		return s.embed(ctx, passages)
	}
	return vs, err
}

// embed makes the vectors of a document's passages and keeps them.
func (s *Finder) embed(ctx context.Context, passages []Passage) ([][]float32, error) {
	texts := lists.Map(passages, func(p Passage) string { return p.Title + "\n" + p.Text })
	vs, err := s.Embedder.Embed(ctx, texts)
	if err == nil && len(vs) != len(texts) {
		err = &adhere.Error{Code: adhere.Unavailable, Message: s.Embedder.Name() + " made too few vectors"}
	}
	if err != nil {
		return nil, fmt.Errorf("vectors of %s: %w", passages[0].Document, err)
	}
	return vs, s.Vectors.PutVectors(ctx, s.Embedder.Name(), passages[0].Document, vs)
}
