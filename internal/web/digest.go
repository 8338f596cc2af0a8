package web

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"adhere"
	"adhere/internal/annotate"
	"adhere/internal/browse"
	"adhere/report"
)

// A digest is what pages need of a whole run, worked out once for each state
// of the run: its metrics, and where which items are.
type digest struct {
	result *report.Result
	index  *index
	keys   []string // that items can be filtered by
	done   int      // records it was taken over
	made   time.Time
}

// How long a page waits for a digest before it says that counting goes on,
// how many bytes are remembered, how old a digest of a run that goes on may be,
// and how long counting takes where a run is large.
const (
	patience  = 60 * time.Millisecond
	mostKept  = 16 << 20
	mostFresh = 5 * time.Second
	largeTook = 200 * time.Millisecond
)

// A sized value knows about how many bytes it takes. All others are taken to
// be small.
type sized interface{ size() int }

const smallSize = 16 << 10

// digests works out what pages wait for, one at a time in the background,
// and remembers the last ones.
type digests struct {
	now      func() time.Time
	patience time.Duration // how long a page waits
	most     int           // bytes that are remembered
	turn     chan struct{} // one at a time: a large run takes tens of megabytes

	mu      sync.Mutex
	entries map[string]*entry
	clock   int // of uses
}

// An entry is one remembered or being worked out.
type entry struct {
	stamp string // the state of what it was made of
	value any    // nil until the first is ready
	err   error
	made  time.Time
	took  time.Duration
	ready chan struct{} // closed when nothing is being worked out
	size  int           // of the value, in bytes
	used  int
}

func newDigests(now func() time.Time) *digests {
	return &digests{now: now, patience: patience, most: mostKept, turn: make(chan struct{}, 1), entries: map[string]*entry{}}
}

// stampOf names a run's state.
func stampOf(r *adhere.Run) string {
	return fmt.Sprintf("%s %d %d %d %d", r.State, r.Items, r.Done, r.Failed, r.Finished.UnixMilli())
}

// get returns the value for that key and stamp. Where it is not there yet it
// has make work it out, waits for a moment, and returns what there was before,
// if anything; fresh is then false.
func (d *digests) get(ctx context.Context, key, stamp string, work func(context.Context) (any, error)) (value any, fresh bool, err error) {
	d.mu.Lock()
	e := d.entries[key]
	if e == nil {
		e = &entry{ready: make(chan struct{}), size: smallSize}
		close(e.ready)
		d.entries[key] = e
	}
	d.use(e)
	if e.idle() && e.stamp != stamp && (e.value == nil || d.now().Sub(e.made) >= max(mostFresh, 10*e.took)) {
		e.ready = make(chan struct{})
		go d.work(context.WithoutCancel(ctx), e, stamp, work)
	}
	ready := e.ready
	d.mu.Unlock()

	timer := time.NewTimer(d.patience)
	defer timer.Stop()
	select {
	case <-ready:
	case <-timer.C:
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if e.stamp != stamp { // what went wrong before may go well now
		return e.value, false, nil
	}
	return e.value, true, e.err
}

// idle reports whether nothing is being worked out for the entry.
func (e *entry) idle() bool {
	select {
	case <-e.ready:
		return true
	default:
		return false
	}
}

func (d *digests) work(ctx context.Context, e *entry, stamp string, work func(context.Context) (any, error)) {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	begun := d.now()
	value, err := guardedWork(ctx, work)
	giveBack(d.now().Sub(begun))
	d.mu.Lock()
	defer d.mu.Unlock()
	e.stamp, e.err, e.made = stamp, err, d.now()
	e.took = e.made.Sub(begun)
	if err == nil {
		e.value, e.size = value, smallSize
		if v, ok := value.(sized); ok {
			e.size += v.size()
		}
	}
	close(e.ready)
	d.use(e) // so that who waits still finds it
	d.forget()
}

func (d *digests) use(e *entry) {
	d.clock++
	e.used = d.clock
}

// giveBack hands memory back that was needed for large work alone.
func giveBack(took time.Duration) {
	if took > largeTook {
		debug.FreeOSMemory()
	}
}

// guardedWork makes an error of a panic: one run that cannot be counted must
// not end the server for all others.
func guardedWork(ctx context.Context, work func(context.Context) (any, error)) (value any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("counting a run: %v\n%s", p, debug.Stack())
		}
	}()
	return work(ctx)
}

// forget drops what was not used for longest, but never what was used last.
func (d *digests) forget() {
	total := 0
	for _, e := range d.entries {
		total += e.size
	}
	byUse := slices.SortedFunc(maps.Keys(d.entries), func(a, b string) int { return d.entries[a].used - d.entries[b].used })
	for _, key := range byUse[:len(byUse)-1] {
		if e := d.entries[key]; total > d.most && e.idle() {
			total -= e.size
			delete(d.entries, key)
		}
	}
}

// digest returns a run's digest, nil where it is being worked out, and
// whether it is of the run's present state and of what people say of it.
func (s *Server) digest(ctx context.Context, r *adhere.Run) (*digest, bool, error) {
	campaigns, stamp, err := s.campaignsOn(ctx, r.ID)
	if err != nil {
		return nil, false, err
	}
	value, fresh, err := s.digests.get(ctx, "run "+r.ID, stampOf(r)+stamp, func(ctx context.Context) (any, error) {
		return s.makeDigest(ctx, r, campaigns)
	})
	d, _ := value.(*digest)
	return d, fresh, err
}

func (s *Server) makeDigest(ctx context.Context, r *adhere.Run, campaigns []annotate.Campaign) (*digest, error) {
	people, err := s.peopleOn(ctx, r.ID, campaigns)
	if err != nil {
		return nil, err
	}
	x := newIndex()
	all, err := s.load(ctx, r, nil, func(p browse.Placed) {
		x.add(p, people.on(p.Record))
	})
	if err != nil {
		return nil, err
	}
	d := &digest{index: x, done: len(all.records), made: s.Now()}
	if d.result, err = s.summed(ctx, r, all); err != nil {
		return nil, err
	}
	kept := map[string]bool{}
	for _, m := range d.result.Metrics {
		for key := range m.Group {
			kept[key] = true
		}
	}
	d.keys = x.keys(kept)
	return d, nil
}

// summed works out a run's result and keeps its scores for the list of runs.
func (s *Server) summed(ctx context.Context, r *adhere.Run, all *loaded) (*report.Result, error) {
	result, err := s.Judging.Result(r, all.records)
	if err == nil && all.labels == nil {
		result.Warnings = append(result.Warnings, fmt.Sprintf("more than %d labels, which are not told apart", tooManyValues))
	}
	if err == nil && r.State != adhere.Started {
		if err := s.Runs.SaveRunScores(ctx, r.ID, stampOf(r), scoresOf(result)); err != nil {
			s.Log.WarnContext(ctx, "scores are not kept", "run", r.ID, "error", err) // a comfort: they are counted again
		}
	}
	return result, err
}

// result returns what a run came to, nil where it is being worked out. It takes
// little beside a digest: pages with very many runs need no more.
func (s *Server) result(ctx context.Context, r *adhere.Run) (*report.Result, error) {
	value, _, err := s.digests.get(ctx, resultKey(r), stampOf(r), func(ctx context.Context) (any, error) {
		all, err := s.load(ctx, r, nil, nil)
		if err != nil {
			return nil, err
		}
		return s.summed(ctx, r, all)
	})
	result, _ := value.(*report.Result)
	return result, err
}

func resultKey(r *adhere.Run) string { return "result " + r.ID }

// size is mostly the index.
func (d *digest) size() int { return d.index.size() + summarySize*len(d.result.Metrics) }

// summarySize is about how many bytes one number of a result takes.
const summarySize = 800

// loaded is what metrics need of a run.
type loaded struct {
	records []adhere.Record
	places  []int32         // of the records in the run, ascending
	labels  map[string]bool // nil where there are too many to be told apart; none is kept then
}

// load reads what metrics need of a run. Other tags, which may be most of what
// it takes, are there for each alone, which may be nil; so are labels that name
// single items. Instructions that
// another run has at the same position are kept once.
func (s *Server) load(ctx context.Context, r *adhere.Run, other *loaded, each func(browse.Placed)) (*loaded, error) {
	all := &loaded{records: make([]adhere.Record, 0, r.Done), places: make([]int32, 0, r.Done), labels: map[string]bool{}}
	if other != nil && other.labels == nil {
		all.labels = nil
	}
	read, last := s.Judging.Tags(r), map[int][]adhere.Requirement{} // by their number
	for p, err := range s.Records.SlimPlaced(ctx, r.ID) {
		if err != nil {
			return nil, err
		}
		if each != nil {
			each(p)
		}
		rec, place := *p.Record, int32(p.Position)
		rec.Instruction = withTags(rec.Instruction, read)
		all.label(rec.Instruction)
		if in := rec.Instruction; sameRequirements(last[len(in.Requirements)], in.Requirements) {
			in.Requirements = last[len(in.Requirements)]
		} else {
			last[len(in.Requirements)] = in.Requirements
		}
		rec.Instruction = other.share(rec.Instruction, place)
		all.records, all.places = append(all.records, rec), append(all.places, place)
	}
	return all, nil
}

// label counts the labels of the next instruction. Once there are too many, it
// takes them off all.
func (l *loaded) label(in *adhere.Instruction) {
	for i := range in.Requirements {
		if l.labels == nil {
			in.Requirements[i].Labels = nil
			continue
		}
		for _, name := range in.Requirements[i].Labels {
			l.labels[name] = true
		}
	}
	if len(l.labels) > tooManyValues {
		l.labels = nil
		l.label(in)
		for _, r := range l.records {
			l.label(r.Instruction)
		}
	}
}

// share returns the equal instruction at a place, if there is one.
func (l *loaded) share(in *adhere.Instruction, place int32) *adhere.Instruction {
	if l == nil {
		return in
	}
	if at, ok := slices.BinarySearch(l.places, place); ok && sameInstruction(l.records[at].Instruction, in) {
		return l.records[at].Instruction
	}
	return in
}

// sameInstruction reports whether two instructions are alike in what metrics read.
func sameInstruction(a, b *adhere.Instruction) bool {
	return a.ID == b.ID && a.Dataset == b.Dataset && a.Group == b.Group && a.Level == b.Level && maps.Equal(a.Tags, b.Tags) && sameRequirements(a.Requirements, b.Requirements)
}

func sameRequirements(a, b []adhere.Requirement) bool {
	return slices.EqualFunc(a, b, func(x, y adhere.Requirement) bool {
		return x.ID == y.ID && x.Weight == y.Weight && x.Turn == y.Turn && slices.Equal(x.Labels, y.Labels) && slices.Equal(x.Needs, y.Needs) &&
			(x.Rule == nil) == (y.Rule == nil) && (x.Rule == nil || x.Rule.Name == y.Rule.Name)
	})
}

// withTags returns an instruction with no other tags than those.
func withTags(in *adhere.Instruction, wanted []string) *adhere.Instruction {
	some := *in
	some.Tags = nil
	for _, tag := range wanted {
		if value, ok := in.Tags[tag]; ok {
			if some.Tags == nil {
				some.Tags = map[string]string{}
			}
			some.Tags[tag] = value
		}
	}
	return &some
}

// has reports whether a value is there whose stamp begins so.
func (d *digests) has(key, stamp string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	e := d.entries[key]
	return e != nil && strings.HasPrefix(e.stamp, stamp)
}
