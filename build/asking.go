package build

import (
	"context"
	"strconv"

	"adhere"
	"adhere/judge"
	"adhere/prompt"
)

// An asking puts a template to a model for each line of a step.
type asking[T, V any] struct {
	options  judge.Options
	template string
	likely   int // tokens of a reply, for estimates
	data     func(line T) prompt.Data
	read     func(line T, reply string) (V, error) // an error says why the reply cannot be read
	use      func(line T, value V) (why string)
}

// put asks about one line. A reply that cannot be read is an objection, and
// nothing is guessed.
func (a *asking[T, V]) put(ctx context.Context, line T) (value V, against []Objection, err error) {
	reply, err := judge.Put(ctx, a.options, a.template, a.data(line), func(text string) (V, error) { return a.read(line, text) })
	switch {
	case err != nil:
	case reply.Why != "" && judge.Refusal(reply.Raw):
		against = []Objection{{refused, shortened(reply.Raw)}}
	case reply.Why != "":
		against = []Objection{{noReply, reply.Why}}
	}
	return reply.Value, against, err
}

const (
	noReply = "no readable reply"
	refused = "refused"
)

// step is the asking as a step of its own.
func (a *asking[T, V]) step(name, doc string) Step[T] {
	return Step[T]{
		Name: name, Doc: doc, Ask: a.firstRequests, Likely: a.likely,
		Do: func(ctx context.Context, lines []T) ([]string, error) {
			why := make([]string, len(lines))
			err := judge.Each(ctx, len(lines), func(ctx context.Context, i int) error {
				value, against, err := a.put(ctx, lines[i])
				switch {
				case err != nil:
					return err
				case len(against) > 0:
					why[i] = against[0].String()
				default:
					why[i] = a.use(lines[i], value)
				}
				return nil
			})
			return why, err
		},
	}
}

// firstRequests renders the first call for each line.
func (a *asking[T, V]) firstRequests(lines []T) ([]*adhere.Request, error) {
	out := make([]*adhere.Request, len(lines))
	var err error
	for i, line := range lines {
		if out[i], err = judge.FirstRequest(a.options, a.template, a.data(line)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A Try is what a model proposed, and what was found against it: nothing of
// the last one that was kept.
type Try struct {
	Text       string      `json:"text"`
	Objections []Objection `json:"objections,omitempty"`
}

// sound has something proposed, at most so many times, until nothing is found
// against it. Examiners are asked in their order, and the first that objects
// ends it: code comes before models. One that says nothing readable of a proposal
// may speak of another, but not of one that is to be put right by what it said:
// then it ends the tries. It returns the tries and why the last one is not sound.
func sound[V any](ctx context.Context, most int, anew bool, propose func(ctx context.Context, before []Try) (V, string, []Objection, error), examiners ...func(ctx context.Context, v V) ([]Objection, error)) (V, []Try, string, error) {
	var value V
	var tries []Try
	for len(tries) < most {
		v, text, against, err := propose(ctx, tries)
		examined := false
		for _, examine := range examiners {
			if err != nil || len(against) > 0 {
				break
			}
			against, err = examine(ctx, v)
			examined = true
		}
		if err != nil {
			return value, tries, "", err
		}
		value, tries = v, append(tries, Try{text, against})
		if len(against) == 0 {
			return value, tries, "", nil
		}
		if examined && !anew && (against[0].Criterion == noReply || against[0].Criterion == refused) {
			break
		}
	}
	return value, tries, tries[len(tries)-1].Objections[0].String(), nil
}

// triesTable counts by kind what was found against first tries, and against
// last ones that were dropped for it.
func triesTable(title string, all [][]Try) Table {
	first, last := map[string]int{}, map[string]int{}
	count := func(counts map[string]int, t Try) {
		seen := map[string]bool{}
		for _, o := range t.Objections {
			if !seen[o.Criterion] {
				seen[o.Criterion] = true
				counts[o.Criterion]++
			}
		}
	}
	unsound := 0
	for _, tries := range all {
		if len(tries) == 0 {
			continue
		}
		if len(tries[0].Objections) > 0 {
			unsound++
		}
		count(first, tries[0])
		count(last, tries[len(tries)-1])
	}
	return Table{Title: title, Heads: []string{"of", "first tries with a fault", "share", "faults of first tries", "faults of last tries"}, Rows: [][]string{{strconv.Itoa(len(all)), strconv.Itoa(unsound), percent(unsound, len(all)), countsOf(first), countsOf(last)}}}
}
