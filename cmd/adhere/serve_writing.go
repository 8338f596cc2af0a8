package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/asking"
	"adhere/internal/store"
	"adhere/internal/web"
	"adhere/internal/writing"
	"adhere/model"
	"adhere/model/provider"
)

// retrieverFlags say how passages are found.
type retrieverFlags struct {
	way, embedder, embedderURL string
}

func (f *retrieverFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.way, "retriever", writing.ByWords, "how passages are found: bm25 (by words), dense (by vectors) or fused (both)")
	flags.StringVar(&f.embedder, "embedder", "", "model that makes vectors, such as openai/text-embedding-3-small; they are kept in the database")
	flags.StringVar(&f.embedderURL, "embedder-base-url", "", "address of the embedder's server, up to /v1")
}

// finder finds passages as the flags say.
func (p *program) finder(s *store.Store, f *retrieverFlags) (*writing.Finder, error) {
	finder := &writing.Finder{Way: f.way, Documents: s, Vectors: s}
	if f.embedder != "" {
		key := p.KeyUse(f.embedderURL)
		e, err := provider.OpenEmbedder(f.embedder, key.Watched(p.Lookup), provider.Options{BaseURL: f.embedderURL, Timeout: time.Minute}, model.Policy{Tries: 4})
		if err != nil {
			return nil, err
		}
		if err := key.Check(f.embedder, e.Address()); err != nil {
			return nil, err
		}
		var once sync.Once
		finder.Embedder = located{e.Noticing(func(warning string) { once.Do(func() { p.Warn("embedder %s: %s", f.embedder, warning) }) })}
	}
	return finder, finder.Check()
}

// A located embedder's vectors are kept under its server's address too.
type located struct{ *provider.Embedder }

func (e located) Name() string { return e.Identity() }

// writingFlags say who writes with people, and how.
type writingFlags struct {
	retrieverFlags
	writers []string
	baseURL string
	budget  string
	seed    uint64
	prompts string
}

func (f *writingFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.writers, "writer", nil, "model that writes answers with people (adhere sessions); if repeated, each question goes to each model, drawn at random and not shown")
	flags.StringVar(&f.baseURL, "writer-base-url", "", "address of the writers' server, up to /v1")
	flags.StringVar(&f.budget, "writer-budget", "", "stop before the writers have spent this much, in US dollars (2.50)")
	flags.Uint64Var(&f.seed, "seed", 0, "seed that determines who gets which question and writer")
	flags.StringVar(&f.prompts, "prompts", "", "folder with a prompt pack, for writers")
	f.retrieverFlags.register(flags)
}

// writing opens the place to write, if there is anybody to write with. The
// caller closes it.
func (p *program) writing(ctx context.Context, s *store.Store, f *writingFlags) (web.Writing, func(), error) {
	finder, err := p.finder(s, &f.retrieverFlags)
	if err != nil {
		return web.Writing{}, nil, err
	}
	place := web.Writing{Desk: p.desk(s, finder), Store: s}
	if len(f.writers) == 0 {
		return place, func() {}, nil
	}
	pack, err := eval.Pack(f.prompts)
	if err != nil {
		return web.Writing{}, nil, err
	}
	models, err := p.NewModels(&asking.ModelFlags{Connections: 20, Tries: 4, Timeout: 10 * time.Minute, Budget: f.budget, NoCache: true}, s)
	if err != nil {
		return web.Writing{}, nil, err
	}
	var writers []adhere.Model
	for _, spec := range f.writers {
		m, err := models.Open(spec, f.baseURL, "writer")
		if err != nil {
			return web.Writing{}, nil, err
		}
		writers = append(writers, m)
	}
	place.Room, err = writing.NewRoom(ctx, writing.RoomConfig{
		Keeper: s, Finder: finder, Models: writers, Prompts: pack, Seed: f.seed, Now: p.Now, Log: slog.New(slog.NewTextHandler(p.Err, nil)),
	})
	if err != nil {
		return web.Writing{}, nil, err
	}
	return place, place.Room.Close, nil
}
