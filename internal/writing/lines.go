package writing

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lines reads a file line by line.
type lines struct {
	in     *bufio.Scanner
	number int
}

func newLines(r io.Reader) *lines {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 64<<10), longestLine)
	return &lines{in: in}
}

// next returns the next line that is not empty, and its number from 1.
func (l *lines) next() ([]byte, int, error) {
	for l.in.Scan() {
		l.number++
		if line := bytes.TrimSpace(bytes.TrimPrefix(l.in.Bytes(), []byte("\ufeff"))); len(line) > 0 {
			return line, l.number, nil
		}
	}
	err := l.in.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = errors.New("a line of more than 32 MB")
	}
	if err == nil {
		err = io.EOF
	}
	return nil, l.number + 1, err
}
