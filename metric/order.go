package metric

import (
	"cmp"
	"slices"
	"strings"

	"adhere"
)

// ordered returns the records by cluster, instruction and attempt, so that
// sums of floats and draws of random numbers do not depend on the order in
// which items finished.
func ordered(records []adhere.Record) []*adhere.Record {
	rs := instructed(records)
	if !slices.IsSortedFunc(rs, compareRecords) {
		slices.SortStableFunc(rs, compareRecords)
	}
	return rs
}

// instructed returns the records that name their instruction.
func instructed(records []adhere.Record) []*adhere.Record {
	rs := make([]*adhere.Record, 0, len(records))
	for i := range records {
		if records[i].Instruction != nil {
			rs = append(rs, &records[i])
		}
	}
	return rs
}

// compareRecords goes on to the answer and its verdicts, since one set can
// hold answers of several models to an instruction.
func compareRecords(a, b *adhere.Record) int {
	if c := cmp.Or(
		strings.Compare(cluster(a), cluster(b)),
		cmp.Compare(a.Instruction.Level, b.Instruction.Level),
		strings.Compare(a.Instruction.ID, b.Instruction.ID),
		cmp.Compare(a.Attempt, b.Attempt),
	); c != 0 {
		return c
	}
	ra, rb := response(a), response(b)
	return cmp.Or(
		strings.Compare(ra.Model, rb.Model),
		strings.Compare(ra.Text, rb.Text),
		slices.CompareFunc(a.Verdicts, b.Verdicts, func(v, w adhere.Verdict) int {
			return cmp.Or(strings.Compare(v.Judge, w.Judge), strings.Compare(string(v.Outcome), string(w.Outcome)))
		}),
		slices.CompareFunc(a.Grades, b.Grades, func(v, w adhere.Grade) int {
			return cmp.Or(strings.Compare(v.Judge, w.Judge), cmp.Compare(v.Score, w.Score))
		}),
	)
}

func response(r *adhere.Record) adhere.Response {
	if r.Response == nil {
		return adhere.Response{}
	}
	return *r.Response
}

// cluster names what is drawn independently: the group of levels, or the
// instruction where it has no levels.
func cluster(r *adhere.Record) string {
	return cmp.Or(r.Instruction.Group, r.Instruction.ID)
}
