package judge

import (
	"fmt"

	"adhere"
)

// Recorded returns what was replied about the answer to a task, one reply for
// each call of the strategy, in order; nil where nothing was recorded.
type Recorded func(*adhere.Task) []string

// NewRecorded returns the named strategy as a judge that reads replies which
// were recorded, with the parser of the live judge. Source takes the place of
// the model in the judge's name. What cannot be read is Broken: there is nobody
// to ask again. An instruction without its replies is an error with code
// NotFound. Of the options, Only, Parsing and Parts count.
func NewRecorded(strategy, source string, o Options, replies Recorded) (adhere.Judge, error) {
	s, err := Find(strategy)
	if err != nil {
		return nil, err
	}
	if s.protocol == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("judge %s gives no verdicts on requirements", strategy)}
	}
	if replies == nil {
		replies = func(*adhere.Task) []string { return nil }
	}
	// The settings of a model call had no part in these replies.
	return s.protocol.asker(Options{Only: o.Only, Parsing: o.Parsing, Parts: o.Parts}, source, replies)
}

// replay reads the recorded replies to the turns.
func (a *asker) replay(task *adhere.Task, turns []turn) ([]Reply[[]finding], error) {
	replies := a.recorded(task)
	if replies == nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "no judge reply is recorded"}
	}
	if len(replies) != len(turns) {
		return nil, adhere.Errorf(adhere.Invalid, "%d judge replies are recorded, %s asks %d times", len(replies), a.protocol.name, len(turns))
	}
	answers := make([]Reply[[]finding], len(turns))
	for i, t := range turns {
		found, err := t.form.read(replies[i])
		answers[i] = Reply[[]finding]{Value: found, Raw: replies[i]}
		if err != nil {
			answers[i].Why = err.Error()
		}
	}
	return answers, nil
}
