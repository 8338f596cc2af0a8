package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"adhere"
	"adhere/internal/lists"
)

// A Voting says how the votes of a jury become one verdict.
type Voting string

// The ways to vote.
const (
	Majority  Voting = "majority"  // more votes than the other side
	Unanimous Voting = "unanimous" // all votes on one side
)

// A jury joins the verdicts of several judges.
type jury struct {
	members []adhere.Judge
	rule    Voting
	ties    adhere.TiePolicy
	label   string
}

// NewJury returns a judge that asks all members and joins their verdicts.
//
// Only Met and NotMet are votes; a member that is unsure, broken or skipped
// has none. Unless more than half of those that were asked vote, the jury is
// Unsure, or Broken if nobody was even unsure. Where no member was asked, it
// is Skipped. The verdict's Reason names each member's vote and reason, Raw
// holds the members' verdicts as JSON, Usage their sum. Where a provider refuses
// one request (adhere.Invalid, adhere.Unusable), that vote is broken; any other
// error of a member is the jury's.
func NewJury(rule Voting, ties adhere.TiePolicy, members ...adhere.Judge) (adhere.Judge, error) {
	if len(members) == 0 || slices.Contains(members, nil) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "a jury needs members, none of them nil"}
	}
	if rule != Majority && rule != Unanimous {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("no jury rule is named %q", rule), Hint: "choose majority or unanimous"}
	}
	ties = cmp.Or(ties, adhere.TieUnsure)
	if _, err := adhere.ParseTiePolicy(string(ties)); err != nil {
		return nil, err
	}
	j := &jury{members: make([]adhere.Judge, len(members)), rule: rule, ties: ties}
	for i, m := range members {
		j.members[i] = m
		if a, ok := m.(*asker); ok {
			j.members[i] = a.patiently()
		}
	}
	j.label = j.title()
	return j, nil
}

// NewSamples returns a jury of n samples of one judge: the same strategy asked
// n times with another Attempt, from o.Attempt on. With a temperature of 0 the
// samples hardly differ, so o.Params should set one.
func NewSamples(strategy string, n int, rule Voting, ties adhere.TiePolicy, o Options) (adhere.Judge, error) {
	s, err := Find(strategy)
	if err != nil {
		return nil, err
	}
	if s.New == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("judge %s gives no verdicts on requirements", strategy)}
	}
	var members []adhere.Judge
	for i := range n {
		sample := o
		sample.Attempt += i
		member, err := s.New(sample)
		if err != nil {
			return nil, err
		}
		members = append(members, member)
	}
	return NewJury(rule, ties, members...)
}

// patiently returns the judge that leaves a requirement broken where its
// provider refuses the request.
func (a *asker) patiently() *asker {
	one, c := *a, *a.caller
	c.spared = []adhere.Code{adhere.Invalid, adhere.Unusable}
	one.caller = &c
	return &one
}

const juryName = "judge/jury-"

func isJury(name string) bool { return strings.HasPrefix(name, juryName) }

// LostVotes returns the votes of a jury's verdict, also within a hybrid judge's,
// for which there is no reply: the provider refused the request. Their Reason
// says why. The second result is false where the votes cannot be read.
func LostVotes(v *adhere.Verdict) (lost []adhere.Verdict, ok bool) {
	if !isJury(v.Judge) && !strings.Contains(v.Raw, juryName) {
		return nil, true // most verdicts are no jury's, and reading them takes long
	}
	if s, ok := SplitOf(v); ok && s.Model != nil {
		v = s.Model
	}
	if !isJury(v.Judge) || v.Outcome == adhere.Skipped {
		return nil, true
	}
	var votes []adhere.Verdict
	if json.Unmarshal([]byte(v.Raw), &votes) != nil {
		return nil, false
	}
	lost = []adhere.Verdict{}
	for _, b := range votes {
		if b.Outcome == adhere.Broken && b.Raw == "" && !strings.HasPrefix(b.Reason, adhere.EmptyReply) {
			lost = append(lost, adhere.Verdict{Judge: b.Judge, Outcome: b.Outcome, Reason: b.Reason})
		}
	}
	return lost, true
}

// title returns "judge/jury-majority@1+[3*member,member]".
func (j *jury) title() string {
	var names []string
	for i := 0; i < len(j.members); {
		n := 1
		for i+n < len(j.members) && j.members[i+n].Name() == j.members[i].Name() {
			n++
		}
		name := j.members[i].Name()
		if n > 1 {
			name = fmt.Sprintf("%d*%s", n, name)
		}
		names = append(names, name)
		i += n
	}
	ties := ""
	if j.ties != adhere.TieUnsure {
		ties = ".tie-" + string(j.ties)
	}
	return fmt.Sprintf("%s%s@1%s+[%s]", juryName, j.rule, ties, strings.Join(names, ","))
}

// Name returns the rule with its version and the members' names.
func (j *jury) Name() string { return j.label }

// Judge asks all members at once.
func (j *jury) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	in := task.Instruction
	given, err := j.poll(ctx, task, out)
	if err != nil {
		return nil, err
	}
	verdicts := make([]adhere.Verdict, len(in.Requirements))
	for i := range verdicts {
		votes := lists.Map(given, func(x []adhere.Verdict) adhere.Verdict { return x[i] })
		verdicts[i] = j.join(in.Requirements[i].ID, votes)
	}
	return verdicts, nil
}

func (j *jury) poll(ctx context.Context, task *adhere.Task, out *adhere.Response) ([][]adhere.Verdict, error) {
	given := make([][]adhere.Verdict, len(j.members))
	wanted := len(task.Instruction.Requirements)
	var all errgroup.Group // where one fails the others end all the same: their replies are paid for
	for m, member := range j.members {
		all.Go(func() (err error) {
			if given[m], err = member.Judge(ctx, task, out); err == nil && len(given[m]) != wanted {
				err = &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("%s gave %d verdicts on %d requirements", member.Name(), len(given[m]), wanted)}
			}
			return err
		})
	}
	return given, all.Wait()
}

// A tally counts the members' outcomes.
type tally struct{ met, notMet, unsure, broken int }

func count(votes []adhere.Verdict) tally {
	var t tally
	for _, b := range votes {
		switch b.Outcome {
		case adhere.Met:
			t.met++
		case adhere.NotMet:
			t.notMet++
		case adhere.Unsure:
			t.unsure++
		case adhere.Broken:
			t.broken++
		case adhere.Skipped: // was not asked
		}
	}
	return t
}

func (j *jury) join(id string, votes []adhere.Verdict) adhere.Verdict {
	v := adhere.Verdict{Requirement: id, Judge: j.label, Outcome: j.outcome(count(votes))}
	var reasons []string
	for _, b := range votes {
		v.Usage, v.Calls = v.Usage.Add(b.Usage), append(v.Calls, b.Calls...)
		if b.Outcome == adhere.Skipped {
			continue
		}
		reason := fmt.Sprintf("%s: %s", b.Judge, b.Outcome)
		if b.Reason != "" {
			reason += " (" + b.Reason + ")"
		}
		reasons = append(reasons, reason)
	}
	if v.Outcome == adhere.Skipped {
		return v
	}
	t := count(votes)
	v.Reason = strings.Join(reasons, "; ")
	v.Evidence = fmt.Sprintf("%d met, %d not met, %d unsure, %d broken", t.met, t.notMet, t.unsure, t.broken)
	if raw, err := json.Marshal(votes); err == nil {
		v.Raw = string(raw)
	}
	return v
}

func (j *jury) outcome(t tally) adhere.Outcome {
	votes, asked := t.met+t.notMet, t.met+t.notMet+t.unsure+t.broken
	switch {
	case asked == 0:
		return adhere.Skipped
	case 2*votes <= asked && t.unsure > 0:
		return adhere.Unsure
	case 2*votes <= asked:
		return adhere.Broken
	case t.notMet == 0 || j.rule == Majority && t.met > t.notMet:
		return adhere.Met
	case t.met == 0 || j.rule == Majority && t.met < t.notMet:
		return adhere.NotMet
	case j.ties == adhere.TieMet:
		return adhere.Met
	case j.ties == adhere.TieNotMet:
		return adhere.NotMet
	default:
		return adhere.Unsure
	}
}

var _ Planner = (*jury)(nil)

// Calls sums the calls of the members that are Planners.
func (j *jury) Calls(in *adhere.Instruction) int {
	n := 0
	for p := range j.planners {
		n += p.Calls(in)
	}
	return n
}

// planners yields the members that are Planners.
func (j *jury) planners(yield func(Planner) bool) {
	for _, m := range j.members {
		if p, ok := m.(Planner); ok && !yield(p) {
			return
		}
	}
}

// Chain returns the longest chain of a member.
func (j *jury) Chain(in *adhere.Instruction) int {
	n := 0
	for p := range j.planners {
		n = max(n, p.Chain(in))
	}
	return n
}

// Requests renders the calls of all members, one member after another.
func (j *jury) Requests(in *adhere.Instruction, out *adhere.Response) ([]Call, error) {
	var calls []Call
	for p := range j.planners {
		more, err := p.Requests(in, out)
		if err != nil {
			return nil, err
		}
		calls = append(calls, more...)
	}
	return calls, nil
}
