package metric

import (
	"cmp"
	"slices"
	"strings"

	"adhere"
)

// A Contest is the outcome of comparing two answers to one instruction. First
// is the answer whose wins are counted.
type Contest struct {
	Instruction string // or the group that it belongs to: what is drawn independently
	Winner      adhere.Winner
}

// Preferences sums up contests as three shares: "win_rate", "tie_rate" and
// "loss_rate" of the first answer, with intervals clustered by Instruction.
// Contests without a winner are undecided.
func Preferences(contests []Contest) []adhere.Summary {
	contests = slices.Clone(contests)
	slices.SortStableFunc(contests, func(a, b Contest) int {
		return cmp.Or(strings.Compare(a.Instruction, b.Instruction), strings.Compare(string(a.Winner), string(b.Winner)))
	})
	var out []adhere.Summary
	for _, rate := range []struct {
		name  string
		wants adhere.Winner
	}{{"win_rate", adhere.First}, {"tie_rate", adhere.Tie}, {"loss_rate", adhere.Second}} {
		t, cluster := newTally(1), int32(0)
		for i, c := range contests {
			if i > 0 && c.Instruction != contests[i-1].Instruction {
				cluster++
			}
			one, k := unsure(1), counts{undecided: 1}
			if c.Winner != adhere.NoWinner {
				one, k = sure(c.Winner == rate.wants, 1), counts{n: 1}
				k.met = int(one.real.x)
			}
			one.cluster = cluster
			t.add(one, k)
		}
		out = append(out, t.summary(rate.name, nil, span{0, 1}, "contests"))
	}
	return out
}

// A Choice is a judge's choice between two answers in both orders, with the
// answer that is known to be better. Winners are named by answer, not by the
// place where it was shown.
type Choice struct {
	Item, Judge              string
	Gold, Forward, Exchanged adhere.Winner
	Set                      string // of pairs that the item belongs to; empty where there is only one
}

// A ChoiceReport says how well a judge chooses, and how much the order of the
// answers changes its choice.
type ChoiceReport struct {
	Judge      string      `json:"judge"`
	Items      int         `json:"items"`
	NoWinner   int         `json:"no_winner"`          // replies of both orders that name none: left out
	Forward    Coefficient `json:"accuracy_forward"`   // as given
	Exchanged  Coefficient `json:"accuracy_exchanged"` // with places exchanged
	Both       Coefficient `json:"accuracy_both"`      // share of items right in both orders
	Changed    Coefficient `json:"changed"`            // share of items where the order changes the winner
	Kappa      Coefficient `json:"kappa"`              // with the gold, over both orders
	Consistent Coefficient `json:"kappa_orders"`       // of the judge in one order with itself in the other
}

// Choices reports on each judge, by name.
func Choices(choices []Choice) []ChoiceReport {
	byJudge := map[string][]Choice{}
	for _, c := range choices {
		byJudge[c.Judge] = append(byJudge[c.Judge], c)
	}
	out := []ChoiceReport{}
	for _, judge := range sortedIDs(byJudge) {
		out = append(out, choiceReport(judge, byJudge[judge]))
	}
	return out
}

func choiceReport(judge string, cs []Choice) ChoiceReport {
	slices.SortStableFunc(cs, func(a, b Choice) int {
		return cmp.Or(strings.Compare(a.Item, b.Item), strings.Compare(string(a.Forward), string(b.Forward)),
			strings.Compare(string(a.Exchanged), string(b.Exchanged)))
	})
	r := ChoiceReport{Judge: judge, Items: len(cs)}
	for _, c := range cs {
		for _, w := range []adhere.Winner{c.Forward, c.Exchanged} {
			if w == adhere.NoWinner {
				r.NoWinner++
			}
		}
	}
	right := func(pick func(*Choice) adhere.Winner) Coefficient {
		return shareOfChoices(cs, func(c *Choice) (bool, bool) { return pick(c) == c.Gold, pick(c) != adhere.NoWinner })
	}
	settled := func(c *Choice) bool { return c.Forward != adhere.NoWinner && c.Exchanged != adhere.NoWinner }
	r.Forward = right(func(c *Choice) adhere.Winner { return c.Forward })
	r.Exchanged = right(func(c *Choice) adhere.Winner { return c.Exchanged })
	r.Both = shareOfChoices(cs, func(c *Choice) (bool, bool) { return c.Forward == c.Gold && c.Exchanged == c.Gold, settled(c) })
	r.Changed = shareOfChoices(cs, func(c *Choice) (bool, bool) { return c.Forward != c.Exchanged, settled(c) })
	r.Kappa = kappaOfChoices(cs, func(c *Choice) [][2]adhere.Winner {
		return [][2]adhere.Winner{{c.Gold, c.Forward}, {c.Gold, c.Exchanged}}
	})
	r.Consistent = kappaOfChoices(cs, func(c *Choice) [][2]adhere.Winner { return [][2]adhere.Winner{{c.Forward, c.Exchanged}} })
	return r
}

// shareOfChoices is the share of those that are decided for which yes holds.
func shareOfChoices(cs []Choice, of func(*Choice) (yes, decided bool)) Coefficient {
	t := newTally(1)
	for i := range cs {
		yes, decided := of(&cs[i])
		c, k := unsure(1), counts{undecided: 1}
		if decided {
			c, k = sure(yes, 1), counts{n: 1}
		}
		c.cluster = clusterAt(cs, i)
		t.add(c, k)
	}
	s := t.summary("", nil, span{0, 1}, "replies")
	return Coefficient{Value: s.Value, Lo: s.Lo, Hi: s.Hi, N: s.N, Undecided: s.Undecided, Undefined: s.Undefined}
}

// clusterAt is the place of the first choice about the same item.
func clusterAt(cs []Choice, i int) int32 {
	for i > 0 && cs[i-1].Item == cs[i].Item {
		i--
	}
	return int32(i)
}

// kappaOfChoices is Cohen's kappa of pairs of choices. Its interval reaches as far
// as it could go if every reply without a winner chose like the other of its pair,
// against it, the first answer, or the second.
func kappaOfChoices(cs []Choice, pairs func(*Choice) [][2]adhere.Winner) Coefficient {
	place := map[adhere.Winner]int{adhere.First: 0, adhere.Second: 1, adhere.Tie: 2}
	const k = 3
	of := func(chosen [3]adhere.Winner) Coefficient {
		s, n, open := newSums(k*k, len(cs)), 0, 0
		for i := range cs {
			for _, p := range pairs(&cs[i]) {
				p = filled(p, chosen)
				a, okA := place[p[0]]
				b, okB := place[p[1]]
				if !okA || !okB {
					open++
					continue
				}
				s.at(clusterAt(cs, i))[a*k+b]++
				n++
			}
		}
		c := s.coefficient(n, func(m []float64) (float64, string) { return cohen(m, k) }, evenly(k*k))
		c.Undecided = open
		return c
	}
	c := of([...]adhere.Winner{adhere.NoWinner, adhere.NoWinner, adhere.NoWinner})
	if c.Undecided == 0 {
		return c
	}
	var cases []Coefficient
	for n := range 1 << 3 {
		var chosen [3]adhere.Winner
		for i := range chosen {
			chosen[i] = []adhere.Winner{adhere.First, adhere.Second}[n>>i&1]
		}
		cases = append(cases, of(chosen))
	}
	c.reach(cases...)
	return c
}

// filled puts a winner where a pair of choices has none: the first of those chosen
// where both have none, the second beside the first answer, else the third.
func filled(pair [2]adhere.Winner, chosen [3]adhere.Winner) [2]adhere.Winner {
	if pair[0] == adhere.NoWinner && pair[1] == adhere.NoWinner {
		pair[0] = chosen[0]
	}
	for side := range pair {
		switch {
		case pair[side] != adhere.NoWinner:
		case pair[1-side] == adhere.First:
			pair[side] = chosen[1]
		default:
			pair[side] = chosen[2]
		}
	}
	return pair
}
