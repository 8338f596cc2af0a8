package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"adhere"
	"adhere/dataset"
	"adhere/judge"
	"adhere/metric"
	"adhere/report"
)

// A chooser is one judge, asked by one protocol, on all pairs and set by set.
type chooser struct {
	metric.ChoiceReport
	Sets []chooserOn `json:"sets,omitempty"`
}

type chooserOn struct {
	Set string `json:"set"`
	metric.ChoiceReport
}

// pairEval measures judges by their recorded replies about pairs of answers
// of which the better one is known.
func (p *program) pairEval(ctx context.Context, gold, replies []string, o *outputFlags) error {
	pairs, err := readPairs(ctx, gold)
	if err != nil {
		return err
	}
	all := newBoth(pairs)
	for _, path := range replies {
		r, err := dataset.ReadPairReplies(ctx, path, nil)
		if err != nil {
			return err
		}
		if err := all.add(r); err != nil {
			return err
		}
	}
	choices, warnings := all.choices()
	if len(choices) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: strings.Join(replies, ", ") + ": no pair was judged in both orders", Hint: "each pair needs a reply of order 12 and one of order 21"}
	}
	return p.writeAgreement(choosersReport(choosers(choices), warnings), warnings, o)
}

// A pairKey names a pair by its set and its place in it.
type pairKey struct {
	set   string
	index int
}

func readPairs(ctx context.Context, paths []string) (map[pairKey]dataset.Pair, error) {
	pairs := map[pairKey]dataset.Pair{}
	for _, path := range paths {
		list, err := dataset.ReadPairs(ctx, path, nil)
		if err != nil {
			return nil, err
		}
		for _, pair := range list {
			key := pairKey{pair.Set, pair.Index}
			if _, twice := pairs[key]; twice {
				return nil, &adhere.Error{Code: adhere.Invalid, Message: "--pairs: two files hold the set " + pair.Set}
			}
			pairs[key] = pair
		}
	}
	return pairs, nil
}

// separator parts what a choice is about from what else names it.
const separator = "\x1f"

// bothOrders joins the replies of a judge about a pair in both orders.
type bothOrders struct {
	pairs    map[pairKey]dataset.Pair
	order    []replyKey
	replies  map[replyKey]*[2]placedReply // as given, exchanged
	odd      int
	warnings []string
}

type replyKey struct {
	pairKey
	judge string
}

type placedReply struct {
	place  string // file and line; empty where there is no reply
	winner adhere.Winner
}

func newBoth(pairs map[pairKey]dataset.Pair) *bothOrders {
	return &bothOrders{pairs: pairs, replies: map[replyKey]*[2]placedReply{}}
}

// add reads the replies of a file with the parser of live judges. What the
// file itself says of a winner is held against that.
func (b *bothOrders) add(r *dataset.PairReplies) error {
	b.warnings = append(b.warnings, r.Warnings...)
	for i := range r.List {
		reply := &r.List[i]
		k, place := replyKey{pairKey{reply.Set, reply.Index}, judgeOf(reply)}, fmt.Sprintf("%s line %d", r.Path, reply.Line)
		if _, ok := b.pairs[k.pairKey]; !ok {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: no pair %d of the set %s is known", place, reply.Index, reply.Set), Hint: "name the file of the set, " + reply.Set + ".json, with --pairs"}
		}
		if b.replies[k] == nil {
			b.replies[k] = &[2]placedReply{}
			b.order = append(b.order, k)
		}
		at := &b.replies[k][0]
		if reply.Exchanged {
			at = &b.replies[k][1]
		}
		if at.place != "" {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s and %s: two replies of one judge about one pair in one order", at.place, place)}
		}
		*at = placedReply{place, winnerOf(reply)}
		if reply.Winner != "" && reply.Winner != at.winner {
			b.odd++
		}
	}
	return nil
}

// choices returns what was judged in both orders, and says what was not.
func (b *bothOrders) choices() (choices []metric.Choice, warnings []string) {
	warnings = b.warnings
	alone := 0
	for _, k := range b.order {
		there, back := b.replies[k][0], b.replies[k][1]
		if there.place == "" || back.place == "" {
			alone++
			continue
		}
		choices = append(choices, metric.Choice{
			Item: k.set + separator + strconv.Itoa(k.index), Judge: k.judge, Gold: b.pairs[k.pairKey].Gold,
			Forward: there.winner, Exchanged: back.winner,
		})
	}
	if b.odd > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of the replies are read otherwise than their winner says", b.odd))
	}
	if alone > 0 {
		warnings = append(warnings, fmt.Sprintf("%d of the pairs were judged in one order only and are left out", alone))
	}
	return choices, warnings
}

func judgeOf(r *dataset.PairReply) string {
	if r.Protocol == "" {
		return r.Judge
	}
	return r.Judge + ", " + r.Protocol
}

// winnerOf reads a reply; the result names an answer, not a place.
func winnerOf(r *dataset.PairReply) adhere.Winner {
	w := judge.ReadWinner(r.Reply)
	if !r.Exchanged {
		return w
	}
	switch w {
	case adhere.First:
		return adhere.Second
	case adhere.Second:
		return adhere.First
	default:
		return w
	}
}

// choosers measures each judge over all pairs and, where there are several
// sets, over each in the order of their files.
func choosers(choices []metric.Choice) []chooser {
	var out []chooser
	at := map[string]int{}
	for i, r := range metric.Choices(choices) {
		at[r.Judge] = i
		out = append(out, chooser{ChoiceReport: r})
	}
	sets := setsOf(choices)
	if len(sets) < 2 {
		return out
	}
	for _, set := range sets {
		var of []metric.Choice
		for _, c := range choices {
			if strings.HasPrefix(c.Item, set+separator) {
				of = append(of, c)
			}
		}
		for _, r := range metric.Choices(of) {
			c := &out[at[r.Judge]]
			c.Sets = append(c.Sets, chooserOn{set, r})
		}
	}
	return out
}

func setsOf(choices []metric.Choice) []string {
	var sets []string
	seen := map[string]bool{}
	for _, c := range choices {
		set, _, _ := strings.Cut(c.Item, separator)
		if !seen[set] {
			seen[set] = true
			sets = append(sets, set)
		}
	}
	return sets
}

func choosersReport(judges []chooser, warnings []string) *report.Agreement {
	const label = "the label of the pairs"
	a := &report.Agreement{
		Title: "Judges that compare two answers", Gold: label, Definitions: choiceDefinitions(),
		Document: struct {
			Gold     string    `json:"gold"`
			Judges   []chooser `json:"judges"`
			Warnings []string  `json:"warnings,omitempty"`
		}{label, judges, warnings},
	}
	for _, j := range judges {
		a.Judges = append(a.Judges, choiceSummaries(j.ChoiceReport, map[string]string{"judge": j.Judge})...)
	}
	for _, j := range judges {
		for _, s := range j.Sets {
			a.Judges = append(a.Judges, choiceSummaries(s.ChoiceReport, map[string]string{"judge": j.Judge, "set": s.Set})...)
		}
	}
	return a
}

func choiceSummaries(r metric.ChoiceReport, group map[string]string) []adhere.Summary {
	var out []adhere.Summary
	for _, c := range []struct {
		name string
		of   metric.Coefficient
		all  int // what it would be taken over if every reply named a winner
	}{
		{"accuracy_forward", r.Forward, r.Items},
		{"accuracy_exchanged", r.Exchanged, r.Items},
		{"accuracy_both", r.Both, r.Items},
		{"changed", r.Changed, r.Items},
		{"kappa", r.Kappa, 2 * r.Items},
		{"kappa_orders", r.Consistent, r.Items},
	} {
		s := adhere.Summary{
			Metric: c.name, Group: group, Value: c.of.Value, Lo: c.of.Lo, Hi: c.of.Hi,
			N: c.of.N, Undecided: c.all - c.of.N, Undefined: c.of.Undefined,
		}
		if !strings.HasPrefix(c.name, "kappa") && s.Undefined == "" {
			s.Met = int(math.Round(s.Value * float64(s.N)))
		}
		out = append(out, s)
	}
	return out
}

func choiceDefinitions() []report.Definition {
	return []report.Definition{
		{Name: "accuracy_forward", Doc: "Share of pairs whose better answer the judge names when it sees them as given."},
		{Name: "accuracy_exchanged", Doc: "The same with the two answers in each other's place."},
		{Name: "accuracy_both", Doc: "Share of pairs whose better answer the judge names in both orders."},
		{Name: "changed", Doc: "Share of pairs on which the judge changes its mind with the order of the answers."},
		{Name: "kappa", Doc: "Cohen's kappa of the judge with the label, over both orders; 1 is full agreement, 0 is chance.", Plain: true},
		{Name: "kappa_orders", Doc: "Cohen's kappa of the judge in one order with itself in the other.", Plain: true},
	}
}
