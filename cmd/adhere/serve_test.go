package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// askVerify puts the lines of a file to a reward service and prints status
// and answer: verify PORTFILE KEYFILE|- QUESTIONS [revoked]. With revoked, it
// asks until the service has noticed that the key is.
func askVerify(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: verify PORTFILE KEYFILE|- QUESTIONS [revoked]")
	}
	address := strings.TrimSpace(waitForFile(ts, args[0]))
	status, answer := postVerify(ts, address, args[1], args[2])
	for len(args) > 3 && status == http.StatusOK {
		time.Sleep(50 * time.Millisecond)
		status, answer = postVerify(ts, address, args[1], args[2])
	}
	fmt.Fprintf(ts.Stdout(), "%d\n%s", status, answer)
}

func waitForFile(ts *testscript.TestScript, name string) string {
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if b, err := os.ReadFile(ts.MkAbs(name)); err == nil {
			return string(b)
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("%s was not written", name)
	return ""
}

func postVerify(ts *testscript.TestScript, address, keyFile, questions string) (int, string) {
	req, err := http.NewRequest(http.MethodPost, "http://"+address+"/v1/verify", strings.NewReader(ts.ReadFile(questions)))
	ts.Check(err)
	if strings.HasSuffix(questions, ".jsonl") {
		req.Header.Set("Content-Type", "application/x-ndjson")
	}
	if keyFile != "-" {
		req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(ts.ReadFile(keyFile)))
	}
	resp, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	ts.Check(err)
	return resp.StatusCode, string(b)
}
