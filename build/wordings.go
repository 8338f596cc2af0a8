package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/prompt"
	"adhere/verify/sample"
)

// A Wording is a demand that a model puts in other words.
type Wording struct {
	Kind   string       `json:"kind"`
	Demand string       `json:"demand"`          // an example, in the program's words
	Tries  []Try        `json:"tries,omitempty"` // the model's, with what is against each
	Why    string       `json:"why,omitempty"`   // no wording was kept
	Form   *sample.Form `json:"-"`
}

// fewWordings is how many wordings of a demand a model is asked for.
const fewWordings = 6

// Wordings returns a demand of each form that the kinds have.
func (v *Verifiable) Wordings() []*Wording {
	return lists.Map(sample.Forms(v.Kinds), func(f *sample.Form) *Wording { return &Wording{Kind: f.Kind(), Demand: f.Example(), Form: f} })
}

// WordingSteps returns the step that asks a model for wordings, and keeps those
// that are read back as the same check whatever the numbers and words are; none without a model.
func WordingSteps(o *judge.Options) []Step[*Wording] {
	if o == nil {
		return nil
	}
	asked := *o
	if asked.Params == nil {
		asked.Params = &adhere.Params{Temperature: new(1.0)}
	}
	a := &asking[*Wording, []string]{
		options: asked, template: "word-demand", likely: 25 * fewWordings,
		data: func(w *Wording) prompt.Data { return prompt.Data{"Constraint": w.Demand, "Count": fewWordings} },
		read: func(_ *Wording, reply string) (list []string, err error) {
			list, _, err = numberedLines(reply, fewWordings)
			return list, err
		},
		use: (*Wording).use,
	}
	return []Step[*Wording]{a.step("worded", fmt.Sprintf("has a model put demands of each form in up to %d other wordings; one is kept if the program's reader takes it for the same check, with other numbers and words too", fewWordings))}
}

// use keeps the wordings that are read back, and says why if there are none.
func (w *Wording) use(wordings []string) (why string) {
	for _, text := range wordings {
		try := Try{Text: text}
		template, lacking := w.Form.Template(text)
		switch {
		case lacking != "":
			try.Objections = []Objection{{"drops", lacking}}
		case text == w.Demand || slices.Contains(w.Form.Templates, template):
			try.Objections = []Objection{{"repeats", text}}
		default:
			if words := w.Form.Misread(template); words != "" {
				try.Objections = []Objection{{"not read as the check", words}}
			} else {
				w.Form.Templates = append(w.Form.Templates, template)
			}
		}
		w.Tries = append(w.Tries, try)
	}
	if len(w.Form.Templates) == 0 {
		return "no wording was kept"
	}
	return ""
}

// AddWordings has demands put in a model's words as well as in the program's;
// in no others where no model was asked.
func (v *Verifiable) AddWordings(p *Passage[*Wording], o *judge.Options) {
	if o == nil {
		return
	}
	forms := lists.Map(p.Kept, func(w *Wording) *sample.Form { return w.Form })
	for _, r := range p.Rejected {
		r.Line.Why = r.Why
	}
	v.Kinds, v.worded, v.options = sample.Worded(v.Kinds, forms), p, o
}

// wordingsName tells sets with different wordings apart.
func (v *Verifiable) wordingsName() string {
	if v.worded == nil {
		return ""
	}
	h := sha256.New()
	for _, w := range v.worded.Kept {
		fmt.Fprintf(h, "%s %q\n", w.Kind, w.Form.Templates)
	}
	return "-w" + hex.EncodeToString(h.Sum(nil))[:8]
}

// wordingsTable counts what was found against wordings.
func wordingsTable(p *Passage[*Wording]) Table {
	against, kept, all := map[string]int{}, 0, 0
	for _, w := range p.all() {
		for _, t := range w.Tries {
			all++
			if len(t.Objections) == 0 {
				kept++
			} else {
				against[t.Objections[0].Criterion]++
			}
		}
	}
	return Table{Title: "Wordings by the model", Heads: []string{"written", "kept", "share", "dropped"}, Rows: [][]string{{strconv.Itoa(all), strconv.Itoa(kept), percent(kept, all), countsOf(against)}}}
}
