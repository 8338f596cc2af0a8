package metric

import "adhere"

// Options say whose verdicts count and which groups are summed up beside the
// whole. The zero value takes the verdicts of all judges, merged, and has no
// groups.
type Options struct {
	// Judge chooses whose verdicts count: an exact name, or its beginning
	// ("rule/strict" means "rule/strict@1", "judge/" any model judge). Where
	// several judges are meant, verdicts are merged requirement by
	// requirement: rules first, then the others in the order of the record;
	// the first that did not skip the requirement counts.
	Judge     string
	By        []Grouping
	Undecided Policy
}

// InstructionAccuracy returns the share of instructions whose requirements
// are all met, under the given name ("prompt_level_strict_acc",
// "instruction_acc"). An instruction with an undecided requirement is
// undecided, also where another is known to be missed (see Drop); those with
// as many requirements stand in for it, so that long instructions, of which
// more are undecided, keep their weight. In a group by label or rule, an
// instruction is taken as its requirements of that group. Source: IFEval (Zhou
// et al. 2023), prompt-level accuracy; DeCRIM, section 4.2.
func InstructionAccuracy(name string, o Options) adhere.Metric {
	return accuracy{
		name: name, options: o, thing: "instructions", score: allMet,
		doc: "Share of answers that meet every requirement of their instruction (Zhou et al. 2023, prompt-level accuracy; DeCRIM, section 4.2)",
	}.metric()
}

// ConstraintAccuracy returns the share of requirements that are met, under
// the given name ("inst_level_strict_acc", "constraint_acc"): the sum of the
// weights of those met over the sum of the weights of those decided. A weight
// of 0 is read as 1; a requirement with one below 0 counts as met where the
// answer does not meet it. Source: IFEval, instruction-level accuracy; DeCRIM,
// section 4.2.
func ConstraintAccuracy(name string, o Options) adhere.Metric {
	return accuracy{
		name: name, options: o, thing: "requirements", score: eachMet,
		doc: "Share of requirements met, over all answers: the weights of those met over those decided (Zhou et al. 2023, instruction-level accuracy; DeCRIM, section 4.2)",
	}.metric()
}

// RubricScore returns the mean over answers of the points that each earned, as
// a share of those it could, under the name "rubric_score": an answer gets the
// weight of each requirement that it meets, also a weight below 0; the sum over
// the weights above 0 is clipped to 0..1. Where all are below 0, it starts from
// 1. An answer with an undecided requirement is undecided, and bounds the
// interval by what it may earn.
// Source: HealthBench (Arora et al. 2025), section 3.
func RubricScore(o Options) adhere.Metric {
	return accuracy{
		name: "rubric_score", options: o, thing: "answers", score: points,
		doc: "Points earned over those that an answer could earn, clipped to 0..1, mean over answers (HealthBench, section 3)",
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
	outcome adhere.Outcome // Met where the answer is as it should be
	weight  float64        // above 0
	avoided bool           // its weight was below 0
	turn    int            // of the answers, from 1; 0 where there is one
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

// points is the cell of one answer. Like one of which not all that it must meet
// is decided, an answer with an open requirement is undecided.
func points(items []item) (c cell, k counts) {
	var worst, best, top, bottom float64 // points in the worst and the best case, and the most and the fewest that there are
	open := false
	for _, it := range items {
		if it.outcome == adhere.Skipped {
			continue
		}
		gain, loss := it.weight, 0.0
		if it.avoided {
			gain, loss = 0, -it.weight
		}
		top, bottom = top+gain, bottom+loss
		switch it.outcome {
		case adhere.Met:
			worst, best = worst+gain, best+gain
		case adhere.NotMet:
			worst, best = worst+loss, best+loss
		default:
			worst, best, open = worst+loss, best+gain, true
		}
		c.size++
	}
	if c.size == 0 {
		return cell{}, counts{}
	}
	c.worst, c.best = earned(worst, top, bottom), earned(best, top, bottom)
	if open {
		return c, counts{undecided: 1}
	}
	c.real, k.n = c.worst, 1
	return c, k
}

// earned is the share of points, of at most top and at least bottom.
func earned(points, top, bottom float64) share {
	if top == 0 {
		points, top = points-bottom, -bottom
	}
	return share{min(max(points/top, 0), 1), 1}
}

func allMet(items []item) (cell, counts) {
	known, asked, left := conjunction(items)
	if known == adhere.Skipped {
		return cell{}, counts{}
	}
	c, k := joint(known, left > 0)
	c.size = int32(asked)
	return c, k
}

// joint is the cell of one thing that joins several verdicts. What is known of
// it bounds it even where open verdicts keep it from counting.
func joint(known adhere.Outcome, open bool) (c cell, k counts) {
	if known.Decided() {
		c, k = sure(known == adhere.Met, 1), counts{n: 1}
		if known == adhere.Met {
			k.met = 1
		}
	} else {
		c = unsure(1)
	}
	if open {
		c.real, k = share{}, counts{undecided: 1}
	}
	return c, k
}

// conjunction is what is known of all together (one missed is enough to know
// it; Skipped if none was asked), how many were asked, and how many of these
// are undecided.
func conjunction(items []item) (known adhere.Outcome, asked, left int) {
	known = adhere.Skipped
	for _, it := range items {
		if it.outcome == adhere.Skipped {
			continue
		}
		asked++
		if !it.outcome.Decided() {
			left++
		}
		switch {
		case known == adhere.NotMet:
		case it.outcome == adhere.NotMet:
			known = adhere.NotMet
		case !it.outcome.Decided():
			known = adhere.Unsure
		case known == adhere.Skipped:
			known = adhere.Met
		}
	}
	return known, asked, left
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
	means            []mean // shares whose mean it is; none for one alone
}

// A mean is one of the shares that a metric is the mean of.
type mean struct {
	judge string
	score score
}

func (a accuracy) metric() adhere.Metric {
	return adhere.Metric{Name: a.name, Doc: a.doc, Of: a.of, Tags: tagsOf(a.options.By)}
}

func (a accuracy) of(records []adhere.Record) []adhere.Summary {
	c := newCollector(a)
	for _, r := range ordered(records) {
		c.record(r)
	}
	return c.summaries()
}
