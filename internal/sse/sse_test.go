package sse

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// events reads all events of a text, as "name|data", and the error at its end.
func events(r io.Reader) ([]string, error) {
	s := NewReader(r, longest)
	var e Event
	var got []string
	for {
		if err := s.Next(&e); err != nil {
			return got, err
		}
		got = append(got, e.Name+"|"+string(e.Data))
	}
}

const longest = 4 << 20

func TestEventReader(t *testing.T) {
	cases := map[string]struct {
		text string
		want []string
		err  error
	}{
		"LF":                  {"data: a\n\ndata: b\n\n", []string{"|a", "|b"}, io.EOF},
		"CRLF":                {"data: a\r\n\r\ndata: b\r\n\r\n", []string{"|a", "|b"}, io.EOF},
		"CR":                  {"data: a\r\rdata: b\r\r", []string{"|a", "|b"}, io.EOF},
		"mixed":               {"data: a\r\n\ndata: b\n\r\n", []string{"|a", "|b"}, io.EOF},
		"comments":            {": ping\n\n:\ndata: a\n: ping\n\n: ping\n", []string{"|a"}, io.EOF},
		"several data lines":  {"data: a\ndata\ndata: b\n\n", []string{"|a\n\nb"}, io.EOF},
		"name":                {"event: x\ndata: a\n\ndata: b\n\n", []string{"x|a", "|b"}, io.EOF},
		"name without data":   {"event: x\n\ndata: b\n\n", []string{"|b"}, io.EOF},
		"no blank":            {"data:a\n\ndata:  b\n\n", []string{"|a", "| b"}, io.EOF},
		"other fields":        {"id: 1\nretry: 2\nwhat: 3\ndata: a\n\n", []string{"|a"}, io.EOF},
		"byte order mark":     {"\uFEFFdata: a\n\n", []string{"|a"}, io.EOF},
		"mark inside":         {"data: a\n\n\uFEFFdata: b\n\n", []string{"|a"}, io.EOF},
		"colon in data":       {"data: a: b\n\n", []string{"|a: b"}, io.EOF},
		"last without blank":  {"data: a\n\ndata: [DONE]\n", []string{"|a", "|[DONE]"}, io.EOF},
		"cut in a line":       {"data: a\n\ndata: b", []string{"|a"}, io.ErrUnexpectedEOF},
		"nothing":             {"", nil, io.EOF},
		"lines beyond buffer": {"data: " + strings.Repeat("x", 10_000) + "\n\n", []string{"|" + strings.Repeat("x", 10_000)}, io.EOF},
		"end mark alone":      {"data: a\n\ndata: [DONE]", []string{"|a", "|[DONE]"}, io.EOF},
	}
	for name, c := range cases {
		for how, r := range map[string]io.Reader{
			"at once":      strings.NewReader(c.text),
			"byte by byte": iotest.OneByteReader(strings.NewReader(c.text)),
		} {
			got, err := events(r)
			if !slices.Equal(got, c.want) || !errors.Is(err, c.err) {
				t.Errorf("%s, %s: got %q, %v, want %q, %v", name, how, got, err, c.want, c.err)
			}
		}
	}
}

func TestEventReaderBounds(t *testing.T) {
	for name, text := range map[string]string{
		"line":  "data: " + strings.Repeat("x", 3*longest),
		"event": strings.Repeat("data: "+strings.Repeat("x", 1<<16)+"\n", 2*longest>>16),
	} {
		if _, err := events(strings.NewReader(text)); !errors.Is(err, ErrTooLong) {
			t.Errorf("long %s: got %v", name, err)
		}
	}
	if _, err := events(idle{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("idle reader: got %v", err)
	}
}

// idle is a reader that never brings anything.
type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// FuzzEventReader holds that how a stream is cut into reads changes nothing.
func FuzzEventReader(f *testing.F) {
	f.Add([]byte("event: x\r\ndata: a\r\rdata: b\n\n: c\n\ndata: [DONE]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		one, errOne := events(bytes.NewReader(text))
		two, errTwo := events(iotest.OneByteReader(bytes.NewReader(text)))
		if !slices.Equal(one, two) || errOne.Error() != errTwo.Error() {
			t.Errorf("read at once %q, %v; byte by byte %q, %v", one, errOne, two, errTwo)
		}
	})
}
