package store

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/judge"
)

// headOf returns what metrics read of an instruction, but for its ID and
// Group, which differ where the rest is often the same.
func headOf(in *adhere.Instruction) *adhere.Instruction {
	head := &adhere.Instruction{Dataset: in.Dataset, Level: in.Level, Tags: in.Tags}
	for _, r := range in.Requirements {
		slim := adhere.Requirement{ID: r.ID, Labels: r.Labels, Weight: r.Weight, Needs: r.Needs, Turn: r.Turn}
		if r.Rule != nil {
			slim.Rule = &adhere.Rule{Name: r.Rule.Name}
		}
		head.Requirements = append(head.Requirements, slim)
	}
	return head
}

// marksOf returns what metrics read of a record, but for its instruction, and
// what a reader of the result must know.
func marksOf(rec *adhere.Record) *adhere.Record {
	marks := &adhere.Record{Err: rec.Err}
	if rec.Response != nil {
		marks.Response = &adhere.Response{Model: rec.Response.Model, Finish: rec.Response.Finish, Warnings: rec.Response.Warnings}
	}
	for i := range rec.Verdicts {
		marks.Verdicts = append(marks.Verdicts, markOf(&rec.Verdicts[i]))
	}
	for _, g := range rec.Grades {
		mark := adhere.Grade{Judge: g.Judge, Score: g.Score, Outcome: g.Outcome}
		if g.Outcome == adhere.Broken {
			mark.Reason, mark.Raw = g.Reason, beginning(g.Raw)
		}
		marks.Grades = append(marks.Grades, mark)
	}
	return marks
}

// marksVersion is raised whenever marks hold more that metrics read.
const marksVersion = 1

func markOf(v *adhere.Verdict) adhere.Verdict {
	mark := adhere.Verdict{Requirement: v.Requirement, Judge: v.Judge, Outcome: v.Outcome, Raw: judge.Brief(v)}
	if calls := max(len(v.Calls), v.Usage.Calls); calls > 1 {
		mark.Usage.Calls = calls
	}
	if v.Outcome == adhere.Broken {
		mark.Reason, mark.Raw = v.Reason, cmp.Or(mark.Raw, beginning(v.Raw))
	}
	return mark
}

// beginning returns as much of a reply as tells it from none.
func beginning(raw string) string {
	const some = 40
	if len(raw) <= some {
		return raw
	}
	return strings.ToValidUTF8(raw[:some], "") + "…"
}

// maxShared bounds the parts that a sharer remembers: what is the same often
// comes early.
const maxShared = 1 << 12

// A sharer decodes slim records and keeps equal parts once.
type sharer struct {
	packed *packer
	heads  map[string]*adhere.Instruction
	marks  map[string]*adhere.Record
	lists  map[string][]adhere.Requirement
	labels map[string][]string
	words  map[string]string
}

func newSharer(p *packer) *sharer {
	return &sharer{
		p,
		map[string]*adhere.Instruction{},
		map[string]*adhere.Record{},
		map[string][]adhere.Requirement{},
		map[string][]string{},
		map[string]string{},
	}
}

func (k *sharer) record(attempt int, name, kin, head, marks []byte) (*adhere.Record, error) {
	shared, err := k.head(head)
	if err != nil {
		return nil, err
	}
	done, err := k.done(marks)
	if err != nil {
		return nil, err
	}
	in, rec := *shared, *done
	in.ID, in.Group = string(name), k.word(string(kin))
	rec.Instruction, rec.Attempt = &in, attempt
	return &rec, nil
}

func (k *sharer) head(b []byte) (*adhere.Instruction, error) {
	if in := k.heads[string(b)]; in != nil {
		return in, nil
	}
	var read struct {
		adhere.Instruction
		Requirements json.RawMessage `json:"requirements"`
	}
	if err := k.packed.unpack(b, &read); err != nil {
		return nil, err
	}
	in := read.Instruction
	in.Dataset = k.word(in.Dataset)
	var err error
	if in.Requirements, err = k.requirements(read.Requirements); err != nil {
		return nil, err
	}
	if len(k.heads) < maxShared {
		k.heads[string(b)] = &in
	}
	return &in, nil
}

// requirements decodes a list that others use too: instructions with tags of
// their own often have the same.
func (k *sharer) requirements(b []byte) ([]adhere.Requirement, error) {
	all, known := k.lists[string(b)]
	if known || len(b) == 0 {
		return all, nil
	}
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, err
	}
	all = exactly(all)
	for i := range all {
		r := &all[i]
		r.ID, r.Labels = k.word(r.ID), k.list(r.Labels)
	}
	if len(k.lists) < maxShared {
		k.lists[string(b)] = all
	}
	return all, nil
}

func (k *sharer) done(b []byte) (*adhere.Record, error) {
	if rec := k.marks[string(b)]; rec != nil {
		return rec, nil
	}
	rec := new(adhere.Record)
	if err := k.packed.unpack(b, rec); err != nil {
		return nil, err
	}
	rec.Verdicts = exactly(rec.Verdicts)
	for i := range rec.Verdicts {
		v := &rec.Verdicts[i]
		v.Requirement, v.Judge, v.Outcome, v.Raw = k.word(v.Requirement), k.word(v.Judge), adhere.Outcome(k.word(string(v.Outcome))), k.word(v.Raw)
	}
	if len(k.marks) < maxShared {
		k.marks[string(b)] = rec
	}
	return rec, nil
}

// exactly returns the list without the room to grow that decoding leaves.
func exactly[T any](list []T) []T {
	if len(list) == cap(list) {
		return list
	}
	all := make([]T, len(list))
	copy(all, list)
	return all
}

// list returns an equal list that others use too.
func (k *sharer) list(labels []string) []string {
	if len(labels) == 0 {
		return nil
	}
	key := strings.Join(labels, "\x00")
	if l := k.labels[key]; slices.Equal(l, labels) {
		return l
	}
	all := lists.Map(labels, k.word)
	if len(k.labels) < maxShared {
		k.labels[key] = all
	}
	return all
}

// word returns an equal string that others use too.
func (k *sharer) word(s string) string {
	if w, ok := k.words[s]; ok {
		return w
	}
	if len(k.words) < maxShared {
		k.words[s] = s
	}
	return s
}
