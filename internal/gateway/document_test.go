package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/rawjson"
)

func TestChangesLeaveTheRest(t *testing.T) {
	for _, c := range []struct {
		raw     string
		changes []change
		want    string
	}{
		{` {"a" : 1.0, "b":[ 1 ] } `, nil, ` {"a" : 1.0, "b":[ 1 ] } `},
		{`{"a" : 1.0,"b":[ 1 ]}`, []change{{"c", []byte("2")}}, `{"a" : 1.0,"b":[ 1 ],"c":2}`},
		{`{"a":1,"b":"}]\\\"","c":{"a":0}}`, []change{{"a", nil}}, `{"b":"}]\\\"","c":{"a":0}}`},
		{`{"a":1,"b":2,"a":3}`, []change{{"a", []byte("4")}}, `{"a":4,"b":2}`},
		{`{"\u0061":1}`, []change{{"a", []byte("2")}}, `{"\u0061":2}`},
		{`{}`, []change{{"a", []byte("2")}, {"b", nil}}, `{"a":2}`},
	} {
		d, err := readDocument([]byte(c.raw))
		if err != nil {
			t.Errorf("%s: %v", c.raw, err)
			continue
		}
		if got := string(d.with(c.changes...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.raw, got, c.want)
		}
	}
	for _, bad := range []string{``, `[`, `{`, `{"a"`, `{"a":}`, `{"a":1,}`, `{"a":1}x`, `{"a":[}`, `{"a":"`, `{"a":nul}`, `{"a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`} {
		if _, err := readDocument([]byte(bad)); err == nil {
			t.Errorf("%.20s is read", bad)
		}
	}
}

// FuzzDocument holds the reader of members against the standard one: what
// both read is the same, and a change touches its own member only.
func FuzzDocument(f *testing.F) {
	for _, s := range []string{`{"model":"m","messages":[{"role":"user","content":"a\"b"}],"stream":true}`, `{"a":{"b":[1,2,{"c":null}]},"a":1e5}`, ` { } `, `{"\u0061dhere":{}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		d, err := readDocument(raw)
		var want map[string]json.RawMessage
		if json.Unmarshal(raw, &want) != nil || want == nil {
			return
		}
		if err != nil {
			t.Fatalf("%q is JSON, but: %v", raw, err)
		}
		for name, value := range want {
			if got := d.get(name); !bytes.Equal(got, value) {
				t.Fatalf("%q: %s is %s, want %s", raw, name, got, value)
			}
		}
		changed := d.with(change{"new field", []byte("1")}, change{"adhere", nil})
		var got map[string]json.RawMessage
		if err := json.Unmarshal(changed, &got); err != nil {
			t.Fatalf("%q became %q: %v", raw, changed, err)
		}
		delete(want, "adhere")
		want["new field"] = json.RawMessage("1")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%q: %s", raw, diff)
		}
	})
}

func TestEvents(t *testing.T) {
	raw := ": hello\r\n\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\n\n: ping\ndata: {}\nid: 3\n\ndata: [DONE]\n"
	r := newEventReader(strings.NewReader(raw))
	var all []string
	for {
		e, err := r.next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			break
		}
		all = append(all, e.name+"="+string(e.data))
	}
	if diff := cmp.Diff([]string{"a=1\n2", "={}", "=[DONE]"}, all); diff != "" {
		t.Error(diff)
	}
	for _, ends := range []string{"\r", "\r\n"} { // read in pieces: an LF may come behind its CR
		stream := strings.NewReader(strings.ReplaceAll("data: 1\ndata: 2\n\ndata: 3\n\n", "\n", ends))
		r := newEventReader(iotest.OneByteReader(stream))
		one, err := r.next()
		two, err2 := r.next()
		if err != nil || err2 != nil || string(one.raw)+string(two.raw) != "data: 1\ndata: 2\n\ndata: 3\n\n" {
			t.Errorf("lines that end in %q: %v, %v", ends, err, err2)
		}
	}
	if _, err := newEventReader(strings.NewReader("data: 1")).next(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("an event that is cut short: %v", err)
	}
}

// FuzzEvents holds that a stream comes out as it went in, but for line ends.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("event: a\ndata: 1\ndata:2\n\n: ping\ndata: {}\n\ndata: [DONE]\n\n"))
	f.Add([]byte("\r\n\r\ndata\r\n\r\n"))
	f.Add([]byte("data: 1\r\rdata: 2\r\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r := newEventReader(bytes.NewReader(raw))
		raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
		var got []byte
		for {
			e, err := r.next()
			if err != nil {
				break
			}
			if e.data == nil {
				t.Fatalf("%q has an event without data", raw)
			}
			if !e.done() {
				got = append(got, e.raw...)
				if ended := append(bytes.TrimRight(raw, "\n"), "\n\n"...); !bytes.HasPrefix(raw, got) && !bytes.HasPrefix(ended, got) {
					t.Fatalf("%q came out as %q", raw, got)
				}
			} else {
				return
			}
		}
	})
}

func TestSplitModel(t *testing.T) {
	for name, want := range map[string][2]string{
		"gpt-4o+decrim": {"gpt-4o", "decrim"}, "gpt-4o": {"gpt-4o", ""}, "a+b": {"a+b", ""}, "+decrim": {"+decrim", ""},
		"a+b+verify": {"a+b", "verify"}, "gpt-decrim": {"gpt-decrim", ""},
	} {
		if model, strategy := splitModel(name); model != want[0] || strategy != want[1] {
			t.Errorf("%s: %q, %q", name, model, strategy)
		}
	}
}

// The elements of a list are those that any reader of JSON finds.
func FuzzElements(f *testing.F) {
	for _, seed := range []string{`[]`, ` [1]`, `[1, "a,]" ,{"b":[2]}]`, `null`, `null `, `{}`, `[`, `[1 2]`, `[,]`, `["\"]"]`, `[1,]`, `[]x`, `[[],[[]]]`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		got, err := rawjson.Elements(raw)
		var want []json.RawMessage
		if !json.Valid(raw) || json.Unmarshal(raw, &want) != nil {
			return // what is no JSON may be read all the same: whoever reads an element checks it
		}
		if raw[0] != '[' && raw[0] != 'n' {
			return // members are cut out without the space around them
		}
		if err != nil || len(got) != len(want) {
			t.Fatalf("%q: %q, %v, want %q", raw, got, err, want)
		}
		for i := range want {
			if string(got[i]) != string(want[i]) {
				t.Errorf("%q: %q, want %q", raw, got[i], want[i])
			}
		}
	})
}

// FuzzPass holds that a stream that is passed on goes out as it came, however it
// is cut into pieces, and never ends within an event.
func FuzzPass(f *testing.F) {
	f.Add([]byte("event: a\r\ndata: 1\r\n\r\n: ping\ndata: {}\n\ndata: [DONE]\n\n"), 3)
	f.Add([]byte("data: 1\r\rdata: 2\r\r"), 1)
	f.Add([]byte(": ping\n\n\ndata: 1\n\n"), 2)
	f.Fuzz(func(t *testing.T, raw []byte, size int) {
		e, size, out := endOf("/v1/chat/completions"), max(size, 1), []byte{}
		for at := 0; at < len(raw); at += min(size, len(raw)-at) {
			out = append(out, e.pass(raw[at:at+min(size, len(raw)-at)], false)...)
			if !bytes.Equal(out, raw[:len(out)]) || wholeEvents(out, 0) != len(out) {
				t.Fatalf("%q begins as %q in pieces of %d", raw, out, size)
			}
		}
		if endsEvent(raw) && !bytes.Equal(bytes.TrimRight(raw, "\r\n"), bytes.TrimRight(out, "\r\n")) {
			t.Errorf("%q came out as %q in pieces of %d", raw, out, size)
		}
	})
}
