package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// A lane is one connection that asks the same again and again. It reads no
// more of HTTP than it must: a full client would take most of the processor.
type lane struct {
	conn    net.Conn
	in      *bufio.Reader
	request []byte
	body    []byte
}

func openLane(ctx context.Context, address string, request []byte) (*lane, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &lane{conn: conn, in: bufio.NewReaderSize(conn, 16<<10), request: request}, nil
}

func (l *lane) close() { _ = l.conn.Close() } // nothing is left to be read

// call asks once and checks that the whole answer came.
func (l *lane) call(stream bool) error {
	if _, err := l.conn.Write(l.request); err != nil {
		return err
	}
	if err := l.answer(); err != nil {
		return err
	}
	if !stream {
		if !bytes.HasSuffix(l.body, []byte(`"}`)) {
			return fmt.Errorf("the answer is not whole: %.200s", l.body)
		}
		return nil
	}
	if n := bytes.Count(l.body, []byte("data: ")); n != chunksPerStream+2 || !bytes.HasSuffix(l.body, []byte("data: [DONE]\n\n")) {
		return fmt.Errorf("a stream of %d events ends with %q", n, l.body[max(len(l.body)-40, 0):])
	}
	return nil
}

var errNotFramed = errors.New("an answer without length")

// answer reads head and body.
func (l *lane) answer() error {
	status, err := l.line()
	if err != nil {
		return err
	}
	if !bytes.Contains(status, []byte(" 200 ")) {
		return fmt.Errorf("status %s", status)
	}
	length, chunked := -1, false
	for {
		h, err := l.line()
		if err != nil {
			return err
		}
		if len(h) == 0 {
			break
		}
		if name, value, _ := bytes.Cut(h, []byte(": ")); bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return err
			}
		} else if bytes.EqualFold(name, []byte("Transfer-Encoding")) {
			chunked = true
		}
	}
	l.body = l.body[:0]
	switch {
	case chunked:
		return l.chunks()
	case length < 0:
		return errNotFramed
	}
	return l.take(length)
}

// chunks reads a body in pieces.
func (l *lane) chunks() error {
	for {
		h, err := l.line()
		if err != nil {
			return err
		}
		n, err := strconv.ParseInt(string(h), 16, 32)
		if err != nil {
			return err
		}
		if err := l.take(int(n)); err != nil {
			return err
		}
		if _, err := l.line(); err != nil { // the empty one behind each piece
			return err
		}
		if n == 0 {
			return nil
		}
	}
}

func (l *lane) line() ([]byte, error) {
	b, err := l.in.ReadSlice('\n')
	return bytes.TrimRight(b, "\r\n"), err
}

func (l *lane) take(n int) error {
	at := len(l.body)
	l.body = append(l.body, make([]byte, n)...)
	_, err := io.ReadFull(l.in, l.body[at:])
	return err
}

func address(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

// What is measured is whole: through the stub, and through the proxy in front
// of it.
func TestLanes(t *testing.T) {
	direct := &way{name: "direct", address: address(t, fastStub())}
	proxy, err := plainProxy("http://" + direct.address + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	ways := []*way{direct, {name: "proxy", address: address(t, proxy)}}
	for _, w := range ways {
		for _, stream := range []bool{false, true} {
			l, err := openLane(context.Background(), w.address, w.request(stream))
			if err != nil {
				t.Fatal(err)
			}
			defer l.close()
			for range 20 {
				if err := l.call(stream); err != nil {
					t.Fatalf("%s, stream %t: %v", w.name, stream, err)
				}
			}
		}
	}
}

// An answer that is not whole ends the measurement.
func TestLanesAreNotFooled(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter){
		"error":      func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) },
		"cut":        func(w http.ResponseWriter) { fmt.Fprint(w, `{"id":`) },
		"broken off": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"short stream": func(w http.ResponseWriter) {
			fmt.Fprint(w, strings.Repeat("data: {}\n\n", chunksPerStream))
			_ = http.NewResponseController(w).Flush()
			fmt.Fprint(w, "data: [DONE]\n\n")
		},
	} {
		w := &way{address: address(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))}
		for _, stream := range []bool{false, true} {
			l, err := openLane(context.Background(), w.address, w.request(stream))
			if err != nil {
				t.Fatal(err)
			}
			defer l.close()
			if err := l.call(stream); err == nil {
				t.Errorf("%s, stream %t: taken for whole", name, stream)
			}
		}
	}
}
