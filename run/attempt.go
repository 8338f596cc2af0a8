package run

import (
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
	answer, err := c.answer(it)
	if err != nil {
		return a, c.unanswered(a, err)
	}
	a.rec.Response, a.rec.Trace = a.book(answer.Response), timeless(answer.Trace)
	task := it.task(c.Params)
	for _, judge := range c.Judges {
		if err := c.judge(a, judge, task, answer.Response); err != nil {
			return a, err
		}
	}
	for _, grader := range c.Graders {
		if err := c.grade(a, grader, task, answer.Response); err != nil {
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

// answer gets the subject's answer. It is given a task of its own.
func (c *execution) answer(it item) (answer *adhere.Answer, err error) {
	defer c.recovered(&err, c.Subject.Name(), it.in)
	answer, err = c.Subject.Answer(c.work, it.task(c.Params))
	if err == nil && (answer == nil || answer.Response == nil) {
		err = fmt.Errorf("%s gave neither an answer nor an error", c.Subject.Name())
	}
	return answer, err
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

// judge adds the verdicts of one judge. Those of a judge that fails or crashes
// are broken, unless the run must stop for it.
func (c *execution) judge(a *attempt, judge adhere.Judge, task *adhere.Task, resp *adhere.Response) (err error) {
	in := task.Instruction
	defer func() {
		if err == nil || c.fatalCall(err, false) {
			return
		}
		a.fail(err.Error())
		for _, req := range in.Requirements {
			a.rec.Verdicts = append(a.rec.Verdicts, adhere.Verdict{Requirement: req.ID, Judge: judge.Name(), Outcome: adhere.Broken, Reason: err.Error()})
		}
		err = nil
	}()
	defer c.recovered(&err, judge.Name(), in)
	verdicts, err := judge.Judge(c.work, task, resp)
	if err != nil {
		return err
	}
	if len(verdicts) != len(in.Requirements) {
		return fmt.Errorf("%s gave %d verdicts on %d requirements", judge.Name(), len(verdicts), len(in.Requirements))
	}
	for _, v := range verdicts {
		a.use(Judge, v.Usage)
		v.Usage.Time = 0
		a.rec.Verdicts = append(a.rec.Verdicts, v)
	}
	return nil
}

// grade adds the direct score of one grader.
func (c *execution) grade(a *attempt, grader adhere.Grader, task *adhere.Task, resp *adhere.Response) error {
	g, err := c.score(grader, task, resp)
	if c.fatalCall(err, false) {
		return err
	}
	if err != nil {
		a.fail(err.Error())
		g = adhere.Grade{Judge: grader.Name(), Outcome: adhere.Broken, Reason: err.Error()}
	}
	a.use(Judge, g.Usage)
	g.Usage.Time = 0
	a.rec.Grades = append(a.rec.Grades, g)
	return nil
}

func (c *execution) score(grader adhere.Grader, task *adhere.Task, resp *adhere.Response) (g adhere.Grade, err error) {
	defer c.recovered(&err, grader.Name(), task.Instruction)
	return grader.Grade(c.work, task, resp)
}

// compare adds to a refinement's trace whether its answer is better than the
// first attempt.
func (c *execution) compare(a *attempt, task *adhere.Task) error {
	t := a.rec.Trace
	if c.Comparer == nil || t == nil || !t.Revised() {
		return nil
	}
	p, err := c.prefer(task, a.rec.Response, t.Attempts[0].Response)
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

func (c *execution) prefer(task *adhere.Task, first, second *adhere.Response) (p adhere.Preference, err error) {
	defer c.recovered(&err, c.Comparer.Name(), task.Instruction)
	return c.Comparer.Compare(c.work, task, first, second)
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
