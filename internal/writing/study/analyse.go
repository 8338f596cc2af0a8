package study

import (
	"fmt"
	"slices"

	"adhere/internal/lists"
	"adhere/internal/plural"
	"adhere/internal/writing"
	"adhere/metric"
)

// A Report is what an analysis found: the counts behind KIWI's tables 2 to 4
// and 6 and figure 2.
type Report struct {
	Sessions int            `json:"sessions"`
	Turns    int            `json:"turns"` // rated
	Overview []Overview     `json:"overview"`
	Ratings  []RatingRow    `json:"ratings"`
	ByTurn   []TurnRow      `json:"by_turn"`
	Types    *SortTable     `json:"types,omitempty"`
	Errors   *SortTable     `json:"errors,omitempty"`
	Lengths  []LengthRow    `json:"lengths"`
	LeftOut  int            `json:"lengths_left_out"` // turns that were not good and not edited
	Recall   *Recall        `json:"recall,omitempty"`
	Unread   map[string]int `json:"unread,omitempty"` // labels that no model gave, by sort
	Warnings []string       `json:"warnings"`
}

// An Overview is one line of table 2; the empty model stands for all.
type Overview struct {
	Model      string  `json:"model"`
	Sessions   int     `json:"sessions"`
	Turns      int     `json:"turns"`
	Edited     int     `json:"edited"`
	PerSession float64 `json:"turns_per_session"`
	Info       Share   `json:"info"`
}

// A RatingRow is one bar of figure 2, top: ratings by model and kind, which
// are empty for all.
type RatingRow struct {
	Model   string       `json:"model"`
	Kind    writing.Kind `json:"kind"`
	Good    Share        `json:"good"`
	Neutral Share        `json:"neutral"`
	Bad     Share        `json:"bad"`
}

// A TurnRow is one bar of figure 2, bottom: the kinds of a turn's number.
type TurnRow struct {
	Turn  int   `json:"turn"`
	Info  Share `json:"info"`
	Style int   `json:"style"`
}

// A SortTable is table 3 or 4.
type SortTable struct {
	Labelled int                 `json:"labelled"`
	Unread   int                 `json:"unread"` // turns that no label could be read for
	Merged   []string            `json:"merged,omitempty"`
	Rows     []SortRow           `json:"rows"`
	Kappa    *metric.Coefficient `json:"kappa,omitempty"` // with the hand-labelled slice
	Models   []string            `json:"models"`
}

// A SortRow is one type of instruction or error.
type SortRow struct {
	Value string  `json:"value"`
	Share Share   `json:"share"`
	Info  Share   `json:"info"`
	Good  []Share `json:"good"` // by model
}

// A LengthRow is one line of table 6; means over its turns, of words between
// white space, of which each Chinese or Japanese character is one.
type LengthRow struct {
	Group       string  `json:"group"`
	N           int     `json:"n"`
	Instruction float64 `json:"instruction"`
	Source      float64 `json:"source"`
	Target      float64 `json:"target"`
	Ratio       float64 `json:"length_ratio"`  // target to source
	Distance    float64 `json:"edit_distance"` // words
	EditRatio   float64 `json:"edit_ratio"`    // distance to source
}

// Inputs are what may be known of turns besides the sessions.
type Inputs struct {
	Types, Errors         Labels // by a model or person; nil leaves the tables out
	HandTypes, HandErrors Labels // hand-labelled slices
	Marks                 []Mark // passages that people marked as relevant; nil takes those of the sessions
	Unread                map[string]int
}

// Analyse works out the report. It does not depend on the order of sessions.
func Analyse(sessions []writing.Session, in Inputs) (*Report, error) {
	rows := Rows(sessions)
	r := &Report{Sessions: len(sessions), Turns: len(rows), Unread: in.Unread, Warnings: []string{}}
	models := modelsOf(sessions)
	r.Overview = overview(sessions, rows, models)
	r.Ratings = ratings(rows, models)
	r.ByTurn = byTurn(rows)
	var err error
	var types Labels
	if r.Types, types, err = r.sorted(Types(), rows, models, in.Types, in.HandTypes); err != nil {
		return nil, err
	}
	if r.Errors, _, err = r.sorted(Errors(), rows, models, in.Errors, in.HandErrors); err != nil {
		return nil, err
	}
	r.Lengths, r.LeftOut = lengths(rows, models, types)
	if in.Marks == nil {
		in.Marks = marked(rows)
	}
	if len(in.Marks) > 0 {
		if r.Recall, err = recall(rows, in.Marks); err != nil {
			return nil, err
		}
	}
	if open := unrated(sessions); open > 0 {
		r.Warnings = append(r.Warnings, plural.Of(open, "turn")+" without a rating left out")
	}
	return r, nil
}

// marked are the marks that people made within their sessions.
func marked(rows []writing.Row) []Mark {
	var all []Mark
	for i := range rows {
		if len(rows[i].Relevant) > 0 {
			all = append(all, Mark{KeyOf(&rows[i]), rows[i].Relevant})
		}
	}
	return all
}

func unrated(sessions []writing.Session) int {
	n := 0
	for i := range sessions {
		for k := range sessions[i].Turns {
			if sessions[i].Turns[k].Rating == "" {
				n++
			}
		}
	}
	return n
}

func modelsOf(sessions []writing.Session) []string {
	out := lists.Map(sessions, func(s writing.Session) string { return s.Model })
	slices.Sort(out)
	return slices.Compact(out)
}

// everyone has the models and "", which stands for all.
func everyone(models []string) []string { return append(slices.Clone(models), "") }

func of(model, name string) bool { return name == "" || name == model }

func overview(sessions []writing.Session, rows []writing.Row, models []string) []Overview {
	var out []Overview
	for _, m := range everyone(models) {
		o := Overview{Model: m, Sessions: lists.Count(sessions, func(s writing.Session) bool { return of(s.Model, m) })}
		info := newTally()
		for i := range rows {
			if r := &rows[i]; of(r.Model, m) {
				o.Turns++
				info.add(r.Session, r.Kind == writing.Info)
				if r.Edit != nil {
					o.Edited++
				}
			}
		}
		o.Info = info.share()
		if o.Sessions > 0 {
			o.PerSession = float64(o.Turns) / float64(o.Sessions)
		}
		out = append(out, o)
	}
	return out
}

func ratings(rows []writing.Row, models []string) []RatingRow {
	var out []RatingRow
	for _, m := range everyone(models) {
		for _, k := range []writing.Kind{writing.Style, writing.Info, ""} {
			good, neutral, bad := newTally(), newTally(), newTally()
			for i := range rows {
				if r := &rows[i]; of(r.Model, m) && (k == "" || r.Kind == k) {
					good.add(r.Session, r.Rating == writing.Good)
					neutral.add(r.Session, r.Rating == writing.Neutral)
					bad.add(r.Session, r.Rating == writing.Bad)
				}
			}
			out = append(out, RatingRow{m, k, good.share(), neutral.share(), bad.share()})
		}
	}
	return out
}

func byTurn(rows []writing.Row) []TurnRow {
	var out []TurnRow
	for n := 1; n <= writing.MostTurns; n++ {
		info := newTally()
		style := 0
		for i := range rows {
			if r := &rows[i]; r.Turn == n {
				info.add(r.Session, r.Kind == writing.Info)
				if r.Kind == writing.Style {
					style++
				}
			}
		}
		if s := info.share(); s.N > 0 {
			out = append(out, TurnRow{n, s, style})
		}
	}
	return out
}

// sorted counts labels; the labels with rare ones merged come along. Without
// labels there is no table.
func (r *Report) sorted(s Sort, rows []writing.Row, models []string, labels, hand Labels) (*SortTable, Labels, error) {
	for _, l := range slices.Concat(labels.List(), hand.List()) {
		if !slices.Contains(s.Values, l.Label) {
			return nil, nil, invalid("turn "+l.String()+": "+l.Label+" is none of the "+s.Name, "")
		}
	}
	switch {
	case labels == nil && hand != nil:
		return nil, nil, invalid("there are "+s.Name+" by hand and no others", "kappa compares them with those of --"+s.Name+" or of a --labeller")
	case labels == nil:
		return nil, nil, nil
	}
	labels, others := s.about(rows, labels)
	if others > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s: %s of no turn that has one here left out", s.Name, plural.Of(others, "label")))
	}
	t := &SortTable{Models: models, Unread: r.Unread[s.Name]}
	if hand != nil {
		k, err := Kappa(labels, hand)
		if err != nil {
			return nil, nil, err
		}
		t.Kappa = &k
	}
	merged := labels
	if s.Name == "types" {
		merged, t.Merged = s.merge(labels)
	}
	for _, v := range s.Values {
		if slices.Contains(t.Merged, v) {
			continue
		}
		row := sortRow(v, rows, models, merged)
		t.Labelled = row.Share.N
		if row.Share.Met > 0 || v == Others {
			t.Rows = append(t.Rows, row)
		}
	}
	return t, merged, nil
}

func sortRow(value string, rows []writing.Row, models []string, labels Labels) SortRow {
	share, info := newTally(), newTally()
	good := make([]*tally, len(models))
	for i := range good {
		good[i] = newTally()
	}
	for i := range rows {
		r := &rows[i]
		l, ok := labels[KeyOf(r)]
		if !ok {
			continue
		}
		share.add(r.Session, l == value)
		if l != value {
			continue
		}
		info.add(r.Session, r.Kind == writing.Info)
		good[slices.Index(models, r.Model)].add(r.Session, r.Rating == writing.Good)
	}
	row := SortRow{Value: value, Share: share.share(), Info: info.share()}
	for i := range good {
		row.Good = append(row.Good, good[i].share())
	}
	return row
}
