package ruling

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/internal/rawjson"
)

// longestLine bounds a line, and a text beside it, in bytes. A line may hold all
// items of a training step.
const longestLine = 128 << 20

// A badItem answers an item that cannot be answered.
type badItem struct {
	ID    string `json:"id,omitempty"`
	Line  int    `json:"line"`
	Item  int    `json:"item,omitempty"` // in the list of its line, from 1
	Error struct {
		Code    adhere.Code `json:"code"`
		Field   string      `json:"field"`
		Message string      `json:"message"`
		Hint    string      `json:"hint,omitempty"`
	} `json:"error"`
}

// AnswerLines answers line after line, in order, as soon as a line is there;
// name is that of in. A line holds an item, as Answer takes it, or a list of
// items, which is answered by a list. In the place of "text" an item may have
// "text_bytes", the length of its text, which then follows the line: UTF-8 as it
// is, after the texts of the items before it, and nothing in between. That is
// cheaper to write and to read than text in JSON.
//
// What cannot be answered gets what is wrong with it as its answer: bad counts
// these, the first of which is on line first. An error ends it: one of reading,
// of writing, or of a model that cannot be asked.
func (a Answerer) AnswerLines(name string, in io.Reader, out io.Writer) (bad, first int, err error) {
	w := bufio.NewWriter(out)
	enc := plainjson.NewEncoder(w)
	l := &lines{Answerer: a, in: bufio.NewReaderSize(in, 1<<16)}
	for {
		reply, ended := l.next()
		if reply != nil {
			if err := enc.Encode(reply); err != nil {
				return l.bad, l.first, err
			}
		}
		if ended == nil && l.in.Buffered() > 0 { // whoever asks one line at a time waits for its answer
			continue
		}
		if err := w.Flush(); err != nil {
			return l.bad, l.first, err
		}
		switch {
		case errors.Is(ended, io.EOF):
			return l.bad, l.first, nil
		case ended != nil:
			return l.bad, l.first, fmt.Errorf("%s line %d: %w", name, l.n, ended)
		}
	}
}

// lines are answered one after the other.
type lines struct {
	Answerer
	in         *bufio.Reader
	n          int // the line that was read last, from 1
	bad, first int
}

// next reads a line with the texts behind it and returns the answer; nil to a
// blank line. The last line may come with io.EOF.
func (l *lines) next() (any, error) {
	line, ended := readLine(l.in)
	l.n++
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff")))
	if ended != nil && !errors.Is(ended, io.EOF) || len(line) == 0 {
		return nil, ended
	}
	if line[0] != '[' {
		reply, err := l.item(line, 0)
		return reply, cmp.Or(err, ended)
	}
	items, err := rawjson.Elements(line)
	if err != nil {
		return l.refuse("", 0, inField("", fmt.Errorf("expected a list of JSON objects, got %s", given(line)))), ended
	}
	replies := make([]any, len(items))
	for i, item := range items {
		if replies[i], err = l.item(item, i+1); err != nil {
			return nil, err
		}
	}
	return replies, ended
}

// item answers an item, or says what is wrong with it. An error is none of the
// item's, or leaves open where the next line begins.
func (l *lines) item(raw []byte, n int) (any, error) {
	fields, err := fieldsOf(raw)
	if err != nil {
		return l.refuse("", n, noObject(raw)), nil //nolint:nilerr // what is wrong with an item is its answer
	}
	var text *string
	if length := fields["text_bytes"]; !absent(length) {
		if text, err = readBeside(l.in, length); err != nil {
			return nil, err
		}
	}
	reply, id, err := l.answer(fields, text)
	switch {
	case err == nil:
		return reply, nil
	case adhere.CodeOf(err) != adhere.Invalid:
		return nil, err // a model that was to read it cannot be asked
	}
	return l.refuse(id, n, err), nil
}

func (l *lines) refuse(id string, n int, err error) *badItem {
	if l.bad++; l.bad == 1 {
		l.first = l.n
	}
	wrong := &badItem{ID: id, Line: l.n, Item: n}
	wrong.Error.Code, wrong.Error.Field = adhere.CodeOf(err), FieldOf(err)
	wrong.Error.Message, wrong.Error.Hint = err.Error(), adhere.HintOf(err)
	return wrong
}

// readBeside reads the text of an item that comes behind its line.
func readBeside(in io.Reader, length json.RawMessage) (*string, error) {
	n, err := strconv.Atoi(string(length))
	if err != nil || n < 0 || n > longestLine {
		return nil, inField("text_bytes", fmt.Errorf("expected a number from 0 to %d, got %s", longestLine, given(length)))
	}
	raw := make([]byte, n)
	if _, err := io.ReadFull(in, raw); err != nil {
		return nil, inField("text_bytes", fmt.Errorf("the text behind the line is shorter than %d bytes", n))
	}
	text := string(raw)
	if !utf8.Valid(raw) {
		text = strings.ToValidUTF8(text, "\ufffd")
	}
	return &text, nil
}

// readLine returns the next line; the last one comes with io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > longestLine {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("longer than %d bytes", longestLine), Hint: "one JSON object a line"}
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
