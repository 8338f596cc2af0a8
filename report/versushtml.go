package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"adhere/metric"
	"adhere/report/chart"
)

// forest draws the differences with their intervals, from what B gains most to
// what it loses most, one drawing for each scale among the metrics. By groups,
// the first metric of a scale is drawn; the table has the others. A difference
// that chance could explain is hollow.
func (v *Versus) forest(keys string, cs []metric.Comparison) []figure {
	var out []figure
	for i, g := range grouped(cs, func(c metric.Comparison) scale { return scaleOf(v.definitions(), c.Metric) }) {
		title := "B minus A"
		if keys != "" {
			first := g.all[0].Metric
			title = first + ", " + title + " by " + keys
			g.all = slices.DeleteFunc(g.all, func(c metric.Comparison) bool { return c.Metric != first })
		}
		if len(g.all) > 60 {
			continue
		}
		slices.SortStableFunc(g.all, func(a, b metric.Comparison) int {
			return cmp.Or(cmp.Compare(a.Undefined, b.Undefined), cmp.Compare(b.Diff, a.Diff))
		})
		out = append(out, figure{title + ", with 95% intervals; hollow where chance could explain the difference", v.bars(g.all, g.key, chart.Head{
			ID: fmt.Sprintf("forest-%s-%d", slug(keys), i), Title: title, Desc: "Right of zero B is better, left of zero A. The table has the same numbers.",
		})})
	}
	return out
}

// bars draws differences in order.
func (v *Versus) bars(cs []metric.Comparison, size scale, head chart.Head) string {
	var names []string
	var values []chart.Value
	for _, c := range cs {
		value := chart.Value{V: c.Diff, Lo: c.Lo, Hi: c.Hi, N: c.N, Hollow: c.Noise}
		if c.Undefined != "" {
			value.Missing = "not compared: " + c.Undefined
		}
		name := c.Metric
		if len(c.Group) > 0 {
			var group []string
			for _, k := range slices.Sorted(maps.Keys(c.Group)) {
				group = append(group, c.Group[k])
			}
			name = strings.Join(group, ", ")
		}
		names, values = append(names, name), append(values, value)
	}
	return chart.Bars{Head: head, Scale: differenceScale(values, size), Categories: names, Series: []chart.Series{{Values: values}}}.SVG()
}

// differenceScale reaches as far below zero as above.
func differenceScale(values []chart.Value, size scale) chart.Scale {
	most := 0.0
	for _, v := range values {
		if v.Missing == "" {
			for _, x := range []float64{v.V, v.Lo, v.Hi} {
				most = math.Max(most, math.Abs(x))
			}
		}
	}
	by := size.max / 20
	most = by * math.Max(1, math.Ceil(most/by-1e-9))
	label := "B minus A"
	if !size.plain {
		label += ", in percentage points"
	}
	return chart.Scale{Min: -most, Max: most, Percent: !size.plain, Signed: true, Decimals: size.decimals(), Label: label}
}

type flipKey struct {
	id      string
	attempt int
}

func (v *Versus) html(w io.Writer, o Options) error {
	if o.Records == nil || o.Against == nil {
		l := v.layout(0, defaultItems, nil)
		return l.html(w, nil, nil)
	}
	p, err := v.pairs(o)
	if err != nil {
		return err
	}
	l := v.layout(0, defaultItems, func(f metric.Flip) string {
		if i, ok := p.at[flipKey{f.Instruction, f.Attempt}]; ok {
			return fmt.Sprintf("#item-%d", i+1)
		}
		return ""
	})
	return l.html(w, nil, p)
}

// pairs are the flipped items of two runs, each made one item.
type pairs struct {
	at    map[flipKey]int
	items []htmlItem
	left  int // flipped items that are not shown
}

// pairs reads both runs and keeps the items that flipped, at most MaxItems.
func (v *Versus) pairs(o Options) (*pairs, error) {
	most := o.maxItems()
	p := &pairs{at: map[flipKey]int{}}
	wanted, seen := map[flipKey]*htmlItem{}, map[flipKey]bool{}
	for _, c := range v.Comparisons {
		for _, f := range c.Flips {
			key := flipKey{f.Instruction, f.Attempt}
			if seen[key] {
				continue
			}
			seen[key] = true
			if len(wanted) < most {
				wanted[key] = nil
			} else {
				p.left++
			}
		}
	}
	for rec, err := range o.Records {
		if err != nil {
			return nil, fmt.Errorf("read records of A: %w", err)
		}
		key := flipKey{rec.Instruction.ID, rec.Attempt}
		if _, ok := wanted[key]; ok {
			item := newItem(rec, o.Prompts)
			item.detach()
			wanted[key] = &item
		}
	}
	for rec, err := range o.Against {
		if err != nil {
			return nil, fmt.Errorf("read records of B: %w", err)
		}
		key := flipKey{rec.Instruction.ID, rec.Attempt}
		if a := wanted[key]; a != nil {
			p.at[key] = len(p.items)
			p.items = append(p.items, pair(a, newItem(rec, o.Prompts)))
			p.items[len(p.items)-1].detach()
		}
	}
	return p, nil
}

// pair puts the answers and verdicts of B beside those of A.
func pair(a *htmlItem, b htmlItem) htmlItem {
	out := htmlItem{Name: a.Name, State: "A: " + a.State + "; B: " + b.State, About: a.About}
	for _, t := range a.Texts {
		if t.Title == "Response" {
			t.Title = "Response of A"
		}
		out.Texts = append(out.Texts, t)
	}
	for _, t := range b.Texts {
		if t.Title == "Response" {
			out.Texts = append(out.Texts, htmlText{"Response of B", t.Text})
		}
	}
	for _, side := range []struct {
		name string
		of   *htmlItem
	}{{"A", a}, {"B", &b}} {
		for _, name := range side.of.Judges {
			out.Judges = append(out.Judges, side.name+": "+name)
		}
		for _, x := range side.of.Asked {
			out.Asked = append(out.Asked, htmlAsked{Of: side.name, Judge: x.Judge, Texts: x.Texts})
		}
		if side.of.Err != "" {
			out.Err += side.name + ": " + side.of.Err + " "
		}
	}
	for j, r := range a.Rows {
		row := htmlRequirement{Name: r.Name, Labels: r.Labels, Verdicts: named("A: ", r.Verdicts, 0)}
		if j < len(b.Rows) {
			row.Verdicts = append(row.Verdicts, named("B: ", b.Rows[j].Verdicts, len(a.Asked))...)
		}
		out.Rows = append(out.Rows, row)
	}

	return out
}

// named says whose verdicts they are, and moves them past what other judges
// were shown.
func named(prefix string, verdicts []htmlVerdict, asked int) []htmlVerdict {
	out := make([]htmlVerdict, len(verdicts))
	for i, v := range verdicts {
		v.Judge = prefix + v.Judge
		if v.asked > 0 {
			v.asked += asked
		}
		out[i] = v
	}
	return out
}

// detach copies the cut texts, so that the item does not keep whole answers
// in memory.
func (it *htmlItem) detach() {
	for i := range it.Texts {
		it.Texts[i].Text = strings.Clone(it.Texts[i].Text)
	}
	for i := range it.Rows {
		for j := range it.Rows[i].Verdicts {
			v := &it.Rows[i].Verdicts[j]
			v.Raw, v.Reason, v.Evidence = strings.Clone(v.Raw), strings.Clone(v.Reason), strings.Clone(v.Evidence)
		}
	}
	for i := range it.Asked {
		for j := range it.Asked[i].Texts {
			t := &it.Asked[i].Texts[j]
			t.Text = strings.Clone(t.Text)
		}
	}
}

func (p *pairs) contents() []Heading { return []Heading{{ID: "items", Title: "Flipped items"}} }

func (p *pairs) write(out *pageWriter) {
	note := plural(len(p.items), "item") + " flipped."
	if p.left > 0 {
		note = fmt.Sprintf("%s of %s are shown.", Count(len(p.items)), plural(len(p.items)+p.left, "flipped item"))
	}
	out.part("items-head", htmlItemsHead{Title: "Flipped items", Note: note})
	for i := range p.items {
		p.items[i].number(i, len(p.items) <= openItems)
		out.part("item", p.items[i])
	}
	out.part("items-foot", nil)
}
