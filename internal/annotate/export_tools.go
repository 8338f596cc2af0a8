package annotate

import (
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

type studioAnnotation struct {
	ID          int            `json:"id"`
	CompletedBy string         `json:"completed_by"`
	CreatedAt   time.Time      `json:"created_at,omitzero"`
	UpdatedAt   time.Time      `json:"updated_at,omitzero"`
	LeadTime    float64        `json:"lead_time"` // seconds
	Result      []studioResult `json:"result"`
	Meta        Origin         `json:"meta"`
}

type studioResult struct {
	ID       string         `json:"id"`
	FromName string         `json:"from_name"`
	ToName   string         `json:"to_name"`
	Type     string         `json:"type"`
	Value    map[string]any `json:"value"`
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
			ID: i + 1, CompletedBy: t.Person, CreatedAt: t.Begun, UpdatedAt: t.Finished, LeadTime: t.Spent.Seconds(), Result: []studioResult{},
			Meta: r.origin(t),
		}
		for _, x := range r.said(t) {
			name, to := x.Question.ID, answerName(x.Answer)
			id := to + "/" + name
			a.Result = append(a.Result, studioResult{id, name, to, "choices", map[string]any{"choices": []string{string(x.Outcome)}}})
			if x.Reason != "" {
				a.Result = append(a.Result, studioResult{id, name + ".why", to, "textarea", map[string]any{"text": []string{x.Reason}}})
			}
		}
		for j, score := range r.Form(t).Scores(t) {
			if score > 0 && r.wants(&r.Unit(t).Answers[j]) {
				to := answerName(j)
				a.Result = append(a.Result, studioResult{to + "/score", "score", to, "rating", map[string]any{"rating": score}})
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

type hubResponse struct {
	Value  any    `json:"value"`
	Reason string `json:"reason,omitempty"`
	User   string `json:"user_id"`
	Status string `json:"status"`
}

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
		add := func(question string, value any, reason string) {
			rec.Responses[question] = append(rec.Responses[question], hubResponse{value, reason, t.Person, "submitted"})
		}
		for _, x := range r.said(t) {
			add(answerName(x.Answer)+"."+x.Question.ID, string(x.Outcome), x.Reason)
		}
		for i, score := range r.Form(t).Scores(t) {
			if score > 0 && r.wants(&r.Unit(t).Answers[i]) {
				add(answerName(i)+".score", score, "")
			}
		}
	}
	return jsonl.Write(w, out)
}
