package study

import (
	"context"
	"fmt"

	"adhere"
	"adhere/internal/writing"
	"adhere/judge"
	"adhere/prompt"
	"adhere/retrieve"
)

// A Rater is a judge of edits: a model that is shown the question, both
// versions and the instruction, after as many rated examples as Shots says.
// The examples are the training turns whose instructions are nearest by BM25
// (KIWI, section 5, "Model").
type Rater struct {
	Options  judge.Options
	Scheme   Scheme
	Shots    int
	Changes  bool                // show it what changed, numbered, and have it weigh each
	Recorded map[ReplyKey]string // replies in place of a model; nil asks the model
}

// A ReplyKey names a question that was put to a judge of edits. Split is 0
// where the prompt is the same in every split.
type ReplyKey struct {
	Key
	Grades int `json:"grades"`
	Shots  int `json:"shots"`
	Split  int `json:"split"` // from 1

	Changes bool `json:"changes,omitempty"`
}

// A Reply is a recorded reply to it, a line of a file.
type Reply struct {
	ReplyKey
	Reply string `json:"reply"`
}

// A Rated is what a judge of edits said of a turn.
type Rated struct {
	Grade   writing.Rating // "" where undecided
	Weights []Weight       // of the changes, where they were shown
	Why     string         // why it is
	Raw     string
	Usage   adhere.Usage
}

// An exampleSource is where examples are taken from.
type exampleSource struct {
	rows   []writing.Row
	byID   map[string]int
	index  *retrieve.BM25
	scheme Scheme
}

func newLesson(rows []writing.Row, train []int, s Scheme) *exampleSource {
	l := &exampleSource{rows: rows, byID: map[string]int{}, scheme: s}
	var ps []retrieve.Passage
	for _, i := range train {
		id := KeyOf(&rows[i]).String()
		l.byID[id] = i
		ps = append(ps, retrieve.Passage{ID: id, Document: rows[i].Session, Text: rows[i].Instruction})
	}
	l.index = retrieve.NewBM25(ps)
	return l
}

// nearest returns the k training turns with the nearest instructions, the
// nearest last, next to the turn that is asked about.
func (l *exampleSource) nearest(ctx context.Context, instruction string, k int) ([]int, error) {
	if k == 0 {
		return nil, nil
	}
	found, err := l.index.Retrieve(ctx, instruction, k)
	if err != nil {
		return nil, err
	}
	out := make([]int, len(found))
	for i, p := range found {
		out[len(found)-1-i] = l.byID[p.ID]
	}
	return out, nil
}

func (l *exampleSource) data(row *writing.Row, examples []int) prompt.Data {
	var questions, befores, instructions, afters, ratings []string
	for _, i := range examples {
		r := &l.rows[i]
		questions, befores, instructions = append(questions, r.Question), append(befores, r.Previous), append(instructions, r.Instruction)
		afters, ratings = append(afters, r.Answer), append(ratings, string(l.scheme.Of(r.Rating)))
	}
	return prompt.Data{
		"Question": row.Question, "Before": row.Previous, "Instruction": row.Instruction, "After": row.Answer,
		"Questions": questions, "Befores": befores, "Instructions": instructions, "Afters": afters, "Ratings": ratings,
	}
}

func (r *Rater) key(row *writing.Row, number int) ReplyKey {
	k := ReplyKey{Key: KeyOf(row), Grades: int(r.Scheme), Shots: r.Shots, Changes: r.Changes}
	if r.Shots > 0 {
		k.Split = number
	}
	return k
}

func (r *Rater) rate(ctx context.Context, l *exampleSource, row *writing.Row, number int) (Rated, error) {
	if r.Recorded != nil {
		return r.recall(row, number)
	}
	template, data, err := r.question(ctx, l, row)
	if err != nil {
		return Rated{}, err
	}
	got, err := judge.Put(ctx, r.Options, template, data, func(reply string) (Rated, error) { return r.read(row, reply) })
	if err != nil {
		return Rated{}, fmt.Errorf("turn %s: %w", KeyOf(row), err)
	}
	rated := got.Value
	if got.Why != "" {
		rated = Rated{Why: got.Why}
	}
	rated.Raw, rated.Usage = got.Raw, got.Usage
	return rated, nil
}

// question returns the template that is put to the judge, and what fills it.
func (r *Rater) question(ctx context.Context, l *exampleSource, row *writing.Row) (string, prompt.Data, error) {
	if r.Changes {
		return "rate-edit-changes", r.weighing(row), nil
	}
	examples, err := l.nearest(ctx, row.Instruction, r.Shots)
	if err != nil {
		return "", nil, err
	}
	return r.Scheme.template(), l.data(row, examples), nil
}

func (r *Rater) read(row *writing.Row, reply string) (rated Rated, err error) {
	if r.Changes {
		rated.Weights, rated.Grade, err = r.Scheme.weigh(reply, len(inspection(row).Changes))
	} else {
		rated.Grade, err = r.Scheme.Read(reply)
	}
	return rated, err
}

// recall reads a recorded reply: nobody can be asked again.
func (r *Rater) recall(row *writing.Row, number int) (Rated, error) {
	raw, ok := r.Recorded[r.key(row, number)]
	if !ok {
		return Rated{}, adhere.Errorf(adhere.NotFound, "no reply is recorded for turn %s, %d grades, %d examples, split %d", KeyOf(row), r.Scheme, r.Shots, r.key(row, number).Split).
			WithHint("record with the same sessions, seed and --shots")
	}
	rated, err := r.read(row, raw)
	if err != nil {
		return Rated{Why: err.Error(), Raw: raw}, nil //nolint:nilerr // an unreadable reply is undecided, not a failure
	}
	rated.Raw = raw
	return rated, nil
}

// request renders what would be asked, for estimates.
func (r *Rater) request(ctx context.Context, l *exampleSource, row *writing.Row) (*adhere.Request, error) {
	template, data, err := r.question(ctx, l, row)
	if err != nil {
		return nil, err
	}
	return judge.FirstRequest(r.Options, template, data)
}
