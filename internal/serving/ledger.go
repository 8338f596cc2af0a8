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
	"strings"
	"sync"
	"time"

	"adhere"
)

// A Ledger remembers what each key has spent, across restarts. It is a file to
// which each amount is appended before the reply that cost it ends: a service
// that is killed forgets at most what was being answered.
//
// A power cut takes back what was not synced. So that no reply waits for the
// disk, money is set aside in chunks: a line that says up to which sum a key may
// spend is synced before it spends any of that. After a power cut the whole
// chunk counts as spent.
type Ledger struct {
	mu    sync.Mutex
	file  disk // nil: nothing is kept
	torn  bool // its last line was not written whole
	lock  *os.File
	boot  string // of this start of the machine; empty where that is not known
	spent map[string]*spending
}

// A disk is a file that is written at its end.
type disk interface {
	io.WriteCloser
	Sync() error
}

// spending is what one key has spent.
type spending struct {
	Total, Today adhere.Money
	Day          string       // of Today, 2006-01-02 in UTC
	Aside        adhere.Money // the Total up to which a synced line lets it spend
}

// An entry is one line of the ledger.
type entry struct {
	Key   string       `json:"key"`
	Day   string       `json:"day"`
	Money adhere.Money `json:"money"` // billionths of a US dollar
	// Aside is the sum of all Money of the key up to which it may spend; Boot is
	// the start of the machine that it holds for. Nil: the line says nothing of it.
	Aside *adhere.Money `json:"aside,omitempty"`
	Boot  string        `json:"boot,omitempty"`
}

// chunkOf is how much is set aside at a time: a hundredth of the key's smallest
// budget, or a dollar where it has none.
func chunkOf(k *Key) adhere.Money {
	chunk := adhere.USD
	for _, budget := range []adhere.Money{k.Limits.DailyBudget, k.Limits.TotalBudget} {
		if budget > 0 {
			chunk = min(chunk, max(budget/100, 1))
		}
	}
	return chunk
}

// NewLedger returns a ledger that forgets everything when the program ends.
func NewLedger() *Ledger { return &Ledger{spent: map[string]*spending{}} }

// OpenLedger reads a ledger's file, shortens it to two lines per key and
// keeps it for itself until Close: two services that share keys need a ledger
// each.
func OpenLedger(path string) (*Ledger, error) { return openLedger(path, thisBoot(), openAtEnd) }

// ReadLedger reads a ledger's file without keeping it for itself, for a list. No
// file is an empty ledger.
func ReadLedger(path string) (*Ledger, error) {
	l := NewLedger()
	l.boot = thisBoot()
	return l, l.load(path)
}

func openAtEnd(path string) (disk, error) { return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600) }

func openLedger(path, boot string, openFile func(string) (disk, error)) (*Ledger, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot open the ledger", Hint: "name a file that you may write", Err: err}
	}
	l := NewLedger()
	l.lock, l.boot = lock, boot
	if err := l.open(path, openFile); err != nil {
		lock.Close()
		return nil, err
	}
	return l, nil
}

func (l *Ledger) open(path string, openFile func(string) (disk, error)) error {
	if err := holdLock(l.lock); err != nil {
		return &adhere.Error{Code: adhere.Conflict, Message: path + " is in use by another service", Hint: "stop that one, or keep the keys of this one in another folder, since their spending is stored next to them", Err: err}
	}
	if err := l.load(path); err != nil {
		return err
	}
	if err := replaceFile(path, l.sums()); err != nil {
		return err
	}
	var err error
	l.file, err = openFile(path)
	return err
}

// load adds up a ledger's file, if there is one.
func (l *Ledger) load(path string) error {
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return l.read(path, bytes.NewReader(b))
}

// thisBoot names this start of the machine: what was written since then and is
// not synced is there all the same.
func thisBoot() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil { // not on Linux: every end that was not in order is taken for a power cut
		return ""
	}
	return strings.TrimSpace(string(id))
}

// read adds up a ledger. A last line without an end was being written when the
// program was killed and counts for nothing; so do lines with holes.
func (l *Ledger) read(path string, in io.Reader) error {
	lines := bufio.NewReader(in)
	last := map[string]entry{} // of those that set something aside
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			l.takeAside(last)
			return nil
		}
		if err != nil {
			return err
		}
		if bytes.ContainsRune(line, 0) { // a hole that a power cut or a full disk has left
			continue
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s:%d: not a line of a ledger", path, n), Hint: "restore the file, or move it away to start all budgets from zero", Err: err}
		}
		l.count(e)
		if e.Aside != nil {
			last[e.Key] = e
		}
	}
}

// takeAside counts as spent what was set aside before a power cut that may have
// taken lines with it.
func (l *Ledger) takeAside(last map[string]entry) {
	for key, e := range last {
		if left := *e.Aside - l.spent[key].Total; left > 0 && (l.boot == "" || e.Boot != l.boot) {
			l.count(entry{Key: key, Day: e.Day, Money: left})
		}
	}
}

func (l *Ledger) of(key string) *spending {
	s := l.spent[key]
	if s == nil {
		s = &spending{}
		l.spent[key] = s
	}
	return s
}

func (l *Ledger) count(e entry) {
	l.of(e.Key).add(e.Day, e.Money)
}

func (s *spending) add(day string, money adhere.Money) {
	s.Total += money
	switch {
	case day > s.Day:
		s.Day, s.Today = day, money
	case day == s.Day:
		s.Today += money
	}
}

// on returns what was spent on the day of a time.
func (s *spending) on(now time.Time) adhere.Money {
	if s.Day == dayOf(now) {
		return s.Today
	}
	return 0
}

// sums returns the ledger in as few lines as say the same: per key what was
// spent before its last day, and on it.
func (l *Ledger) sums() []byte {
	var b bytes.Buffer
	for _, id := range slices.Sorted(maps.Keys(l.spent)) {
		s := l.spent[id]
		for _, e := range []entry{{Key: id, Money: s.Total - s.Today}, {Key: id, Day: s.Day, Money: s.Today}} {
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
	return s.on(now), s.Total
}

// setAside has the disk know that a key may spend so much more, and some more
// than that, so that it is not asked for each reply.
func (l *Ledger) setAside(k *Key, money adhere.Money, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.of(k.ID)
	if l.file == nil || s.Total+money <= s.Aside {
		return nil
	}
	aside := s.Total + money + chunkOf(k)
	if err := l.write(entry{Key: k.ID, Day: dayOf(now), Aside: &aside, Boot: l.boot}); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("write down what may be spent: %w", err)
	}
	s.Aside = aside
	return nil
}

// add counts an amount and writes it down.
func (l *Ledger) add(k *Key, money adhere.Money, now time.Time) error {
	l.mu.Lock()
	e := entry{Key: k.ID, Day: dayOf(now), Money: money}
	l.count(e)
	err := l.write(e)
	l.mu.Unlock()
	return errors.Join(err, l.setAside(k, 0, now)) // where it was more than anybody had expected
}

func (l *Ledger) write(e entry) error {
	if l.file == nil {
		return nil
	}
	line := e.line()
	if l.torn {
		line = append([]byte("\x00\n"), line...) // makes a hole of what there is
	}
	_, err := l.file.Write(line)
	if l.torn = err != nil; l.torn {
		return fmt.Errorf("write down what was spent: %w", err)
	}
	return nil
}

// Close makes the ledger's file safe and gives it up: nothing is set aside any
// more.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	var err error
	for id, s := range l.spent {
		if s.Aside > s.Total {
			err = errors.Join(err, l.write(entry{Key: id, Day: s.Day, Aside: &s.Total, Boot: l.boot}))
		}
	}
	err = errors.Join(err, l.file.Sync(), l.file.Close(), l.lock.Close())
	l.file = nil
	return err
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }
