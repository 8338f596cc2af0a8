package metric

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"adhere"
)

// alone takes a metric of single records and of their single requirements.
// What a record is called changes none of that, so it is worked out once for
// all records of a class, and for all requirements of one.
type alone struct {
	m            adhere.Metric
	known, parts map[class]summed // of whole records and of requirements
	sort         *sorter          // puts requirements into classes
	keys         map[string]string
}

const wholeRecord = -1

// summed is what a comparison needs of a metric's summaries, the whole first.
type summed []standing

// A standing is what it needs of one of them.
type standing struct {
	key               string  // of the group
	value             float64 // meaningless where undefined is set
	n, met, undecided int32
	undefined, partly bool // partly: a part of what it counts is open
}

// sumUp takes the metric over records.
func (k *alone) sumUp(records []adhere.Record) summed {
	all := k.m.Of(records)
	out := make(summed, len(all))
	for i := range all {
		s := &all[i]
		gap := s.Best - s.Worst
		out[i] = standing{k.keyOf(s.Group), s.Value, int32(s.N), int32(s.Met), int32(s.Undecided), s.Undefined != "", s.Undecided > 0 && gap > 0 && gap < 1}
	}
	return out
}

// keyOf names a group, always by the same string: there are few groups and
// very many records.
func (k *alone) keyOf(group map[string]string) string {
	key := keyOf(group)
	if known, ok := k.keys[key]; ok {
		return known
	}
	k.keys[key] = key
	return key
}

// of returns the metric of a record, or of one of its requirements.
func (k *alone) of(r *adhere.Record, c class, requirement int) summed {
	known, records := k.known, []adhere.Record{*r}
	if requirement != wholeRecord {
		known, records = k.parts, single(r, requirement)
		if c != unlike {
			c = k.sort.classOf(&records[0])
		}
	}
	s, ok := known[c]
	if !ok {
		s = k.sumUp(records)
		if c != unlike {
			known[c] = s
		}
	}
	return s
}

// cluster returns the metric of a cluster's records in the first run and in
// the second.
func (k *alone) cluster(items []itemPair) (a, b summed) {
	if len(items) == 1 {
		return k.of(items[0].a, items[0].classA, wholeRecord), k.of(items[0].b, items[0].classB, wholeRecord)
	}
	one, other := appendPairs(nil, nil, items)
	return k.sumUp(one), k.sumUp(other)
}

// A class holds the records that a metric cannot tell apart but for their
// instruction's ID and Group.
type class int32

const unlike class = 0 // a record that is in no class

// maxClasses bounds the classes: where there are more, hardly any two records
// are of one.
const maxClasses = 1 << 14

// A sorter puts records into classes.
type sorter struct {
	classes map[[sha256.Size]byte]class // by what a metric reads
	key     []byte
	tags    []string
}

func newSorter() *sorter { return &sorter{classes: map[[sha256.Size]byte]class{}} }

// classOf returns the class of a slim record, of which no more is known than
// outcomes and groups. Texts, times and steps differ anyway.
func (s *sorter) classOf(r *adhere.Record) class {
	in, resp := r.Instruction, r.Response
	slim := r.Trace == nil && len(in.Messages) == 0 && (resp == nil || resp.Text == "" && resp.Usage == adhere.Usage{})
	if !slim {
		return unlike
	}
	s.key = s.key[:0]
	s.number(in.Level)
	s.number(r.Attempt)
	s.instruction(in)
	s.judgements(r)
	if resp != nil {
		s.words(resp.Model, resp.Server, string(resp.Finish), resp.Reasoning)
		s.words(resp.Warnings...)
	}
	sum := sha256.Sum256(s.key)
	c := s.classes[sum]
	if c == unlike && len(s.classes) < maxClasses {
		c = class(len(s.classes) + 1)
		s.classes[sum] = c
	}
	return c
}

func (s *sorter) instruction(in *adhere.Instruction) {
	s.words(in.Dataset, in.Input, in.Reference)
	s.number(len(in.Requirements))
	for i := range in.Requirements {
		q := &in.Requirements[i]
		s.words(q.ID, q.Text)
		s.number(len(q.Labels))
		s.words(q.Labels...)
		s.number(len(q.Needs))
		s.words(q.Needs...)
		s.number(q.Turn)
		if q.Rule != nil {
			s.words(q.Rule.Name, string(q.Rule.Args))
		}
		s.number(int(math.Float64bits(q.Weight)))
	}
	s.tags = slices.AppendSeq(s.tags[:0], maps.Keys(in.Tags))
	slices.Sort(s.tags)
	for _, tag := range s.tags {
		s.words(tag, in.Tags[tag])
	}
}

func (s *sorter) judgements(r *adhere.Record) {
	s.words(r.Err)
	s.number(len(r.Verdicts))
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		s.words(v.Requirement, v.Judge, string(v.Outcome), v.Reason, v.Evidence, v.Raw)
	}
	s.number(len(r.Grades))
	for _, g := range r.Grades {
		s.words(g.Judge, string(g.Outcome), g.Reason)
		s.number(g.Score)
	}
}

func (s *sorter) number(n int) { s.key = binary.AppendVarint(s.key, int64(n)) }

func (s *sorter) words(words ...string) {
	for _, w := range words {
		s.number(len(w))
		s.key = append(s.key, w...)
	}
}
