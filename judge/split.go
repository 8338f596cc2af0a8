package judge

import (
	"encoding/json"

	"adhere"
)

// A Split is what the verdict of a hybrid judge was made of.
type Split struct {
	Rule  *adhere.Verdict `json:"rule,omitempty"`  // nil where code decides nothing
	Model *adhere.Verdict `json:"model,omitempty"` // nil where it was not asked; without its usage
	Part  bool            `json:"part,omitempty"`  // the rule decides a part; where that is met, the model was asked for the rest
	Check string          `json:"check,omitempty"` // the rule in words

	// On the first verdict of an answer: the calls that asking the model
	// about everything would take, and those that it took. What is asked
	// again after an unreadable reply is in neither.
	Alone int `json:"alone,omitempty"`
	Made  int `json:"made,omitempty"`
}

// SplitOf reads the Split of a hybrid judge's verdict.
func SplitOf(v *adhere.Verdict) (Split, bool) {
	var s Split
	if !IsHybrid(v.Judge) || v.Raw == "" {
		return s, false
	}
	return s, json.Unmarshal([]byte(v.Raw), &s) == nil
}

// String returns the JSON form.
func (s Split) String() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("a split is plain data: " + err.Error())
	}
	return string(b)
}

// ruled reports whether the rule's outcome is that of the requirement.
func (s *Split) ruled() bool {
	return s.Rule != nil && (s.Rule.Outcome == adhere.NotMet || s.Rule.Outcome == adhere.Met && !s.Part)
}

// compared reports whether rule and model decided the same question. A model
// that was asked for the rest of a requirement was asked another.
func (s *Split) compared() bool {
	return s.ruled() && s.Model != nil && s.Model.Outcome.Decided()
}

// byRule and byModel are the evidence: who decided, by what.
func (s *Split) byRule() string { return s.evidence("by rule", s.Rule.Evidence) }

func (s *Split) byModel() string {
	if s.Rule != nil && s.Part {
		return s.evidence("by rule", s.Rule.Evidence) + "; the rest " + phrase("by model", s.Model.Evidence)
	}
	return phrase("by model", s.Model.Evidence)
}

func (s *Split) evidence(who, what string) string {
	if s.Check != "" {
		who += " (" + s.Check + ")"
	}
	return phrase(who, what)
}

func phrase(who, what string) string {
	if what == "" {
		return who
	}
	return who + ": " + what
}
