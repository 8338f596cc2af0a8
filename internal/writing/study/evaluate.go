package study

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/lists"
	"adhere/internal/plural"
	"adhere/internal/writing"
	"adhere/internal/writing/edits"
	"adhere/judge"
	"adhere/metric"
)

// An Evaluation says who is measured, and how.
type Evaluation struct {
	Scheme   Scheme
	Shots    []int // numbers of examples; 0 is zero-shot
	Changes  bool  // measure the model that is shown the numbered changes, too
	Options  judge.Options
	Judge    string // the model's name in tables
	Recorded map[ReplyKey]string
	NoModel  bool   // measure baselines, rules and people only
	Second   Labels // second ratings by people, by turn
	Seed     uint64
}

// A Table is table 5 or 7: judges of edits against people's ratings.
type Table struct {
	Scheme Scheme              `json:"grades"`
	Turns  int                 `json:"turns"`
	Splits []int               `json:"splits"` // test turns of each
	Rows   []JudgeRow          `json:"rows"`
	Kappa  *metric.Coefficient `json:"kappa,omitempty"` // of the second rating with the first
	Rules  RuleCount           `json:"rules"`
	Usage  adhere.Usage        `json:"-"`
	Open   []Open              `json:"undecided,omitempty"`
	Said   []Reply             `json:"-"` // the model's replies, to be recorded
}

// A JudgeRow is one judge: the mean over splits in which it decided something,
// for people over bootstrap samples, and the standard deviation.
type JudgeRow struct {
	Name      string `json:"name"`
	Mean      Scores `json:"mean,omitzero"` // without anything where nothing is decided
	SD        Scores `json:"sd,omitzero"`
	N         int    `json:"n"`         // turns judged, in all splits
	Undecided int    `json:"undecided"` // of them
}

// An Open is a turn of which a judge's grade could not be read.
type Open struct {
	ReplyKey
	Why string `json:"why"`
	Raw string `json:"raw"`
}

// A RuleCount says what code could tell.
type RuleCount struct {
	Decided int `json:"decided"` // turns of whose changes code can say whether all were asked for
	Failed  int `json:"failed"`  // turns that code shows not to be good
	Wrong   int `json:"wrong"`   // of them, those that people rated good
	Stray   int `json:"stray"`   // turns with changes that were not requested
}

// Evaluate measures judges of edits on the test turns of three random splits.
// Each row has a rating, and its place is its own.
func Evaluate(ctx context.Context, rows []writing.Row, e Evaluation) (*Table, error) {
	if err := rated(rows); err != nil {
		return nil, err
	}
	if len(rows) < 10 {
		return nil, invalid(plural.Of(len(rows), "turn")+": at least 10 rated turns are needed", "collect or import more sessions")
	}
	b := bench{Evaluation: e, rows: rows, rules: inspect(rows), known: map[ReplyKey]Rated{}}
	t := &Table{Scheme: e.Scheme, Turns: len(rows), Rules: ruleCount(rows, b.rules)}
	for n := 1; n <= Splits; n++ {
		b.splits = append(b.splits, split(len(rows), e.Seed, n))
		t.Splits = append(t.Splits, len(b.splits[n-1].Test))
	}
	b.baselines(t)
	b.ruled(t)
	if !e.NoModel {
		for _, r := range e.raters() {
			if err := b.model(ctx, t, r); err != nil {
				return nil, err
			}
		}
	}
	return t, b.people(t)
}

// ReadFiles reads second ratings by people and recorded replies, which take the
// place of a model's; "" is no file. Replies about the numbered changes are
// measured where there are any.
func (e *Evaluation) ReadFiles(second, replies string) (err error) {
	if e.Second, err = ReadLabels(second); err != nil || replies == "" {
		return err
	}
	list, err := jsonl.ReadFile[Reply](replies)
	e.Judge, e.Recorded = cmp.Or(e.Judge, "recorded"), map[ReplyKey]string{}
	for _, r := range list {
		e.Recorded[r.ReplyKey] = r.Reply
	}
	e.Changes = e.Changes && slices.ContainsFunc(list, func(r Reply) bool { return r.Changes })
	return err
}

// rated reports a row that nobody rated, or that comes twice.
func rated(rows []writing.Row) error {
	seen := map[Key]bool{}
	for i := range rows {
		switch k := KeyOf(&rows[i]); {
		case rows[i].Rating != writing.Good && rows[i].Rating != writing.Neutral && rows[i].Rating != writing.Bad:
			return invalid(fmt.Sprintf("turn %s has the rating %q", k, rows[i].Rating), "judges are measured against ratings: good, neutral or bad; sessions judge --each needs none")
		case seen[k]:
			return invalid(fmt.Sprintf("turn %s comes twice", k), "name each file once, and give every turn its own session and number")
		default:
			seen[k] = true
		}
	}
	return nil
}

// raters are the ways in which the model judges.
func (e *Evaluation) raters() []*Rater {
	out := lists.Map(e.Shots, func(k int) *Rater {
		return &Rater{Options: e.Options, Scheme: e.Scheme, Shots: k, Recorded: e.Recorded}
	})
	if e.Changes {
		out = append(out, &Rater{Options: e.Options, Scheme: e.Scheme, Changes: true, Recorded: e.Recorded})
	}
	return out
}

// A bench is an evaluation at work.
type bench struct {
	Evaluation
	rows   []writing.Row
	rules  []edits.Inspection
	splits []Split
	known  map[ReplyKey]Rated // what was asked already: splits share turns
}

func inspect(rows []writing.Row) []edits.Inspection {
	out := make([]edits.Inspection, len(rows))
	for i := range rows {
		out[i] = inspection(&rows[i])
	}
	return out
}

func ruleCount(rows []writing.Row, found []edits.Inspection) (c RuleCount) {
	for i := range found {
		f := &found[i]
		c.Decided += count(f.Decided)
		c.Failed += count(f.Failed())
		c.Wrong += count(f.Failed() && rows[i].Rating == writing.Good)
		c.Stray += count(len(f.Stray) > 0)
	}
	return c
}

// add enters a judge with its grades in each split.
func (b *bench) add(t *Table, name string, grades [][]writing.Rating) {
	row := JudgeRow{Name: name}
	var all []Scores
	for n, s := range b.splits {
		open := 0
		for _, g := range grades[n] {
			open += count(g == "")
		}
		row.N, row.Undecided = row.N+len(s.Test), row.Undecided+open
		if open < len(s.Test) { // a split in which nothing was decided says nothing
			all = append(all, score(grades[n], gold(b.rows, s.Test, b.Scheme), b.Scheme))
		}
	}
	row.Mean, row.SD = moments(all)
	t.Rows = append(t.Rows, row)
}

func (b *bench) baselines(t *Table) {
	most, drawn := make([][]writing.Rating, Splits), make([][]writing.Rating, Splits)
	for n, s := range b.splits {
		train := gold(b.rows, s.Train, b.Scheme)
		m := majority(train, b.Scheme)
		for range s.Test {
			most[n] = append(most[n], m)
		}
		drawn[n] = random(train, len(s.Test), b.Seed, n+1)
	}
	b.add(t, "majority", most)
	b.add(t, "random", drawn)
}

// failing is the grade that stands for an edit which code shows not to be
// good: the model's where that is not good either.
func (b *bench) failing(said writing.Rating) writing.Rating {
	if said == writing.Neutral || said == writing.Bad {
		return said
	}
	return b.Scheme.Of(writing.Neutral)
}

// ruled enters the rules alone: what they do not show to fail is good.
func (b *bench) ruled(t *Table) {
	grades := make([][]writing.Rating, Splits)
	for n, s := range b.splits {
		for _, i := range s.Test {
			g := writing.Good
			if b.rules[i].Failed() {
				g = b.failing("")
			}
			grades[n] = append(grades[n], g)
		}
	}
	b.add(t, "rules alone", grades)
}

func (r *Rater) name() string {
	switch {
	case r.Changes:
		return "with changes"
	case r.Shots == 0:
		return "zero-shot"
	case r.Shots == 1:
		return "one-shot"
	default:
		return fmt.Sprintf("%d-shot", r.Shots)
	}
}

// model enters the model that judges in one way, alone and with rules.
func (b *bench) model(ctx context.Context, t *Table, r *Rater) error {
	alone, hybrid := make([][]writing.Rating, Splits), make([][]writing.Rating, Splits)
	said := map[ReplyKey]bool{}
	for n, s := range b.splits {
		rated, err := b.split(ctx, r, s, n+1)
		if err != nil {
			return err
		}
		for j, i := range s.Test {
			g := rated[j]
			h := g.Grade
			if b.rules[i].Failed() {
				h = b.failing(g.Grade)
			}
			alone[n], hybrid[n] = append(alone[n], g.Grade), append(hybrid[n], h)
			key := r.key(&b.rows[i], n+1)
			if said[key] {
				continue
			}
			said[key] = true
			t.Usage = t.Usage.Add(g.Usage)
			t.Said = append(t.Said, Reply{key, g.Raw})
			if g.Grade == "" {
				t.Open = append(t.Open, Open{key, g.Why, g.Raw})
			}
		}
	}
	b.add(t, b.Judge+" "+r.name(), alone)
	b.add(t, b.Judge+" "+r.name()+" with rules", hybrid)
	return nil
}

// split judges the test turns of one split.
func (b *bench) split(ctx context.Context, r *Rater, s Split, number int) ([]Rated, error) {
	l := newLesson(b.rows, s.Train, b.Scheme)
	out := make([]Rated, len(s.Test))
	err := judge.Each(ctx, len(s.Test), func(ctx context.Context, j int) error {
		row := &b.rows[s.Test[j]]
		known, ok := b.known[r.key(row, number)]
		out[j] = known
		if ok {
			return nil
		}
		var err error
		out[j], err = r.rate(ctx, l, row, number)
		return err
	})
	for j, i := range s.Test {
		b.known[r.key(&b.rows[i], number)] = out[j]
	}
	return out, err
}

// people enters the second rating.
func (b *bench) people(t *Table) error {
	if len(b.Second) == 0 {
		return nil
	}
	first := Labels{}
	var got, want []writing.Rating
	for i := range b.rows {
		k := KeyOf(&b.rows[i])
		second, ok := b.Second[k]
		if !ok {
			continue
		}
		g := writing.Rating(second)
		if g != writing.Good && g != writing.Neutral && g != writing.Bad {
			return invalid(fmt.Sprintf("second rating of turn %s: expected good, neutral or bad, not %q", k, second), "")
		}
		got, want = append(got, b.Scheme.Of(g)), append(want, b.Scheme.Of(b.rows[i].Rating))
		first[k] = string(b.Scheme.Of(b.rows[i].Rating))
	}
	if len(got) == 0 {
		return invalid("no second rating is of a rated turn of these sessions", "")
	}
	second := Labels{}
	for k, v := range b.Second {
		second[k] = string(b.Scheme.Of(writing.Rating(v)))
	}
	kappa, err := Kappa(second, first)
	if err != nil {
		return err
	}
	t.Kappa = &kappa
	row := JudgeRow{Name: "person", N: len(got)}
	row.Mean, row.SD = bootstrap(got, want, b.Scheme, b.Seed)
	t.Rows = append(t.Rows, row)
	return nil
}

// Requests renders every prompt of an evaluation, each once, for estimates.
func (e *Evaluation) Requests(ctx context.Context, rows []writing.Row) ([]*adhere.Request, error) {
	var out []*adhere.Request
	seen := map[ReplyKey]bool{}
	for _, r := range e.raters() {
		for n := 1; n <= Splits; n++ {
			s := split(len(rows), e.Seed, n)
			l := newLesson(rows, s.Train, e.Scheme)
			for _, i := range s.Test {
				key := r.key(&rows[i], n)
				if seen[key] {
					continue
				}
				seen[key] = true
				req, err := r.request(ctx, l, &rows[i])
				if err != nil {
					return nil, err
				}
				out = append(out, req)
			}
		}
	}
	return out, nil
}
