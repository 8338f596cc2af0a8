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

// readLabelLists reads JSON lists, one after the other, of tasks of Label Studio, of
// records as Argilla's to_json writes them, or of labels.
func readLabelLists(name string, r io.Reader) ([]Label, error) {
	var list []json.RawMessage
	for lists := json.NewDecoder(r); ; {
		var more []json.RawMessage
		err := lists.Decode(&more)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: name + " is no list in JSON", Err: err}
		}
		list = append(list, more...)
	}
	var all []Label
	for n, one := range list {
		var kind struct {
			Annotations json.RawMessage `json:"annotations"`
		}
		err := json.Unmarshal(one, &kind)
		read, hint := readLabelLine, "expected tasks of Label Studio, records of Argilla, or labels with instruction, requirement, judge and outcome"
		if kind.Annotations != nil {
			read, hint = readStudioTask, "data has id and answer_1_model; completed_by is the person"
		}
		var found []Label
		if err == nil {
			found, err = read(one)
		}
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s, object %d of the list: %v", name, n+1, err), Hint: hint}
		}
		all = append(all, found...)
	}
	return all, nil
}

// readStudioTask reads a task as Label Studio writes it, of the shape in which
// it is exported here: data.id is the instruction, data.answer_1_model the
// model of answer_1, and a question's reason a text of its name and ".why".
// Annotations that were skipped there are left out.
func readStudioTask(raw []byte) ([]Label, error) {
	var t studioTask
	if err := json.Unmarshal(raw, &t); err != nil {
		return nil, err
	}
	var all []Label
	for _, a := range t.Annotations {
		if a.WasCancelled {
			continue
		}
		for _, x := range a.Result {
			from := a.origin(x)
			l := toolLabel(t.Data, x.ToName, strings.TrimPrefix(x.FromName, x.ToName+"."), from.Person, from)
			switch x.Type {
			case "choices":
				l.Outcome, l.Reason = adhere.Outcome(only(x.Value["choices"])), a.reason(x)
			case "rating":
				l.score(x.Value["rating"])
			default:
				continue
			}
			if err := l.check(); err != nil {
				return nil, err
			}
			all = append(all, l)
		}
	}
	return all, nil
}

// origin is where a result comes from: as we wrote it, or as the tool did.
func (a *studioAnnotation) origin(of studioResult) Origin {
	o := of.Meta
	if o.Person == "" {
		o.Begun, o.Finished, o.Seconds, o.Person = a.CreatedAt, a.UpdatedAt, a.LeadTime, a.person()
	}
	return o
}

// person is whom completed_by names: a user by number, or by number and
// address, or a name.
func (a *studioAnnotation) person() string {
	var user struct{ Email string }
	var name string
	switch {
	case json.Unmarshal(a.CompletedBy, &user) == nil && user.Email != "":
		return user.Email
	case json.Unmarshal(a.CompletedBy, &name) == nil:
		return name
	}
	return string(a.CompletedBy)
}

// reason returns why somebody chose what a result says.
func (a *studioAnnotation) reason(of studioResult) string {
	for _, x := range a.Result {
		if x.Type == "textarea" && x.ToName == of.ToName && x.FromName == of.FromName+why {
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
// which it is exported here. Responses that are no more than drafts, or that were
// discarded, are left out.
func readHubRecord(line []byte) ([]Label, error) {
	var rec hubRecord
	if err := json.Unmarshal(line, &rec); err != nil {
		return nil, err
	}
	var all []Label
	for _, question := range slices.Sorted(maps.Keys(rec.Responses)) {
		if of, ok := strings.CutSuffix(question, why); ok && rec.Responses[of] != nil {
			continue
		}
		to, requirement, ok := strings.Cut(question, ".")
		if !ok {
			return nil, errors.New("responses: expected questions such as answer_1.REQUIREMENT, got " + question)
		}
		for _, x := range rec.Responses[question] {
			if x.Status != "" && x.Status != submitted {
				continue
			}
			l := toolLabel(rec.Fields, to, requirement, x.User, rec.Metadata.People[x.User])
			if outcome, ok := x.Value.(string); ok {
				l.Outcome, l.Reason = adhere.Outcome(outcome), rec.reason(question, x.User)
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

// reason returns why a person answered a question so.
func (rec *hubRecord) reason(question, person string) string {
	for _, x := range rec.Responses[question+why] {
		if text, ok := x.Value.(string); ok && x.User == person {
			return text
		}
	}
	return ""
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
