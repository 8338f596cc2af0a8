package report

import (
	"fmt"

	"adhere"
	"adhere/internal/plural"
)

// mostDisagreements bounds how many disagreements a page lists.
const mostDisagreements = 20

// A Hybrid is what a judge did that asks a model only what code does not
// decide.
type Hybrid struct {
	Judge   string `json:"judge"`
	ByRule  int    `json:"by_rule"`  // requirements that code decided
	ByModel int    `json:"by_model"` // that the model was asked about; of some only for what a rule left
	Open    int    `json:"open"`     // that were left to a model and not asked about

	Alone int `json:"calls_alone"` // calls that the model would take for everything
	Made  int `json:"calls_made"`  // that it took
	Saved int `json:"calls_saved"`

	Compared      int            `json:"compared"` // requirements that both decided
	Disagreed     int            `json:"disagreed"`
	Disagreements []Disagreement `json:"disagreements,omitempty"` // the first of them
}

// A Disagreement is a requirement that rule and model decided differently; the
// rule's outcome counts.
type Disagreement struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt,omitempty"`
	Requirement string         `json:"requirement"`
	Text        string         `json:"text"`
	Check       string         `json:"check,omitempty"` // the rule in words, where it was read from the text
	Rule        adhere.Outcome `json:"rule"`
	Measured    string         `json:"measured,omitempty"`
	Model       adhere.Outcome `json:"model"`
	Reason      string         `json:"reason,omitempty"` // the model's
}

// fact says it in one line.
func (h *Hybrid) fact() fact {
	total := h.ByRule + h.ByModel + h.Open
	text := fmt.Sprintf("%s of %s decided by code", Count(h.ByRule), plural.Grouped(total, "requirement"))
	if h.Open > 0 {
		text += fmt.Sprintf(", %s left open", Count(h.Open))
	}
	if h.Alone > 0 {
		text += fmt.Sprintf("; %s of %s", Count(h.Made), plural.Grouped(h.Alone, "call"))
		if h.Saved > 0 {
			text += fmt.Sprintf(", %s saved", Count(h.Saved))
		}
	}
	if h.Compared > 0 {
		text += fmt.Sprintf("; of %s decided by both, %s differently", Count(h.Compared), Count(h.Disagreed))
	}
	return fact{"hybrid", text}
}

// sections lists the disagreements.
func (h *Hybrid) sections() []section {
	if h.Disagreed == 0 {
		return nil
	}
	x := list{Title: plural.Grouped(h.Disagreed, "requirement"), More: h.Disagreed}
	for _, d := range h.Disagreements[:min(len(h.Disagreements), mostDisagreements)] {
		x.Items = append(x.Items, cell{Text: d.line()})
		x.More--
	}
	return []section{{
		ID: "disagreements", Title: "Where rule and model disagree",
		Intro: "The rule's outcome is the one that counts. Either the rule reads the requirement wrongly, or the model measured wrongly.",
		Lists: []list{x},
	}}
}

func (d *Disagreement) line() string {
	s := d.Instruction
	if d.Attempt > 0 {
		s += fmt.Sprintf(" (attempt %d)", d.Attempt+1)
	}
	s += fmt.Sprintf(", %s: %s", d.Requirement, clipTo(d.Text, 200))
	s += " | rule " + string(d.Rule)
	if d.Measured != "" {
		s += " (" + clipTo(d.Measured, 100) + ")"
	}
	if d.Check != "" {
		s += ", read as: " + clipTo(d.Check, 200)
	}
	s += " | model " + string(d.Model)
	if d.Reason != "" {
		s += " (" + clipTo(d.Reason, 200) + ")"
	}
	return s
}
