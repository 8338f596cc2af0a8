package main

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"adhere/model/modeltest"
)

// startStub starts a model server for a script and sets STUB to its base URL:
//
//	stub [latency=20ms] [limited=0.3] [failing=0.1] [judge=yes] [answer=TEXT]
//
// It answers with the given text, or in upper case what was asked; a judge's
// request gets the judge's answer.
func startStub(ts *testscript.TestScript, neg bool, args []string) {
	options := map[string]string{"answer": "", "latency": "0s"}
	for _, a := range args {
		name, value, ok := strings.Cut(a, "=")
		if !ok || neg {
			ts.Fatalf("usage: stub [name=value...]")
		}
		options[name] = value
	}
	latency, err := time.ParseDuration(options["latency"])
	ts.Check(err)
	stub := &modeltest.Stub{
		Latency: latency,
		Reply: func(a *modeltest.Asked) string {
			if options["answer"] != "" {
				return options["answer"]
			}
			return strings.ToUpper(a.Prompt())
		},
		Plan: modeltest.Shares(1,
			modeltest.Share{Part: share(ts, options["limited"]), Behaviour: modeltest.Behaviour{Status: 429}},
			modeltest.Share{Part: share(ts, options["failing"]), Behaviour: modeltest.Behaviour{Status: 500}}),
	}
	url, stop, err := stub.Listen(context.Background())
	ts.Check(err)
	ts.Defer(stop)
	ts.Setenv("STUB", url)
}

func share(ts *testscript.TestScript, s string) float64 {
	if s == "" {
		return 0
	}
	f, err := strconv.ParseFloat(s, 64)
	ts.Check(err)
	return f
}

// redact replaces what differs between equal runs in the standard output of
// the last command, and writes it to a file: redact FILE
func redact(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: redact FILE")
	}
	out := ts.ReadFile("stdout")
	for _, r := range []struct{ pattern, with string }{
		{`\d{4}-\d\d-\d\d \d\d:\d\d`, "DATE"},
		{`-[0-9a-f]{8}\b`, "-HASH"},
		{`\b[0-9a-f]{64}\b`, "SHA256"},
		{`http://127\.0\.0\.1:\d+`, "URL"},
	} {
		out = regexp.MustCompile(r.pattern).ReplaceAllString(out, r.with)
	}
	ts.Check(writeString(ts.MkAbs(args[0]), out))
}
