package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// load makes n calls with so many at once, and nothing else: the least that
// any program spends which makes them. It returns how long they took.
func load(ctx context.Context, url string, n, connections int) (time.Duration, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: connections, MaxIdleConnsPerHost: connections}}
	var next atomic.Int64
	var workers sync.WaitGroup
	start := time.Now()
	for range connections {
		workers.Go(func() {
			for i := next.Add(1); i <= int64(n) && ctx.Err() == nil; i = next.Add(1) {
				if err := call(ctx, client, url, i); err != nil {
					stop(err)
				}
			}
		})
	}
	workers.Wait()
	return time.Since(start), context.Cause(ctx)
}

// call asks for one answer and reads it.
func call(ctx context.Context, client *http.Client, url string, i int64) error {
	body := fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":"Say number %d without a comma."}]}`, i)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/chat/completions", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("call %d: %s", i, resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
