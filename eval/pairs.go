package eval

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"adhere"
	"adhere/dataset"
	"adhere/judge"
	"adhere/metric"
	"adhere/report"
)

// JudgePairs measures judges by their recorded replies about pairs of answers
// of which the better one is known. Pairs and replies are files; each pair
// needs a reply in both orders.
func JudgePairs(ctx context.Context, files dataset.Files, gold, replies []string) (*report.Agreement, error) {
	pairs, err := readPairs(ctx, files, gold)
	if err != nil {
		return nil, err
	}
	all := &bothOrders{pairs: pairs, replies: map[replyKey]*[2]placedReply{}}
	for _, path := range replies {
		r, err := dataset.ReadPairReplies(ctx, path, files)
		if err != nil {
			return nil, err
		}
		if err := all.add(r); err != nil {
			return nil, err
		}
	}
	choices, warnings := all.choices()
	if len(choices) == 0 {
		return nil, invalid(strings.Join(replies, ", ")+": no pair was judged in both orders", "each pair needs a reply of order 12 and one of order 21")
	}
	return report.OfChoices("the label of the pairs", choices, warnings), nil
}

// A pairKey names a pair by its set and its place in it.
type pairKey struct {
	set   string
	index int
}

func readPairs(ctx context.Context, files dataset.Files, paths []string) (map[pairKey]dataset.Pair, error) {
	pairs := map[pairKey]dataset.Pair{}
	for _, path := range paths {
		list, err := dataset.ReadPairs(ctx, path, files)
		if err != nil {
			return nil, err
		}
		for _, pair := range list {
			key := pairKey{pair.Set, pair.Index}
			if _, twice := pairs[key]; twice {
				return nil, invalid("--pairs: two files hold the set "+pair.Set, "name each set once")
			}
			pairs[key] = pair
		}
	}
	return pairs, nil
}

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

// add reads the replies of a file with the parser of live judges. What the
// file itself says of a winner is held against that.
func (b *bothOrders) add(r *dataset.PairReplies) error {
	b.warnings = append(b.warnings, r.Warnings...)
	for i := range r.List {
		reply := &r.List[i]
		k, place := replyKey{pairKey{reply.Set, reply.Index}, judgeOf(reply)}, fmt.Sprintf("%s line %d", r.Path, reply.Line)
		if _, ok := b.pairs[k.pairKey]; !ok {
			return invalid(fmt.Sprintf("%s: no pair %d of the set %s is known", place, reply.Index, reply.Set), "name the file of the set, "+reply.Set+".json, with --pairs")
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
			Set: k.set, Item: k.set + " " + strconv.Itoa(k.index), Judge: k.judge, Gold: b.pairs[k.pairKey].Gold,
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
	if r.Exchanged {
		w = w.Exchanged()
	}
	return w
}
