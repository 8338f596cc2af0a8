package metric

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"adhere"
)

// alone takes a metric of single records and of their single requirements.
// What a record is called changes none of that, so it is worked out once for
// all records of a class.
type alone struct {
	m     adhere.Metric
	known map[oneOf]summed
}

// A oneOf is a record of a class, or one of its requirements.
type oneOf struct {
	class       class
	requirement int
}

const wholeRecord = -1

// summed are a metric's summaries, with the keys of their groups.
type summed struct {
	all  []adhere.Summary
	keys []string
}

func sumUp(m adhere.Metric, records []adhere.Record) summed {
	s := summed{all: m.Of(records)}
	for i := range s.all {
		s.keys = append(s.keys, keyOf(s.all[i].Group))
	}
	return s
}

func newAlone(m adhere.Metric) *alone { return &alone{m, map[oneOf]summed{}} }

// of returns the metric of a record, or of one of its requirements.
func (k *alone) of(r *adhere.Record, c class, requirement int) summed {
	at := oneOf{c, requirement}
	if s, ok := k.known[at]; ok && c != unlike {
		return s
	}
	records := []adhere.Record{*r}
	if requirement != wholeRecord {
		records = single(r, requirement)
	}
	s := sumUp(k.m, records)
	if c != unlike {
		k.known[at] = s
	}
	return s
}

// cluster returns the metric of a cluster's records in the first run and in
// the second.
func (k *alone) cluster(twins []twin) (a, b summed) {
	if len(twins) == 1 {
		return k.of(twins[0].a, twins[0].classA, wholeRecord), k.of(twins[0].b, twins[0].classB, wholeRecord)
	}
	one, other := appendTwins(nil, nil, twins)
	return sumUp(k.m, one), sumUp(k.m, other)
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
	classes map[string]class
	key     []byte
	tags    []string
}

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
	c := s.classes[string(s.key)]
	if c == unlike && len(s.classes) < maxClasses {
		c = class(len(s.classes) + 1)
		s.classes[string(s.key)] = c
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
