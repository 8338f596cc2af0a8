package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/internal/replies"
	"adhere/model"
)

// embedBatch is how many texts go into one call at first; common servers take more,
// and small ones run out of memory with many. One that refuses so many is sent half.
const embedBatch = 64

// An Embedder turns texts into vectors, through any endpoint that speaks
// OpenAI's embeddings. It is safe for concurrent use.
type Embedder struct {
	chat   *wire // the same provider's, whose address and key are used
	url    *url.URL
	policy model.Policy
	see    func(warning string)
}

// Noticing returns the embedder with see told, as that of the function
// Noticing, of vectors that another model made than was asked.
func (e *Embedder) Noticing(see func(warning string)) *Embedder {
	own := *e
	own.see = see
	return &own
}

// OpenEmbedder returns the embedding model that spec names, as Open does for
// models that answer. The error's code is Invalid for a provider that has no
// embeddings.
func OpenEmbedder(spec string, lookup func(string) string, opts Options, policy model.Policy) (*Embedder, error) {
	m, err := Open(spec, lookup, opts)
	if err != nil {
		return nil, err
	}
	w, ok := m.(*wire)
	if _, own := w.dialect.(gemini); ok && own { // whose embeddings are asked for in OpenAI's format
		base, _, _ := strings.Cut(w.url.String(), "/models/")
		opts.BaseURL = base + "/openai"
		return OpenEmbedder(spec, lookup, opts, policy)
	}
	if ok {
		_, ok = w.dialect.(openAI)
	}
	if !ok {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: spec + " has no embeddings that this program can ask for", Hint: "name a server of OpenAI's embeddings, for example openai/text-embedding-3-small or ollama/nomic-embed-text"}
	}
	u := *w.url
	u.Path = strings.TrimSuffix(u.Path, "chat/completions") + "embeddings"
	policy.Paid = math.MaxInt // vectors cost next to nothing
	return &Embedder{chat: w, url: &u, policy: policy}, nil
}

// Name returns "provider/model" as it was opened.
func (e *Embedder) Name() string { return e.chat.name }

// Identity returns the name with the server's address, as the function Identity
// has it: vectors of different servers cannot be compared.
func (e *Embedder) Identity() string { return model.Identity(e.chat) }

// Address returns where texts are sent, as the function Address has it.
func (e *Embedder) Address() string { return model.Address(e.chat) }

// Embed returns a vector for each text, in order. A call that fails is tried
// again as the policy says; one that is refused, with half of its texts.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var all [][]float32
	for size := embedBatch; len(all) < len(texts); {
		batch := &embedding{texts: texts[len(all):min(len(all)+size, len(texts))]}
		m := model.Retry(e.wire(batch), e.policy)
		if e.see != nil {
			m = model.Noticing(m, e.see)
		}
		_, err := m.Generate(ctx, &adhere.Request{})
		if n := len(batch.texts); n > 1 && adhere.CodeOf(err) == adhere.Invalid { // some take 32, or 10
			size = n / 2
			continue
		}
		if err != nil {
			return nil, err
		}
		vectors := batch.vectors
		if len(all) > 0 && len(vectors[0]) != len(all[0]) {
			return nil, &adhere.Error{Code: adhere.Unavailable, Message: e.Name() + " answers with vectors of different lengths"}
		}
		all = append(all, vectors...)
	}
	return all, nil
}

// wire is the provider's endpoint of embeddings.
func (e *Embedder) wire(d dialect) *wire {
	c := e.chat
	return &wire{
		name: c.name, model: c.model, alias: c.alias, url: e.url, header: c.header, client: c.client, timeout: c.timeout, maxReply: c.maxReply, memory: c.memory,
		dialect: d, provider: c.provider, secret: c.secret, keyName: c.keyName,
	}
}

// embedding is the dialect of one call: the texts, and the vectors that came.
type embedding struct {
	texts   []string
	vectors [][]float32
}

func (d *embedding) encode(b *bytes.Buffer, model string, _ *adhere.Request, _ bool) ([]string, error) {
	return nil, plainjson.NewEncoder(b).Encode(map[string]any{"model": model, "input": d.texts, "encoding_format": "float"})
}

// Event is not called: vectors come at once.
func (*embedding) Event(string, []byte, *replies.Reply) (replies.Piece, error) {
	return replies.Piece{}, nil
}

// Whole reads the vectors.
func (d *embedding) Whole(raw []byte, into *replies.Reply) error {
	var in struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	_, _ = replies.Chat{}.Event("", raw, into) // what stands beside the answer is alike, and there is no answer
	into.End("stop")
	if err := json.Unmarshal(raw, &in); err != nil || replies.Present(into.Fault) {
		return err
	}
	vectors := make([][]float32, len(d.texts))
	for _, x := range in.Data {
		if x.Index < 0 || x.Index >= len(vectors) || vectors[x.Index] != nil {
			return fmt.Errorf("a vector has the number %d, of %d texts", x.Index, len(vectors))
		}
		vectors[x.Index] = x.Embedding
	}
	d.vectors = vectors
	return checkVectors(vectors)
}

// checkVectors holds that each is there, as long as the first, and of numbers.
func checkVectors(vectors [][]float32) error {
	for i, v := range vectors {
		if len(v) == 0 {
			return fmt.Errorf("text %d of %d has no vector", i+1, len(vectors))
		}
		if len(v) != len(vectors[0]) {
			return errors.New("the vectors differ in length")
		}
		for _, x := range v {
			if math.IsInf(float64(x), 0) {
				return errors.New("a vector holds a number without bounds")
			}
		}
	}
	return nil
}
