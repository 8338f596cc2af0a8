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

// Brief returns as much of a verdict's Raw as counts need: of a verdict that is
// made of others, what Tally and LostVotes read, but for the words of a
// Disagreement. It is empty for any other verdict.
func Brief(v *adhere.Verdict) string {
	if s, ok := SplitOf(v); ok {
		s.Rule, s.Model, s.Check = inBrief(s.Rule), inBrief(s.Model), ""
		return s.String()
	}
	if lost, ok := LostVotes(v); ok && isJury(v.Judge) && v.Raw != "" {
		b, _ := json.Marshal(lost)
		return string(b)
	}
	return ""
}

func inBrief(v *adhere.Verdict) *adhere.Verdict {
	if v == nil {
		return nil
	}
	one := &adhere.Verdict{Outcome: v.Outcome, Raw: Brief(v)}
	if one.Raw != "" {
		one.Judge = v.Judge
	}
	return one
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

// disagreed reports whether they decided it differently.
func (s *Split) disagreed() bool { return s.compared() && s.Rule.Outcome != s.Model.Outcome }

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
