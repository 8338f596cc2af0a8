package ruling

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"adhere"
)

// longestLine bounds a line, in bytes.
const longestLine = 64 << 20

// A badLine answers a line that is no case.
type badLine struct {
	ID    string `json:"id,omitempty"`
	Line  int    `json:"line"`
	Error struct {
		Code    adhere.Code `json:"code"`
		Field   string      `json:"field"`
		Message string      `json:"message"`
		Hint    string      `json:"hint,omitempty"`
	} `json:"error"`
}

// AnswerLines answers line after line, in order, as soon as a line is there;
// name is that of in. A line that is no case is answered with what is wrong
// with it: bad counts these, the first of which is line first. An error ends it:
// one of reading, of writing, or of a model that cannot be asked.
func (a Answerer) AnswerLines(name string, in io.Reader, out io.Writer) (bad, first int, err error) {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriter(out)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for n := 1; ; n++ {
		line, ended := readLine(r)
		if ended != nil && !errors.Is(ended, io.EOF) {
			return bad, first, errors.Join(w.Flush(), fmt.Errorf("%s line %d: %w", name, n, ended))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			reply, ok, err := a.answerLine(line, n)
			if err != nil { // a model that was to read it cannot be asked
				return bad, first, errors.Join(w.Flush(), fmt.Errorf("%s line %d: %w", name, n, err))
			}
			if !ok {
				if bad++; bad == 1 {
					first = n
				}
			}
			if err := enc.Encode(reply); err != nil {
				return bad, first, err
			}
		}
		if ended != nil || r.Buffered() == 0 { // whoever asks one line at a time waits for its answer
			if err := w.Flush(); err != nil {
				return bad, first, err
			}
		}
		if ended != nil {
			return bad, first, nil //nolint:nilerr // there are no more lines
		}
	}
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

// answerLine answers a line, or says what is wrong with it. An error is none
// of the line's.
func (a Answerer) answerLine(line []byte, n int) (_ any, ok bool, err error) {
	reply, id, err := a.Answer(line)
	if err == nil {
		return reply, true, nil
	}
	if adhere.CodeOf(err) != adhere.Invalid {
		return nil, false, err
	}
	wrong := &badLine{ID: id, Line: n}
	wrong.Error.Code, wrong.Error.Field = adhere.CodeOf(err), FieldOf(err)
	wrong.Error.Message, wrong.Error.Hint = err.Error(), adhere.HintOf(err)
	return wrong, false, nil
}
