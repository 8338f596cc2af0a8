package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/internal/serving"
	"adhere/judge"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// A Source says where constraints come from.
type Source string

// The sources.
const (
	FromText   Source = "text"   // read from the request's own words by rule
	FromModel  Source = "model"  // listed by a model
	FromClient Source = "given"  // in the request
	FromPin    Source = "pinned" // set for this prompt by POST /v1/constraints
	FromRules  Source = "rules"  // in the operator's rule file
	FromSchema Source = "schema" // the form that the request wants its answer in
)

// A checklist is what an answer to one prompt must meet. It is never changed.
type checklist struct {
	hash         string
	source       Source
	requirements []adhere.Requirement
	notes        []note // by requirement
	seen         []Seen
	conflicts    []string
	warning      string
	why          string // why there is nothing on it, where that is not that nothing is demanded
	passing      bool   // another request may get another list

	said said
}

// What was said of a draft when its demands were listed, by the words of a
// requirement.
type said struct {
	draft     string
	verdicts  map[string]adhere.Verdict
	corrected string // the draft as the same reply corrects it; may be empty
}

// A note is what is known of a requirement besides its words.
type note struct {
	source Source
	at     *span        // nil where it was not read from the text
	proof  *adhere.Rule // what breaks it breaks the requirement; what keeps it proves nothing; may be nil
}

// A Seen is a demand that is shown and not checked: what it binds, or whether
// it does, is not certain.
type Seen struct {
	Text string `json:"text"`
	At   *span  `json:"at,omitempty"`
	Why  string `json:"why"`
}

// A span is where in a request a constraint stands.
type span struct {
	Role  adhere.Role `json:"role"`
	Turn  int         `json:"turn"`  // counted from 0; what stands above the turns, first
	Start int         `json:"start"` // bytes of that turn's text
	End   int         `json:"end"`
}

// readText lists what the words of a conversation demand for certain, of all that
// was read in them. What is seen but may bind something else is kept apart.
func readText(demands []adhere.Demand, asked []adhere.Message) *checklist {
	c := &checklist{source: FromText}
	inFrame, inJSON := framed(asked), showsSchema(asked)
	for _, d := range demands {
		switch {
		case !d.MayEnforce():
		case inFrame:
			d.Certain, d.Doubt = false, "it may be of the last step of an agent, or of a field, and not of all that is answered"
		case inJSON && ofTexts(d.Text, d.Rule):
			d.Certain, d.Doubt = false, english.InTexts
		}
		at := &span{asked[d.Source.Turn].Role, d.Source.Turn, d.Source.Start, d.Source.End}
		if d.MayEnforce() {
			r := d.Requirement
			r.ID = c.next()
			c.put(r, note{source: FromText, at: at})
			continue
		}
		c.see(&d, at)
		if strings.HasPrefix(d.Doubt, english.Contradicted) && !slices.Contains(c.conflicts, d.Doubt) {
			c.conflicts = append(c.conflicts, d.Doubt)
		}
	}
	listed := map[span]bool{}
	for i := range c.notes {
		listed[*c.notes[i].at] = true
	}
	c.seen = slices.DeleteFunc(c.seen, func(s Seen) bool { // words that are read in two ways are listed once
		twice := listed[*s.At]
		listed[*s.At] = true
		return twice
	})
	return c
}

// framed reports whether the program that asks wants a frame around what the user wants:
// a step of an agent that calls its tools in words (final_answer is a tool of smolagents), or
// fields between marks that a system message explains (DSPy's).
func framed(asked []adhere.Message) bool {
	return slices.ContainsFunc(asked, func(m adhere.Message) bool {
		has := func(s string) bool { return strings.Contains(m.Text, s) }
		return m.Role == adhere.System && has("[[ ## ") || m.Role != adhere.Assistant && has("Observation:") && has("tool") && (has("Thought:") && has("Action:") || has("final_answer"))
	})
}

// see puts a demand down that is not enforced.
func (c *checklist) see(d *adhere.Demand, at *span) {
	c.seen = append(c.seen, Seen{strings.Clone(d.Text), at, doubt(d)})
}

// doubt is why a demand is not enforced.
func doubt(d *adhere.Demand) string {
	switch {
	case d.Source.Revoked:
		return "a later message takes it back"
	case d.Doubt != "":
		return d.Doubt
	case !d.Source.Binds():
		return "it is " + string(d.Source.Origin)
	default:
		return "what of the answer it binds is not certain"
	}
}

// empty reports whether the list has nothing to check, or is not there yet.
func (c *checklist) empty() bool { return c == nil || len(c.requirements) == 0 }

func (c *checklist) next() string { return fmt.Sprintf("c%d", len(c.requirements)+1) }

func (c *checklist) put(r adhere.Requirement, n note) {
	r.Text = strings.Clone(r.Text) // it may be a piece of a long prompt, which is not to be kept for it
	c.requirements, c.notes = append(c.requirements, r), append(c.notes, n)
}

// A Divide says what of a requirement in words code decides; among are those of
// the same list. Nil reads it as English.
type Divide func(r *adhere.Requirement, among []adhere.Requirement) judge.Division

// orEnglish returns who divides.
func (d Divide) orEnglish() Divide {
	if d != nil {
		return d
	}
	return func(r *adhere.Requirement, among []adhere.Requirement) judge.Division {
		reading, ok := english.Scoped(r, among)
		if !ok {
			return judge.Division{}
		}
		return judge.Division{Rule: reading.Check.Rule(), Part: reading.Decides == english.Part}
	}
}

// readList reads constraints in words: one that is read whole is decided by
// code, all others by a judge in their own words. A part that is read can still
// prove that one is broken.
func readList(source Source, list []adhere.Requirement, divide Divide) *checklist {
	c := &checklist{source: source}
	for _, r := range list {
		c.decide(r, note{source: source}, list, divide)
	}
	c.conflicts = conflictsOf(c.requirements)
	return c
}

// decide puts a constraint in words on the list, with what code can decide of it.
func (c *checklist) decide(r adhere.Requirement, n note, among []adhere.Requirement, divide Divide) {
	r.ID = c.next()
	if r.Rule == nil {
		if d := divide(&r, among); d.Part {
			n.proof = d.Rule
		} else {
			r.Rule = d.Rule
		}
	}
	c.put(r, n)
}

// readDemands reads what a model lists. What may not be enforced is kept apart.
func readDemands(demands []adhere.Demand, verdicts []adhere.Verdict, asked []adhere.Message, divide Divide) *checklist {
	c := &checklist{source: FromModel, said: said{verdicts: map[string]adhere.Verdict{}}}
	among := make([]adhere.Requirement, len(demands))
	for i := range demands {
		among[i] = demands[i].Requirement
	}
	for i := range demands {
		d := &demands[i]
		if !d.MayEnforce() {
			c.see(d, placeOf(d, asked))
			continue
		}
		c.decide(d.Placed(), note{source: FromModel}, among, divide)
		if i < len(verdicts) {
			c.said.verdicts[c.requirements[len(c.requirements)-1].Text] = verdicts[i]
		}
	}
	c.conflicts = conflictsOf(c.requirements)
	return c
}

// placeOf is where a demand stands, as far as it is known.
func placeOf(d *adhere.Demand, asked []adhere.Message) *span {
	if d.Source.Turn < 0 || d.Source.Turn >= len(asked) || d.Source.End == 0 {
		return nil
	}
	return &span{asked[d.Source.Turn].Role, d.Source.Turn, d.Source.Start, d.Source.End}
}

// and returns the checklist with the constraints of another behind its own.
func (c *checklist) and(other *checklist) *checklist {
	if other == nil || len(other.requirements) == 0 {
		return c
	}
	all := *c
	all.requirements, all.notes = slices.Clone(c.requirements), slices.Clone(c.notes)
	for i, r := range other.requirements {
		r.ID = all.next()
		all.put(r, other.notes[i])
	}
	all.conflicts = conflictsOf(all.requirements)
	for _, old := range c.conflicts {
		if !slices.Contains(all.conflicts, old) {
			all.conflicts = append(all.conflicts, old)
		}
	}
	return &all
}

// conflictsOf says which constraints no text can meet together.
func conflictsOf(requirements []adhere.Requirement) []string {
	var checks []algebra.Check
	var ids []string
	for _, r := range requirements {
		if c, ok := checkOf(r.Rule); ok {
			checks, ids = append(checks, c), append(ids, r.ID)
		}
	}
	var out []string
	for _, c := range algebra.Conflicts(checks) {
		out = append(out, strings.Join(lists.Map(c.Checks, func(i int) string { return ids[i] }), ", ")+": "+c.Why)
	}
	return out
}

// checkOf returns the check that a rule is, if it is one of the algebra's.
func checkOf(rule *adhere.Rule) (algebra.Check, bool) {
	if rule == nil {
		return algebra.Check{}, false
	}
	c, err := algebra.Decode(rule.Args)
	return c, err == nil && rule.Name == c.Rule().Name
}

// readGiven reads the constraints that a client writes in a member of its
// request.
func readGiven(source Source, member string, given []constraintOption, catalog *verify.Catalog, divide Divide) (*checklist, error) {
	list := make([]adhere.Requirement, 0, len(given))
	if len(given) > mostConstraints {
		return nil, serving.BadRequest(member, fmt.Sprintf("%s has %d constraints, at most %d are checked", member, len(given), mostConstraints))
	}
	for i := range given {
		param := fmt.Sprintf("%s[%d]", member, i)
		if err := given[i].check(param+": ", catalog); err != nil {
			return nil, serving.BadRequest(param, err.Error())
		}
		list = append(list, adhere.Requirement{Text: given[i].Text, Rule: given[i].Rule})
	}
	return readList(source, list, divide), nil
}

// check refuses a constraint that nobody could decide. Its name, with what stands
// between, begins the error.
func (g *constraintOption) check(name string, catalog *verify.Catalog) error {
	switch {
	case g.Rule != nil:
		if _, err := catalog.Compile(g.Rule); err != nil {
			return fmt.Errorf("%s%w", name, err)
		}
	case adhere.Blank(g.Text):
		return errors.New(name + "it has neither a text nor a rule")
	}
	if len(g.Text) > longestConstraint {
		return fmt.Errorf("%sit has %d bytes, at most %d are read: a constraint is one demand", name, len(g.Text), longestConstraint)
	}
	return nil
}

// What one request may have checked: so many constraints, each of so many bytes.
const (
	mostConstraints   = 200
	longestConstraint = 16 << 10
)

// hashPrompt names a prompt of a caller: what one pins, another does not see.
func hashPrompt(caller string, asked []adhere.Message) string {
	sum := sha256.New()
	var buf [4 << 10]byte // a text is not copied whole: it can be large
	fmt.Fprintf(sum, "%q\n", caller)
	for _, m := range asked {
		fmt.Fprintf(sum, "%q %d\n", m.Role, len(m.Text))
		_, _ = io.CopyBuffer(struct{ io.Writer }{sum}, struct{ io.Reader }{strings.NewReader(m.Text)}, buf[:]) // a hash takes all
	}
	return hex.EncodeToString(sum.Sum(nil))
}
