package runfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"adhere"
	"adhere/internal/runfile"
)

var day = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func header(model string) runfile.Header {
	plan := adhere.Plan{Bench: "lakes@1", Model: model}
	return runfile.Header{Run: adhere.Run{ID: plan.RunID(), Plan: plan, State: adhere.Finished, Items: 4, Started: day, Finished: day.Add(time.Hour)}}
}

// entries yields four items, of which those that have say so have a record.
func entries(have func(i int) bool) iter.Seq2[runfile.Entry, error] {
	return func(yield func(runfile.Entry, error) bool) {
		for i := range 4 {
			in := &adhere.Instruction{ID: fmt.Sprint("lake/", i), Requirements: []adhere.Requirement{{ID: "1", Text: "<at most> 3 words"}}}
			e := runfile.Entry{Position: i, Chain: 1, Instruction: in}
			if have(i) {
				e.Record = &adhere.Record{Instruction: in, Response: &adhere.Response{Model: "m", Text: "a & b"}, Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "j", Outcome: adhere.Met}}}
				e.Usage = map[string]adhere.Usage{"subject": {Calls: 1, In: 7}}
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func all(int) bool { return true }

func calls(yield func(runfile.Call, error) bool) {
	yield(runfile.Call{Key: "k", Model: "m", Request: &adhere.Request{}, Response: &adhere.Response{Text: "a & b"}, Created: day}, nil)
}

func write(t testing.TB, h runfile.Header, items iter.Seq2[runfile.Entry, error], c iter.Seq2[runfile.Call, error]) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := runfile.Write(&b, h, items, c); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(t testing.TB, b []byte, name string) *runfile.Reader {
	t.Helper()
	r, err := runfile.NewReader(bytes.NewReader(b), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func collect[T any](t testing.TB, seq iter.Seq2[T, error]) (list []T) {
	t.Helper()
	for v, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	one, two := header("a/one"), header("a/two")
	two.Shard = &runfile.Shard{Index: 2, Of: 3}
	file := append(write(t, one, entries(all), calls), write(t, two, entries(func(i int) bool { return i == 2 }), nil)...)
	r := open(t, file, "x.run")
	h, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(&one, h); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(collect(t, calls), collect(t, r.Calls())); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(collect(t, entries(all)), collect(t, r.Entries())); d != "" {
		t.Error(d)
	}
	if h, err = r.Next(); err != nil || h.Shard == nil || h.Shard.String() != "2/3" {
		t.Fatal(h, err)
	}
	if got := collect(t, r.Entries()); len(got) != 4 || got[2].Record == nil || got[3].Record != nil {
		t.Error(got)
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

// Earlier programs would read a file of today wrongly, and must see that in its first line.
func TestFilesSayTheirFormat(t *testing.T) {
	dec, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer dec.Close()
	text, err := dec.DecodeAll(write(t, header("a/one"), entries(all), calls), nil)
	if err != nil || !bytes.HasPrefix(text, []byte(`{"adhere_run":2,`)) {
		t.Errorf("%v: %.80s", err, text)
	}
}

func TestRunsAreReadOver(t *testing.T) {
	r := open(t, append(write(t, header("a/one"), entries(all), calls), write(t, header("a/two"), entries(all), nil)...), "x.run")
	for _, model := range []string{"a/one", "a/two"} {
		if h, err := r.Next(); err != nil || h.Run.Plan.Model != model {
			t.Fatal(h, err)
		}
	}
	r = open(t, write(t, header("a/one"), entries(all), calls), "x.run")
	if _, err := r.Next(); err != nil || len(collect(t, r.Entries())) != 4 {
		t.Error("entries do not come where calls were not read", err)
	}
}

func readAll(r *runfile.Reader) error {
	for {
		_, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, err := range r.Calls() {
			if err != nil {
				return err
			}
		}
		for _, err := range r.Entries() {
			if err != nil {
				return err
			}
		}
	}
}

func pack(t testing.TB, text string) []byte {
	t.Helper()
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return enc.EncodeAll([]byte(text), nil)
}

func TestFilesThatAreWrong(t *testing.T) {
	whole := write(t, header("a/one"), entries(all), calls)
	const start = `{"adhere_run":1,"run":{"run":"r","state":"finished"}}` + "\n"
	item := `{"item":{"position":0,"instruction":{"id":"a"}}}` + "\n"
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":         {nil, "is not a run file"},
		"text":          {[]byte("hello, this is text"), "x.run is not a run file: it is not compressed"},
		"other JSON":    {pack(t, `{"a":1}`), "is not a run file"},
		"cut off":       {whole[:len(whole)/2], "run file: unexpected EOF"},
		"no end":        {pack(t, start+item), "ends before the run does"},
		"newer":         {pack(t, `{"adhere_run":9,"run":{"run":"r"}}`), "newer version"},
		"state":         {pack(t, `{"adhere_run":1,"run":{"run":"r","state":"lost"}}`), `state is "lost"`},
		"shard":         {pack(t, `{"adhere_run":1,"run":{"run":"r","state":"finished"},"shard":{"index":4,"of":3}}`), "shard is wrong"},
		"out of order":  {pack(t, start+`{"item":{"position":1,"instruction":{"id":"a"}}}`), "line 2: the item is out of its place"},
		"half a call":   {pack(t, start+`{"call":{"key":"k"}}`), "line 2: the call is not whole"},
		"a late call":   {pack(t, strings.Replace(start, ":1", ":2", 1)+item+`{"call":{"key":"k"}}`), "x.run line 3: the call is out of its place"},
		"an early form": {pack(t, start+item+`{"call":{"key":"k"}}`), "x.run was written by an earlier version of this program"},
		"wrong total":   {pack(t, start+item+`{"end":{"items":2}}`), "2 items and 0 calls were to come, 1 and 0 came"},
		"unknown lines": {pack(t, start+`{"what":1}`), "line 2: expected an item, a call or the end"},
	} {
		err := readAll(open(t, c.file, "x.run"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if code := adhere.CodeOf(err); code != adhere.Invalid && code != adhere.Conflict {
			t.Errorf("%s: code %v", name, code)
		}
	}
}

func TestMerge(t *testing.T) {
	shard := func(index int, have func(int) bool) *runfile.Reader {
		h := header("a/one")
		h.Run.Started = day.Add(time.Duration(index) * time.Minute)
		h.Shard = &runfile.Shard{Index: index, Of: 3}
		return open(t, write(t, h, entries(have), calls), fmt.Sprint(index, ".run"))
	}
	m, err := runfile.NewMerge([]*runfile.Reader{shard(3, func(i int) bool { return i == 3 }), shard(1, func(i int) bool { return i < 3 })})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(collect(t, m.Calls())); n != 2 {
		t.Error(n, "calls")
	}
	if d := cmp.Diff(collect(t, entries(all)), collect(t, m.Entries())); d != "" {
		t.Error(d)
	}
	if len(m.Missing) != 1 || m.Missing[0].String() != "2/3" || m.Run.State != adhere.Finished || !m.Run.Started.Equal(day.Add(time.Minute)) || m.Shard != nil {
		t.Errorf("%+v", m)
	}
}

func TestMergesThatAreRefused(t *testing.T) {
	file := func(name, model string, shard *runfile.Shard, have func(int) bool) *runfile.Reader {
		h := header(model)
		h.Shard = shard
		return open(t, write(t, h, entries(have), nil), name)
	}
	first := func(i int) bool { return i < 2 }
	for _, c := range []struct {
		b    *runfile.Reader
		want string
	}{
		{file("b.run", "a/two", nil, all), "their plans differ"},
		{file("b.run", "a/one", &runfile.Shard{Index: 1, Of: 2}, all), "a.run and b.run are both shard 1/2"},
		{file("b.run", "a/one", &runfile.Shard{Index: 1, Of: 4}, all), "b.run is a shard of 4, another file one of 2"},
		{file("b.run", "a/one", &runfile.Shard{Index: 2, Of: 2}, func(i int) bool { return i == 1 }), "a.run and b.run both have an answer to lake/1"},
	} {
		m, err := runfile.NewMerge([]*runfile.Reader{file("a.run", "a/one", &runfile.Shard{Index: 1, Of: 2}, first), c.b})
		for m != nil && err == nil {
			for _, err = range m.Entries() {
			}
			m = nil
		}
		if adhere.CodeOf(err) != adhere.Conflict || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func TestShards(t *testing.T) {
	env := map[string]string{}
	lookup := func(name string) string { return env[name] }
	for _, c := range []struct{ text, id, min, step, count, job, want string }{
		{text: "2/3", want: "2/3"},
		{text: "auto", id: "0", min: "0", count: "4", want: "1/4"},
		{text: "auto", id: "4", min: "1", count: "4", want: "4/4"},
		{text: "auto", id: "6", min: "0", step: "2", count: "4", want: "4/4"},
		{text: "auto", id: "21", min: "1", step: "10", count: "3", want: "3/3"},
		{text: "auto", id: "7", min: "1", step: "1", count: "3"}, // --array=1,3,7
		{text: "auto", id: "x", min: "0", step: "10", count: "3"},
		{text: "auto/5", job: "4", want: "5/5"},
		{text: "auto/5"},
		{text: "auto", job: "1"},
		{text: "0/3"},
		{text: "4/3"},
		{text: "x"},
		{text: ""},
		{text: "1"},
		{text: "-1/-1"},
	} {
		env = map[string]string{"SLURM_ARRAY_TASK_ID": c.id, "SLURM_ARRAY_TASK_MIN": c.min, "SLURM_ARRAY_TASK_STEP": c.step, "SLURM_ARRAY_TASK_COUNT": c.count, "JOB_COMPLETION_INDEX": c.job}
		got, err := runfile.ParseShard(c.text, lookup)
		if c.want == "" && adhere.CodeOf(err) == adhere.Invalid {
			continue
		}
		if err != nil || got.String() != c.want {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
	held := map[string]int{}
	for i := range 900 {
		in := &adhere.Instruction{ID: fmt.Sprint(i), Group: fmt.Sprint("g", i/3)}
		for k := 1; k <= 3; k++ {
			if (&runfile.Shard{Index: k, Of: 3}).Holds(in) {
				held[fmt.Sprint(k)]++
				held[in.Group+fmt.Sprint(k)]++
			}
		}
	}
	if held["1"]+held["2"]+held["3"] != 900 || min(held["1"], held["2"], held["3"]) < 240 || held["g01"]+held["g02"]+held["g03"] != 3 || max(held["g01"], held["g02"], held["g03"]) != 3 {
		t.Error(held["1"], held["2"], held["3"], held["g01"], held["g02"], held["g03"])
	}
}

func FuzzRead(f *testing.F) {
	f.Add(write(f, header("a/one"), entries(all), calls))
	f.Add(pack(f, `{"adhere_run":1,"run":{"run":"r","state":"finished"}}`+"\n"+`{"item":null}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, file := range [][]byte{b, pack(t, string(b))} {
			if err := readAll(open(t, file, "x.run")); err != nil && adhere.CodeOf(err) == adhere.Internal {
				t.Error(err)
			}
		}
	})
}
