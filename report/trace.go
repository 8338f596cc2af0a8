package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/worddiff"
)

// WriteTrace writes a refinement for a person: each attempt with its verdicts,
// from the second on as a word diff, then the answer.
func WriteTrace(w io.Writer, t *adhere.Trace) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", t.Strategy)
	shown := "" // the text that the next attempt is compared with
	for i := range t.Attempts {
		writeAttempt(&b, t, i, shown)
		if a := &t.Attempts[i]; a.Response != nil && a.Discarded == "" {
			shown = a.Response.Text
		}
	}
	fmt.Fprintf(&b, "\nstopped: %s\n", whyStopped(t))
	end := t.Answer().Response.Finish.Remark()
	if end != "" {
		end = "; " + end
	}
	fmt.Fprintf(&b, "\nanswer (%s%s%s)\n%s\n\n", attemptName(t, t.Final), decisions(verdictsOn(t, t.Answer())), end, quoted(t.Answer().Response.Text))
	_, err := io.WriteString(w, b.String())
	return err
}

func writeAttempt(b *strings.Builder, t *adhere.Trace, i int, before string) {
	a := &t.Attempts[i]
	fmt.Fprintf(b, "\n%s", attemptName(t, i))
	if a.Setting != "" {
		fmt.Fprintf(b, ", %s", a.Setting)
	}
	b.WriteString("\n")
	if a.Feedback != "" && !slices.ContainsFunc(t.Attempts, func(a adhere.Attempt) bool { return len(a.Verdicts) > 0 }) { // verdicts say the same
		fmt.Fprintf(b, "  feedback:\n%s\n", quoted(a.Feedback))
	}
	switch {
	case a.Response == nil:
		fmt.Fprintf(b, "    failed: %s\n", Plain(a.Err))
		return
	case before == "" || a.Discarded != "":
		fmt.Fprintf(b, "%s\n", quoted(a.Response.Text))
	case before == a.Response.Text:
		b.WriteString("    (the same text)\n")
	case another(before, a.Response.Text):
		fmt.Fprintf(b, "  (written anew)\n%s\n", quoted(a.Response.Text))
	default:
		fmt.Fprintf(b, "%s\n", quoted(worddiff.Marked(before, a.Response.Text)))
	}
	if why := a.Response.Finish.Remark(); why != "" {
		fmt.Fprintf(b, "  %s\n", why)
	}
	if a.Discarded != "" {
		fmt.Fprintf(b, "  discarded: %s\n", a.Discarded)
	}
	for k, v := range verdictsOn(t, a) {
		writeVerdict(b, &t.Instruction.Requirements[k], &v)
	}
	repaired, broke := t.Changes(i)
	if len(repaired) > 0 {
		fmt.Fprintf(b, "  repaired: %s\n", strings.Join(repaired, ", "))
	}
	if len(broke) > 0 {
		fmt.Fprintf(b, "  broke: %s\n", strings.Join(broke, ", "))
	}
}

// verdictsOn returns the critic's verdicts on an attempt as they count.
func verdictsOn(t *adhere.Trace, a *adhere.Attempt) []adhere.Verdict {
	return asCounted(t.Instruction, slices.Clone(a.Verdicts), t.Instruction.Settled(a.Verdicts))
}

func writeVerdict(b *strings.Builder, r *adhere.Requirement, v *adhere.Verdict) {
	found := cmp.Or(v.Reason, v.Evidence)
	line := fmt.Sprintf("%s: %s", r.ID, Line(r.Wanted()))
	if found != "" {
		line += " — " + Line(found)
	}
	fmt.Fprintf(b, "  %-7s  %s\n", v.Outcome, line)
}

// attemptName calls the attempts draft, rewrite 1, rewrite 2, …; samples are
// draft 1, draft 2, …
func attemptName(t *adhere.Trace, i int) string {
	step, n, all := t.Attempts[i].Step, 0, 0
	for k := range t.Attempts {
		if t.Attempts[k].Step == step {
			all++
			if k <= i {
				n++
			}
		}
	}
	if step == adhere.StepDraft && all == 1 {
		return string(step)
	}
	return string(step) + " " + strconv.Itoa(n)
}

// decisions says how many requirements are met, ", 2 of 3 met".
func decisions(verdicts []adhere.Verdict) string {
	met, decided := 0, 0
	for _, v := range verdicts {
		if v.Outcome.Decided() {
			decided++
		}
		if v.Outcome == adhere.Met {
			met++
		}
	}
	if len(verdicts) == 0 {
		return ""
	}
	out := fmt.Sprintf(", %d of %d met", met, decided)
	if open := len(verdicts) - decided; open > 0 {
		out += fmt.Sprintf(", %d undecided", open)
	}
	return out
}

func whyStopped(t *adhere.Trace) string {
	why := map[adhere.Stop]string{
		adhere.StopDone:       "this strategy does not check its answer",
		adhere.StopNone:       "there is nothing to check",
		adhere.StopSatisfied:  "every requirement is met",
		adhere.StopUndecided:  "nothing is known to be broken, but not everything is decided",
		adhere.StopIterations: "no more iterations are allowed",
		adhere.StopProgress:   "rewriting no longer helps",
		adhere.StopBudget:     "a bound is reached",
		adhere.StopDeadline:   "the time is up",
		adhere.StopError:      "something failed",
	}[t.Stopped]
	if t.Stopped == adhere.StopSatisfied && len(t.Answer().Verdicts) == 0 {
		why = "the model finds nothing to improve"
	}
	if t.Err != "" {
		why += ": " + t.Err
	}
	return string(t.Stopped) + ", " + why
}

// another reports whether two texts share so little that their differences
// say nothing: less than a third of the letters of either.
func another(before, after string) bool {
	kept := 0
	for _, c := range worddiff.Diff(before, after) {
		kept += letters(c.Same)
	}
	return 3*kept < min(letters(before), letters(after))
}

// letters counts the bytes of a text that are no white space.
func letters(text string) int { return len(strings.Join(strings.Fields(text), "")) }

// quoted sets a text apart from what is said about it, with what could
// command the terminal shown.
func quoted(text string) string {
	return "    " + strings.ReplaceAll(Plain(strings.ReplaceAll(text, "\r\n", "\n")), "\n", "\n    ")
}

// OutcomeOf is nil where a refinement is good: an answer that breaks something is
// below what was wanted; a failure on the way is one although there is an
// answer.
func OutcomeOf(t *adhere.Trace) error {
	if t.Stopped == adhere.StopError {
		return &adhere.Error{Code: adhere.Unavailable, Message: "the refinement ended early: " + t.Err}
	}
	var missed []string
	for i, v := range verdictsOn(t, t.Answer()) {
		if v.Outcome == adhere.NotMet {
			missed = append(missed, "not met: "+Line(t.Instruction.Requirements[i].Wanted()))
		}
	}
	if missed != nil {
		return Missed(missed)
	}
	return nil
}
