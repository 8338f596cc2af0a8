package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"adhere"
	"adhere/internal/lists"
	"adhere/prompt"
)

// A Language is how checks are written in JSON, and what they do.
type Language struct {
	Guide string // the whole language in words, for the prompt
	// Read returns the rule that a check in JSON is, and the same check
	// printed in English. The error says what is wrong with it.
	Read func(raw json.RawMessage) (rule *adhere.Rule, english string, err error)
	// Run says whether a text meets a rule, and what was measured; Unsure
	// where the rule gives up.
	Run func(rule *adhere.Rule, text string) (outcome adhere.Outcome, measured string)
	// Witnesses returns texts at the boundaries of a rule, made from the
	// rule's own numbers and from texts that are about the requirement.
	Witnesses func(rule *adhere.Rule, texts []string) []string
	// Fill puts text in the place of fillers such as <<40 words>>.
	Fill func(text string) string
}

// A Witness is a text that shows what a requirement demands.
type Witness struct {
	Text string `json:"text"`
	Met  bool   `json:"met"`
	By   string `json:"by"` // who says so: "written" before there was a check, "labelled" without seeing it, "measured" where both a check and a second look at the text say that the first label was wrong
}

// A Compiled is the result of compiling a requirement.
type Compiled struct {
	Rule      *adhere.Rule // nil where there is none
	English   string       // the rule in words; empty without one
	Why       string       // why there is none
	Witnesses []Witness    // texts on which the rule and the model agree
	By        string       // the compiler's name
	Usage     adhere.Usage
}

// A Compiler turns requirements into checks by asking a model, and trusts no
// check that it has not tested: the model first writes texts that meet and break
// the requirement, then proposes checks, and then labels texts at the checks'
// boundaries without seeing the checks. Code runs the checks on all texts. A
// check that disagrees with a label is shown to the model and corrected a
// bounded number of times. It is safe for concurrent use.
type Compiler struct {
	c        *caller
	language Language
	label    string
}

// The bounds of a compilation.
const (
	mostMends      = 2
	mostBoundary   = 10
	mostMiscounted = 2 // labels that the model may take back
)

// NewCompiler returns a compiler. Of the options, Model, Pack, Params, Reasks
// and Attempt count.
func NewCompiler(o Options, l Language) (*Compiler, error) {
	if o.Model == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the compiler needs a model"}
	}
	o.Parsing, o.Schema = Strict, false
	c := newCaller(o)
	return &Compiler{c, l, c.name("compile", o.Model.Name())}, nil
}

// Compile returns a check of the requirement, or says why there is none. The
// request is what the requirement is part of, and says what its words mean; it
// is empty where the requirement stands alone. An error means that a call failed.
func (p *Compiler) Compile(ctx context.Context, requirement, request string) (Compiled, error) {
	j := &compilation{Compiler: p, about: prompt.Data{"Requirement": requirement, "Request": request}, out: Compiled{By: p.label}}
	err := j.run(ctx)
	if err == nil && j.out.Why != "" {
		j.out.Rule, j.out.English, j.out.Witnesses = nil, "", nil
	}
	return j.out, err
}

// A compilation is one requirement being compiled.
type compilation struct {
	*Compiler
	about     prompt.Data // what every question is about: the requirement and its request
	out       Compiled
	texts     []Witness   // with labels
	open      []string    // texts of which the model is unsure
	proposals []candidate // valid checks
	tookBack  bool
}

// A candidate is a check that was proposed.
type candidate struct {
	raw     json.RawMessage
	rule    *adhere.Rule
	english string
}

func (j *compilation) refuse(why string, args ...any) { j.out.Why = fmt.Sprintf(why, args...) }

func (j *compilation) run(ctx context.Context) error {
	for _, step := range []func(context.Context) error{j.propose, j.write, j.bound, j.mend} {
		if err := step(ctx); err != nil || j.out.Why != "" {
			return err
		}
	}
	j.settle()
	return nil
}

// with returns what a question is about, and one thing more.
func (j *compilation) with(name string, value any) prompt.Data {
	data := maps.Clone(j.about)
	data[name] = value
	return data
}

// put asks one question and counts what it took.
func put[T any](ctx context.Context, j *compilation, template string, data prompt.Data, read func(string) (T, error)) (Reply[T], error) {
	got, err := askTemplate(ctx, j.c, template, data, form[T]{read: read})
	j.out.Usage = j.out.Usage.Add(got.Usage)
	return got, err
}

// write has the model write texts before it is shown any check.
func (j *compilation) write(ctx context.Context) error {
	type texts struct{ Meet, Break []string }
	got, err := put(ctx, j, "write-witnesses", j.about, func(reply string) (texts, error) {
		var t texts
		raw, err := object(reply)
		if err == nil && json.Unmarshal(raw, &t) != nil || err == nil && (len(t.Meet) == 0 || len(t.Break) == 0) {
			err = unreadable("it holds no texts that meet and break the requirement")
		}
		return t, err
	})
	if err != nil {
		return err
	}
	if got.Why != "" {
		j.refuse("the model writes no texts that meet and break it: %s", got.Why)
	}
	for _, text := range got.Value.Meet {
		j.texts = append(j.texts, Witness{j.language.Fill(text), true, "written"})
	}
	for _, text := range got.Value.Break {
		j.texts = append(j.texts, Witness{j.language.Fill(text), false, "written"})
	}
	return nil
}

// bound has the model label texts at the boundaries of the checks, which it
// is not shown.
func (j *compilation) bound(ctx context.Context) error {
	var fresh []string
	for _, c := range j.proposals {
		for _, text := range j.language.Witnesses(c.rule, j.seeds()) {
			if len(fresh) < mostBoundary && !slices.Contains(fresh, text) && !j.knows(text) {
				fresh = append(fresh, text)
			}
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	got, err := put(ctx, j, "label-texts", j.with("Texts", fresh), reader(make([]string, len(fresh))))
	if err != nil || got.Why != "" {
		j.open = append(j.open, fresh...)
		return err
	}
	for i, f := range got.Value {
		if f.outcome.Decided() {
			j.texts = append(j.texts, Witness{fresh[i], f.outcome == adhere.Met, "labelled"})
		} else {
			j.open = append(j.open, fresh[i])
		}
	}
	return nil
}

func (j *compilation) seeds() []string {
	return lists.Map(j.texts, func(w Witness) string { return w.Text })
}

func (j *compilation) knows(text string) bool {
	return slices.Contains(j.open, text) || slices.Contains(j.seeds(), text)
}

// differing returns the labelled texts on which a check says otherwise. Where
// it leaves a text undecided, it says nothing of it.
func (j *compilation) differing(c candidate) []int {
	var list []int
	for i, w := range j.texts {
		if outcome, _ := j.language.Run(c.rule, w.Text); outcome.Decided() && outcome != adhere.OutcomeOf(w.Met) {
			list = append(list, i)
		}
	}
	return list
}

// agreeing counts the texts that meet the requirement, and those that break it, of
// which a check says what their labels say.
func (j *compilation) agreeing(c candidate) (met, broken int) {
	for _, w := range j.texts {
		switch outcome, _ := j.language.Run(c.rule, w.Text); {
		case w.Met && outcome == adhere.Met:
			met++
		case !w.Met && outcome == adhere.NotMet:
			broken++
		}
	}
	return met, broken
}

// best puts the check first that tells texts apart and differs on the fewest, and of
// two that differ on as many the one that leaves fewer undecided. It returns where the
// first differs.
func (j *compilation) best() []int {
	rank := func(c candidate) []int {
		met, broken := j.agreeing(c)
		differing := len(j.differing(c))
		tells := min(met, broken, 1)
		return []int{-tells, differing, len(j.texts) - met - broken - differing}
	}
	at := 0
	for i := range j.proposals {
		if slices.Compare(rank(j.proposals[i]), rank(j.proposals[at])) < 0 {
			at = i
		}
	}
	j.proposals[0], j.proposals[at] = j.proposals[at], j.proposals[0]
	return j.differing(j.proposals[0])
}

// mend shows the model where its best check differs, until it does not.
func (j *compilation) mend(ctx context.Context) error {
	for range mostMends {
		wrong := j.best()
		if len(wrong) == 0 {
			return nil
		}
		reply, err := j.confront(ctx, wrong)
		switch {
		case err != nil:
			return err
		case j.out.Why != "":
			return nil
		case reply.none:
			j.refuse("the model finds that no check says this")
			return nil
		case reply.keep && (j.tookBack || len(wrong) > mostMiscounted):
			j.refuse("the model keeps a check that differs from %d of its own labels: %s", len(wrong), j.proposals[0].english)
			return nil
		case reply.keep:
			j.tookBack = true
			if err := j.relabel(ctx, wrong); err != nil {
				return err
			}
		default:
			j.proposals = []candidate{reply.candidate}
			if err := j.bound(ctx); err != nil {
				return err
			}
		}
	}
	if wrong := j.best(); len(wrong) > 0 {
		j.refuse("the check differs from %d of the model's own labels: %s", len(wrong), j.proposals[0].english)
	}
	return nil
}

// relabel has the model label texts anew, without showing it the check that
// it keeps against its labels. A label that it repeats stands, and refuses the
// check; of what it is now unsure, nobody says anything.
func (j *compilation) relabel(ctx context.Context, wrong []int) error {
	texts := lists.Map(wrong, func(i int) string { return j.texts[i].Text })
	got, err := put(ctx, j, "label-texts", j.with("Texts", texts), reader(make([]string, len(texts))))
	if err != nil {
		return err
	}
	if got.Why != "" {
		j.refuse("the model keeps a check against its own labels, and does not label the texts again: %s", got.Why)
		return nil
	}
	for k, i := range slices.Backward(wrong) { // from the end: what goes shifts what follows
		switch f := got.Value[k].outcome; {
		case !f.Decided():
			j.open = append(j.open, texts[k])
			j.texts = slices.Delete(j.texts, i, i+1)
		case f == adhere.OutcomeOf(j.texts[i].Met):
			j.refuse("the model labels a text twice against the check that it keeps: %s", j.proposals[0].english)
		default:
			j.texts[i].Met, j.texts[i].By = !j.texts[i].Met, "measured"
		}
	}
	return nil
}

// settle takes the first check, if it tells texts apart and no other proposal
// says otherwise of any text. Where one of them leaves a text undecided, they do not
// contradict each other.
func (j *compilation) settle() {
	first := j.proposals[0]
	for _, other := range j.proposals[1:] {
		for _, text := range append(j.seeds(), j.open...) {
			mine, _ := j.language.Run(first.rule, text)
			if theirs, _ := j.language.Run(other.rule, text); mine.Decided() && theirs.Decided() && mine != theirs && len(j.differing(other)) == 0 {
				j.refuse("two checks fit and differ: %q and %q", first.english, other.english)
				return
			}
		}
	}
	j.texts = slices.DeleteFunc(j.texts, func(w Witness) bool { // what it leaves undecided shows nothing
		outcome, _ := j.language.Run(first.rule, w.Text)
		return !outcome.Decided()
	})
	switch met, broken := j.agreeing(first); {
	case met == 0:
		j.refuse("the check decides no text that meets the requirement: %s", first.english)
		return
	case broken == 0:
		j.refuse("the check decides no text that breaks the requirement: %s", first.english)
		return
	}
	j.out.Rule, j.out.English, j.out.Witnesses = first.rule, first.english, j.texts
}
