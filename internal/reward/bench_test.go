package reward_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"adhere/internal/reward"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// mix returns questions like those of a training loop: a few requirements,
// many answers of some 100 words, each of its own.
func mix(n int) []ruling.Case {
	demands := []string{"at most 150 words", "no commas", "at least 3 sentences", "include the word rain", "in all lowercase letters", "at least 2 paragraphs"}
	all := make([]ruling.Case, n)
	for i := range all {
		text := strings.Repeat("The rain kept falling on the old station's roof, and nobody came to read the board.\n\n", 3+i%8)
		all[i] = ruling.Case{ID: fmt.Sprint(i), Requirement: demands[i%len(demands)], Text: text + fmt.Sprint(i)}
	}
	return all
}

// BenchmarkPairs measures pairs of an answer and a requirement: by the bare
// library on one core and on all, by it with JSON read and written, and
// through the service, client and network included, on the same cores.
func BenchmarkPairs(b *testing.B) {
	const batch = 500
	questions := mix(batch)
	desk := ruling.NewDecider(suites.All()...)
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	for _, q := range questions {
		if err := enc.Encode(q); err != nil {
			b.Fatal(err)
		}
	}
	each := func(b *testing.B, work func(i int) error) {
		for b.Loop() {
			for i := range questions {
				if err := work(i); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "pairs/s")
	}
	b.Run("library-1-core", func(b *testing.B) {
		each(b, func(i int) error { _, err := desk.Decide(questions[i]); return err })
	})
	b.Run("library-json-1-core", func(b *testing.B) {
		raws := bytes.Split(bytes.TrimSpace(body.Bytes()), []byte("\n"))
		each(b, func(i int) error {
			q, err := ruling.ReadCase(raws[i])
			if err != nil {
				return err
			}
			a, err := desk.Decide(q)
			if err != nil {
				return err
			}
			_, err = json.Marshal(&a)
			return err
		})
	})
	b.Run("library-all-cores", func(b *testing.B) {
		for b.Loop() {
			var all sync.WaitGroup
			for w := range runtime.GOMAXPROCS(0) {
				all.Go(func() {
					for i := w; i < batch; i += runtime.GOMAXPROCS(0) {
						_, _ = desk.Decide(questions[i]) // they are decided above
					}
				})
			}
			all.Wait()
		}
		b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "pairs/s")
	})
	url := start(b, reward.Config{Answerer: ruling.Answerer{Decide: desk.Decide}}, 0)
	list := "[" + strings.ReplaceAll(strings.TrimSpace(body.String()), "\n", ",") + "]"
	for _, c := range []struct{ name, kind, body string }{{"service-lines", lines, body.String()}, {"service-list", "application/json", list}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				send(b, url, c.kind, c.body)
			}
			b.ReportMetric(float64(b.N*batch)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}

func send(b *testing.B, url, kind, body string) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, url+"/v1/verify", strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Content-Type", kind)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || n == 0 || resp.StatusCode != http.StatusOK {
		b.Fatal(n, err, resp.Status)
	}
}
