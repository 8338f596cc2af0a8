package collect

import (
	"context"
	"fmt"
	"io"
	"strings"

	"adhere"
	"adhere/build"
	"adhere/internal/jsonl"
	"adhere/internal/lists"
	"adhere/internal/writing"
)

// A Criterion is one thing that a good question meets.
type Criterion = build.Criterion

// Criteria lists what a question must meet, in the order of a checklist.
func Criteria() []Criterion { return build.Criteria() }

// Checklist names what a good question meets.
func Checklist() string {
	var b strings.Builder
	b.WriteString("A good question meets these criteria; those with a star are checked:\n")
	for _, c := range Criteria() {
		mark := " "
		if c.ByCode {
			mark = "*"
		}
		fmt.Fprintf(&b, "\n  %s %-10s %s", mark, c.ID, c.Text)
	}
	return b.String()
}

// Review says in one line which criteria of a good question code finds not
// met; empty where none. Missing is how many documents its answer would need
// that are not at hand.
func Review(q *writing.Asked, missing int) string {
	failed := lists.Map(Objections(q, missing), func(o build.Objection) string { return o.Criterion + " (" + o.Evidence + ")" })
	return strings.Join(failed, ", ")
}

// Objections are what code has against a question, by criterion.
func Objections(q *writing.Asked, missing int) []build.Objection {
	return build.Review(q.Text, len(q.Documents), missing)
}

// Ask stores a question, or changes one that nobody has begun to answer; one
// without an ID is given the first free one. Where it does not meet the
// criteria the error's code is Invalid, unless anyway is set. Check is as
// SaveQuestion has it.
func (d *Desk) Ask(ctx context.Context, q *writing.Asked, missing int, anyway bool, check ...func(*writing.Asked) error) error {
	if q.Text = strings.TrimSpace(q.Text); q.Text == "" || len(q.Documents) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "a question has a text and at least one document", Hint: "write the question, and choose the documents to answer it from"}
	}
	if failed := Review(q, missing); failed != "" && !anyway && q.State == writing.Open {
		return &adhere.Error{Code: adhere.Invalid, Message: "the question does not meet: " + failed, Hint: "change it, or add it anyway (--anyway on the command line)"}
	}
	return d.SaveQuestion(ctx, q, check...)
}

// Question returns one question. The error's code is NotFound where there is
// none of that ID.
func (d *Desk) Question(ctx context.Context, id string) (*writing.Asked, error) {
	all, err := d.Questions(ctx)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].ID == id {
			return &all[i], nil
		}
	}
	return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no question %q", id), Hint: "the page of questions lists them"}
}

// Propose reads questions that were built, a JSON object a line as adhere build
// questions writes them, and stores those that are not there yet as proposals.
// All or none are taken; the error names the line.
func (d *Desk) Propose(ctx context.Context, name string, r io.Reader) (taken int, err error) {
	proposals, err := d.readBuilt(ctx, name, r)
	if err != nil {
		return 0, err
	}
	return d.ProposeQuestions(ctx, proposals)
}

func (d *Desk) readBuilt(ctx context.Context, name string, r io.Reader) ([]writing.Asked, error) {
	held, err := d.Documents(ctx)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for i := range held {
		there[held[i].ID] = true
	}
	var all []writing.Asked
	type built struct {
		build.ResearchQuestion
		Kept  *bool  `json:"kept"`
		Topic string `json:"topic"`
	}
	err = jsonl.Read(r, name, func(_ int, b built) error {
		if b.Text = strings.TrimSpace(b.Text); b.Text == "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "question is empty", Hint: "each line has question and documents"}
		}
		for _, id := range b.Documents {
			if !there[id] {
				return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("documents: there is no document %q", id), Hint: "add it first"}
			}
		}
		if b.Kept == nil || *b.Kept {
			all = append(all, writing.Asked{Question: writing.Question{Text: b.Text, Topic: b.Topic}, Documents: b.Documents, State: writing.Proposed, Origin: b.Paragraph})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + " holds no question that was kept", Hint: "adhere build questions writes such a file"}
	}
	return all, nil
}
