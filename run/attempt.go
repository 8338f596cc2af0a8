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
	usage  map[string]adhere.Usage
	failed bool
	why    string // the last failure
}

// attempt gets an answer to the item and has it judged. An error means that
// the run must stop and that there is no record.
func (c *execution) attempt(it item) (*attempt, error) {
	a := &attempt{rec: adhere.Record{Instruction: it.in, Attempt: it.attempt}, usage: map[string]adhere.Usage{}}
	answer, err := call(c, c.Subject.Name(), it.in, func() (*adhere.Answer, error) {
		return c.Subject.Answer(c.work, it.task(c.Params)) // a task of its own
	})
	if err == nil && (answer == nil || answer.Response == nil) {
		err = fmt.Errorf("%s gave neither an answer nor an error", c.Subject.Name())
	}
	if err != nil {
		return a, c.unanswered(a, err)
	}
	a.rec.Response, a.rec.Trace = a.book(answer.Response), timeless(answer.Trace)
	task := it.task(c.Params)
	for _, judge := range c.Judges {
		verdicts, err := call(c, judge.Name(), it.in, func() ([]adhere.Verdict, error) { return judge.Judge(c.work, task, answer.Response) })
		if err := c.judged(a, judge.Name(), verdicts, err); err != nil {
			return a, err
		}
	}
	for _, grader := range c.Graders {
		g, err := call(c, grader.Name(), it.in, func() (adhere.Grade, error) { return grader.Grade(c.work, task, answer.Response) })
		if err := c.graded(a, grader.Name(), g, err); err != nil {
			return a, err
		}
	}
	return a, c.compare(a, task)
}

// unanswered notes in the record why there is no response, or returns the
// error if the run must stop for it.
func (c *execution) unanswered(a *attempt, err error) error {
	if c.fatalCall(err, true) {
		return err
	}
	a.rec.Err = err.Error()
	a.fail(a.rec.Err)
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

// book notes what the answer used and returns it as it goes into the record:
// without the time, which no two runs share. The subject may keep what it
// returned, so it is not changed.
func (a *attempt) book(resp *adhere.Response) *adhere.Response {
	a.use(Subject, resp.Usage)
	timeless := *resp
	timeless.Usage.Time = 0
	return &timeless
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
func (c *execution) judged(a *attempt, judge string, verdicts []adhere.Verdict, err error) error {
	if err == nil {
		err = checkVerdicts(judge, verdicts, a.rec.Instruction.Requirements)
	}
	if c.fatalCall(err, false) {
		return err
	}
	if err != nil {
		a.fail(err.Error())
		verdicts = a.rec.Instruction.Verdicts(judge, adhere.Broken, err.Error())
	}
	for _, v := range verdicts {
		a.use(Judge, v.Usage)
		v.Usage.Time = 0
		v.Judge = cmp.Or(v.Judge, judge)
		a.rec.Verdicts = append(a.rec.Verdicts, v)
	}
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
func (c *execution) graded(a *attempt, grader string, g adhere.Grade, err error) error {
	if c.fatalCall(err, false) {
		return err
	}
	if err == nil && (g.Outcome == adhere.Met || g.Outcome == "") && (g.Score < 1 || g.Score > 5) {
		err = fmt.Errorf("%s gave the score %d, expected 1 to 5", grader, g.Score)
	}
	if err != nil {
		a.fail(err.Error())
		g = adhere.Grade{Judge: grader, Outcome: adhere.Broken, Reason: err.Error()}
	}
	a.use(Judge, g.Usage)
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
	p, err := call(c, c.Comparer.Name(), task.Instruction, func() (adhere.Preference, error) {
		return c.Comparer.Compare(c.work, task, a.rec.Response, t.Attempts[0].Response)
	})
	if c.fatalCall(err, false) {
		return err
	}
	if err != nil {
		a.fail(err.Error())
		p = adhere.Preference{Judge: c.Comparer.Name(), Winner: adhere.NoWinner, Reason: err.Error()}
	}
	a.use(Judge, p.Usage)
	p.Usage.Time = 0
	t.Preference = &p
	return nil
}

// call calls what others wrote: a subject, a judge. A crash in it is an error.
func call[T any](c *execution, who string, in *adhere.Instruction, do func() (T, error)) (out T, err error) {
	defer c.recovered(&err, who, in)
	return do()
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

// fail marks the record as one to be tried again.
func (a *attempt) fail(why string) { a.failed, a.why = true, why }

// use books usage; none leaves no trace.
func (a *attempt) use(role string, u adhere.Usage) {
	if u != (adhere.Usage{}) {
		a.usage[role] = a.usage[role].Add(u)
	}
}
