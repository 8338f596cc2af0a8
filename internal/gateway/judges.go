package gateway

import (
	"strings"

	"adhere"
	"adhere/judge"
	"adhere/refine"
)

// NewJudge makes one judge, or several joined by commas into a jury, that is
// asked by the strategy. open opens the model of a name; the name itself means
// the model that answers.
func NewJudge(spec, itself, strategy string, o judge.Options, open func(name string) (adhere.Model, error)) (NamedJudge, error) {
	how, err := judge.Find(strategy)
	if err == nil && how.New == nil {
		err = &adhere.Error{Code: adhere.Invalid, Message: "--judge-strategy " + strategy + " gives no verdicts on requirements", Hint: "adhere prompts list shows the ways to ask a judge"}
	}
	if err != nil {
		return NamedJudge{}, err
	}
	names := strings.Split(spec, ",")
	opened := make([]adhere.Model, len(names)) // nil: the model that answers
	for i, name := range names {
		if name == itself {
			continue
		}
		if opened[i], err = open(name); err != nil {
			return NamedJudge{}, err
		}
	}
	jury := func(answers adhere.Model) (adhere.Judge, error) {
		o := o // judges are made side by side
		var members []adhere.Judge
		for _, m := range opened {
			if m == nil {
				m = answers
			}
			o.Model = refine.Metered(m)
			member, err := how.New(o)
			if err != nil {
				return nil, err
			}
			members = append(members, member)
		}
		if len(members) == 1 {
			return members[0], nil
		}
		return judge.NewJury(judge.Majority, adhere.TieUnsure, members...)
	}
	return NamedJudge{Name: spec, Jury: len(names) > 1, New: jury}, nil
}
