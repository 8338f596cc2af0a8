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
// of 0 is read as 1. Source: IFEval, instruction-level accuracy; DeCRIM,
// section 4.2.
func ConstraintAccuracy(name string, o Options) adhere.Metric {
	return accuracy{
		name: name, options: o, thing: "requirements", score: eachMet,
		doc: "Share of requirements met, over all answers: the weights of those met over those decided (Zhou et al. 2023, instruction-level accuracy; DeCRIM, section 4.2)",
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
