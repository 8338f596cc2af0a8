// Package verify decides requirements by code. A checker is a pure function
// from a text to a Finding; a Suite is a named, versioned list of checkers;
// a Catalog holds the suites that a program knows.
package verify

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"adhere"
	"adhere/internal/near"
)

// A Finding is what a checker says of one text: whether the demand is met,
// what was measured and what was wanted. Measured and Wanted are phrases that
// a person and a rewriting model can use: "62 words", "at most 50".
type Finding struct {
	Met       bool   `json:"met"`                 // false if Undecided
	Undecided bool   `json:"undecided,omitempty"` // the check gave up; Measured says why
	Measured  string `json:"measured"`
	Wanted    string `json:"wanted"`
	// Variant says which variant of the text meets the demand, where the text
	// itself does not: "without the first line". Only with Loose.
	Variant string `json:"variant,omitempty"`
}

// Found returns what a check found that did not give up.
func Found(met bool, measured, wanted string) Finding {
	return Finding{Met: met, Measured: measured, Wanted: wanted}
}

// Outcome returns Met, NotMet, or Unsure for what is undecided.
func (f Finding) Outcome() adhere.Outcome {
	if f.Undecided {
		return adhere.Unsure
	}
	return adhere.OutcomeOf(f.Met)
}

// String joins both phrases: "62 words, expected at most 50".
func (f Finding) String() string {
	switch {
	case f.Measured == "":
		return "expected " + f.Wanted
	case f.Wanted == "":
		return f.Measured
	default:
		return f.Measured + ", expected " + f.Wanted
	}
}

// A Check is a checker whose arguments have been read. It must not keep or
// change the Text, is safe for concurrent use on different Texts, never
// panics and takes time linear in the text's length.
type Check func(t *Text) Finding

// A Checker is one kind of check, under the name that a Rule uses.
type Checker struct {
	Name    string                                    // within its suite, "punctuation:no_comma"
	Doc     string                                    // what is demanded, with its arguments
	Compile func(args json.RawMessage) (Check, error) // reads and validates the arguments; the error names the field
	Parts   bool                                      // it decides parts of an answer, between which stands PartMark
}

// A Suite is a list of checkers that belong together.
type Suite struct {
	Name     string // "ifeval"; a rule's name is Name + "/" + Checker.Name
	Version  int    // raised whenever a finding could change
	Checkers []Checker
}

// A Catalog finds checkers by a rule's name. It is safe for concurrent use.
type Catalog struct {
	byName   map[string]Checker
	compiled compiledChecks
	texts    preparedTexts
}

// NewCatalog returns a catalog of the suites. It panics on a checker that
// is listed twice or has no Compile, which is a programmer's mistake.
func NewCatalog(suites ...Suite) *Catalog {
	c := &Catalog{byName: map[string]Checker{}}
	for _, s := range suites {
		for _, k := range s.Checkers {
			name := s.Name + "/" + k.Name
			if _, twice := c.byName[name]; twice {
				panic("verify: checker " + name + " is listed twice")
			}
			if k.Compile == nil {
				panic("verify: checker " + name + " has no Compile")
			}
			c.byName[name] = k
		}
	}
	return c
}

// Names returns the names of all checkers, sorted.
func (c *Catalog) Names() []string {
	return slices.Sorted(maps.Keys(c.byName))
}

// Compile returns the check that a rule describes. An unknown checker or a
// bad argument is an error of code Invalid whose message names the checker
// and the field.
func (c *Catalog) Compile(rule *adhere.Rule) (Check, error) {
	if rule == nil {
		return nil, adhere.Errorf(adhere.Invalid, "there is no rule")
	}
	if c == nil {
		c = &Catalog{}
	}
	if check, ok := c.compiled.get(rule.Name, rule.Args); ok {
		return check, nil
	}
	k, ok := c.byName[rule.Name]
	if !ok {
		hint := "adhere verify --list shows the checkers"
		if len(c.byName) == 0 {
			hint = "the catalog is empty; that of package suites has all built-in checkers"
		}
		return nil, adhere.Errorf(adhere.Invalid, "unknown checker %q", rule.Name).WithHint(near.Hint(rule.Name, c.Names(), hint))
	}
	check, err := k.Compile(rule.Args)
	if err == nil && check == nil {
		err = errors.New("its Compile gave neither a check nor an error")
	}
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "checker " + rule.Name, Err: err}
	}
	c.compiled.put(rule.Name, rule.Args, check)
	return check, nil
}
