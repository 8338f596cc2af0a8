//go:build unix

package provider_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

const stubVar = "ADHERE_TEST_STUB" // set in the process that is the stub

// TestMain turns the test binary into a stub server when asked to, so that
// benchmarks can tell our own processor time from the server's.
func TestMain(m *testing.M) {
	if os.Getenv(stubVar) == "" {
		os.Exit(m.Run())
	}
	text := strings.Repeat("A reply of ordinary length, about two hundred words. ", 22)
	s := &modeltest.Stub{Latency: 100 * time.Millisecond, Reply: func(*modeltest.Asked) string { return text }}
	url, stop, err := s.Listen(context.Background())
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(url)
	_, _ = io.Copy(io.Discard, os.Stdin) // until the benchmark goes away
	stop()
}

// stubProcess starts a stub in a process of its own.
func stubProcess(b *testing.B) string {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), stubVar+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(url)
}

// cpu returns the processor time of this process so far.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// inFlight makes b.N calls with so many at once and reports the processor
// time of each. The connections are opened before the clock starts.
func inFlight(b *testing.B, n int, call func(i int) error) {
	round := func(total int) {
		var wg sync.WaitGroup
		next := make(chan int)
		for range n {
			wg.Go(func() {
				for i := range next {
					if err := call(i); err != nil {
						b.Error(err)
					}
				}
			})
		}
		for i := range total {
			next <- i
		}
		close(next)
		wg.Wait()
	}
	round(2 * n)
	b.ReportAllocs()
	b.ResetTimer()
	before := cpu(b)
	round(b.N)
	b.ReportMetric(float64((cpu(b)-before).Nanoseconds())/float64(b.N), "cpu-ns/call")
}

var prompt = strings.Repeat("Write about the sea in at most fifty words, without commas. ", 17)

func BenchmarkCall(b *testing.B) {
	for _, n := range []int{100, 1000} {
		url := stubProcess(b)
		b.Run(fmt.Sprintf("bare/%d", n), func(b *testing.B) {
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: n, DisableCompression: true}}
			body := `{"model":"m","messages":[{"role":"user","content":"` + prompt + `"}]}`
			inFlight(b, n, func(int) error {
				resp, err := client.Post(url+"/chat/completions", "application/json", strings.NewReader(body))
				if err != nil {
					return err
				}
				defer resp.Body.Close()
				_, err = io.Copy(io.Discard, resp.Body)
				return err
			})
		})
		m, err := provider.Open("openai-api/local/m", env(), provider.Options{BaseURL: url, MaxConnections: n})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("wire/%d", n), func(b *testing.B) { benchModel(b, n, m) })
		b.Run(fmt.Sprintf("stack/%d", n), func(b *testing.B) {
			benchModel(b, n, model.Stack(m, model.Layers{
				Calls: forget{}, Retry: &model.Policy{}, Budget: model.NewBudget(0, 1<<60),
				Limiter: model.NewLimiter(model.Limits{Connections: n, RPM: 1 << 30, TPM: 1 << 60}),
			}))
		})
	}
}

func benchModel(b *testing.B, n int, m adhere.Model) {
	inFlight(b, n, func(i int) error {
		_, err := m.Generate(b.Context(), &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: prompt}}, Attempt: i})
		return err
	})
}

// forget keeps nothing.
type forget struct{}

func (forget) Get(context.Context, string) (*adhere.Response, bool, error) { return nil, false, nil }

func (forget) Put(context.Context, string, string, *adhere.Request, *adhere.Response) error {
	return nil
}
