package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/internal/plural"
)

// A collector goes through records in order, one tally for each group.
type collector struct {
	accuracy
	groups   *groups[*tally]
	clusters int32
	last     string
	failed   int // answers that nobody judged
	unjudged int // answers that the chosen judge was not asked about
	judged   int
	weighted bool     // some requirement has a weight other than 1
	others   []string // judges seen where the chosen one was missing

	local []part // groups of the record at hand
}

// A part is the requirements of one record in one group.
type part struct {
	tally *tally
	items []item
}

func newCollector(a accuracy) *collector {
	c := &collector{accuracy: a, clusters: -1}
	if len(c.means) == 0 {
		c.means = []mean{{a.options.Judge, a.score}}
	}
	c.groups = newGroups(a.options.By, func() *tally { return newTally(len(c.means)) })
	return c
}

func (c *collector) record(r *adhere.Record) {
	for k := range c.means {
		outcomes, state := outcomes(r, c.means[k].judge)
		if k == 0 {
			c.see(r, state)
		}
		if state != unjudged {
			c.count(r, k, outcomes)
		}
	}
}

// see keeps what became of a record, and begins its cluster.
func (c *collector) see(r *adhere.Record, state asked) {
	switch state {
	case failed:
		c.failed++
	case unjudged:
		c.unjudged++
		c.others = lists.AddNew(c.others, r.Judges()...)
	case judged:
		c.judged++
	}
	if name := cluster(r); state != unjudged && (c.clusters < 0 || name != c.last) {
		c.clusters++
		c.last = name
	}
}

// count adds a record to one of the means, in each group that it is in.
func (c *collector) count(r *adhere.Record, k int, outcomes []adhere.Outcome) {
	for g := range c.groups.by {
		c.split(g, r.Instruction, outcomes)
		for i := range c.local {
			cell, n := c.options.Undecided.settle(c.means[k].score(c.local[i].items))
			if n == (counts{}) {
				continue
			}
			cell.cluster, cell.stratum = c.clusters, int32(k)
			c.local[i].tally.add(cell, n)
		}
	}
}

// split sorts the outcomes of one record into the groups of a grouping.
func (c *collector) split(g int, in *adhere.Instruction, outcomes []adhere.Outcome) {
	c.local = c.local[:0]
	for i := range in.Requirements {
		req := &in.Requirements[i]
		it := item{outcomes[i], req.Amount(), req.Avoided(), req.Turn}
		c.weighted = c.weighted || it.weight != 1
		c.groups.each(g, in, req, func(t *tally) {
			p := c.partOf(t)
			p.items = append(p.items, it)
		})
	}
}

func (c *collector) partOf(t *tally) *part {
	for i := range c.local {
		if c.local[i].tally == t {
			return &c.local[i]
		}
	}
	if n := len(c.local); n < cap(c.local) {
		c.local = c.local[:n+1] // keeps the items' space of an earlier record
		c.local[n].tally, c.local[n].items = t, c.local[n].items[:0]
	} else {
		c.local = append(c.local, part{tally: t})
	}
	return &c.local[len(c.local)-1]
}

func (c *collector) summaries() []adhere.Summary {
	out := c.groups.summaries(func(t *tally, group map[string]string) adhere.Summary {
		return t.summary(c.name, group, span{0, 1}, c.thing)
	})
	out[0].Warnings = slices.Concat(c.warnings(), c.unlikeCounts(&out[0]), out[0].Warnings)
	if out[0].Undefined != "" && c.judged == 0 && c.unjudged > 0 {
		out[0].Undefined = fmt.Sprintf("there are no verdicts by %s, only by %s", c.means[0].judge, strings.Join(c.others, ", "))
	}
	return out
}

func (c *collector) warnings() []string {
	var w []string
	if c.failed > 0 {
		w = append(w, plural.Of(c.failed, "item")+" without answer or without any verdict: all their requirements are undecided")
	}
	if c.unjudged > 0 && c.judged > 0 {
		w = append(w, fmt.Sprintf("%s not judged by %s: left out", plural.Of(c.unjudged, "item"), c.means[0].judge))
	}
	return w
}

// unlikeCounts says why the whole is not the share of what is met.
func (c *collector) unlikeCounts(s *adhere.Summary) []string {
	var why string
	switch {
	case s.Undefined != "" || s.N > 0 && math.Abs(float64(s.Met)/float64(s.N)-s.Value) < 1e-9:
		return nil
	case c.thing == "requirements" && c.weighted:
		why = "requirements count by their weights"
	case c.thing == "instructions" && s.Undecided > 0 && s.Worst == s.Best:
		why = "each undecided instruction has a requirement that is known to be missed"
	case c.thing == "instructions" && s.Undecided > 0:
		why = "undecided instructions are taken as others of as many requirements"
	default:
		return nil
	}
	return []string{fmt.Sprintf("the value is not %d/%d, since %s", s.Met, s.N, why)}
}
