package eval

import (
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	"adhere"
	"adhere/dataset"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/report"
	"adhere/verify/english"
	"adhere/verify/ruling"
)

// A Verifier decides rules, and requirements in words, by code. What code
// cannot read a model compiles, if there is one: each requirement once, several
// at a time.
type Verifier struct {
	Lock     *ruling.Lock // what was compiled, now or before
	Asked    int          // requirements that the model was asked about, since it was made
	Compiled int          // those of which it gave a check
	Unread   [][2]string  // requirements that the model could not compile either, each with the reason
	compiler func() (*judge.Compiler, error)
	model    string
}

// NewVerifier reads the lock file. open, if set, opens the model that compiles,
// when the first requirement needs it; then the file may be yet to be made.
func NewVerifier(lockFile string, open func() (*judge.Options, error)) (v *Verifier, err error) {
	v = &Verifier{}
	if open != nil {
		v.compiler = sync.OnceValues(func() (*judge.Compiler, error) {
			asked, err := open()
			if err != nil {
				return nil, err
			}
			v.model = asked.Model.Name()
			d := Decider()
			return judge.NewCompiler(*asked, judge.Language{Guide: ruling.Guide(), Read: ruling.ReadCheck, Run: d.Run, Witnesses: d.Witnesses, Fill: ruling.Fill})
		})
	}
	v.Lock, err = UseLock(nil, lockFile, open != nil)
	return v, err
}

// explain answers without a text.
func (v *Verifier) explain(ctx context.Context, q ruling.Case) (ruling.Ruling, error) {
	if err := v.compile(ctx, wanted{text: q.Requirement}); err != nil {
		return ruling.Ruling{}, err
	}
	return Decider().Explain(q)
}

// Decide answers with a finding.
func (v *Verifier) Decide(ctx context.Context, q ruling.Case) (ruling.Ruling, error) {
	if err := v.compile(ctx, wanted{text: q.Requirement}); err != nil {
		return ruling.Ruling{}, err
	}
	return Decider().Decide(q)
}

// compile has the model compile the requirements that neither lock nor code
// reads whole. One that code reads in part, and the model cannot compile, stays
// as it is.
func (v *Verifier) compile(ctx context.Context, requirements ...wanted) error {
	if v.compiler == nil {
		return nil
	}
	var open []wanted
	part := map[wanted]bool{}
	for _, r := range requirements {
		if _, known := v.Lock.Find(r.text, r.request); known || r.text == "" || slices.Contains(open, r) {
			continue
		}
		if a, err := Decider().Explain(r.asked()); err == nil && a.Decides != english.Whole {
			open, part[r] = append(open, r), a.Decides == english.Part
		}
	}
	if len(open) == 0 {
		return nil
	}
	compiler, err := v.compiler()
	if err != nil {
		return err
	}
	found := make([]judge.Compiled, len(open))
	err = judge.Each(ctx, len(open), func(ctx context.Context, i int) (err error) {
		found[i], err = compiler.Compile(ctx, open[i].text, open[i].request)
		return err
	})
	for i := range found {
		switch f := &found[i]; {
		case f.Rule == nil && part[open[i]]:
			v.Unread = append(v.Unread, [2]string{report.Excerpt(open[i].text, longestName), f.Why})
		case f.Rule != nil || f.Why != "": // what is finished is kept, whatever became of the others
			v.keep(open[i], f)
		}
	}
	if err == nil {
		return nil
	}
	code := adhere.CodeOf(err)
	if code == adhere.Invalid { // a failed call is no wrong question
		code = adhere.Unavailable
	}
	return &adhere.Error{Code: code, Message: v.model + " cannot be asked", Hint: adhere.HintOf(err), Err: err}
}

// keep puts what a requirement was compiled to into the lock.
func (v *Verifier) keep(r wanted, f *judge.Compiled) {
	line := ruling.Locked{Requirement: r.text, Request: r.request, Rule: f.Rule, English: f.English, Why: f.Why, By: f.By}
	for _, w := range f.Witnesses {
		line.Witnesses = append(line.Witnesses, ruling.Witness(w))
	}
	v.Lock.Put(line)
	v.Asked++
	if f.Rule == nil {
		v.Unread = append(v.Unread, [2]string{report.Excerpt(r.text, longestName), f.Why})
		return
	}
	v.Compiled++
}

// A wanted check is one of a requirement. Of one that stands alone, there is no
// more than its text: request is what it is part of, in the instruction.
type wanted struct {
	text, request string
	scope         adhere.Scope
	in            *adhere.Instruction
}

// wantedOf returns the check that is wanted of a requirement of an instruction.
func wantedOf(in *adhere.Instruction, i int) wanted {
	return wanted{in.Requirements[i].Text, requestOf(in), in.Requirements[i].Scope, in}
}

// asked returns the case that code is asked about.
func (w wanted) asked() ruling.Case {
	q := ruling.Case{Requirement: w.text, Scope: w.scope}
	if w.in != nil {
		q.Among = w.in.Requirements
	}
	return q
}

// Attached counts the requirements of a data set by whether they have a rule.
type Attached struct{ All, Had, Given, Part int }

// Attach writes instructions with the rules that their requirements are read
// as. What a model compiles, it compiles as a part of its instruction. A
// requirement that has a rule keeps it; one that is not read whole stays as it is.
func (v *Verifier) Attach(ctx context.Context, w io.Writer, set *dataset.Set) (n Attached, err error) {
	all, err := set.Load()
	if err != nil {
		return n, err
	}
	var open []*adhere.Requirement // without a rule
	var checks []wanted            // of these
	for _, in := range all {
		in.Dataset = "" // whoever reads the file names it
		for i := range in.Requirements {
			n.All++
			if r := &in.Requirements[i]; r.Rule != nil || r.PartRule != nil {
				n.Had++
			} else {
				open, checks = append(open, r), append(checks, wantedOf(in, i))
			}
		}
	}
	if err := v.compile(ctx, checks...); err != nil {
		return n, err
	}
	for i, w := range checks {
		if one, ok := v.Lock.Find(w.text, w.request); ok {
			if open[i].Rule = one.Rule; one.Rule != nil {
				n.Given++
			}
			continue
		}
		a, err := Decider().Explain(w.asked())
		if err != nil {
			return n, err
		}
		switch a.Decides {
		case english.Whole:
			open[i].Rule = a.Rule
			n.Given++
		case english.Part:
			n.Part++
		case english.None:
		}
	}
	return n, dataset.WriteInstructions(w, dataset.ShapeOwn, all)
}

// requestOf returns what an instruction asks, with the messages before it.
func requestOf(in *adhere.Instruction) string {
	if len(in.Messages) == 1 {
		return in.Prompt()
	}
	return strings.Join(lists.Map(in.Messages, func(m adhere.Message) string { return string(m.Role) + ": " + m.Text }), "\n\n")
}

// longestName is how many characters of a requirement stand for it in a line.
const longestName = 80
