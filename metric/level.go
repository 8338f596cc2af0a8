package metric

import (
	"strconv"

	"adhere"
)

// HSR returns FollowBench's Hard Satisfaction Rate under the name "hsr": the
// share of instructions of a level whose requirements are all satisfied
// (equation 1). Groups: by level, the mean over categories (as table 2); by
// category, the mean over levels (as figure 4); by category and level (as
// tables 7 to 12). The whole is the mean over all of these.
func HSR(o LevelOptions) adhere.Metric {
	return levelMetric{
		name: "hsr", options: o, thing: "levels",
		doc:   "Hard Satisfaction Rate: share of answers that satisfy all requirements of their level (FollowBench, equation 1)",
		score: hard,
	}.metric()
}

// SSR returns FollowBench's Soft Satisfaction Rate under the name "ssr": the
// share of single requirements satisfied at a level (equation 2). Its groups
// are those of HSR.
func SSR(o LevelOptions) adhere.Metric {
	return levelMetric{
		name: "ssr", options: o, thing: "requirements",
		doc:   "Soft Satisfaction Rate: share of single requirements satisfied at a level (FollowBench, equation 2)",
		score: soft,
	}.metric()
}

// A levelMetric describes a share taken at each level.
type levelMetric struct {
	name, doc, thing string
	options          LevelOptions
	score            func(s *step, o *LevelOptions) (cell, counts)
}

func hard(s *step, o *LevelOptions) (cell, counts) {
	if !s.there {
		return cell{}, counts{}
	}
	c, k := o.Undecided.settle(joint(s.all, s.open()))
	if s.absent {
		k.absent = k.undecided
	}
	if o.paper() && s.official() == adhere.Broken {
		c.real, c.worst = share{-1, 1}, share{-1, 1}
	}
	return c, k
}

func soft(s *step, o *LevelOptions) (cell, counts) {
	met, left, all := float64(s.met), float64(s.left), float64(s.requires)
	c := cell{real: share{met, all - left}, worst: share{met, all}, best: share{met + left, all}}
	k := counts{n: s.requires - s.left, met: s.met, undecided: s.left}
	if o.RulesWhole && s.rules && s.all == adhere.NotMet {
		none := share{0, all}
		return cell{real: none, worst: none, best: none}, counts{n: s.requires}
	}
	if s.absent {
		k.absent = k.undecided
	}
	c, k = o.Undecided.settle(c, k)
	if o.paper() && s.official() == adhere.Broken {
		c.real, c.worst = share{-all, all}, share{-all, all}
	}
	return c, k
}

func (m levelMetric) metric() adhere.Metric {
	return adhere.Metric{Name: m.name, Doc: m.doc, Of: m.of, Tags: m.options.tags()}
}

func (m levelMetric) of(records []adhere.Record) []adhere.Summary {
	cs := chainsOf(records, m.options)
	whole := newTally(max(1, len(cs.categories)*cs.top))
	levels := newTallies(cs.top, max(1, len(cs.categories)))
	categories := newTallies(len(cs.categories), cs.top)
	both := newTallies(len(cs.categories)*cs.top, 1)
	for i := range cs.list {
		c := &cs.list[i]
		k := cs.category(c)
		for l := range c.steps {
			cell, n := m.score(&c.steps[l], &m.options)
			if n == (counts{}) {
				continue
			}
			put := func(t *tally, stratum int) {
				cell.cluster, cell.stratum = c.cluster, int32(stratum)
				t.add(cell, n)
			}
			put(whole, k*cs.top+l)
			put(levels[l], k)
			put(categories[k], l)
			put(both[k*cs.top+l], 0)
		}
	}
	return levelSummaries(cs, m.options, func(category, level int, group map[string]string) adhere.Summary {
		t := whole
		switch {
		case category >= 0 && level >= 0:
			t = both[category*cs.top+level]
		case category >= 0:
			t = categories[category]
		case level >= 0:
			t = levels[level]
		}
		return t.summary(m.name, group, span{0, 1}, m.thing)
	})
}

// levelSummaries lists the whole, levels, categories, and categories by
// level. A negative category or level stands for all.
func levelSummaries(cs *chains, o LevelOptions, of func(category, level int, group map[string]string) adhere.Summary) []adhere.Summary {
	whole := of(-1, -1, nil)
	whole.Warnings = cs.warnings()
	out := []adhere.Summary{whole}
	for l := range cs.top {
		if !cs.skipped[l] {
			out = append(out, of(-1, l, map[string]string{"level": strconv.Itoa(l + 1)}))
		}
	}
	if !cs.named() {
		return out
	}
	for k, name := range cs.categories {
		out = append(out, of(k, -1, map[string]string{o.Category: name}))
	}
	for k, name := range cs.categories {
		for l := range cs.top {
			if cs.skipped[l] {
				continue
			}
			out = append(out, of(k, l, map[string]string{o.Category: name, "level": strconv.Itoa(l + 1)}))
		}
	}
	return out
}
