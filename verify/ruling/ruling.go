// Package ruling answers one question: does a text meet a requirement, as far as
// code can tell? Case and Ruling are the objects that adhere verify and the
// reward service read and write.
package ruling

import (
	"cmp"
	"strings"
	"sync/atomic"

	"adhere"
	"adhere/verify"
	"adhere/verify/english"
	"adhere/verify/suites"
)

// A Case is a text and what it must meet: a Requirement in plain English
// or a Rule, never both. It reads its JSON form; see ReadCase.
type Case struct {
	ID          string       `json:"id,omitempty"`          // given back in the answer; may be empty
	Requirement string       `json:"requirement,omitempty"` // "at most 50 words"
	Rule        *adhere.Rule `json:"rule,omitempty"`
	Text        string       `json:"text"`

	Scope adhere.Scope         `json:"-"` // what of the text Requirement binds; zero where it says so itself
	Among []adhere.Requirement `json:"-"` // of which the requirement is one; may be nil, see english.Scoped

	Strictness verify.Strictness `json:"reading,omitempty"` // strict if empty

	brief bool // nobody reads what the rule is in words
}

// A Ruling says how much of a requirement a rule settles, which rule that
// is, and what it finds of the text. Where Decides is english.None there is
// neither Rule nor Finding.
type Ruling struct {
	ID          string          `json:"id,omitempty"`
	Requirement string          `json:"requirement,omitempty"`
	Decides     english.Extent  `json:"decides"`
	Rule        *adhere.Rule    `json:"rule"`
	English     string          `json:"english"`             // the rule in our own words; empty without one
	Rest        string          `json:"rest,omitempty"`      // with english.Part: what is left to a judge
	ReadBy      string          `json:"read_by,omitempty"`   // the model that read the requirement, where code could not
	Reasoning   string          `json:"reasoning,omitempty"` // "removed" where reasoning stood before the answer, "unclosed" where nothing else did
	Finding     *verify.Finding `json:"finding"`             // nil without a rule, and where no text was looked at
}

// Outcome returns what the answer says of the whole requirement. A part that
// is met leaves it Unsure, and so does a check that gives up; without a
// finding it is Skipped.
func (a *Ruling) Outcome() adhere.Outcome {
	switch {
	case a.Finding == nil:
		return adhere.Skipped
	case a.Finding.Undecided, a.Finding.Met && a.Decides != english.Whole:
		return adhere.Unsure
	default:
		return adhere.OutcomeOf(a.Finding.Met)
	}
}

// A Decider answers questions. It keeps what it has read, so that many texts can
// be asked of one requirement. It is safe for concurrent use.
type Decider struct {
	catalog *verify.Catalog
	docs    map[string]string // of the checkers, by a rule's name
	suites  []string          // their names, in order
	express *suites.Expresser
	known   kept[reading]        // by requirement
	words   kept[string]         // by a rule's name and arguments
	lock    atomic.Pointer[Lock] // nil has none
}

// NewDecider returns a decider that goes by the checkers of the suites, among
// which that of package algebra must be; see suites.All.
func NewDecider(all ...verify.Suite) *Decider {
	d := &Decider{catalog: verify.NewCatalog(all...), docs: map[string]string{}, express: suites.NewExpresser()}
	for _, s := range all {
		d.suites = append(d.suites, s.Name)
		for _, k := range s.Checkers {
			d.docs[s.Name+"/"+k.Name] = k.Doc
		}
	}
	return d
}

// Explain answers without looking at the text. The error, of code Invalid, is
// that of a rule that no checker can be made of; its field is "rule".
func (d *Decider) Explain(q Case) (Ruling, error) {
	a, _, err := d.explain(q)
	return a, err
}

// Decide rules on a case. Errors are those of Explain, that of an unknown
// reading, and that of a requirement which is the name of a checker, with its kind or suite. An empty text
// meets nothing.
func (d *Decider) Decide(q Case) (Ruling, error) {
	a, check, err := d.explain(q)
	if err != nil {
		return a, err
	}
	if check == nil {
		if q.Rule == nil && strings.ContainsAny(q.Requirement, ":/") && d.docs[d.qualified(&adhere.Rule{Name: q.Requirement}).Name] != "" {
			err = inField("requirement", adhere.Errorf(adhere.Invalid, "%s is the name of a checker", q.Requirement).
				WithHint(`give it as a rule, {"name":"`+q.Requirement+`"}`))
		}
		return a, err
	}
	if err := readings.holds(string(q.Strictness)); err != nil {
		return a, err
	}
	a.Finding = new(d.catalog.Decide(cmp.Or(q.Strictness, verify.Strict), check, q.Text))
	if q.brief && !a.Outcome().Decided() { // it is listed in words
		d.word(&a, check)
	}
	return a, nil
}

// word says the rule in words, unless they are known.
func (d *Decider) word(a *Ruling, check verify.Check) {
	if a.English == "" {
		a.English = d.words.get(a.Rule.Name+" "+string(a.Rule.Args), func() string { return d.inWords(a.Rule, check) })
	}
}

func (d *Decider) explain(q Case) (Ruling, verify.Check, error) {
	a := Ruling{ID: q.ID, Requirement: q.Requirement, Decides: english.None}
	if locked, ok := d.locked(q.Requirement); ok && q.Rule == nil {
		a.ReadBy = locked.By
		if locked.Rule != nil {
			a.Decides, a.Rule, a.English = english.Whole, locked.Rule, locked.English
		}
	} else if q.Rule == nil {
		r := d.reading(&q)
		a.Decides, a.Rule, a.English, a.Rest = r.decides, r.rule, r.english, r.rest
	} else {
		a.Decides, a.Rule = english.Whole, d.qualified(q.Rule)
	}
	if a.Rule == nil {
		return a, nil, nil
	}
	check, err := d.catalog.Compile(a.Rule)
	if err != nil {
		return Ruling{ID: q.ID, Requirement: q.Requirement, Decides: english.None}, nil, inField("rule", err)
	}
	if !q.brief {
		d.word(&a, check)
	}
	return a, check, nil
}

// reading returns what a requirement is read as. What it is read as of a part
// depends on its list, and is not kept.
func (d *Decider) reading(q *Case) reading {
	if q.Scope.Part() != "" {
		return readRequirement(q)
	}
	return d.known.get(q.Requirement, func() reading { return readRequirement(q) })
}

// qualified returns the rule with its suite before its name. Rows of public
// data name checkers without it; the first suite that has the name is meant.
func (d *Decider) qualified(rule *adhere.Rule) *adhere.Rule {
	if strings.Contains(rule.Name, "/") {
		return rule
	}
	for _, suite := range d.suites {
		if name := suite + "/" + rule.Name; d.docs[name] != "" {
			return &adhere.Rule{Name: name, Args: rule.Args}
		}
	}
	return rule
}
