package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// mostResult bounds one result of a batch, and what else is read at once, in
// bytes. A reply that a live call would be let have is far shorter.
const mostResult = 32 << 20

// errTooLong is the error of a result that is not read to its end.
var errTooLong = fmt.Errorf("a result is longer than %d MB and is not read", mostResult>>20)

// A document is JSON that is read value by value, each of them bounded, so that
// no more than one result is held, however many there are.
type document struct {
	*json.Decoder
	r    io.Reader
	left int // bytes that may be read before the next value begins
}

func newDocument(r io.Reader) *document {
	d := &document{r: r}
	d.Decoder = json.NewDecoder(d)
	return d
}

func (d *document) Read(b []byte) (int, error) {
	if d.left <= 0 {
		return 0, errTooLong
	}
	n, err := d.r.Read(b[:min(len(b), d.left)])
	d.left -= n
	return n, err
}

// value reads the next value.
func (d *document) value(into any) error {
	d.left = mostResult
	return d.Decode(into)
}

// into is what reads the next value into that place.
func (d *document) into(place any) func() error {
	return func() error { return d.value(place) }
}

func (d *document) skip() error {
	var skipped json.RawMessage
	return d.value(&skipped)
}

// members goes through the next value, which is at that path, and calls what is
// given for a path once its value is next: /a/b is a member of a member, /a/- is
// each element of a list. Other values are skipped.
func (d *document) members(at string, wanted map[string]func() error) error {
	if read := wanted[at]; read != nil {
		return read()
	}
	inside := false
	for path := range wanted {
		inside = inside || strings.HasPrefix(path, at+"/")
	}
	if !inside {
		return d.skip()
	}
	d.left = mostResult
	opening, err := d.Token()
	if err != nil || opening != json.Delim('{') && opening != json.Delim('[') {
		return err
	}
	for d.More() {
		name := "-"
		if opening == json.Delim('{') {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name, _ = key.(string)
		}
		if err := d.members(at+"/"+name, wanted); err != nil {
			return err
		}
	}
	if _, err = d.Token(); errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
