package serving

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"adhere"
)

// A Ledger remembers what each key has spent, across restarts. It is a file to
// which each amount is appended before the reply that cost it ends: a service
// that is killed forgets at most what was being answered.
type Ledger struct {
	mu    sync.Mutex
	file  *os.File // nil: nothing is kept
	lock  *os.File
	spent map[string]*spending
}

// spending is what one key has spent.
type spending struct {
	Total, Today adhere.Money
	Day          string // of Today, 2006-01-02 in UTC
}

// An entry is one line of the ledger.
type entry struct {
	Key   string       `json:"key"`
	Day   string       `json:"day"`
	Money adhere.Money `json:"money"` // billionths of a US dollar
}

// NewLedger returns a ledger that forgets everything when the program ends.
func NewLedger() *Ledger { return &Ledger{spent: map[string]*spending{}} }

// OpenLedger reads a ledger's file, shortens it to two lines per key and
// keeps it for itself until Close: two services that share keys need a ledger
// each.
func OpenLedger(path string) (*Ledger, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot open the ledger", Hint: "name a file that you may write", Err: err}
	}
	l := NewLedger()
	l.lock = lock
	if err := l.open(path); err != nil {
		lock.Close()
		return nil, err
	}
	return l, nil
}

func (l *Ledger) open(path string) error {
	if err := holdLock(l.lock); err != nil {
		return &adhere.Error{Code: adhere.Conflict, Message: path + " is in use by another service", Hint: "stop that one, or keep the keys of this one in another folder: what they spend is written down beside them", Err: err}
	}
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := l.read(path, bytes.NewReader(b)); err != nil {
		return err
	}
	if err := replaceFile(path, l.sums()); err != nil {
		return err
	}
	l.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
	return err
}

// read adds up a ledger. A last line without an end was being written when the
// program was killed and counts for nothing.
func (l *Ledger) read(path string, in io.Reader) error {
	lines := bufio.NewReader(in)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s:%d: not a line of a ledger", path, n), Hint: "restore the file, or move it away to begin all budgets anew", Err: err}
		}
		l.count(e)
	}
}

func (l *Ledger) count(e entry) {
	s := l.spent[e.Key]
	if s == nil {
		s = &spending{}
		l.spent[e.Key] = s
	}
	s.Total += e.Money
	switch {
	case e.Day > s.Day:
		s.Day, s.Today = e.Day, e.Money
	case e.Day == s.Day:
		s.Today += e.Money
	}
}

// sums returns the ledger in as few lines as say the same: per key what was
// spent before its last day, and on it.
func (l *Ledger) sums() []byte {
	var b bytes.Buffer
	for _, id := range slices.Sorted(maps.Keys(l.spent)) {
		s := l.spent[id]
		for _, e := range []entry{{id, "", s.Total - s.Today}, {id, s.Day, s.Today}} {
			if e.Money != 0 {
				b.Write(e.line())
			}
		}
	}
	return b.Bytes()
}

func (e entry) line() []byte {
	b, err := json.Marshal(e)
	if err != nil {
		panic("an entry of strings and a number is not JSON: " + err.Error())
	}
	return append(b, '\n')
}

// Spent returns what a key has spent on the day (UTC) of a time, and ever.
func (l *Ledger) Spent(key string, now time.Time) (today, total adhere.Money) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.spent[key]
	if s == nil {
		return 0, 0
	}
	if s.Day == dayOf(now) {
		today = s.Today
	}
	return today, s.Total
}

// add counts an amount and writes it down.
func (l *Ledger) add(key string, money adhere.Money, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	e := entry{key, dayOf(now), money}
	l.count(e)
	if l.file == nil {
		return nil
	}
	if _, err := l.file.Write(e.line()); err != nil {
		return fmt.Errorf("write down what was spent: %w", err)
	}
	return nil
}

// Close makes the ledger's file safe and gives it up.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := errors.Join(l.file.Sync(), l.file.Close(), l.lock.Close())
	l.file = nil
	return err
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }
