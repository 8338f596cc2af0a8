package gateway

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/replies"
)

// A Report says what was checked of an answer, and what became of it. It is
// the member "adhere" of a reply.
type Report struct {
	ID          string             `json:"id"`
	Strategy    string             `json:"strategy"`
	Source      Source             `json:"source"` // of the constraints
	Prompt      string             `json:"prompt"` // the hash under which they can be pinned
	Constraints []ConstraintReport `json:"constraints"`
	Outcomes
	Attempts    []AttemptReport   `json:"attempts"`
	Answer      int               `json:"answer"` // which attempt it is, counted from 1
	Stopped     adhere.Stop       `json:"stopped"`
	Flagged     bool              `json:"flagged"`                // something is not met, or the correction ended early, or a judge failed
	OnExhausted Exhaustion        `json:"on_exhausted,omitempty"` // the policy, where it was needed
	Seen        []Seen            `json:"seen,omitempty"`         // demands that are shown and not checked
	Conflicts   []string          `json:"conflicts,omitempty"`    // constraints that no text meets together
	Warnings    []string          `json:"warnings,omitempty"`
	Tools       []toolFinding     `json:"tools,omitempty"` // calls of tools, where some did not fit
	Usage       map[string]Amount `json:"usage"`           // by step, and "total"
	Millis      int64             `json:"milliseconds"`
}

// A ConstraintReport is the verdict on one constraint.
type ConstraintReport struct {
	ID       string         `json:"id"`
	Text     string         `json:"text,omitempty"`
	Rule     *adhere.Rule   `json:"rule,omitempty"`
	At       *span          `json:"at,omitempty"`
	Source   Source         `json:"source,omitempty"` // where it is not that of the others
	Scope    string         `json:"scope,omitempty"`  // what of the answer it binds: answer, each, part, after; and of what
	Outcome  adhere.Outcome `json:"outcome"`          // met, not_met or unsure
	Method   string         `json:"method"`           // rule, judge, jury, or none where nobody decides
	Judge    string         `json:"judge,omitempty"`
	Evidence string         `json:"evidence,omitempty"`
	Attempt  int            `json:"attempt"` // counted from 1
}

// An AttemptReport is one attempt at an answer.
type AttemptReport struct {
	Step adhere.Step `json:"step"`
	Outcomes
	Discarded string `json:"discarded,omitempty"`
	Error     string `json:"error,omitempty"`
}

// Outcomes counts verdicts on constraints.
type Outcomes struct {
	Met       int `json:"met"`
	NotMet    int `json:"not_met"`
	Undecided int `json:"undecided"`
}

func (o *Outcomes) count(one adhere.Outcome) {
	switch one {
	case adhere.Met:
		o.Met++
	case adhere.NotMet:
		o.NotMet++
	default:
		o.Undecided++
	}
}

// An Amount is what calls used.
type Amount struct {
	Calls  int     `json:"calls"`
	In     int     `json:"prompt_tokens"`
	Cached int     `json:"cached_tokens"`
	Out    int     `json:"completion_tokens"`
	USD    float64 `json:"usd,omitempty"` // where the price is known
}

func amountOf(u adhere.Usage) Amount {
	return Amount{u.Calls, u.In, u.Cached, u.Out, float64(u.Money) / float64(adhere.USD)}
}

// findings are a report with what replies need of it.
type findings struct {
	Report
	json  []byte
	total adhere.Usage
	sum   replies.Usage
}

// aside is the report on an answer that is left alone.
func (x *exchange) aside(why string) *findings {
	f := &findings{Report: Report{ID: x.id, Strategy: x.settings.Strategy}}
	if x.list != nil {
		f.Source, f.Prompt, f.Seen = x.list.source, x.list.hash, x.list.seen
		f.warn(x.list.warning)
	}
	if x.decomposed.Calls > 0 { // besides the answer, whose own usage stands where it stood
		f.Usage = map[string]Amount{"decompose": amountOf(x.decomposed)}
	}
	return f.skipped(why)
}

// skipped enters what clients are told of an answer that is left alone.
func (f *findings) skipped(why string) *findings {
	f.json = encoded(struct {
		ID       string            `json:"id"`
		Strategy string            `json:"strategy"`
		Source   Source            `json:"source,omitempty"`
		Prompt   string            `json:"prompt,omitempty"`
		Skipped  string            `json:"skipped"`
		Tools    []toolFinding     `json:"tools,omitempty"`
		Seen     []Seen            `json:"seen,omitempty"`
		Warnings []string          `json:"warnings,omitempty"`
		Usage    map[string]Amount `json:"usage,omitempty"`
	}{f.ID, f.Strategy, f.Source, f.Prompt, why, f.Tools, f.Seen, f.Warnings, f.Usage})
	return f
}

// report puts together what a refinement found.
func (x *exchange) report(t *adhere.Trace) *findings {
	f := &findings{Report: Report{
		ID: x.id, Strategy: x.settings.Strategy, Source: x.list.source, Prompt: x.list.hash,
		Stopped: t.Stopped, Seen: x.list.seen, Conflicts: x.list.conflicts, Tools: x.calls, Millis: x.g.Now().Sub(x.start).Milliseconds(),
	}}
	if (x.settings.Strategy == Verify || x.settings.MaxIterations < 0) && f.Stopped == adhere.StopIterations {
		f.Stopped = adhere.StopDone // nothing was to be rewritten
	}
	f.warn(x.list.warning)
	if len(x.ignored) > 0 {
		f.Warnings = append(f.Warnings, strings.Join(x.ignored, ", ")+" of the request does not count, since a rule of the operator is enforced")
	}
	if x.asker.estimated {
		f.Warnings = append(f.Warnings, "the upstream does not say what it used; tokens are estimated")
	}
	f.warn(t.Err)
	for i := range t.Attempts {
		f.attempt(&t.Attempts[i])
	}
	at := max(t.Final, 0)
	f.verdicts(x, t, at)
	if f.NotMet > 0 && x.settings.Strategy != Verify && !x.unmendable() {
		f.OnExhausted = x.settings.OnExhausted
		if f.OnExhausted == GiveOriginal && at != 0 {
			at = 0
			f.verdicts(x, t, at)
		}
	}
	if f.Undecided > 0 && f.Stopped == adhere.StopSatisfied {
		f.Stopped = adhere.StopUndecided // nobody was asked about the rest
	}
	f.Answer = at + 1
	f.Flagged = f.flagged(t, at)
	f.use(x, t)
	f.json = encoded(f.Report)
	return f
}

func (f *findings) warn(of string) {
	if of != "" {
		f.Warnings = append(f.Warnings, of)
	}
}

// says reports whether a client is to be told more of an answer that is left
// alone than why.
func (f *findings) says() bool { return len(f.Seen)+len(f.Warnings) > 0 }

func (f *findings) attempt(a *adhere.Attempt) {
	out := AttemptReport{Step: a.Step, Discarded: a.Discarded, Error: a.Err}
	for i := range a.Verdicts {
		out.count(a.Verdicts[i].Outcome)
	}
	f.Attempts = append(f.Attempts, out)
}

// verdicts lists the constraints as attempt at meets them.
func (f *findings) verdicts(x *exchange, t *adhere.Trace, at int) {
	f.Outcomes, f.Constraints = Outcomes{}, nil
	verdicts := t.Attempts[at].Verdicts
	for i := range t.Instruction.Requirements {
		r := &t.Instruction.Requirements[i]
		one := ConstraintReport{ID: r.ID, Text: r.Text, Rule: r.Rule, Outcome: adhere.Unsure, Method: "none", Attempt: at + 1, Evidence: "it was not asked about"}
		if i < len(x.list.notes) {
			n := &x.list.notes[i]
			one.At, one.Scope = n.at, scopeInWords(r.Scope)
			if n.source != x.list.source {
				one.Source = n.source
			}
		}
		if i < len(verdicts) {
			one.take(&verdicts[i], x.jury)
		}
		f.count(one.Outcome)
		f.Constraints = append(f.Constraints, one)
	}
}

// take reads a verdict. What is broken or skipped is unsure here.
func (o *ConstraintReport) take(v *adhere.Verdict, jury bool) {
	o.Evidence = v.Evidence
	if v.Reason != "" && !strings.Contains(v.Evidence, v.Reason) {
		o.Evidence = v.Reason
	}
	switch {
	case v.Outcome.Decided():
		o.Outcome = v.Outcome
	case v.Outcome == adhere.Broken:
		o.Evidence = "no verdict that can be used: " + o.Evidence
	}
	switch {
	case v.Outcome == adhere.Skipped:
		return
	case strings.HasPrefix(v.Judge, ruleJudge):
		o.Method = "rule"
	case jury:
		o.Method = "jury"
	default:
		o.Method = "judge"
	}
	o.Judge = v.Judge
}

// flagged reports whether an answer is less than what was wanted, as far as
// anybody was asked.
func (f *findings) flagged(t *adhere.Trace, at int) bool {
	if f.NotMet > 0 {
		return true
	}
	switch t.Stopped {
	case adhere.StopBudget, adhere.StopDeadline, adhere.StopError, adhere.StopCancelled:
		return true
	default:
	}
	return slices.ContainsFunc(t.Attempts[at].Verdicts, func(v adhere.Verdict) bool { return v.Outcome == adhere.Broken || v.Outcome == adhere.Unsure })
}

// use sums what was used, by step and in all.
func (f *findings) use(x *exchange, t *adhere.Trace) {
	steps := t.Usage()
	steps[adhere.StepDecompose] = steps[adhere.StepDecompose].Add(x.decomposed)
	f.Usage = map[string]Amount{}
	for step, u := range steps {
		if u.Calls > 0 {
			f.Usage[stepName(step)] = amountOf(u)
		}
		f.total = f.total.Add(u)
	}
	f.total = f.total.Add(x.asker.failed)
	f.Usage["total"] = amountOf(f.total)
	f.sum = x.asker.sum(f.total)
}

// stepName is a step as the report calls it.
func stepName(s adhere.Step) string {
	if s == adhere.StepCritique {
		return "judge"
	}
	return string(s)
}

// headers says the same in a few words.
func (f *findings) headers(h http.Header, took time.Duration) {
	set := func(name, value string) { h.Set("X-Adhere-"+name, value) }
	set("Constraints", strconv.Itoa(len(f.Constraints)))
	set("Met", strconv.Itoa(f.Met))
	set("Not-Met", strconv.Itoa(f.NotMet))
	set("Undecided", strconv.Itoa(f.Undecided))
	set("Attempts", strconv.Itoa(len(f.Attempts)))
	set("Answer", strconv.Itoa(f.Answer))
	set("Stopped", string(f.Stopped))
	set("Flagged", strconv.FormatBool(f.Flagged))
	set("Calls", strconv.Itoa(f.total.Calls))
	set("Tokens", strconv.Itoa(f.total.In+f.total.Out))
	if f.total.Money > 0 {
		set("Usd", strconv.FormatFloat(float64(f.total.Money)/float64(adhere.USD), 'f', -1, 64))
	}
	set("Overhead-Ms", strconv.FormatFloat(float64(max(took-f.total.Time, 0).Microseconds())/1000, 'f', -1, 64))
}
