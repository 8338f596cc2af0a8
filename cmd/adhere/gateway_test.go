package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience is how long a test waits for what other processes do: longer than
// they take on a machine that does much else.
const patience = 5 * time.Minute

// postTo sends a file to a service that listens on a socket, which it waits
// for, and writes the answer with its headers to another file:
//
//	post SOCKET /v1/chat/completions BODY ANSWER
func postTo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: post SOCKET PATH BODY ANSWER")
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		for {
			c, err := new(net.Dialer).DialContext(ctx, "unix", ts.MkAbs(args[0]))
			if err == nil || ctx.Err() != nil {
				return c, err
			}
			time.Sleep(10 * time.Millisecond)
		}
	}}}
	defer client.CloseIdleConnections()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+args[1], strings.NewReader(ts.ReadFile(args[2])))
	ts.Check(err)
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	var b strings.Builder
	b.WriteString(resp.Status + "\n")
	ts.Check(resp.Header.Write(&b))
	_, err = io.Copy(&b, resp.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(b.String()), 0o600))
}
