package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func evalCommandLine(db, tasks, url string, more ...string) []string {
	return append([]string{
		"eval", tasks, "--db", db, "--quiet", "--json", "--max-connections", "4",
		"--model", "openai-api/local/subject", "--base-url", url,
		"--judge", "openai-api/local/judge", "--judge-base-url", url,
	}, more...)
}

// writeTasks writes n instructions with two requirements each, one of which
// needs the judge.
func writeTasks(t *testing.T, path string, n int) {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id":"%d","prompt":"say number %d","requirements":[{"id":"1","text":"Is it kind?"},{"id":"2","rule":{"name":"ifeval/punctuation:no_comma"}}]}`+"\n", i, i)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
