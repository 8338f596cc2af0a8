package runfile

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A Merge is several files that hold parts of one run, read side by side.
type Merge struct {
	// Header is of the whole run. Its State and times are true once all entries
	// were read: a run with pending items is Stopped.
	Header
	Missing []Shard // those of which there is no file

	from []*Reader
}

// NewMerge begins to read a run from files, each with a part of it. Parts of
// different plans, and two files of one shard, are errors with code Conflict.
func NewMerge(files []*Reader) (*Merge, error) {
	m := &Merge{from: files}
	of := 0
	held := map[int]string{}
	for i, f := range files {
		h, err := f.Next()
		if err != nil {
			return nil, err
		}
		if i == 0 {
			m.Header = Header{Run: h.Run}
		}
		if err := m.fits(f, h); err != nil {
			return nil, err
		}
		m.span(&h.Run)
		if m.Note == nil {
			m.Note = h.Note
		}
		s := h.Shard
		if s == nil {
			continue
		}
		of = cmp.Or(of, s.Of)
		if s.Of != of {
			return nil, conflict(fmt.Sprintf("%s is a shard of %d, another file one of %d", f.name, s.Of, of), "merge shards of one division")
		}
		if other := held[s.Index]; other != "" {
			return nil, conflict(fmt.Sprintf("%s and %s are both shard %s", other, f.name, *s), "leave one of them out")
		}
		held[s.Index] = f.name
	}
	if len(held) == len(files) { // a file of no shard may have what the others lack
		for i := 1; i <= of; i++ {
			if held[i] == "" {
				m.Missing = append(m.Missing, Shard{i, of})
			}
		}
	}
	return m, nil
}

func conflict(message, hint string) error {
	return &adhere.Error{Code: adhere.Conflict, Message: message, Hint: hint}
}

// fits refuses a file of another plan.
func (m *Merge) fits(f *Reader, h *Header) error {
	if h.Run.ID == m.Run.ID && h.Run.Plan.Hash() == m.Run.Plan.Hash() {
		return nil
	}
	return conflict(fmt.Sprintf("%s holds run %s, %s holds run %s: their plans differ", m.from[0].name, m.Run.ID, f.name, h.Run.ID),
		"merge parts of one plan: the same data, model, judges and settings")
}

// span widens the time of the run to that of a part, and takes over what the
// part's readers must know.
func (m *Merge) span(part *adhere.Run) {
	for _, w := range part.Warnings {
		m.Run.Warnings = lists.AddNew(m.Run.Warnings, w)
	}
	if part.Started.Before(m.Run.Started) {
		m.Run.Started = part.Started
	}
	if part.Finished.After(m.Run.Finished) {
		m.Run.Finished = part.Finished
	}
}

// Entries yields the items of the run in order, once. An item that two files
// have a record of is an error with code Conflict.
func (m *Merge) Entries() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		pending := 0
		var next []func() (Entry, error, bool)
		for _, f := range m.from {
			pull, stop := iter.Pull2(f.Entries())
			defer stop()
			next = append(next, pull)
		}
		for {
			e, more, err := m.join(next)
			if !more && err == nil {
				break
			}
			if e.Record == nil {
				pending++
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
		m.Run.State = adhere.Finished
		if pending > 0 {
			m.Run.State = adhere.Stopped
		}
	}
}

// join reads one item of every file. It reports false where they end.
func (m *Merge) join(next []func() (Entry, error, bool)) (joined Entry, more bool, err error) {
	by := "" // the file that has the record
	for i, pull := range next {
		e, err, ok := pull()
		if err != nil {
			return joined, false, err
		}
		if i == 0 {
			joined, more = e, ok
		}
		if ok != more || ok && (e.Instruction.ID != joined.Instruction.ID || e.Attempt != joined.Attempt) {
			return joined, false, conflict(fmt.Sprintf("%s and %s list different items", m.from[0].name, m.from[i].name), "one of them was changed; export it again")
		}
		if e.Record == nil {
			continue
		}
		if by != "" {
			return joined, false, conflict(fmt.Sprintf("%s and %s both have an answer to %s", by, m.from[i].name, strings.TrimSpace(e.Instruction.ID)), "merge parts that do not overlap")
		}
		by, joined = m.from[i].name, e
	}
	return joined, more, nil
}

// Calls yields the calls of all files, before the entries.
func (m *Merge) Calls() iter.Seq2[Call, error] {
	return func(yield func(Call, error) bool) {
		for _, f := range m.from {
			for c, err := range f.Calls() {
				if !yield(c, err) {
					return
				}
			}
		}
	}
}
