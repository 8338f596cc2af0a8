package metric

import (
	"fmt"
	"strings"

	"adhere"
)

// A collector goes through records in order, one tally for each group.
type collector struct {
	accuracy
	chooser
	groupings []Grouping // the whole first
	tallies   []map[string]*tally
	clusters  int32
	last      string
	failed    int // answers that nobody judged
	unjudged  int // answers that the chosen judge was not asked about
	judged    int
	others    []string // judges seen where the chosen one was missing

	local  []part // groups of the record at hand
	values []string
}

// A part is the requirements of one record in one group.
type part struct {
	tally *tally
	items []item
}

func newCollector(a accuracy) *collector {
	c := &collector{accuracy: a, chooser: chooser{judge: a.options.Judge}, clusters: -1}
	c.groupings = append([]Grouping{{}}, a.options.By...)
	for range c.groupings {
		c.tallies = append(c.tallies, map[string]*tally{})
	}
	c.tallies[0][""] = newTally(1)
	return c
}

func (c *collector) record(r *adhere.Record) {
	outcomes, _, state := c.outcomes(r)
	switch state {
	case failed:
		c.failed++
	case unjudged:
		c.unjudged++
		c.others = appendNew(c.others, r.Judges())
		return
	case judged:
		c.judged++
	}
	if name := cluster(r); c.clusters < 0 || name != c.last {
		c.clusters++
		c.last = name
	}
	for g := range c.groupings {
		c.split(g, r.Instruction, outcomes)
		for i := range c.local {
			cell, k := c.options.Undecided.settle(c.score(c.local[i].items))
			if k == (counts{}) {
				continue
			}
			cell.cluster = c.clusters
			c.local[i].tally.add(cell, k)
		}
	}
}

// split sorts the outcomes of one record into the groups of a grouping.
func (c *collector) split(g int, in *adhere.Instruction, outcomes []adhere.Outcome) {
	c.local = c.local[:0]
	for i := range in.Requirements {
		req := &in.Requirements[i]
		it := item{outcomes[i], req.Amount(), req.Avoided(), req.Turn}
		c.groupings[g].each(in, req, &c.values, func(id string) {
			t := c.tallies[g][id]
			if t == nil {
				t = newTally(1)
				c.tallies[g][id] = t
			}
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
	var out []adhere.Summary
	for g, grouping := range c.groupings {
		for _, id := range sortedIDs(c.tallies[g]) {
			out = append(out, c.tallies[g][id].summary(c.name, grouping.named(id), span{0, 1}, c.thing))
		}
	}
	out[0].Warnings = c.warnings()
	if out[0].Undefined != "" && c.judged == 0 && c.unjudged > 0 {
		out[0].Undefined = fmt.Sprintf("there are no verdicts by %s, only by %s", c.options.Judge, strings.Join(c.others, ", "))
	}
	return out
}

func (c *collector) warnings() []string {
	var w []string
	if c.failed > 0 {
		w = append(w, plural(c.failed, "item")+" without answer or without any verdict: all their requirements are undecided")
	}
	if c.unjudged > 0 && c.judged > 0 {
		w = append(w, fmt.Sprintf("%s not judged by %s: left out", plural(c.unjudged, "item"), c.options.Judge))
	}
	return w
}

// plural counts things: "1 item", "2 items".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func appendNew(list, more []string) []string {
	for _, m := range more {
		found := false
		for _, l := range list {
			found = found || l == m
		}
		if !found {
			list = append(list, m)
		}
	}
	return list
}
