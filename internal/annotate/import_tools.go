package annotate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"adhere"
)

// readStudio reads tasks as Label Studio writes them, of the shape in which
// they are exported here: data.id is the instruction, data.answer_1_model the
// model of answer_1, and a question's reason a text of its name and ".why".
func readStudio(name string, r io.Reader) ([]Label, error) {
	var tasks []studioTask
	if err := json.NewDecoder(r).Decode(&tasks); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + " is no list of tasks as Label Studio exports them", Err: err, Hint: "completed_by is the person's name"}
	}
	var all []Label
	for n, t := range tasks {
		for _, a := range t.Annotations {
			for _, x := range a.Result {
				l := toolLabel(t.Data, x.ToName, x.FromName, a.CompletedBy, a.origin())
				switch x.Type {
				case "choices":
					l.Outcome, l.Reason = adhere.Outcome(only(x.Value["choices"])), a.reason(x)
				case "rating":
					l.score(x.Value["rating"])
				default:
					continue
				}
				if err := l.check(); err != nil {
					return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s task %d: %v", name, n+1, err), Hint: "data has id and answer_1_model; completed_by is the person's name"}
				}
				all = append(all, l)
			}
		}
	}
	return all, nil
}

// origin is where the annotation comes from: as we wrote it, or as the tool
// did.
func (a *studioAnnotation) origin() Origin {
	o := a.Meta
	if o.Person == "" {
		o.Begun, o.Finished, o.Seconds = a.CreatedAt, a.UpdatedAt, a.LeadTime
	}
	return o
}

// reason returns why somebody chose what a result says.
func (a *studioAnnotation) reason(of studioResult) string {
	for _, x := range a.Result {
		if x.Type == "textarea" && x.ToName == of.ToName && x.FromName == of.FromName+".why" {
			return only(x.Value["text"])
		}
	}
	return ""
}

// only returns the text that a list of one has.
func only(value any) string {
	list, _ := value.([]any)
	if len(list) != 1 {
		return ""
	}
	text, _ := list[0].(string)
	return text
}

// readHubRecord reads a record with everybody's responses, of the shape in
// which it is exported here.
func readHubRecord(line []byte) ([]Label, error) {
	var rec hubRecord
	if err := json.Unmarshal(line, &rec); err != nil {
		return nil, err
	}
	var all []Label
	for _, question := range slices.Sorted(maps.Keys(rec.Responses)) {
		to, requirement, ok := strings.Cut(question, ".")
		if !ok {
			return nil, errors.New("responses: expected questions such as answer_1.REQUIREMENT, got " + question)
		}
		for _, x := range rec.Responses[question] {
			l := toolLabel(rec.Fields, to, requirement, x.User, rec.Metadata.People[x.User])
			if outcome, ok := x.Value.(string); ok {
				l.Outcome, l.Reason = adhere.Outcome(outcome), x.Reason
			} else {
				l.score(x.Value)
			}
			if err := l.check(); err != nil {
				return nil, err
			}
			all = append(all, l)
		}
	}
	return all, nil
}

// toolLabel is a label on what a unit shows as data.
func toolLabel(data map[string]any, to, requirement, person string, from Origin) Label {
	text := func(name string) string { s, _ := data[name].(string); return s }
	l := Label{VerdictLine: adhere.VerdictLine{Instruction: text("id"), Model: text(to + "_model"), Verdict: adhere.Verdict{Requirement: requirement, Judge: Judge(person)}}, Origin: from}
	for place, answer := range from.Order {
		if answerName(answer) == to {
			l.Slot = slot(place)
		}
	}
	l.Attempt, l.Run = whole(data[to+"_attempt"]), text(to+"_run")
	if requirement == preferred {
		other := answerName(0)
		if to == other {
			other = answerName(1)
		}
		l.Requirement = preferredOver(&Answer{Model: text(other + "_model"), Attempt: whole(data[other+"_attempt"])})
	}
	return l
}

func (l *Label) score(value any) { l.Score, l.Requirement = whole(value), "" }

// whole returns the whole number that a JSON value is; -1 if it is another.
func whole(value any) int {
	n, _ := value.(float64)
	if n != math.Trunc(n) || math.Abs(n) > 1e6 {
		return -1
	}
	return int(n)
}
