//go:build unix

package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"adhere"
	"adhere/internal/store"
	"adhere/run"
)

// cpu returns the processor time that the process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak returns the most memory that the process has had resident, in MB, as
// Linux tells it; 0 elsewhere.
func peak() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, _ := strconv.Atoi(strings.Fields(rest + " 0")[0])
	return float64(kilobytes) / 1024
}

// limited is a model of fixed latency with so many connections, whose replies
// are stored before they are used.
type limited struct {
	s           *store.Store
	connections chan struct{}
	latency     time.Duration
	text        string
}

func (limited) Name() string { return "stub/one" }

func (l limited) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	key := req.Key(l.Name())
	if resp, ok, err := l.s.Get(ctx, key); ok || err != nil {
		return resp, err
	}
	l.connections <- struct{}{}
	if l.latency > 0 {
		time.Sleep(l.latency)
	}
	<-l.connections
	resp := &adhere.Response{Model: l.Name(), Text: l.text, Finish: adhere.FinishStop, Usage: adhere.Usage{Calls: 1, Out: 250}}
	return resp, l.s.Put(ctx, key, l.Name(), req, resp)
}

// carryOut creates a run of n items in a new store and does it.
func carryOut(b *testing.B, n, workers int, model limited) {
	b.Helper()
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(b.TempDir(), "adhere.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	err = s.CreateRun(ctx, &adhere.Run{ID: "r"}, func(yield func(adhere.Item, error) bool) {
		for i := range n {
			in := instruction(i)
			in.Messages[0].Text += strings.Repeat(" and its shores", 20)
			if !yield(adhere.Item{Chain: 1, Instruction: in}, nil) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	j, err := s.Journal(ctx, "r")
	if err != nil {
		b.Fatal(err)
	}
	model.s = s
	r := &run.Runner{Subject: asked(model), Workers: workers, Judges: []adhere.Judge{judgeFunc(even)}, Progress: func(run.Tally) {}}
	b.StartTimer()
	tally, err := r.Run(ctx, j)
	b.StopTimer()
	if err != nil || tally.Done != n {
		b.Fatal(tally, err)
	}
}

// BenchmarkLowerBound does 1,000 items of 100 ms over 100 connections, which
// cannot take less than a second, and reports how many times that it took.
func BenchmarkLowerBound(b *testing.B) {
	for _, workers := range []int{100, 125, 150, 200} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			b.StopTimer()
			used := cpu()
			for range b.N {
				carryOut(b, 1000, workers, limited{connections: make(chan struct{}, 100), latency: 100 * time.Millisecond, text: strings.Repeat("water ", 250)})
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "times-bound")
			b.ReportMetric(float64((cpu()-used).Microseconds())/float64(b.N)/1000, "cpu-µs/item")
		})
	}
}

// BenchmarkMemory does 100,000 items, 1,000 at a time, and reports the peak
// of resident memory, the race detector and the test itself included. Run it
// alone.
func BenchmarkMemory(b *testing.B) {
	b.StopTimer()
	used := cpu()
	for range b.N {
		carryOut(b, 100_000, 1000, limited{connections: make(chan struct{}, 900), text: strings.Repeat("water ", 250)})
	}
	b.ReportMetric(peak(), "peak-MB")
	b.ReportMetric(float64((cpu()-used).Microseconds())/float64(b.N)/100_000, "cpu-µs/item")
}

// BenchmarkMachinery does items whose model, judge and journal take no time.
func BenchmarkMachinery(b *testing.B) {
	m := &discard{n: b.N, in: instruction(1)}
	r := &run.Runner{Subject: asked(modelFunc(echo)), Workers: 100, Judges: []adhere.Judge{judgeFunc(even)}, Progress: func(run.Tally) {}}
	b.ReportAllocs()
	if _, err := r.Run(context.Background(), m); err != nil {
		b.Fatal(err)
	}
}

// discard is a journal that keeps nothing.
type discard struct {
	n  int
	in *adhere.Instruction
}

func (d *discard) Pending(_ context.Context, each func(int, int, *adhere.Instruction) error) error {
	for i := range d.n {
		if err := each(i, 0, d.in); err != nil {
			return err
		}
	}
	return nil
}

func (*discard) Finish(context.Context, int, *adhere.Record, adhere.Used, bool) error {
	return nil
}
