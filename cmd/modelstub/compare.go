package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// What a gateway must reach on 2 cores, shared with the stub and the clients.
const (
	leastRequests = 5000                   // a second, at 50 connections
	leastStreams  = 2000                   // a second
	mostAdded     = 300 * time.Microsecond // at the median of sequential calls
	mostMemory    = 50                     // MB
)

const (
	lanes      = 50
	sequential = 3000 // calls by each way in a round
)

// A way leads to the stub: directly, or through something.
type way struct {
	name, address string
	process       *exec.Cmd
	headers       string

	added            []time.Duration // by round: median over the direct way's
	requests, stream []float64       // by round: a second
}

// compare measures the gateway program at a path beside a plain proxy and the
// bare stub, by turns, each a process of its own, for so many rounds.
func compare(ctx context.Context, out io.Writer, program string, rounds int, during time.Duration) error {
	dir, err := os.MkdirTemp("", "gateway")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ways, err := openWays(ctx, program, dir)
	defer func() {
		for _, w := range ways {
			w.stop()
		}
	}()
	if err != nil {
		return err
	}
	fresh := peakMemory(ways[2].process.Process.Pid)
	for range rounds {
		if err := round(ctx, ways, during); err != nil {
			return err
		}
	}
	return show(out, ways, fresh)
}

func openWays(ctx context.Context, program, dir string) (ways []*way, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	open := func(name, headers, program string, args ...string) error {
		w, err := start(ctx, dir, name, program, args...)
		if err == nil {
			w.headers = headers
			ways = append(ways, w)
		}
		return err
	}
	if err := open("direct", "", self, "-fast", "-addr", "127.0.0.1:0"); err != nil {
		return ways, err
	}
	upstream := "http://" + ways[0].address + "/v1"
	if err := open("plain proxy", "", self, "-proxy", upstream, "-addr", "127.0.0.1:0"); err != nil {
		return ways, err
	}
	keys := filepath.Join(dir, "keys.json")
	key, err := exec.CommandContext(ctx, program, "keys", "add", "load", "--keys", keys,
		"--rpm", "1000000000", "--tpm", "1000000000000", "--concurrent", "1000", "--budget", "1000000").Output()
	if err != nil {
		return ways, fmt.Errorf("make a key: %w", err)
	}
	err = open("gateway", "Authorization: Bearer "+strings.TrimSpace(string(key))+"\r\n", program,
		"gateway", "--strategy", "passthrough", "--listen", "127.0.0.1:0", "--upstream", upstream, "--keys", keys)
	return ways, err
}

// start runs a server that says on its first line where it listens. What it
// logs goes to a file, as in earnest.
func start(ctx context.Context, dir, name, program string, args ...string) (*way, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	log, err := os.Create(filepath.Join(dir, name+".log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w := &way{name: name, process: cmd}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		w.stop()
		said, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("%s does not start: %w: %s", name, err, said)
	}
	u, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		w.stop()
		return nil, err
	}
	w.address = u.Host
	return w, nil
}

func (w *way) stop() {
	_ = w.process.Process.Signal(syscall.SIGTERM) // it may have ended
	_ = w.process.Wait()
}

// request is one request as it goes over the wire.
func (w *way) request(stream bool) []byte {
	body := `{"model":"gpt-4o","messages":[{"role":"system","content":"You are a helpful assistant."},{"role":"user","content":"` +
		strings.Repeat("Tell me about the tea that you like. ", 12) + `"}],"temperature":0.7`
	if stream {
		body += `,"stream":true`
	}
	body += "}"
	return fmt.Appendf(nil, "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s", w.headers, len(body), body)
}

// round measures every way once.
func round(ctx context.Context, ways []*way, during time.Duration) error {
	medians, err := interleaved(ctx, ways)
	if err != nil {
		return err
	}
	for i, w := range ways {
		w.added = append(w.added, medians[i]-medians[0])
	}
	for _, stream := range []bool{false, true} {
		for _, w := range ways {
			rate, err := w.rate(ctx, stream, during)
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			if stream {
				w.stream = append(w.stream, rate)
			} else {
				w.requests = append(w.requests, rate)
			}
		}
	}
	return nil
}

// interleaved makes calls one after the other, each way in turn, and returns
// the median time of each. The turns change their order: what a server still
// does when its client has the answer, the next one pays for.
func interleaved(ctx context.Context, ways []*way) ([]time.Duration, error) {
	open := make([]*lane, len(ways))
	for i, w := range ways {
		l, err := openLane(ctx, w.address, w.request(false))
		if err != nil {
			return nil, err
		}
		defer l.close()
		open[i] = l
	}
	took := make([][]time.Duration, len(ways))
	order := rand.New(rand.NewPCG(1, 1))
	for range sequential {
		for _, i := range order.Perm(len(open)) {
			begun := time.Now()
			if err := open[i].call(false); err != nil {
				return nil, fmt.Errorf("%s: %w", ways[i].name, err)
			}
			took[i] = append(took[i], time.Since(begun))
		}
	}
	medians := make([]time.Duration, len(ways))
	for i := range took {
		medians[i] = median(took[i])
	}
	return medians, nil
}

// rate asks on all lanes at once, once on each at least, and returns how many
// answers came a second.
func (w *way) rate(ctx context.Context, stream bool, during time.Duration) (float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var answers atomic.Int64
	var all sync.WaitGroup
	begun := time.Now()
	for range lanes {
		all.Go(func() {
			l, err := openLane(ctx, w.address, w.request(stream))
			if err != nil {
				cancel(err)
				return
			}
			defer l.close()
			for once := true; once || ctx.Err() == nil && time.Since(begun) < during; once = false {
				if err := l.call(stream); err != nil {
					cancel(err)
					return
				}
				answers.Add(1)
			}
		})
	}
	all.Wait()
	return float64(answers.Load()) / time.Since(begun).Seconds(), context.Cause(ctx)
}

func median[T int | float64 | time.Duration](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// peakMemory returns the most memory that a process has had, in MB, where the
// system tells it; else 0.
func peakMemory(pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024
		}
	}
	return 0
}

// show prints the medians of all rounds, and returns an error where a bound is
// not held.
func show(out io.Writer, ways []*way, fresh float64) error {
	fmt.Fprintf(out, "%-12s %12s %12s %12s %12s\n", "", "requests/s", "added ms", "streams/s", "peak MB")
	for _, w := range ways {
		fmt.Fprintf(out, "%-12s %12.0f %12.3f %12.0f %12.1f\n", w.name, median(w.requests), median(w.added).Seconds()*1000, median(w.stream), peakMemory(w.process.Process.Pid))
	}
	g := ways[2]
	memory := peakMemory(g.process.Process.Pid)
	fmt.Fprintf(out, "%-12s %12d %12.3f %12d %12d   the gateway had %.1f MB when it was new\n", "bound", leastRequests, mostAdded.Seconds()*1000, leastStreams, mostMemory, fresh)
	if median(g.requests) < leastRequests || median(g.added) > mostAdded || median(g.stream) < leastStreams || memory > mostMemory {
		return errors.New("a bound is not held; the plain proxy of the same run shows what the machine has to give")
	}
	return nil
}
