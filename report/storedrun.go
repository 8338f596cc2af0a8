package report

import (
	"fmt"
	"strings"
	"time"

	"adhere"
)

// A StoredRun is a run as lists and JSON give it: with money in US dollars, and
// with what people noted beside it.
type StoredRun struct {
	ID       string                `json:"run"`
	Plan     adhere.Plan           `json:"plan"`
	State    adhere.RunState       `json:"state"`
	Items    int                   `json:"items"`
	Done     int                   `json:"done"`
	Failed   int                   `json:"failed"`
	Started  time.Time             `json:"started"`
	Finished time.Time             `json:"finished,omitzero"`
	Usage    map[string]TimedUsage `json:"usage,omitempty"`
	Tags     []string              `json:"tags,omitempty"`
	Note     string                `json:"note,omitempty"`
	Archived bool                  `json:"archived,omitempty"`
}

// StoredRunOf returns the run without notes.
func StoredRunOf(r *adhere.Run) StoredRun {
	v := StoredRun{
		ID: r.ID, Plan: r.Plan, State: r.State, Items: r.Items, Done: r.Done, Failed: r.Failed,
		Started: r.Started, Finished: r.Finished, Usage: map[string]TimedUsage{},
	}
	for role, u := range r.Usage {
		v.Usage[role] = timedUsageOf(u)
	}
	return v
}

// Rows lists what there is to say of the run r, a name and a value each.
func (v *StoredRun) Rows(r *adhere.Run) [][]string {
	rows := [][]string{
		{"state", string(r.State)},
		{"items", fmt.Sprintf("%d of %d done, %d failed", r.Done, r.Items, r.Failed)},
		{"benchmark", r.Plan.Bench},
		{"data", r.Plan.Dataset},
		{"model", r.Plan.Model},
	}
	for _, j := range r.Plan.Judges {
		rows = append(rows, []string{"judge", j})
	}
	for _, line := range serverLines(r.Plan.Servers) {
		rows = append(rows, []string{"server", line})
	}
	for _, role := range []string{"subject", "judge", "critic", "rewriter"} {
		if u, ok := r.Usage[role]; ok {
			rows = append(rows, []string{role, fmt.Sprintf("%d calls, %d tokens in (%d cached), %d out (%d reasoning), %s", u.Calls, u.In, u.Cached, u.Out, u.Thought, Cost(u))})
		}
	}
	if len(v.Tags) > 0 {
		rows = append(rows, []string{"tags", strings.Join(v.Tags, " ")})
	}
	if v.Note != "" {
		rows = append(rows, []string{"note", Line(v.Note)})
	}
	rows = append(rows, []string{"started", When(r.Started)}, []string{"finished", When(r.Finished)}, []string{"plan", r.Plan.Hash()})
	return rows
}

// When prints a time to the minute, in UTC; "-" for none.
func When(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}
