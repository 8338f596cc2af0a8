package gateway

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/singleflight"

	"adhere"
	"adhere/refine"
	"adhere/verify/english"
)

// A demandReader finds out what answers must meet.
type demandReader struct {
	decomposer func(asked adhere.Model) (refine.Decomposer, error) // nil reads the words by rule
	divide     Divide
	read, pins *listCache
	messages   english.Memory     // what the words of single messages demand
	asking     singleflight.Group // by the hash of the prompt that is being read
	readers    chan struct{}      // as many as have a processor: a prompt that is being read takes memory
	log        *slog.Logger
}

func newDemandReader(o *Options) *demandReader {
	return &demandReader{decomposer: o.Decomposer, divide: o.Divide, log: o.Log, read: newListCache(mostRead, mostReadBytes), pins: newListCache(mostPinned, mostPinnedBytes), readers: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// byRule reads what words demand. A conversation that is too long is not read,
// and the list says so.
func (d *demandReader) byRule(asked []adhere.Message) *checklist {
	n := 0
	for _, m := range asked {
		n += len(m.Text)
	}
	if n > longestRead {
		return &checklist{source: FromText, why: "long_prompt", warning: fmt.Sprintf("the conversation has %d bytes, and at most %d are read by rule", n, longestRead)}
	}
	d.readers <- struct{}{}
	defer func() { <-d.readers }()
	return readText(d.messages.Demands(asked), asked)
}

// longestRead is how many bytes of a conversation are read by rule: reading
// takes seconds for a megabyte.
const longestRead = 256 << 10

// of returns the checklist of a prompt: pinned, read before, or read now. What
// a model lists is asked for once, also where it cannot say. What is asked
// besides is paid by the request that asks. Where there is a draft already, it may
// be judged in the same call, and corrected; that is not kept.
func (d *demandReader) of(ctx context.Context, caller string, a *asker, draft string, correct bool) (*checklist, adhere.Usage, error) {
	whole := a.talk.whole()
	hash, read := hashPrompt(caller, a.talk.asked()), hashPrompt(caller, whole)
	if list := d.known(hash, read); list != nil {
		return list, adhere.Usage{}, nil
	}
	var mine atomic.Bool
	var used adhere.Usage
	var about said
	var list checklist
	got := d.asking.DoChan(read, func() (any, error) {
		if mine.Store(true); ctx.Err() != nil { // its request may have ended without waiting for this
			return nil, context.Cause(ctx)
		}
		if list := d.known(hash, read); list != nil {
			return list, nil
		}
		list, spent, err := d.survive(ctx, a, whole, draft, correct)
		if used = spent; err != nil {
			return nil, err
		}
		list.hash = hash
		about, list.said = list.said, said{}
		if !list.passing {
			d.read.put(read, caller, list)
		}
		return list, nil
	})
	select {
	case r := <-got:
		if r.Err == nil {
			list = *r.Val.(*checklist)
		}
		if !mine.Load() && (r.Err != nil || list.passing) && ctx.Err() == nil { // the other request ended, or could not
			return d.of(ctx, caller, a, draft, correct)
		}
		if r.Err != nil {
			return nil, used, r.Err
		}
		if mine.Load() {
			list.said = about
		}
		return &list, used, nil
	case <-ctx.Done():
		if mine.Load() { // it ends with this request, and says what it has used
			<-got
		}
		return nil, used, context.Cause(ctx)
	}
}

// known returns the checklist of a prompt that is pinned, or was read before.
func (d *demandReader) known(hash, read string) *checklist {
	if pinned := d.pins.get(hash); pinned != nil {
		return pinned
	}
	return d.read.get(read)
}

// survive is fresh; where that crashes, nothing is known of what the words ask for:
// a fault in a reader costs a request its check, and ends no gateway.
func (d *demandReader) survive(ctx context.Context, a *asker, asked []adhere.Message, draft string, correct bool) (list *checklist, used adhere.Usage, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			d.log.Error("reading what a request demands crashed; please report this", "panic", fmt.Sprint(fault), "stack", string(debug.Stack()))
			list, used, err = &checklist{source: FromText, why: "unread_prompt", warning: "the conversation could not be read: the gateway has logged a fault of its own"}, a.spent(), nil
		}
	}()
	return d.fresh(ctx, a, asked, draft, correct)
}

// fresh lists what a prompt asks for. Where the model cannot say, the words are
// read by rule, and the list says that it is not the model's. Of framed answers nothing
// is enforced, and no model is asked.
func (d *demandReader) fresh(ctx context.Context, a *asker, asked []adhere.Message, draft string, correct bool) (*checklist, adhere.Usage, error) {
	if d.decomposer == nil || framed(asked) {
		return d.byRule(asked), adhere.Usage{}, nil
	}
	by, err := d.decomposer(sideModel{a})
	if err != nil {
		return nil, adhere.Usage{}, err
	}
	list, used, err := d.listed(ctx, by, asked, draft, correct)
	if own := a.spent(); used.Calls < own.Calls { // what came to nothing
		used = own
	}
	used.Calls = max(used.Calls, a.calls()) // what failed, and what is cut off
	if ctx.Err() != nil {
		return nil, used, context.Cause(ctx)
	}
	if err == nil {
		return list, used, nil
	}
	c := d.byRule(asked)
	c.warning = "the decomposer failed, the constraints are read by rule: " + err.Error()
	c.why = cmp.Or(c.why, noList)
	c.passing = adhere.CodeOf(err) == adhere.Exhausted // the request had no calls or money left, and the next one may
	return c, used, nil
}

// listed asks a model for the list, with scope and source where it can say, and
// with verdicts on the draft where there is one.
func (d *demandReader) listed(ctx context.Context, by refine.Decomposer, asked []adhere.Message, draft string, correct bool) (*checklist, adhere.Usage, error) {
	if placing, ok := by.(refine.DemandJudge); ok {
		l, err := placing.DemandsMet(ctx, asked, draft, correct)
		list := readDemands(l.Demands[:min(len(l.Demands), mostConstraints)], l.Verdicts, asked, d.divide)
		list.said.draft, list.said.corrected = draft, l.Corrected
		return list, l.Usage, err
	}
	list, used, err := by.Requirements(ctx, &adhere.Instruction{Messages: asked})
	return readList(FromModel, list[:min(len(list), mostConstraints)], d.divide), used, err
}
