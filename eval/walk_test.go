package eval_test

import (
	"context"
	"encoding/json"
	"iter"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/eval"
	"adhere/run"
	"adhere/verify"
)

// crossed collects the functions of ours that lie on the stack wherever
// something is noted, each once, the outermost of the first note first.
type crossed struct {
	mu    sync.Mutex
	names []string
}

var closure = regexp.MustCompile(`(\.func\d+|\.gowrap\d+|-range\d+|-fm)+.*$`) // is part of the function that it stands in

func (c *crossed) note() {
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var stack []string
	for {
		f, more := frames.Next()
		name := closure.ReplaceAllString(f.Function, "")
		if strings.HasPrefix(name, "adhere/") && !strings.HasPrefix(name, "adhere/eval_test.") {
			name = strings.NewReplacer("adhere/", "", "[...]", "", "(*", "", ")", "").Replace(name)
			stack = append(stack, name)
		}
		if !more {
			break
		}
	}
	slices.Reverse(stack)
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range stack {
		if !slices.Contains(c.names, name) {
			c.names = append(c.names, name)
		}
	}
}

// A notedStore notes who begins a run, who stores a record and who reads it.
type notedStore struct {
	*eval.Memory
	*crossed
}

func (s notedStore) Journal(ctx context.Context, id string) (run.Journal, error) {
	j, err := s.Memory.Journal(ctx, id)
	return notedJournal{j, s.crossed}, err
}

func (s notedStore) SlimRecords(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	s.note()
	return s.Memory.SlimRecords(ctx, id)
}

type notedJournal struct {
	run.Journal
	*crossed
}

func (j notedJournal) Pending(ctx context.Context, each func(int, int, *adhere.Instruction) error) error {
	j.note()
	return j.Journal.Pending(ctx, each)
}

func (j notedJournal) Finish(ctx context.Context, position int, rec *adhere.Record, used adhere.Used, failed bool) error {
	j.note()
	return j.Journal.Finish(ctx, position, rec, used, failed)
}

type notedSubject struct {
	adhere.Subject
	*crossed
}

func (s notedSubject) Answer(ctx context.Context, t *adhere.Task) (*adhere.Answer, error) {
	s.note()
	return s.Subject.Answer(ctx, t)
}

// TestWalk holds the list in doc.go of the functions that a recorded answer
// crosses on its way to a number to those that it really crosses: whoever
// wants to understand a number reads these and no others.
func TestWalk(t *testing.T) {
	c := &crossed{}
	check := func(json.RawMessage) (verify.Check, error) {
		return func(*verify.Text) verify.Finding { c.note(); return verify.Finding{Met: true} }, nil
	}
	rule := &adhere.Rule{Name: "ifeval/punctuation:no_comma"} // in this catalog it is the checker above
	catalog := verify.NewCatalog(verify.Suite{Name: "ifeval", Version: 1, Checkers: []verify.Checker{{Name: "punctuation:no_comma", Compile: check}}})
	e, err := eval.New(t.Context(), eval.Spec{
		Instructions: []adhere.Instruction{{ID: "a", Messages: []adhere.Message{{Role: adhere.User, Text: "Hi."}}, Requirements: []adhere.Requirement{{ID: "r", Rule: rule}}}},
		Answers:      []eval.Answer{{ID: "a", Text: "Hello."}},
	}, eval.Parts{Judges: []adhere.Judge{verify.NewJudge("own", 1, catalog, verify.Strict)}})
	if err != nil {
		t.Fatal(err)
	}
	e.Subject = notedSubject{e.Subject, c}
	m := &e.Bench.Metrics[0]
	of := m.Of
	m.Of = func(records []adhere.Record) []adhere.Summary { c.note(); return of(records) }
	if _, err := e.Run(t.Context(), notedStore{eval.NewMemory(), c}); err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, listed, _ := strings.Cut(string(doc), "// Then every answer passes through")
	listed, _, _ = strings.Cut(listed, "// # ")
	var want []string
	for _, l := range regexp.MustCompile(`(?m)^//\t([\w.]+) `).FindAllStringSubmatch(listed, -1) {
		want = append(want, l[1])
	}
	if most := 12; len(want) > most {
		t.Errorf("%d functions, expected at most %d", len(want), most)
	}
	if diff := cmp.Diff(want, c.names); diff != "" {
		t.Errorf("a recorded answer passes through other functions than doc.go lists (-listed +crossed):\n%s", diff)
	}
}
