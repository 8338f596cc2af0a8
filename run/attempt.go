package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"adhere"
)

// An attempt is a record in the making.
type attempt struct {
	rec    adhere.Record
	used   adhere.Used
	failed bool
	why    string // the last failure
}

// attempt gets an answer to the item and has it judged. An error means that
// the run must stop and that there is no record.
func (c *execution) attempt(it item) (*attempt, error) {
	a := &attempt{rec: adhere.Record{Instruction: it.in, Attempt: it.attempt}, used: adhere.Used{Made: map[string]adhere.Usage{}, Stored: map[string]adhere.Usage{}}}
	answer, used, err := call(c, c.Subject.Name(), it.in, func(ctx context.Context) (*adhere.Answer, error) {
		return c.Subject.Answer(ctx, it.task(c.Params)) // a task of its own
	})
	if err == nil && (answer == nil || answer.Response == nil) {
		err = fmt.Errorf("%s gave neither an answer nor an error", c.Subject.Name())
	}
	if err != nil {
		return a, c.unanswered(a, used, err)
	}
	a.end(Subject, answer.Response.Usage, used, nil)
	a.rec.Response, a.rec.Trace = timelessResponse(answer.Response), timeless(answer.Trace)
	task := it.task(c.Params)
	for _, judge := range c.Judges {
		verdicts, used, err := call(c, judge.Name(), it.in, func(ctx context.Context) ([]adhere.Verdict, error) {
			return judge.Judge(ctx, task, answer.Response)
		})
		if err := c.judged(a, judge.Name(), verdicts, used, err); err != nil {
			return a, err
		}
	}
	for _, grader := range c.Graders {
		g, used, err := call(c, grader.Name(), it.in, func(ctx context.Context) (adhere.Grade, error) {
			return grader.Grade(ctx, task, answer.Response)
		})
		if err := c.graded(a, grader.Name(), g, used, err); err != nil {
			return a, err
		}
	}
	return a, c.compare(a, task)
}

// unanswered notes in the record why there is no response, or returns the
// error if the run must stop for it.
func (c *execution) unanswered(a *attempt, used adhere.Used, err error) error {
	if c.fatalCall(err, true) {
		return err
	}
	a.rec.Err = err.Error()
	a.end(Subject, adhere.Usage{}, used, err)
	return nil
}

// fatalCall reports whether err must stop the run rather than fail one item.
func (c *execution) fatalCall(err error, subject bool) bool {
	if err == nil {
		return false
	}
	if c.work.Err() != nil { // whatever it says, the call was cut off
		return true
	}
	switch adhere.CodeOf(err) {
	case adhere.Cancelled, adhere.Exhausted, adhere.Permanent:
		return true
	case adhere.Refused, adhere.NotFound: // no key, no such model: the next item would fare no better
		return subject
	default:
		return errors.Is(err, context.Canceled)
	}
}

// timelessResponse returns an answer as it goes into the record: without the time,
// which no two runs share. The subject may keep what it returned, so it is not
// changed.
func timelessResponse(resp *adhere.Response) *adhere.Response {
	own := *resp
	own.Usage.Time = 0
	return &own
}

// timeless returns a trace without its time on the clock, which no two runs
// share; what its calls took is stored with them and stays.
func timeless(t *adhere.Trace) *adhere.Trace {
	if t == nil {
		return nil
	}
	own := *t
	own.Time = 0
	return &own
}

// judged adds the verdicts of one judge. Those of a judge that fails or crashes
// are broken, unless the run must stop for it.
func (c *execution) judged(a *attempt, judge string, verdicts []adhere.Verdict, used adhere.Used, err error) error {
	if err == nil {
		err = checkVerdicts(judge, verdicts, a.rec.Instruction.Requirements)
	}
	if c.fatalCall(err, false) {
		return err
	}
	var said adhere.Usage
	if err != nil {
		verdicts = a.rec.Instruction.Verdicts(judge, adhere.Broken, err.Error())
	}
	for _, v := range verdicts {
		said = said.Add(v.Usage)
		v.Usage.Time = 0
		v.Judge = cmp.Or(v.Judge, judge)
		a.rec.Verdicts = append(a.rec.Verdicts, v)
	}
	a.end(Judge, said, used, err)
	return nil
}

// checkVerdicts refuses what is not one verdict on each requirement, in order:
// metrics go by the position.
func checkVerdicts(judge string, verdicts []adhere.Verdict, on []adhere.Requirement) error {
	if len(verdicts) != len(on) {
		return fmt.Errorf("%s gave %d verdicts on %d requirements", judge, len(verdicts), len(on))
	}
	for i, v := range verdicts {
		if v.Requirement != on[i].ID {
			return fmt.Errorf("%s gave a verdict on %q, expected one on %q: verdicts are in the order of the requirements", judge, v.Requirement, on[i].ID)
		}
		if !v.Outcome.Valid() {
			return fmt.Errorf("%s gave %q the outcome %q, expected met, not_met, unsure, broken or skipped", judge, v.Requirement, v.Outcome)
		}
	}
	return nil
}

// graded adds the direct score of one grader.
func (c *execution) graded(a *attempt, grader string, g adhere.Grade, used adhere.Used, err error) error {
	if c.fatalCall(err, false) {
		return err
	}
	if err == nil && (g.Outcome == adhere.Met || g.Outcome == "") && (g.Score < 1 || g.Score > 5) {
		err = fmt.Errorf("%s gave the score %d, expected 1 to 5", grader, g.Score)
	}
	if err != nil {
		g = adhere.Grade{Judge: grader, Outcome: adhere.Broken, Reason: err.Error()}
	}
	a.end(Judge, g.Usage, used, err)
	g.Usage.Time = 0
	g.Judge = cmp.Or(g.Judge, grader)
	a.rec.Grades = append(a.rec.Grades, g)
	return nil
}

// compare adds to a refinement's trace whether its answer is better than the
// first attempt.
func (c *execution) compare(a *attempt, task *adhere.Task) error {
	t := a.rec.Trace
	if c.Comparer == nil || t == nil || !t.Revised() {
		return nil
	}
	p, used, err := call(c, c.Comparer.Name(), task.Instruction, func(ctx context.Context) (adhere.Preference, error) {
		return c.Comparer.Compare(ctx, task, a.rec.Response, t.Attempts[0].Response)
	})
	if c.fatalCall(err, false) {
		return err
	}
	if err != nil {
		p = adhere.Preference{Judge: c.Comparer.Name(), Winner: adhere.NoWinner, Reason: err.Error()}
	}
	a.end(Judge, p.Usage, used, err)
	p.Usage.Time = 0
	t.Preference = &p
	return nil
}

// call calls what others wrote: a subject, a judge. A crash in it is an error.
func call[T any](c *execution, who string, in *adhere.Instruction, do func(context.Context) (T, error)) (out T, used adhere.Used, err error) {
	ctx := c.work
	if c.Counting != nil {
		counted, read := c.Counting(ctx)
		ctx = counted
		defer func() { used = read() }()
	}
	defer c.recovered(&err, who, in)
	out, err = do(ctx)
	return out, adhere.Used{}, err
}

// recovered turns a crash in another's code into an error. Where it happened
// goes to the log: addresses and paths have no place in a record.
func (c *execution) recovered(err *error, who string, in *adhere.Instruction) {
	v := recover()
	if v == nil {
		return
	}
	*err = &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("%s crashed: %v", who, v)}
	if c.Log != nil {
		c.Log.Error("crash", "in", who, "instruction", in.ID, "panic", v, "stack", string(debug.Stack()))
	}
}

// end books what the calls of an answer or a judgement used, under the roles of
// the models, and what it says it used beyond that. After an error, which has the
// record tried again, what the calls used was paid for all the same.
func (a *attempt) end(role string, said adhere.Usage, used adhere.Used, err error) {
	if err != nil {
		a.failed, a.why = true, err.Error()
	}
	for role, u := range used.Made {
		book(a.used.Made, role, u)
		said = said.Minus(u)
	}
	for role, u := range used.Stored {
		book(a.used.Stored, role, u)
		said = said.Minus(u)
	}
	book(a.used.Made, role, said)
}

// book adds usage; none leaves no trace.
func book(to map[string]adhere.Usage, role string, u adhere.Usage) {
	if u != (adhere.Usage{}) {
		to[role] = to[role].Add(u)
	}
}
