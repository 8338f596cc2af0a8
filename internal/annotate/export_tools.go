package annotate

import (
	"encoding/json"
	"io"
	"strconv"
	"time"

	"adhere/internal/jsonl"
	"adhere/internal/plainjson"
)

// A studioTask is a task as Label Studio writes and reads it.
type studioTask struct {
	ID          int                `json:"id"`
	Data        map[string]any     `json:"data"`
	Annotations []studioAnnotation `json:"annotations"`
}

// A studioAnnotation names nobody when it is written: Label Studio refuses tasks
// annotated by people who are no users of it, and keeps no fields of others.
// Results keep theirs.
type studioAnnotation struct {
	ID           int             `json:"id"`
	CompletedBy  json.RawMessage `json:"completed_by,omitempty"`
	WasCancelled bool            `json:"was_cancelled,omitempty"`
	CreatedAt    time.Time       `json:"created_at,omitzero"`
	UpdatedAt    time.Time       `json:"updated_at,omitzero"`
	LeadTime     float64         `json:"lead_time"` // seconds
	Result       []studioResult  `json:"result"`
}

type studioResult struct {
	ID       string         `json:"id"`
	FromName string         `json:"from_name"` // of one control alone: answer_1.REQUIREMENT
	ToName   string         `json:"to_name"`
	Type     string         `json:"type"`
	Value    map[string]any `json:"value"`
	Meta     Origin         `json:"meta,omitzero"`
}

// writeLabelStudio writes a task for each unit, an annotation for each person
// and a result for each question.
func writeLabelStudio(w io.Writer, r *Results) error {
	tasks, at := []studioTask{}, map[int]int{}
	for i, t := range r.Counted() {
		k, ok := at[t.Unit]
		if !ok {
			k = len(tasks)
			at[t.Unit] = k
			tasks = append(tasks, studioTask{ID: t.Unit, Data: r.data(t)})
		}
		a := studioAnnotation{
			ID: i + 1, CreatedAt: t.Begun, UpdatedAt: t.Finished, LeadTime: t.Spent.Seconds(), Result: []studioResult{},
		}
		from := r.origin(t)
		for _, x := range r.said(t) {
			to := answerName(x.Answer)
			name, id := to+"."+x.Question.ID, to+"/"+x.Question.ID
			a.Result = append(a.Result, studioResult{id, name, to, "choices", map[string]any{"choices": []string{string(x.Outcome)}}, from})
			if x.Reason != "" {
				a.Result = append(a.Result, studioResult{id, name + why, to, "textarea", map[string]any{"text": []string{x.Reason}}, from})
			}
		}
		for j, score := range r.Form(t).Scores(t) {
			if score > 0 && r.wants(&r.Unit(t).Answers[j]) {
				to := answerName(j)
				a.Result = append(a.Result, studioResult{to + "/score", to + ".score", to, "rating", map[string]any{"rating": score}, from})
			}
		}
		tasks[k].Annotations = append(tasks[k].Annotations, a)
	}
	return plainjson.NewEncoder(w).Encode(tasks)
}

func answerName(answer int) string {
	if answer < 0 {
		return "instruction"
	}
	return "answer_" + strconv.Itoa(answer+1)
}

// data is what a unit shows, by name.
func (r *Results) data(t *Task) map[string]any {
	u := r.Unit(t)
	data := map[string]any{"id": u.Instruction.ID, "instruction": u.Instruction.Prompt()}
	if u.Instruction.Turns() > 1 {
		data["messages"] = u.Asked()
	}
	if u.Instruction.Input != "" {
		data["input"] = u.Instruction.Input
	}
	for i := range u.Answers {
		a, name := &u.Answers[i], answerName(i)
		if !r.wants(a) {
			continue
		}
		data[name], data[name+"_model"], data[name+"_attempt"] = a.Text, a.system(), a.Attempt
		if a.Run != "" {
			data[name+"_run"] = a.Run
		}
		if a.Maker != "" {
			data[name+"_names_maker"] = a.Maker
		}
	}
	return data
}

// A hubRecord is a record with the responses of all people, one row of a data
// set.
type hubRecord struct {
	ID        string                   `json:"id"`
	Fields    map[string]any           `json:"fields"`
	Metadata  hubMetadata              `json:"metadata"`
	Responses map[string][]hubResponse `json:"responses"` // by question
}

type hubMetadata struct {
	Campaign string            `json:"campaign"`
	Protocol string            `json:"protocol"`
	People   map[string]Origin `json:"people"` // by name
}

// A hubResponse has the fields that Argilla's client takes, and no others.
type hubResponse struct {
	Value  any    `json:"value"`
	User   string `json:"user_id"`
	Status string `json:"status"`
}

// submitted is the status of a response that its user has handed in.
const submitted = "submitted"

// why is the end of the name under which the reasons for a question's answers stand.
const why = ".why"

func writeHub(w io.Writer, r *Results) error {
	var out []*hubRecord
	at := map[int]*hubRecord{}
	for _, t := range r.Counted() {
		rec := at[t.Unit]
		if rec == nil {
			rec = &hubRecord{
				ID: r.Campaign.ID + "/" + strconv.Itoa(t.Unit), Fields: r.data(t), Responses: map[string][]hubResponse{},
				Metadata: hubMetadata{r.Campaign.ID, r.Protocol.Name, map[string]Origin{}},
			}
			at[t.Unit], out = rec, append(out, rec)
		}
		rec.Metadata.People[t.Person] = r.origin(t)
		add := func(question string, value any) {
			rec.Responses[question] = append(rec.Responses[question], hubResponse{value, t.Person, submitted})
		}
		for _, x := range r.said(t) {
			question := answerName(x.Answer) + "." + x.Question.ID
			add(question, string(x.Outcome))
			if x.Reason != "" {
				add(question+why, x.Reason)
			}
		}
		for i, score := range r.Form(t).Scores(t) {
			if score > 0 && r.wants(&r.Unit(t).Answers[i]) {
				add(answerName(i)+".score", score)
			}
		}
	}
	return jsonl.Write(w, out)
}
