// Package redact takes keys out of what servers send back and out of messages,
// before anything of it is stored, printed, logged or shown.
package redact

import (
	"bytes"
	"io"
	"net/http"
	"strings"
)

// shortest is how many bytes a key has that is looked for: local servers take
// dummy keys, which can be words.
const shortest = 12

// Text returns s with each occurrence of the key replaced by as many asterisks.
func Text(s, key string) string {
	if len(key) < shortest || !strings.Contains(s, key) {
		return s
	}
	return strings.ReplaceAll(s, key, mask(key))
}

func mask(key string) string { return strings.Repeat("*", len(key)) }

// Response takes the key out of a reply's headers, and out of its body as that
// is read. Its length stays.
func Response(resp *http.Response, key string) {
	if len(key) < shortest {
		return
	}
	for _, values := range resp.Header {
		for i, v := range values {
			values[i] = Text(v, key)
		}
	}
	resp.Body = &body{ReadCloser: resp.Body, key: []byte(key), mask: []byte(mask(key))}
}

// A body is read without the key, also where that comes in two pieces.
type body struct {
	io.ReadCloser
	key, mask []byte
	held      []byte // read, and perhaps the beginning of the key
	ready     []byte // read for a caller with little room
	err       error  // that the reading ended with
}

func (b *body) Read(p []byte) (int, error) {
	if len(p) >= 2*len(b.key) && len(b.ready) == 0 {
		return b.read(p)
	}
	var err error
	if len(b.ready) == 0 {
		room := make([]byte, 2*len(b.key))
		var n int
		n, err = b.read(room)
		b.ready = room[:n]
	}
	n := copy(p, b.ready)
	b.ready = b.ready[n:]
	return n, err
}

// read reads into p, which has room for what is held and for more. An error
// comes alone.
func (b *body) read(p []byte) (int, error) {
	for b.err == nil {
		n := copy(p, b.held)
		b.held = b.held[:0]
		more, err := b.ReadCloser.Read(p[n:])
		n += more
		for rest := p[:n]; ; {
			i := bytes.Index(rest, b.key)
			if i < 0 {
				break
			}
			rest = rest[i+copy(rest[i:], b.mask):]
		}
		begun := 0
		if b.err = err; err == nil {
			begun = b.begun(p[:n])
		}
		b.held = append(b.held, p[n-begun:n]...)
		if n > begun {
			return n - begun, nil
		}
	}
	return 0, b.err
}

// begun returns how many bytes at the end of p may be the beginning of the key.
func (b *body) begun(p []byte) int {
	for n := min(len(b.key)-1, len(p)); n > 0; n-- {
		if bytes.HasSuffix(p, b.key[:n]) {
			return n
		}
	}
	return 0
}
