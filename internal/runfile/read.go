package runfile

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/klauspost/compress/zstd"

	"adhere"
)

// maxLine bounds a line of a file, in bytes: the longest answers and prompts
// are far shorter.
const maxLine = 256 << 20

// A Reader reads the runs of a file, one after another.
type Reader struct {
	name   string // of the file, for messages
	packed *zstd.Decoder
	lines  *bufio.Scanner
	n      int   // the line that was read last, from 1
	ahead  *line // read, and not taken
	format int   // of the run that is read
	seen   totals
	inside bool // a run that has not come to its end
}

// NewReader reads a file, whose name is for messages.
func NewReader(r io.Reader, name string) (*Reader, error) {
	packed, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(packed)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	return &Reader{name: name, packed: packed, lines: lines}, nil
}

// Close frees what the Reader holds, but does not close what it read from.
func (r *Reader) Close() { r.packed.Close() }

// Next goes on to the next run and returns who it is; at the end the error is
// io.EOF. What is left of the run before is read over.
func (r *Reader) Next() (*Header, error) {
	for r.inside {
		if _, err := r.take(); err != nil {
			return nil, err
		}
	}
	l, err := r.take()
	if err != nil {
		return nil, err
	}
	switch {
	case l.Format == 0 || l.Run == nil:
		return nil, r.notOurs(nil)
	case l.Format > format:
		return nil, conflict(r.name+" was written by a newer version of this program", "update this one, or export the run again with this one")
	case l.Run.ID == "" || l.Shard != nil && (l.Shard.Index < 1 || l.Shard.Index > l.Shard.Of):
		return nil, r.wrong("the run's name or its shard is wrong", nil)
	}
	switch l.Run.State {
	case adhere.Started, adhere.Stopped, adhere.Finished:
	default:
		return nil, r.wrong(fmt.Sprintf("the run's state is %q", l.Run.State), nil)
	}
	r.format, r.seen, r.inside = l.Format, totals{}, true
	return &Header{*l.Run, l.Shard, l.Note}, nil
}

// Calls yields the calls that stand before the items, once.
func (r *Reader) Calls() iter.Seq2[Call, error] {
	return func(yield func(Call, error) bool) {
		for {
			l, err := r.peek()
			if err == nil && l.Call == nil {
				return
			}
			if err == nil {
				_, err = r.take()
			}
			if err != nil {
				yield(Call{}, err)
				return
			}
			if !yield(*l.Call, nil) {
				return
			}
		}
	}
}

// Entries yields the items of the run in order, once. Calls that were not read
// are read over.
func (r *Reader) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		for r.inside {
			l, err := r.take()
			if err != nil {
				yield(Entry{}, err)
				return
			}
			if l.Item != nil && !yield(*l.Item, nil) {
				return
			}
		}
	}
}

func (r *Reader) peek() (*line, error) {
	if r.ahead != nil {
		return r.ahead, nil
	}
	l, err := r.read()
	r.ahead = l
	return l, err
}

// take returns the next line and counts it. A line that should not be there is
// an error.
func (r *Reader) take() (*line, error) {
	l, err := r.peek()
	if err != nil {
		return nil, err
	}
	r.ahead = nil
	if !r.inside {
		return l, nil
	}
	switch {
	case l.Item != nil:
		if l.Item.Instruction == nil || l.Item.Position != r.seen.Items {
			return nil, r.wrong("the item is out of its place", nil)
		}
		r.seen.Items++
		l.Item.fill()
	case l.Call != nil:
		switch {
		case r.seen.Items > 0 && r.format > 1:
			return nil, r.wrong("the call is out of its place", nil)
		case r.seen.Items > 0:
			return nil, conflict(r.name+" was written by an earlier version of this program", "export the run again with this one")
		case l.Call.Key == "" || l.Call.Request == nil || l.Call.Response == nil:
			return nil, r.wrong("the call is not whole", nil)
		}
		r.seen.Calls++
	case l.End != nil:
		if *l.End != r.seen {
			return nil, r.wrong(fmt.Sprintf("%d items and %d calls were to come, %d and %d came", l.End.Items, l.End.Calls, r.seen.Items, r.seen.Calls), nil)
		}
		r.inside = false
	default:
		return nil, r.wrong("expected an item, a call or the end", nil)
	}
	return l, nil
}

// fill gives a record what its item holds already.
func (e *Entry) fill() {
	if e.Record != nil {
		e.Record.Instruction, e.Record.Attempt = e.Instruction, e.Attempt
	}
}

func (r *Reader) read() (*line, error) {
	if !r.lines.Scan() {
		err := r.lines.Err()
		switch {
		case errors.Is(err, zstd.ErrMagicMismatch) && r.n == 0:
			return nil, r.notOurs(errors.New("it is not compressed"))
		case err != nil && r.n == 0:
			return nil, r.notOurs(err)
		case err == nil && r.n == 0:
			return nil, r.notOurs(errors.New("it is empty"))
		case err == nil && !r.inside:
			return nil, io.EOF
		}
		return nil, r.wrong("the file ends before the run does", err)
	}
	r.n++
	l := new(line)
	if err := json.Unmarshal(r.lines.Bytes(), l); err != nil {
		if r.n == 1 {
			return nil, r.notOurs(err)
		}
		return nil, r.wrong("it is no object of a run file", err)
	}
	return l, nil
}

func (r *Reader) notOurs(err error) error {
	return &adhere.Error{Code: adhere.Invalid, Message: r.name + " is not a run file", Err: err, Hint: "adhere runs export --run RUN -o FILE writes one"}
}

func (r *Reader) wrong(what string, err error) error {
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: %s", r.name, r.n, what), Err: err, Hint: "the file is damaged; copy or export it again"}
}
