package model

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
func events(r io.Reader, buf int) ([]string, error) {
	s := &eventReader{r: r, buf: make([]byte, buf)}
	var got []string
	for {
		name, data, err := s.next()
		if err != nil {
			return got, err
		}
		got = append(got, name+"|"+string(data))
	}
}

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
		"lines beyond buffer": {"data: " + strings.Repeat("x", 100) + "\n\n", []string{"|" + strings.Repeat("x", 100)}, io.EOF},
	}
	for name, c := range cases {
		for size, r := range map[int]io.Reader{
			4096: strings.NewReader(c.text),
			8:    strings.NewReader(c.text),
			1:    iotest.OneByteReader(strings.NewReader(c.text)),
		} {
			got, err := events(r, size)
			if !slices.Equal(got, c.want) || !errors.Is(err, c.err) {
				t.Errorf("%s, buffer %d: got %q, %v, want %q, %v", name, size, got, err, c.want, c.err)
			}
		}
	}
}

func TestEventReaderBounds(t *testing.T) {
	for name, text := range map[string]string{
		"line":  "data: " + strings.Repeat("x", 3*maxEvent),
		"event": strings.Repeat("data: "+strings.Repeat("x", 1<<16)+"\n", 2*maxEvent>>16),
	} {
		if _, err := events(strings.NewReader(text), 4096); !errors.Is(err, errLongEvent) {
			t.Errorf("long %s: got %v", name, err)
		}
	}
	if _, err := events(idle{}, 4096); !errors.Is(err, io.ErrNoProgress) {
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
		one, errOne := events(bytes.NewReader(text), 4096)
		two, errTwo := events(iotest.OneByteReader(bytes.NewReader(text)), 1)
		if !slices.Equal(one, two) || errOne.Error() != errTwo.Error() {
			t.Errorf("read at once %q, %v; byte by byte %q, %v", one, errOne, two, errTwo)
		}
	})
}
