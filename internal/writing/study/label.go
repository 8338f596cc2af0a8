package study

import (
	"context"
	"iter"

	"adhere"
	"adhere/internal/writing"
	"adhere/judge"
	"adhere/metric"
	"adhere/prompt"
)

// A Labeller sorts turns by asking a model, at temperature 0.
type Labeller struct {
	Sort
	Options judge.Options
}

func (l *Labeller) data(r *writing.Row) prompt.Data {
	if l.Name == "errors" {
		return prompt.Data{"Instruction": r.Instruction, "Comment": r.Comment}
	}
	return prompt.Data{"Question": r.Question, "Instruction": r.Instruction}
}

// Requests returns what would be asked, for estimates.
func (l *Labeller) Requests(rows []writing.Row) ([]*adhere.Request, error) {
	var out []*adhere.Request
	for i := range rows {
		if !l.applies(&rows[i]) {
			continue
		}
		req, err := judge.FirstRequest(l.Options, l.Template, l.data(&rows[i]))
		if err != nil {
			return nil, err
		}
		out = append(out, req)
	}
	return out, nil
}

// Unread is a turn that has no label, and why.
type Unread struct {
	Key
	Why string `json:"why"`
}

// Label sorts the turns. Those whose reply stays unreadable get no label and
// are listed.
func (l *Labeller) Label(ctx context.Context, rows []writing.Row) (Labels, []Unread, error) {
	replies := make([]judge.Reply[string], len(rows))
	err := judge.Each(ctx, len(rows), func(ctx context.Context, i int) error {
		if !l.applies(&rows[i]) {
			return nil
		}
		var err error
		replies[i], err = judge.Put(ctx, l.Options, l.Template, l.data(&rows[i]), l.Read)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	labels := Labels{}
	var unread []Unread
	for i := range rows {
		switch {
		case !l.applies(&rows[i]):
		case replies[i].Why != "":
			unread = append(unread, Unread{KeyOf(&rows[i]), replies[i].Why})
		default:
			labels[KeyOf(&rows[i])] = replies[i].Value
		}
	}
	return labels, unread, nil
}

// lacking yields the labeller of each sort that has no labels, and where they go.
func (in *Inputs) lacking(o judge.Options) iter.Seq2[*Labeller, *Labels] {
	return func(yield func(*Labeller, *Labels) bool) {
		if in.Types == nil && !yield(&Labeller{Types(), o}, &in.Types) {
			return
		}
		if in.Errors == nil {
			yield(&Labeller{Errors(), o}, &in.Errors)
		}
	}
}

// Requests returns what Label would ask, for estimates.
func (in *Inputs) Requests(o judge.Options, rows []writing.Row) (all []*adhere.Request, err error) {
	for l := range in.lacking(o) {
		more, err := l.Requests(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// Label asks a model for the labels that are not given. It returns them by the
// name of their sort, and the turns that have none.
func (in *Inputs) Label(ctx context.Context, o judge.Options, rows []writing.Row) (made map[string]Labels, unread []Unread, err error) {
	made = map[string]Labels{}
	for l, to := range in.lacking(o) {
		labels, without, err := l.Label(ctx, rows)
		if err != nil {
			return nil, nil, err
		}
		*to, made[l.Name], in.Unread[l.Name] = labels, labels, len(without)
		unread = append(unread, without...)
	}
	return made, unread, nil
}

// Kappa is Cohen's kappa between labels and a hand-labelled slice, over the
// turns that have both, by session.
func Kappa(labels, hand Labels) (metric.Coefficient, error) {
	var ratings []metric.Rating
	for _, l := range hand.List() {
		if got, ok := labels[l.Key]; ok {
			item := l.String()
			ratings = append(ratings, metric.Rating{Item: item, Rater: "hand", Value: l.Label, Cluster: l.Session},
				metric.Rating{Item: item, Rater: "model", Value: got, Cluster: l.Session})
		}
	}
	if len(ratings) == 0 {
		return metric.Coefficient{Undefined: "no turn is labelled by both"}, nil
	}
	t, err := metric.NewTable(ratings)
	if err != nil {
		return metric.Coefficient{}, err
	}
	return metric.CohenKappa(t, "hand", "model"), nil
}
