package dataset

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
)

// An option is a degree of an ordinal criterion, as libraries for rubrics have
// it.
type option struct {
	Label  string   `json:"label" yaml:"label"`
	Value  *float64 `json:"value" yaml:"value,omitempty"`   // share of the criterion's weight, 0 to 1
	Points *float64 `json:"points" yaml:"points,omitempty"` // in place of both
	NA     bool     `json:"na" yaml:"na,omitempty"`         // it cannot be said
}

// degrees returns the requirements that a criterion stands for: itself or, of an
// ordinal one, one for each degree. That it cannot be said is no degree.
func degrees(o *object, r adhere.Requirement) []adhere.Requirement {
	if !o.has("options") {
		return []adhere.Requirement{r}
	}
	return r.InDegrees(lists.Map(optionsOf(o, &r), func(one option) adhere.Degree { return adhere.Degree{Text: one.Label, Points: r.Weight * *one.Value} }))
}

// rounded takes off what arithmetic adds behind the ninth digit.
func rounded(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// optionsOf reads the options of an ordinal criterion, the lowest first, and
// sets the weight if they have points.
func optionsOf(o *object, r *adhere.Requirement) []option {
	var list []option
	o.into("options", `a list of {"label","value"}`, &list)
	list = slices.DeleteFunc(list, func(one option) bool { return one.NA })
	switch {
	case o.text("scale_type") != "ordinal" && o.has("scale_type"):
		o.fail("scale_type", fmt.Sprintf("expected ordinal, got %q: options that have no order cannot be judged one by one", o.text("scale_type")))
	case r.Avoided() || r.Rule != nil || r.PartRule != nil || r.Text == "":
		o.fail("options", "expected them at a criterion with a text, no rule and a weight above 0")
	case len(list) < 2:
		o.fail("options", "expected two or more")
	}
	for i := range list {
		one := &list[i]
		if one.Points != nil && !o.has("weight") {
			one.Value = one.Points
		}
		if one.Value == nil || one.Label == "" || strings.Contains(one.Label, `"`) {
			o.fail(fmt.Sprintf("options[%d]", i), `expected a label without quotation marks, and a value, or points where the criterion has no weight`)
		}
	}
	if *o.err != nil {
		return nil
	}
	slices.SortStableFunc(list, func(a, b option) int { return cmp.Compare(*a.Value, *b.Value) })
	highest := list[len(list)-1]
	if highest.Value == highest.Points && highest.Points != nil {
		r.Weight = *highest.Points
		for i := range list {
			list[i].Value = new(*list[i].Value / r.Weight)
		}
	}
	for i := range list {
		if i == 0 && *list[0].Value != 0 || i == len(list)-1 && *list[i].Value != 1 || i > 0 && *list[i].Value == *list[i-1].Value {
			o.fail("options", "expected a value of 0 for the lowest, 1 for the highest, and no value twice")
		}
	}
	return list
}

// A rubric is how libraries for rubrics have what answers to one instruction are
// scored by.
type rubric struct {
	ID       string      `yaml:"id"`
	Prompt   string      `yaml:"prompt,omitempty"`
	Messages []said      `yaml:"messages,omitempty"`
	Criteria []criterion `yaml:"rubric"`
}

type said struct {
	Role    adhere.Role `yaml:"role"`
	Content string      `yaml:"content,omitempty"`
}

type criterion struct {
	Name    string   `yaml:"name"`
	Weight  float64  `yaml:"weight"`
	Text    string   `yaml:"requirement"`
	Scale   string   `yaml:"scale_type,omitempty"`
	Options []option `yaml:"options,omitempty"`
}

// degree is the text that degrees gives to each.
var degree = lazyregexp.New(`(?s)^(.*) At least "([^"]*)", of ((?:"[^"]*", )+"[^"]*") in this order\.$`)

// WriteRubrics writes instructions with their requirements as criteria, in
// YAML, as libraries for rubrics read them: the list under rubric. Rules are left
// out, for these libraries have none.
func WriteRubrics(w io.Writer, list []*adhere.Instruction) error {
	var out []rubric
	for _, in := range list {
		one := rubric{ID: in.ID}
		if len(in.Messages) == 1 {
			one.Prompt = in.Prompt()
		} else {
			for _, m := range in.Messages {
				one.Messages = append(one.Messages, said{m.Role, m.Text})
			}
		}
		for i := range in.Requirements {
			one.add(&in.Requirements[i])
		}
		out = append(out, one)
	}
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	if err := enc.Encode(out); err != nil {
		return err
	}
	return enc.Close()
}

// add appends a criterion, or a degree to the one that it belongs to.
func (x *rubric) add(r *adhere.Requirement) {
	c := criterion{Name: r.ID, Weight: r.Amount(), Text: r.Text}
	if r.Avoided() {
		c.Weight = r.Weight
	}
	m := degree.FindStringSubmatch(r.Text)
	labels, at := []string(nil), 0
	if m != nil {
		labels = strings.Split(strings.Trim(m[3], `"`), `", "`)
		at = slices.Index(labels, m[2])
	}
	if last := len(x.Criteria) - 1; at > 1 && last >= 0 && x.Criteria[last].Text == m[1] && len(x.Criteria[last].Options) > 0 {
		c, x.Criteria = x.Criteria[last], x.Criteria[:last]
		c.Weight = rounded(c.Weight + r.Weight)
	} else if at == 1 {
		c.Name, c.Text, c.Scale = strings.TrimSuffix(r.ID, ".1"), m[1], "ordinal"
		c.Options = []option{{Label: labels[0], Value: new(float64)}}
	}
	if at > 0 {
		c.Options = append(c.Options, option{Label: m[2], Value: new(c.Weight)})
	}
	if at > 0 && at == len(labels)-1 { // the last, at which the whole weight is known
		for _, one := range c.Options {
			*one.Value = rounded(*one.Value / c.Weight)
		}
	}
	x.Criteria = append(x.Criteria, c)
}

// fromYAML makes a line of each element of a list in YAML, or of the one object.
func fromYAML(all []byte) ([]byte, error) {
	var value any
	if err := yaml.Unmarshal(all, &value); err != nil {
		return nil, err
	}
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	var out bytes.Buffer
	for i, one := range list {
		line, err := json.Marshal(one)
		if err != nil {
			return nil, fmt.Errorf("element %d: expected keys that are text: %w", i+1, err)
		}
		out.Write(append(line, '\n'))
	}
	return out.Bytes(), nil
}
