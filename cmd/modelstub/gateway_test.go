package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What a gateway must reach on 2 cores, shared with the stub and the clients.
const (
	leastRequests = 5000                   // a second, at 50 connections
	leastStreams  = 2000                   // a second
	mostAdded     = 300 * time.Microsecond // at the median of sequential calls
	mostMemory    = 50                     // MB
)

const lanes = 50

// BenchmarkGateway measures the gateway beside a plain proxy and the bare stub,
// each a process of its own. It fails where a bound is not held: the plain proxy
// of the same run shows what the machine has to give.
func BenchmarkGateway(b *testing.B) {
	ways := openWays(b)
	gateway := ways[len(ways)-1]
	b.Run("added", func(b *testing.B) {
		medians := interleaved(b, ways)
		for i, w := range ways {
			b.ReportMetric((medians[i]-medians[0]).Seconds()*1000, w.name+"-ms")
		}
		if added := medians[len(ways)-1] - medians[0]; settled(b) && added > mostAdded {
			b.Errorf("the gateway adds %s to a call, more than %s", added, mostAdded)
		}
	})
	for _, w := range ways {
		b.Run("requests/"+w.name, func(b *testing.B) {
			if rate := w.rate(b, false); w == gateway && settled(b) && rate < leastRequests {
				b.Errorf("%.0f requests a second are fewer than %d", rate, leastRequests)
			}
		})
		b.Run("streams/"+w.name, func(b *testing.B) {
			if rate := w.rate(b, true); w == gateway && settled(b) && rate < leastStreams {
				b.Errorf("%.0f streams a second are fewer than %d", rate, leastStreams)
			}
		})
	}
	if peak := gateway.peakMemory(); peak > mostMemory {
		b.Errorf("the gateway has taken %.1f MB, more than %d", peak, mostMemory)
	}
}

// settled reports whether a benchmark ran for long enough to be held to a bound.
func settled(b *testing.B) bool { return b.Elapsed() >= time.Second/2 }

// A way leads to the stub: directly, or through something.
type way struct {
	name, address string
	process       *exec.Cmd
	headers       string
}

func openWays(b *testing.B) []*way {
	dir := b.TempDir()
	program, keys := filepath.Join(dir, "adhere"), filepath.Join(dir, "keys.json")
	build := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-o", program, "adhere/cmd/adhere")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	key, err := exec.CommandContext(b.Context(), program, "keys", "add", "load", "--keys", keys,
		"--rpm", "1000000000", "--tpm", "1000000000000", "--concurrent", "1000", "--budget", "1000000").Output()
	if err != nil {
		b.Fatalf("make a key: %v", err)
	}
	direct := start(b, "direct", exec.CommandContext(b.Context(), os.Args[0]), serves+"=")
	upstream := "http://" + direct.address + "/v1"
	proxy := start(b, "proxy", exec.CommandContext(b.Context(), os.Args[0]), serves+"="+upstream)
	gateway := start(b, "gateway", exec.CommandContext(b.Context(), program, "gateway", "--strategy", "passthrough", "--listen", "127.0.0.1:0", "--upstream", upstream, "--keys", keys))
	gateway.headers = "Authorization: Bearer " + strings.TrimSpace(string(key)) + "\r\n"
	return []*way{direct, proxy, gateway}
}

// start runs a server that says on its first line where it listens. What it
// logs goes to a file, as in earnest.
func start(b *testing.B, name string, cmd *exec.Cmd, env ...string) *way {
	cmd.Env = append(os.Environ(), env...)
	log, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Wait() // the context's end has stopped it
		log.Close()
	})
	line, _ := bufio.NewReader(out).ReadString('\n')
	u, err := url.Parse(strings.TrimSpace(line))
	if err != nil || u.Host == "" {
		said, _ := os.ReadFile(log.Name())
		b.Fatalf("%s does not start: %q %s", name, line, said)
	}
	return &way{name: name, address: u.Host, process: cmd}
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

// interleaved makes calls one after the other, each way in turn, and returns
// the median time of each. The turns change their order: what a server still
// does when its client has the answer, the next one pays for.
func interleaved(b *testing.B, ways []*way) []time.Duration {
	open := make([]*lane, len(ways))
	for i, w := range ways {
		l, err := openLane(b.Context(), w.address, w.request(false))
		if err != nil {
			b.Fatal(err)
		}
		defer l.close()
		open[i] = l
	}
	took := make([][]time.Duration, len(ways))
	order := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		for _, i := range order.Perm(len(open)) {
			begun := time.Now()
			if err := open[i].call(false); err != nil {
				b.Fatalf("%s: %v", ways[i].name, err)
			}
			took[i] = append(took[i], time.Since(begun))
		}
	}
	medians := make([]time.Duration, len(ways))
	for i, all := range took {
		slices.Sort(all)
		medians[i] = all[len(all)/2]
	}
	return medians
}

// rate asks on all lanes at once and returns how many answers came a second.
func (w *way) rate(b *testing.B, stream bool) float64 {
	b.SetParallelism(max(1, lanes/runtime.GOMAXPROCS(0)))
	b.RunParallel(func(pb *testing.PB) {
		l, err := openLane(context.Background(), w.address, w.request(stream))
		if err != nil {
			b.Error(err)
			return
		}
		defer l.close()
		for pb.Next() {
			if err := l.call(stream); err != nil {
				b.Errorf("%s: %v", w.name, err)
				return
			}
		}
	})
	rate := float64(b.N) / b.Elapsed().Seconds()
	b.ReportMetric(rate, "answers/s")
	b.ReportMetric(w.peakMemory(), "peak-MB")
	return rate
}

// peakMemory returns the most memory that the process has had, in MB, where
// the system tells it; else 0.
func (w *way) peakMemory() float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.process.Process.Pid))
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024
		}
	}
	return 0
}
