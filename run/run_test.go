package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/run"
)

// A memory is a journal without a disk.
type memory struct {
	mu      sync.Mutex
	items   []*adhere.Instruction
	records map[int]*adhere.Record
	usage   map[string]adhere.Usage
	failed  map[int]bool
	broken  error // what Finish returns

	attempts int // attempts of an instruction; 0 is read as 1
}

func newMemory(n int) *memory {
	m := &memory{records: map[int]*adhere.Record{}, usage: map[string]adhere.Usage{}, failed: map[int]bool{}}
	for i := range n {
		m.items = append(m.items, instruction(i))
	}
	return m
}

func instruction(n int) *adhere.Instruction {
	return &adhere.Instruction{
		ID:           fmt.Sprint("lakes/", n),
		Messages:     []adhere.Message{{Role: adhere.User, Text: fmt.Sprint("Describe lake ", n)}},
		Requirements: []adhere.Requirement{{ID: "1"}, {ID: "2"}},
	}
}

func (m *memory) Pending(_ context.Context, each func(int, int, *adhere.Instruction) error) error {
	for i, in := range m.items {
		m.mu.Lock()
		todo := m.records[i] == nil || m.failed[i]
		m.mu.Unlock()
		if !todo {
			continue
		}
		if err := each(i, i%max(m.attempts, 1), in); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Finish(_ context.Context, position int, rec *adhere.Record, used adhere.Used, failed bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.broken != nil {
		return m.broken
	}
	m.records[position], m.failed[position] = rec, failed
	for role, u := range used.After(nil) {
		m.usage[role] = m.usage[role].Add(u)
	}
	return nil
}

// dump writes the records in order of position.
func (m *memory) dump(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for i := range m.items {
		if err := enc.Encode(m.records[i]); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// A modelFunc is a model made of one function.
type modelFunc func(ctx context.Context, req *adhere.Request) (*adhere.Response, error)

func (modelFunc) Name() string { return "stub/one" }

func (f modelFunc) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	return f(ctx, req)
}

// asked is a model that is put an instruction's own messages.
func asked(m adhere.Model) adhere.Subject { return model.NewSubject(m, nil) }

func subjectFunc(f modelFunc) adhere.Subject { return asked(f) }

// echo answers with what it was asked.
func echo(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	text := req.Messages[len(req.Messages)-1].Text
	return &adhere.Response{Model: "stub/one", Text: text, Finish: adhere.FinishStop, Usage: adhere.Usage{Calls: 1, In: len(text), Time: time.Second}}, nil
}

// A judgeFunc is a judge made of one function.
type judgeFunc func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error)

func (judgeFunc) Name() string { return "test@1" }

func (f judgeFunc) Judge(ctx context.Context, t *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	return f(ctx, t.Instruction, out)
}

// even finds a requirement met if the answer has an even length.
func even(_ context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
	var v []adhere.Verdict
	for _, r := range in.Requirements {
		v = append(v, adhere.Verdict{
			Requirement: r.ID, Judge: "test@1", Outcome: adhere.OutcomeOf(len(out.Text)%2 == 0),
			Usage: adhere.Usage{Calls: 1, Out: 2, Time: time.Minute},
		})
	}
	return v, nil
}

type graderFunc func() (adhere.Grade, error)

func (graderFunc) Name() string { return "grade@1" }

func (f graderFunc) Grade(context.Context, *adhere.Task, *adhere.Response) (adhere.Grade, error) {
	return f()
}

func four() (adhere.Grade, error) {
	return adhere.Grade{Judge: "grade@1", Score: 4, Outcome: adhere.Met, Usage: adhere.Usage{Calls: 1, Time: 1}}, nil
}

func TestRecord(t *testing.T) {
	temperature := 0.5
	var sent *adhere.Request
	r := &run.Runner{
		Subject: subjectFunc(func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
			sent = req
			return echo(ctx, req)
		}),
		Params: adhere.Params{Temperature: &temperature},
		Judges: []adhere.Judge{judgeFunc(even)}, Graders: []adhere.Grader{graderFunc(four)},
	}
	m := newMemory(1)
	tally, err := r.Run(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if len(sent.Messages) != 1 || *sent.Params.Temperature != 0.5 {
		t.Errorf("asked %+v", sent)
	}
	want := `{"instruction":{"id":"lakes/0","messages":[{"role":"user","content":"Describe lake 0"}],"requirements":[{"id":"1"},{"id":"2"}]},` +
		`"response":{"model":"stub/one","text":"Describe lake 0","finish":"stop","usage":{"calls":1,"in":15}},` +
		`"verdicts":[{"requirement":"1","judge":"test@1","outcome":"not_met","usage":{"calls":1,"out":2}},` +
		`{"requirement":"2","judge":"test@1","outcome":"not_met","usage":{"calls":1,"out":2}}],` +
		`"grades":[{"judge":"grade@1","score":4,"outcome":"met","usage":{"calls":1}}]}` + "\n"
	if got := m.dump(t); got != want {
		t.Errorf("record\n%s\nwant\n%s", got, want)
	}
	subject, judge := adhere.Usage{Calls: 1, In: 15, Time: time.Second}, adhere.Usage{Calls: 3, Out: 4, Time: 2*time.Minute + 1}
	if m.usage[run.Subject] != subject || m.usage[run.Judge] != judge || tally.Usage[run.Judge] != judge {
		t.Errorf("usage %+v, tally %+v", m.usage, tally)
	}
	if tally.Done != 1 || tally.Failed != 0 || tally.InFlight != 0 {
		t.Errorf("tally %+v", tally)
	}
}

// TestAnyOrder holds that records do not depend on which item is done first.
func TestAnyOrder(t *testing.T) {
	dump := func(workers int, wait func(*adhere.Request) time.Duration) (text string) {
		synctest.Test(t, func(t *testing.T) {
			r := &run.Runner{Workers: workers, Judges: []adhere.Judge{judgeFunc(even)}, Subject: subjectFunc(
				func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
					resp, err := echo(ctx, req)
					resp.Usage.Time = wait(req)
					time.Sleep(resp.Usage.Time)
					return resp, err
				})}
			m := newMemory(200)
			if _, err := r.Run(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			text = m.dump(t)
		})
		return text
	}
	one := dump(1, func(*adhere.Request) time.Duration { return 0 })
	many := dump(64, func(req *adhere.Request) time.Duration {
		return time.Duration(req.Key("")[0]) * time.Millisecond
	})
	if one != many {
		t.Error("records differ with the order of completion")
	}
}

// TestFailures holds that a failure is never a score, is tried again on
// resume, and then leaves no trace.
func TestFailures(t *testing.T) {
	timeout := &adhere.Error{Code: adhere.Unavailable, Message: "no reply within 60 s"}
	tests := []struct {
		name  string
		model modelFunc
		judge judgeFunc
		grade graderFunc
		want  string // in the record's JSON
	}{
		{"grader is out of range", echo, even, func() (adhere.Grade, error) { return adhere.Grade{Score: 17}, nil }, `gave the score 17, expected 1 to 5`},
		{"model fails", func(context.Context, *adhere.Request) (*adhere.Response, error) { return nil, timeout }, even, four, `"err":"no reply within 60 s"}`},
		{"model crashes", func(context.Context, *adhere.Request) (*adhere.Response, error) { panic("oops") }, even, four, `"err":"stub/one crashed: oops"}`},
		{"model says nothing", func(context.Context, *adhere.Request) (*adhere.Response, error) { return nil, nil }, even, four, `"err":"model stub/one gave neither`},
		{"judge fails", echo, func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
			return nil, fmt.Errorf("ask: %w", timeout)
		}, four, `"outcome":"broken","reason":"ask: no reply within 60 s"},{"requirement":"2","judge":"test@1","outcome":"broken"`},
		{"judge has a wrong key", echo, func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
			return nil, &adhere.Error{Code: adhere.Refused, Message: "wrong key"}
		}, four, `"outcome":"broken","reason":"wrong key"`},
		{"judge crashes", echo, func(_ context.Context, in *adhere.Instruction, _ *adhere.Response) ([]adhere.Verdict, error) {
			return nil, errors.New(in.Requirements[2].Text)
		}, four, `"outcome":"broken","reason":"test@1 crashed: runtime error: index out of range [2] with length 2"`},
		{"judge forgets one", echo, func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
			v, err := even(ctx, in, out)
			return v[:1], err
		}, four, `"outcome":"broken","reason":"test@1 gave 1 verdicts on 2 requirements"`},
		{"judge mixes them up", echo, func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
			v, err := even(ctx, in, out)
			slices.Reverse(v)
			return v, err
		}, four, `"outcome":"broken","reason":"test@1 gave a verdict on \"2\", expected one on \"1\": verdicts are in the order of the requirements"`},
		{"judge says nothing", echo, func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
			return in.Verdicts("test@1", "", ""), nil
		}, four, `"outcome":"broken","reason":"test@1 gave \"1\" the outcome \"\", expected met, not_met, unsure, broken or skipped"`},
		{"grader fails", echo, even, func() (adhere.Grade, error) { return adhere.Grade{Score: 1}, timeout }, `"grades":[{"judge":"grade@1","score":0,"outcome":"broken","reason":"no reply within 60 s"}]`},
		{"grader crashes", echo, even, func() (adhere.Grade, error) { panic(timeout) }, `"score":0,"outcome":"broken","reason":"grade@1 crashed: no reply`},
	}
	sound := newMemory(5)
	good := run.Runner{Subject: asked(modelFunc(echo)), Judges: []adhere.Judge{judgeFunc(even)}, Graders: []adhere.Grader{graderFunc(four)}}
	if _, err := good.Run(context.Background(), sound); err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			third := func(id string) bool { return id == "lakes/3" }
			var log bytes.Buffer
			r := &run.Runner{
				Log: slog.New(slog.NewTextHandler(&log, nil)),
				Subject: subjectFunc(func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
					if req.Messages[0].Text == "Describe lake 3" {
						return tt.model(ctx, req)
					}
					return echo(ctx, req)
				}),
				Judges: []adhere.Judge{judgeFunc(func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
					if third(in.ID) {
						return tt.judge(ctx, in, out)
					}
					return even(ctx, in, out)
				})},
				Graders: []adhere.Grader{tt.grade},
			}
			m := newMemory(5)
			tally, err := r.Run(context.Background(), m)
			if err != nil || tally.Done != 5 || tally.Failed == 0 || !m.failed[3] {
				t.Errorf("tally %+v, failed %v, %v", tally, m.failed, err)
			}
			b, _ := json.Marshal(m.records[3])
			if !strings.Contains(string(b), tt.want) || strings.Contains(string(b), "go:") {
				t.Errorf("record %s\nwants %s and no place in the source", b, tt.want)
			}
			if crash := strings.Contains(tt.name, "crashes"); strings.Contains(log.String(), "run_test.go") != crash {
				t.Errorf("log: %q", log.String())
			}
			if tally, err := good.Run(context.Background(), m); err != nil || tally.Failed != 0 {
				t.Errorf("resumed: %+v, %v", tally, err)
			}
			if m.dump(t) != sound.dump(t) {
				t.Error("after the resume the records are not those of a sound run")
			}
		})
	}
}

// TestStops lists what ends a run at once. The item concerned gets no record.
func TestStops(t *testing.T) {
	for _, code := range []adhere.Code{adhere.Refused, adhere.NotFound, adhere.Exhausted, adhere.Cancelled} {
		for _, judging := range []bool{false, true} {
			if judging && (code == adhere.Refused || code == adhere.NotFound) {
				continue // the judge's trouble, see TestFailures
			}
			t.Run(fmt.Sprint(code, judging), func(t *testing.T) {
				why := &adhere.Error{Code: code, Message: "no more", Hint: "do this"}
				r := &run.Runner{
					Subject: subjectFunc(func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
						if !judging && req.Messages[0].Text == "Describe lake 3" {
							return nil, why
						}
						return echo(ctx, req)
					}),
					Judges: []adhere.Judge{judgeFunc(func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
						if judging && in.ID == "lakes/3" {
							return nil, why
						}
						return even(ctx, in, out)
					})},
				}
				m := newMemory(10)
				tally, err := r.Run(context.Background(), m)
				if adhere.CodeOf(err) != code || adhere.HintOf(err) != "do this" || !strings.Contains(err.Error(), "lakes/3") {
					t.Errorf("error %v, hint %q", err, adhere.HintOf(err))
				}
				if len(m.records) != 3 || tally.Done != 3 || m.records[3] != nil {
					t.Errorf("%d records, tally %+v", len(m.records), tally)
				}
			})
		}
	}
}

func TestFailLimit(t *testing.T) {
	r := &run.Runner{FailLimit: 3, Subject: subjectFunc(func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
		return nil, errors.New("bad gateway")
	})}
	m := newMemory(10)
	tally, err := r.Run(context.Background(), m)
	if adhere.CodeOf(err) != adhere.Unavailable || !strings.Contains(err.Error(), "4 items failed, more than the limit of 3; the last because bad gateway") {
		t.Errorf("error %v", err)
	}
	if tally.Failed != 4 || len(m.records) != 4 {
		t.Errorf("%+v", tally)
	}
	r.FailLimit = 0
	if tally, err = r.Run(context.Background(), newMemory(10)); tally.Failed != 10 || err != nil {
		t.Errorf("without a limit: %+v, %v", tally, err)
	}
}

func TestJournalFails(t *testing.T) {
	m := newMemory(5)
	m.broken = &adhere.Error{Code: adhere.Unavailable, Message: "the disk is full"}
	r := &run.Runner{Subject: asked(modelFunc(echo))}
	if tally, err := r.Run(context.Background(), m); !errors.Is(err, m.broken) || tally.Done != 0 {
		t.Errorf("%+v, %v", tally, err)
	}
}

// slow answers after a second unless it is cut off.
func slow(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	select {
	case <-time.After(time.Second):
		return echo(ctx, req)
	case <-ctx.Done():
		return nil, errors.New("connection reset") // as a client might put it
	}
}

// TestGrace stops a run of ten workers half a second into its second round.
func TestGrace(t *testing.T) {
	tests := []struct {
		name    string
		grace   time.Duration
		records int
		ends    time.Duration
	}{
		{"long enough", 5 * time.Second, 20, 2 * time.Second},
		{"too short", 100 * time.Millisecond, 10, 1600 * time.Millisecond},
		{"none", 0, 10, 1500 * time.Millisecond},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &run.Runner{Subject: asked(modelFunc(slow)), Workers: 10, Grace: tt.grace}
				m := newMemory(100)
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(1500*time.Millisecond, cancel)
				begun := time.Now()
				tally, err := r.Run(ctx, m)
				if adhere.CodeOf(err) != adhere.Cancelled || adhere.HintOf(err) == "" {
					t.Errorf("error %v", err)
				}
				if took := time.Since(begun); took != tt.ends {
					t.Errorf("ended after %v, want %v", took, tt.ends)
				}
				if len(m.records) != tt.records || tally.Done != tt.records || tally.Failed != 0 || tally.GivenUp != 20-tt.records {
					t.Errorf("%d records, tally %+v, want %d", len(m.records), tally, tt.records)
				}
				if _, err := r.Run(t.Context(), m); err != nil || len(m.records) != 100 {
					t.Errorf("resumed: %d records, %v", len(m.records), err)
				}
			})
		})
	}
}

// TestStopAfterTheEnd holds that a run whose items are all done has ended
// well, even if it was told to stop at the last moment.
func TestStopAfterTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		r := &run.Runner{Subject: asked(modelFunc(slow)), Workers: 10, Grace: time.Minute}
		if tally, err := r.Run(ctx, newMemory(10)); err != nil || tally.Done != 10 {
			t.Errorf("%+v, %v", tally, err)
		}
	})
}

func TestWorkersAndProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reports []run.Tally
		r := &run.Runner{Subject: asked(modelFunc(slow)), Workers: 8, Progress: func(tally run.Tally) { reports = append(reports, tally) }}
		m := newMemory(40)
		begun := time.Now()
		tally, err := r.Run(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begun); took != 5*time.Second {
			t.Errorf("40 items of 1 s took 8 workers %v", took)
		}
		if len(reports) != 80 {
			t.Errorf("%d reports", len(reports))
		}
		most := slices.MaxFunc(reports, func(a, b run.Tally) int { return a.InFlight - b.InFlight })
		if most.InFlight != 8 {
			t.Errorf("%d in flight", most.InFlight)
		}
		last := reports[len(reports)-1]
		if last.Done != 40 || last.InFlight != 0 || last.Usage[run.Subject] != tally.Usage[run.Subject] || tally.Usage[run.Subject].Calls != 40 {
			t.Errorf("last report %+v, tally %+v", last, tally)
		}
		if reports[0].Done != 0 || reports[0].InFlight != 1 {
			t.Errorf("first report %+v", reports[0])
		}
	})
}
