package reward

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	"adhere/internal/serving"
)

// verify answers a batch: a JSON list, {"items":[…]}, one object, or one
// object a line.
func (s *Service) verify(w http.ResponseWriter, r *http.Request) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")) // one that cannot be read is taken for JSON
	switch kind {
	case "application/x-ndjson", "application/jsonl", "application/x-jsonlines":
		s.verifyLines(w, r)
	default:
		s.verifyWhole(w, r)
	}
}

func (s *Service) verifyWhole(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		serving.WriteError(w, r, err)
		return
	}
	b, err := s.readBatch(body)
	if err != nil {
		serving.WriteError(w, r, err)
		return
	}
	p := s.pipeline(r.Context(), max(len(b.items), 1))
	for i, raw := range b.items {
		p.add(i, raw, s.fits(len(raw)))
	}
	p.close()
	var out bytes.Buffer
	out.WriteString(b.before)
	_ = p.answers(func(answer []byte, _ bool) error { // writing to memory does not fail
		if out.Len() > len(b.before) {
			out.WriteByte(',')
		}
		out.Write(bytes.TrimSuffix(answer, []byte("\n")))
		return nil
	})
	out.WriteString(b.after)
	if err := r.Context().Err(); err != nil {
		serving.WriteError(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(out.Bytes()) // the caller has gone: nothing to be done
}

// A batch is a body's items, and what stands around their answers.
type batch struct {
	items         []json.RawMessage
	before, after string
}

const shapes = `expected a list of items, {"items":[…]}, or one item a line with Content-Type application/x-ndjson`

// readBatch takes a body apart. What is wrong inside an item is not looked at.
func (s *Service) readBatch(body []byte) (batch, error) {
	b := batch{before: "[", after: "]\n"}
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	trimmed := bytes.TrimLeft(body, " \t\r\n")
	var err error
	switch {
	case bytes.HasPrefix(trimmed, []byte("[")):
		err = json.Unmarshal(body, &b.items)
	case bytes.HasPrefix(trimmed, []byte("{")):
		var object struct {
			Items *[]json.RawMessage `json:"items"`
		}
		if err = json.Unmarshal(body, &object); err == nil && object.Items == nil {
			return batch{[]json.RawMessage{body}, "", "\n"}, nil
		}
		if err == nil {
			b = batch{*object.Items, `{"items":[`, "]}\n"}
		}
	default:
		err = errors.New("neither a list nor an object")
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok { // the list of items is all that has a type
		return batch{}, serving.BadRequest("items", "items: expected a list, got "+kind.Value+": "+shapes)
	}
	if err != nil {
		return batch{}, serving.BadRequest("", "the body cannot be read ("+err.Error()+"): "+shapes)
	}
	if len(b.items) > s.MaxItems {
		return batch{}, s.tooMany()
	}
	return b, nil
}

func (s *Service) tooMany() error {
	return &serving.APIError{Status: http.StatusRequestEntityTooLarge, Type: "invalid_request_error", Param: "items", Code: "too_many_items", Message: fmt.Sprintf("more than %d items: send them in several requests", s.MaxItems)}
}

// fits returns what is wrong with an item of a length in bytes.
func (s *Service) fits(length int) error {
	if length <= s.MaxItem {
		return nil
	}
	return &serving.APIError{Status: http.StatusRequestEntityTooLarge, Type: "invalid_request_error", Code: "item_too_large", Message: fmt.Sprintf("the item is longer than %d bytes", s.MaxItem)}
}

// verifyLines answers line by line while more lines come. What goes wrong
// after the first answer is a line of its own, without an index of an item
// that was sent.
func (s *Service) verifyLines(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	if err := control.EnableFullDuplex(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		serving.WriteError(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	p := s.pipeline(r.Context(), s.MaxItems+1)
	go func() {
		defer p.close()
		s.readLines(bufio.NewReaderSize(r.Body, 1<<16), p)
	}()
	_ = p.answers(func(answer []byte, more bool) error { // the caller has gone: the rest is not sent
		if _, err := w.Write(answer); err != nil || more {
			return err
		}
		return control.Flush()
	})
}

// readLines adds one item per line that is not blank, and at the end what
// stopped it.
func (s *Service) readLines(in *bufio.Reader, p *pipeline) {
	n := 0
	for {
		line, length, err := readLine(in, s.MaxItem)
		if length > 0 {
			if n == s.MaxItems {
				p.add(n, nil, s.tooMany())
				return
			}
			p.add(n, line, s.fits(length))
			n++
		}
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			p.add(n, nil, err)
			return
		}
	}
}

// readLine returns the next line without the white space around it, and its
// length. Of a line that is longer than limit it keeps the beginning.
func readLine(in *bufio.Reader, limit int) (line []byte, length int, err error) {
	const around = 2 // what ends a line is not counted
	for {
		part, err := in.ReadSlice('\n')
		length += len(part)
		line = append(line, part[:min(len(part), max(0, limit+around-len(line)))]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if length > limit+around {
			return line, length, err
		}
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
		return line, len(line), err
	}
}
