package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"adhere/internal/lists"
	"adhere/metric"
	"adhere/report/chart"
)

// forest draws the differences with their intervals, from what B gains most to
// what it loses most, one drawing for each scale among the metrics. By groups,
// the first metric of a scale is drawn; the table has the others. A difference
// that chance could explain is hollow.
func (v *Versus) forest(keys string, cs []metric.Comparison) []Figure {
	var out []Figure
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
		out = append(out, Figure{title + ", with 95% intervals; hollow where chance could explain the difference", v.bars(g.all, g.key, chart.Head{
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
			name = strings.Join(lists.Map(slices.Sorted(maps.Keys(c.Group)), func(k string) string { return c.Group[k] }), ", ")
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

func (v *Versus) html(w io.Writer, o Options) error {
	if o.Records == nil || o.Against == nil {
		return v.layout(0, defaultItems, nil).html(w, nil, nil)
	}
	x, err := v.flipped(o)
	if err != nil {
		return err
	}
	l := v.layout(0, defaultItems, func(f metric.Flip) string {
		if rank, ok := x.list.rank(flipKey{f.Instruction, f.Attempt}); ok && x.shown[rank] {
			return fmt.Sprintf("#item-%d", rank+1)
		}
		return ""
	})
	return l.html(w, nil, x)
}

// flipped are the items that flipped, at most MaxItems.
func (v *Versus) flipped(o Options) (*sideBySide, error) {
	x := &sideBySide{
		sweep:   &Sweep{Names: []string{"A", "B"}, Results: []*Result{v.A, v.B}},
		records: []Records{o.Records, o.Against}, prompts: o.Prompts, shown: map[int]bool{}, flipped: true,
	}
	var err error
	if x.list, err = listItems(x.records); err != nil {
		return nil, err
	}
	all := map[int]bool{}
	for _, c := range v.Comparisons {
		for _, f := range c.Flips {
			if rank, ok := x.list.rank(flipKey{f.Instruction, f.Attempt}); ok && !all[rank] {
				if all[rank] = true; len(all) <= o.maxItems() {
					x.shown[rank] = true
				}
			}
		}
	}
	x.differ = len(all)
	return x, nil
}
