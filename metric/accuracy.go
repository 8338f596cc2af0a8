package metric

import (
	"fmt"
	"strings"

	"adhere"
)

// Options say whose verdicts count and which groups are summed up beside the
// whole. The zero value takes the verdicts of all judges, merged, and has no
// groups.
type Options struct {
	// Judge chooses whose verdicts count: an exact name, or its beginning
	// ("rule/strict" means "rule/strict@1", "judge/" any model judge). Where
	// several judges are meant, verdicts are merged requirement by
	// requirement: rules first, then the others in the order of the record;
	// the first that did not skip the requirement counts.
	Judge string
	By    []Grouping
}

// InstructionAccuracy returns the share of instructions whose requirements
// are all met, under the given name ("prompt_level_strict_acc",
// "instruction_acc"). One requirement not met decides; if all others are met
// but some are undecided, so is the instruction. In a group by label or rule,
// an instruction is taken as its requirements of that group. Source: IFEval
// (Zhou et al. 2023), prompt-level accuracy; DeCRIM, section 4.2.
func InstructionAccuracy(name string, o Options) adhere.Metric {
	return accuracy{
		name: name, options: o, thing: "instructions", score: allMet,
		doc: "Share of answers that meet every requirement of their instruction (IFEval, prompt level; DeCRIM, section 4.2)",
	}.metric()
}

// ConstraintAccuracy returns the share of requirements that are met, under
// the given name ("inst_level_strict_acc", "constraint_acc"): the sum of the
// weights of those met over the sum of the weights of those decided. A weight
// of 0 is read as 1. Source: IFEval, instruction-level accuracy; DeCRIM,
// section 4.2.
func ConstraintAccuracy(name string, o Options) adhere.Metric {
	return accuracy{
		name: name, options: o, thing: "requirements", score: eachMet,
		doc: "Share of requirements met, over all answers (IFEval, instruction level; DeCRIM, section 4.2)",
	}.metric()
}

// DRFR returns InFoBench's Decomposed Requirements Following Ratio under the
// name "drfr": the requirements met over all requirements (equation 1).
func DRFR(o Options) adhere.Metric {
	return accuracy{
		name: "drfr", options: o, thing: "requirements", score: eachMet,
		doc: "Decomposed Requirements Following Ratio: requirements met over all requirements (InFoBench, equation 1)",
	}.metric()
}

// An item is one requirement with its outcome.
type item struct {
	outcome adhere.Outcome
	weight  float64
}

// A score turns the requirements of one answer, in one group, into a cell.
type score func(items []item) (cell, counts)

func eachMet(items []item) (c cell, k counts) {
	for _, it := range items {
		switch it.outcome {
		case adhere.Skipped:
		case adhere.Met, adhere.NotMet:
			met := it.outcome == adhere.Met
			c.add(sure(met, it.weight))
			k.n++
			if met {
				k.met++
			}
		default:
			c.add(unsure(it.weight))
			k.undecided++
		}
	}
	return c, k
}

func allMet(items []item) (c cell, k counts) {
	switch conjunction(items) {
	case adhere.Met:
		return sure(true, 1), counts{n: 1, met: 1}
	case adhere.NotMet:
		return sure(false, 1), counts{n: 1}
	case adhere.Skipped:
		return cell{}, counts{}
	default:
		return unsure(1), counts{undecided: 1}
	}
}

// conjunction is the outcome of all together: Skipped if none was asked.
func conjunction(items []item) adhere.Outcome {
	all := adhere.Skipped
	for _, it := range items {
		switch it.outcome {
		case adhere.NotMet:
			return adhere.NotMet
		case adhere.Skipped:
		case adhere.Met:
			if all == adhere.Skipped {
				all = adhere.Met
			}
		default:
			all = adhere.Unsure
		}
	}
	return all
}

// sure and unsure are the cells of one thing decided and one undecided.
func sure(met bool, weight float64) cell {
	s := share{0, weight}
	if met {
		s.x = weight
	}
	return cell{real: s, worst: s, best: s}
}

func unsure(weight float64) cell {
	return cell{worst: share{0, weight}, best: share{weight, weight}}
}

// accuracy describes a metric that is a share of requirements or answers.
type accuracy struct {
	name, doc, thing string
	options          Options
	score            score
}

func (a accuracy) metric() adhere.Metric {
	return adhere.Metric{Name: a.name, Doc: a.doc, Of: a.of}
}

func (a accuracy) of(records []adhere.Record) []adhere.Summary {
	c := newCollector(a)
	for _, r := range ordered(records) {
		c.record(r)
	}
	return c.summaries()
}

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
			cell, k := c.score(c.local[i].items)
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
		it := item{outcomes[i], weightOf(req)}
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

func weightOf(req *adhere.Requirement) float64 {
	if req.Weight == 0 {
		return 1
	}
	return req.Weight
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
		w = append(w, fmt.Sprintf("%s without answer or without any verdict: all their requirements are undecided", plural(c.failed, "item")))
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
