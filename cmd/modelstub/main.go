// Command modelstub is a scripted model server that speaks the wire formats of
// OpenAI and Anthropic: for trying commands out without a key, and for the
// measurements of docs/performance.md. It answers every request with the same
// text after a fixed latency and, on request, misbehaves for a share of them.
// When it is interrupted it prints what it saw.
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
	limited := flag.Float64("limited", 0, "share of requests answered with 429 and Retry-After")
	failing := flag.Float64("failing", 0, "share of requests answered with 500")
	seed := flag.Uint64("seed", 1, "which requests those are")
	flag.Parse()

	stub := &modeltest.Stub{
		Latency: *latency,
		Reply:   func(*modeltest.Asked) string { return *answer },
		Plan: modeltest.Shares(*seed,
			modeltest.Share{Part: *limited, Behaviour: modeltest.Behaviour{Status: 429, RetryAfter: time.Second}},
			modeltest.Share{Part: *failing, Behaviour: modeltest.Behaviour{Status: 500}}),
	}
	if err := serve(*addr, stub); err != nil {
		log.Fatal(err)
	}
}

// serve listens until the program is interrupted, then prints what was seen.
func serve(addr string, stub *modeltest.Stub) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s/v1\n", l.Addr())
	server := &http.Server{Handler: stub, ReadHeaderTimeout: time.Minute}
	go func() {
		<-ctx.Done()
		if err := server.Close(); err != nil {
			log.Print(err)
		}
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	asked, answered := stub.Distinct()
	return json.NewEncoder(os.Stdout).Encode(map[string]int{
		"requests": stub.Requests(), "distinct": asked, "answered": answered, "most_in_flight": stub.MostInFlight(),
	})
}
