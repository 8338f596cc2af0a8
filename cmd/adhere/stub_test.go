package main

import (
	"context"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"adhere"
	"adhere/model/modeltest"
)

// stubURL is where scripts find the stub: the same address in every script and
// at every start, since the address of a server is part of a run's name. The
// command reaches it through a proxy, which the stub itself is.
const stubURL = "http://stub.test/v1"

// noProxy is where nothing answers.
const noProxy = "http://127.0.0.1:1"

// startStub starts a model server for a script and sets STUB to its base URL:
//
//	stub [latency=20ms] [limited=0.3] [failing=0.1] [answer=TEXT] [on:PART=TEXT]... [status:PART=500|cut|length]... [wrong:MODEL=OTHER]...
//
// It answers with the given text, or in upper case what was asked; a request
// that holds PART gets the text that belongs to the first such part, or fails
// with a status, or is cut off in the middle, or says that it met its token limit. What MODEL is asked, OTHER claims to answer. Nothing answers there between "stub off" and "stub on".
func startStub(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 1 && (args[0] == "on" || args[0] == "off") {
		ts.Setenv("HTTP_PROXY", map[string]string{"on": ts.Getenv("STUB_PROXY"), "off": noProxy}[args[0]])
		return
	}
	var parts []reply
	bad, others := map[string]modeltest.Behaviour{}, map[string]string{}
	options := map[string]string{"answer": "", "latency": "0s"}
	for _, a := range args {
		name, value, ok := strings.Cut(a, "=")
		if !ok || neg {
			ts.Fatalf("usage: stub [name=value...]")
		}
		if part, ok := strings.CutPrefix(name, "status:"); ok {
			switch value {
			case "cut":
				bad[part] = modeltest.Behaviour{Fault: modeltest.Cut}
			case "length":
				bad[part] = modeltest.Behaviour{Finish: adhere.FinishLength}
			default:
				status, err := strconv.Atoi(value)
				ts.Check(err)
				bad[part] = modeltest.Behaviour{Status: status}
			}
			continue
		}
		if part, ok := strings.CutPrefix(name, "on:"); ok {
			parts = append(parts, reply{part, strings.ReplaceAll(value, `\n`, "\n")})
			continue
		}
		if asked, ok := strings.CutPrefix(name, "wrong:"); ok {
			others[asked] = value
			continue
		}
		options[name] = value
	}
	latency, err := time.ParseDuration(options["latency"])
	ts.Check(err)
	stub := &modeltest.Stub{
		Latency: latency,
		Reply: func(a *modeltest.Asked) string {
			for _, r := range parts {
				if strings.Contains(a.Prompt(), r.part) {
					return r.text
				}
			}
			if options["answer"] != "" {
				return options["answer"]
			}
			return strings.ToUpper(a.Prompt())
		},
	}
	shares := modeltest.Shares(1,
		modeltest.Share{Part: share(ts, options["limited"]), Behaviour: modeltest.Behaviour{Status: 429}},
		modeltest.Share{Part: share(ts, options["failing"]), Behaviour: modeltest.Behaviour{Status: 500}})
	stub.Plan = func(a *modeltest.Asked) modeltest.Behaviour {
		for part, b := range bad {
			if strings.Contains(a.Prompt(), part) {
				return b
			}
		}
		b := shares(a)
		if len(others) > 0 {
			_, asked := a.Open()
			b.Model = others[asked]
		}
		return b
	}
	url, stop, err := stub.Listen(context.Background())
	ts.Check(err)
	ts.Defer(stop)
	if options["batches"] != "" { // how long each takes
		takes, err := time.ParseDuration(options["batches"])
		ts.Check(err)
		server := httptest.NewServer(&modeltest.Batches{Stub: stub, Takes: takes})
		ts.Defer(server.Close)
		url = server.URL
	}
	ts.Setenv("STUB", stubURL)
	ts.Setenv("STUB_PROXY", strings.TrimSuffix(url, "/v1"))
	ts.Setenv("HTTP_PROXY", strings.TrimSuffix(url, "/v1"))
}

// A reply is what a stub says to a request that holds a part.
type reply struct{ part, text string }

func share(ts *testscript.TestScript, s string) float64 {
	if s == "" {
		return 0
	}
	f, err := strconv.ParseFloat(s, 64)
	ts.Check(err)
	return f
}
