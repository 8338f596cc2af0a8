package retrieve_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"adhere/retrieve"
)

const (
	corpusSize = 100_000
	vectorSize = 384
)

// corpus is as many paragraphs of 80 words as the bounds speak of; words are
// as unevenly common as those of a language.
var corpus = sync.OnceValue(func() []retrieve.Passage {
	r := rand.New(rand.NewPCG(1, 2))
	z := rand.NewZipf(r, 1.1, 2, 50_000)
	ps := make([]retrieve.Passage, corpusSize)
	for i := range ps {
		var b strings.Builder
		for range 80 {
			fmt.Fprintf(&b, "w%d ", z.Uint64())
		}
		ps[i] = retrieve.Passage{ID: fmt.Sprintf("d%d#%d", i/50, i%50), Document: fmt.Sprint("d", i/50), Text: b.String()}
	}
	return ps
})

// held reports how much memory making something keeps.
func held(b *testing.B, make func() retrieve.Retriever) (x retrieve.Retriever, report func()) {
	b.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	x = make()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return x, func() {
		b.ReportMetric((float64(after.HeapAlloc)-float64(before.HeapAlloc))/1e6, "index-MB")
		b.ReportMetric(float64(after.HeapAlloc)/1e6, "heap-MB")
	}
}

// BenchmarkBM25 asks for the five best of 100,000 paragraphs; the bound is
// 10 ms. The common query has the words that stand in most paragraphs.
func BenchmarkBM25(b *testing.B) {
	corpus()
	for name, query := range map[string]string{
		"rare":   "w1000 w2000 w3000 w4000 w100 w200",
		"common": "w0 w1 w2 w3 w5 w8 w13 w20 w50 w100 w500 w1000 w2000",
	} {
		b.Run(name, func(b *testing.B) {
			x, report := held(b, func() retrieve.Retriever { return retrieve.NewBM25(corpus()) })
			for b.Loop() {
				if ps, err := x.Retrieve(b.Context(), query, retrieve.Best); err != nil || len(ps) != retrieve.Best {
					b.Fatal(len(ps), err)
				}
			}
			report()
		})
	}
}

// BenchmarkBM25Build indexes them all.
func BenchmarkBM25Build(b *testing.B) {
	corpus()
	for b.Loop() {
		retrieve.NewBM25(corpus())
	}
}

type sameVector []float32

func (v sameVector) Embed(context.Context, []string) ([][]float32, error) { return [][]float32{v}, nil }

// BenchmarkDense asks for the five nearest of 100,000 vectors of 384 numbers;
// the bound is 50 ms on one core.
func BenchmarkDense(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	r := rand.New(rand.NewPCG(3, 4))
	vector := func() []float32 {
		v := make([]float32, vectorSize)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return v
	}
	corpus()
	x, report := held(b, func() retrieve.Retriever {
		vectors := make([][]float32, corpusSize)
		for i := range vectors {
			vectors[i] = vector()
		}
		x, err := retrieve.NewDense(corpus(), vectors, sameVector(vector()))
		if err != nil {
			b.Fatal(err)
		}
		return x
	})
	for b.Loop() {
		if ps, err := x.Retrieve(b.Context(), "anything", retrieve.Best); err != nil || len(ps) != retrieve.Best {
			b.Fatal(len(ps), err)
		}
	}
	report()
}
