package metric

import "adhere"

// TurnAccuracy returns the share of answers in conversations that meet all
// requirements of their turn, under the given name ("isr"). One with an
// undecided requirement is undecided. Source: SysBench (Qin et al. 2024),
// Instruction Satisfaction Rate.
func TurnAccuracy(name string, o Options) adhere.Metric {
	return accuracy{
		name: name, options: o, thing: "answers", score: turnsMet,
		doc: "Share of answers that meet every requirement of their turn (SysBench, Instruction Satisfaction Rate)",
	}.metric()
}

// Stability returns for how many of its turns, as a share, a conversation goes
// on before an answer misses a requirement of its turn, under the given name
// ("ssr"). A conversation of which this is not known is undecided. Source:
// SysBench, Session Stability Rate.
func Stability(name string, o Options) adhere.Metric {
	return accuracy{
		name: name, options: o, thing: "conversations", score: turnsHeld,
		doc: "Turns before the first answer that misses a requirement, as a share of all, mean over conversations (SysBench, Session Stability Rate)",
	}.metric()
}

// TurnMean returns the mean of TurnAccuracy and ConstraintAccuracy by each of
// the judges, under the given name ("average"). Its N counts answers and
// requirements by each judge. Source: Multi-IF (He et al. 2024), section 4, for
// one judge that reads strictly and one that reads loosely.
func TurnMean(name string, o Options, judges ...string) adhere.Metric {
	a := accuracy{
		name: name, options: o, thing: "answers and requirements",
		doc: "Mean of the shares of answers that meet every requirement of their turn and of requirements met, read strictly and loosely (Multi-IF, section 4)",
	}
	for _, judge := range judges {
		a.means = append(a.means, mean{judge, turnsMet}, mean{judge, eachMet})
	}
	return a.metric()
}

// eachOfTurn calls f with the items of each turn that has some, in order.
func eachOfTurn(items []item, f func([]item)) {
	last := 0
	for _, it := range items {
		last = max(last, it.turn)
	}
	var of []item
	for turn := range last + 1 {
		of = of[:0]
		for _, it := range items {
			if it.turn == turn {
				of = append(of, it)
			}
		}
		if len(of) > 0 {
			f(of)
		}
	}
}

func turnsMet(items []item) (c cell, k counts) {
	eachOfTurn(items, func(of []item) {
		one, n := allMet(of)
		c.add(one)
		k = counts{n: k.n + n.n, met: k.met + n.met, undecided: k.undecided + n.undecided}
	})
	return c, k
}

// turnsHeld is the cell of one conversation.
func turnsHeld(items []item) (c cell, k counts) {
	var turns, sure, hoped float64
	held, hope := true, true
	eachOfTurn(items, func(of []item) {
		known, _, _ := conjunction(of)
		if known == adhere.Skipped {
			return
		}
		turns++
		held, hope = held && known == adhere.Met, hope && known != adhere.NotMet
		if held {
			sure++
		}
		if hope {
			hoped++
		}
	})
	if turns == 0 {
		return cell{}, counts{}
	}
	c.worst, c.best = share{sure / turns, 1}, share{hoped / turns, 1}
	if sure != hoped {
		return c, counts{undecided: 1}
	}
	c.real, k.n = c.worst, 1
	if sure == turns {
		k.met = 1
	}
	return c, k
}
