// Command modelstub is a scripted model server that speaks the wire formats of
// OpenAI and Anthropic: for trying commands out without a key, and for the
// measurements of docs/performance.md. It answers every request with the same
// text after a fixed latency and, on request, misbehaves for a share of them.
// When it is interrupted it prints what it saw. With -load it is the client
// instead, and only makes calls: the measure for a program that does more.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"adhere/model/modeltest"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8099", "address to listen on")
	latency := flag.Duration("latency", 100*time.Millisecond, "time before each answer")
	answer := flag.String("answer", "Yes.", "text of every answer")
	vary := flag.Int("words", 0, "follow each answer by so many words, others for each request")
	items := flag.Int("items", 0, "number of instructions for measurements to print; nothing else is done")
	limited := flag.Float64("limited", 0, "share of requests answered with 429 and Retry-After")
	failing := flag.Float64("failing", 0, "share of requests answered with 500")
	seed := flag.Uint64("seed", 1, "which requests -failing and -limited concern")
	calls := flag.Int("load", 0, "number of calls to make, instead of answering any; prints how long they took")
	connections := flag.Int("connections", 100, "calls in flight at once, with -load")
	url := flag.String("url", "http://127.0.0.1:8099/v1", "base URL to call, with -load")
	flag.Parse()

	var err error
	switch {
	case *items > 0:
		err = writeItems(os.Stdout, *items)
	case *calls > 0:
		var took time.Duration
		if took, err = load(context.Background(), *url, *calls, *connections); err == nil {
			fmt.Printf("%d calls in %.3f s\n", *calls, took.Seconds())
		}
	default:
		err = serve(*addr, &modeltest.Stub{
			Latency: *latency,
			Reply:   varied(*answer, *vary),
			Plan: modeltest.Shares(*seed,
				modeltest.Share{Part: *limited, Behaviour: modeltest.Behaviour{Status: 429, RetryAfter: time.Second}},
				modeltest.Share{Part: *failing, Behaviour: modeltest.Behaviour{Status: 500}}),
		})
	}
	if err != nil {
		log.Fatal(err)
	}
}

// serve listens until the program is interrupted, then prints what was seen.
func serve(addr string, stub *modeltest.Stub) error {
	if err := serveUntilStopped(addr, "listening on ", stub); err != nil {
		return err
	}
	asked, answered := stub.Distinct()
	return json.NewEncoder(os.Stdout).Encode(map[string]int{
		"requests": stub.Requests(), "distinct": asked, "answered": answered, "most_in_flight": stub.MostInFlight(),
	})
}

// serveUntilStopped prints where it listens, behind what is said before that, and
// answers until the program is interrupted.
func serveUntilStopped(addr, before string, h http.Handler) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("%shttp://%s/v1\n", before, l.Addr())
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
