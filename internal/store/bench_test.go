//go:build unix

package store_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"adhere"
)

// cpu returns the processor time that the process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// prose returns n made-up words with the redundancy of a language, roughly.
func prose(n int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	for range n {
		k := int(random.ExpFloat64() * 120)
		fmt.Fprintf(&b, "%c%c%s ", 'a'+k%26, 'a'+k/26%26, "tionesheringaler"[k%13:k%13+k%4])
	}
	return b.String()
}

// BenchmarkItem stores what one item of a run leaves: a look for the call,
// the call and the record, from 128 workers.
func BenchmarkItem(b *testing.B) {
	ctx := context.Background()
	s := open(b)
	j := create(b, s, newRun("r"), items(b.N))
	var texts [100]string
	for i := range texts {
		texts[i] = prose(250, uint64(i))
	}
	var next atomic.Int64
	b.SetParallelism(128 / runtime.GOMAXPROCS(0))
	b.ReportAllocs()
	used := cpu()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := int(next.Add(1) - 1)
			sum := sha256.Sum256(fmt.Append(nil, i))
			key := hex.EncodeToString(sum[:])
			rec := record(i)
			rec.Response.Text = texts[i%len(texts)]
			if _, ok, err := s.Get(ctx, key); ok || err != nil {
				b.Error(ok, err)
			}
			req := &adhere.Request{Messages: rec.Instruction.Messages}
			if err := s.Put(ctx, key, "stub/one", req, rec.Response); err != nil {
				b.Error(err)
			}
			if err := j.Finish(ctx, i, rec, adhere.Used{Made: map[string]adhere.Usage{"subject": {Calls: 1}}}, false); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(cpu()-used)/float64(b.N), "cpu-ns/op")
}

// BenchmarkPut stores a call from so many workers at once.
func BenchmarkPut(b *testing.B) {
	for _, workers := range []int{1, 16, 128} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			ctx := context.Background()
			s := open(b)
			req, resp := sample(0)
			resp.Text = prose(40, 1)
			var next atomic.Int64
			if workers > 1 {
				b.SetParallelism(workers / runtime.GOMAXPROCS(0))
			}
			work := func() {
				if err := s.Put(ctx, fmt.Sprintf("%064x", next.Add(1)*0x9e3779b97f4a7c1), "stub/one", req, resp); err != nil {
					b.Error(err)
				}
			}
			used := cpu()
			b.ResetTimer()
			if workers == 1 {
				for b.Loop() {
					work()
				}
			} else {
				b.RunParallel(func(pb *testing.PB) {
					for pb.Next() {
						work()
					}
				})
			}
			b.ReportMetric(float64(cpu()-used)/float64(b.N), "cpu-ns/op")
		})
	}
}

// BenchmarkGet reads a stored call of 250 words.
func BenchmarkGet(b *testing.B) {
	ctx := context.Background()
	s := open(b)
	req, resp := sample(0)
	resp.Text = prose(250, 1)
	if err := s.Put(ctx, "k", "m", req, resp); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, ok, err := s.Get(ctx, "k"); !ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}

// BenchmarkOpen opens a store that is there already: what every command pays.
func BenchmarkOpen(b *testing.B) {
	path := open(b).Path()
	for b.Loop() {
		openAt(b, path).Close()
	}
}

// BenchmarkSlimRecords reads 20,000 records as a metric does and reports what
// each costs to hold.
func BenchmarkSlimRecords(b *testing.B) {
	const n = 20000
	ctx := context.Background()
	s := open(b)
	j := create(b, s, newRun("r"), items(n))
	for i := range n {
		if err := j.Finish(ctx, i, record(i), adhere.Used{}, false); err != nil {
			b.Fatal(err)
		}
	}
	var before, after runtime.MemStats
	var all []adhere.Record
	for b.Loop() {
		all = make([]adhere.Record, 0, n)
		runtime.GC()
		runtime.ReadMemStats(&before)
		for rec, err := range s.SlimRecords(ctx, "r") {
			if err != nil {
				b.Fatal(err)
			}
			all = append(all, *rec)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "heap-B/record")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/record")
	runtime.KeepAlive(all)
}
