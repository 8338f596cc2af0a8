package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/serving"
	"adhere/refine"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// A Source says where constraints come from.
type Source string

// The sources.
const (
	FromText   Source = "text"   // read from the request's own words by rule
	FromModel  Source = "model"  // listed by a model
	FromClient Source = "given"  // in the request
	FromPin    Source = "pinned" // set for this prompt by POST /v1/constraints
)

// A checklist is what an answer to one prompt must meet. It is never changed.
type checklist struct {
	hash         string
	source       Source
	requirements []adhere.Requirement
	spans        []*span // by requirement; nil where it was not read from the text
	conflicts    []string
	warning      string
}

// A span is where in a request a constraint stands.
type span struct {
	Role  adhere.Role `json:"role"`
	Start int         `json:"start"` // bytes of that turn's text
	End   int         `json:"end"`
}

// readText lists what the words of a request demand for certain. What is seen
// but may bind something else is left out.
func readText(asked []adhere.Message) *checklist {
	c := &checklist{source: FromText}
	for _, d := range english.Demands(asked) {
		if d.MayEnforce() {
			d.ID = fmt.Sprintf("c%d", len(c.requirements)+1)
			c.put(d.Requirement, &span{asked[d.Source.Turn].Role, d.Source.Start, d.Source.End})
		} else if strings.HasPrefix(d.Doubt, english.Contradicted) && !slices.Contains(c.conflicts, d.Doubt) {
			c.conflicts = append(c.conflicts, d.Doubt)
		}
	}
	return c
}

// add appends what was read as a check.
func (c *checklist) add(text string, r english.Reading, at *span) {
	id := fmt.Sprintf("c%d", len(c.requirements)+1)
	c.put(adhere.Requirement{ID: id, Text: text, Rule: r.Check.Rule()}, at)
	if r.Decides == english.Part {
		c.put(adhere.Requirement{ID: fmt.Sprintf("c%d", len(c.requirements)+1), Text: r.Rest}, at)
	}
}

func (c *checklist) put(r adhere.Requirement, at *span) {
	c.requirements, c.spans = append(c.requirements, r), append(c.spans, at)
}

// readList reads constraints in words, each as a check where it can be one.
func readList(source Source, list []adhere.Requirement) *checklist {
	c := &checklist{source: source}
	for _, r := range list {
		reading, ok := english.Reading{}, false
		if r.Rule == nil {
			reading, ok = english.Read(r.Text)
		}
		if ok {
			c.add(r.Text, reading, nil)
			continue
		}
		r.ID = fmt.Sprintf("c%d", len(c.requirements)+1)
		c.put(r, nil)
	}
	c.conflicts = conflictsOf(c.requirements)
	return c
}

// conflictsOf says which constraints no text can meet together.
func conflictsOf(requirements []adhere.Requirement) []string {
	var checks []algebra.Check
	var ids []string
	for _, r := range requirements {
		if r.Rule == nil {
			continue
		}
		if c, err := algebra.Decode(r.Rule.Args); err == nil && r.Rule.Name == c.Rule().Name {
			checks, ids = append(checks, c), append(ids, r.ID)
		}
	}
	var out []string
	for _, c := range algebra.Conflicts(checks) {
		var who []string
		for _, i := range c.Checks {
			who = append(who, ids[i])
		}
		out = append(out, strings.Join(who, ", ")+": "+c.Why)
	}
	return out
}

// readGiven reads the constraints that a client writes in a member of its
// request.
func readGiven(source Source, member string, given []wishConstraint, catalog *verify.Catalog) (*checklist, error) {
	list := make([]adhere.Requirement, 0, len(given))
	if len(given) > mostConstraints {
		return nil, serving.BadRequest(member, fmt.Sprintf("%s has %d constraints, at most %d are checked", member, len(given), mostConstraints))
	}
	for i, g := range given {
		param := fmt.Sprintf("%s[%d]", member, i)
		if g.Rule != nil {
			if _, err := catalog.Compile(g.Rule); err != nil {
				return nil, serving.BadRequest(param, param+": "+err.Error())
			}
		} else if strings.TrimSpace(g.Text) == "" {
			return nil, serving.BadRequest(param, param+" has neither a text nor a rule")
		}
		list = append(list, adhere.Requirement{Text: g.Text, Rule: g.Rule})
	}
	return readList(source, list), nil
}

// mostConstraints bounds what one request may have checked.
const mostConstraints = 200

// hashPrompt names a prompt of a caller: what one pins, another does not see.
func hashPrompt(caller string, asked []adhere.Message) string {
	sum := sha256.New()
	var buf [4 << 10]byte // a text is not copied whole: it can be large
	fmt.Fprintf(sum, "%q\n", caller)
	for _, m := range asked {
		fmt.Fprintf(sum, "%q %d\n", m.Role, len(m.Text))
		_, _ = io.CopyBuffer(struct{ io.Writer }{sum}, struct{ io.Reader }{strings.NewReader(m.Text)}, buf[:]) // a hash takes all
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// A shelf keeps checklists by the hash of their prompts. When it is full, the
// one that was put there first goes.
type shelf struct {
	mu    sync.Mutex
	most  int
	lists map[string]*checklist
	order []string
}

func newShelf(most int) *shelf { return &shelf{most: most, lists: map[string]*checklist{}} }

func (s *shelf) get(hash string) *checklist {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists[hash]
}

func (s *shelf) put(hash string, c *checklist) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.lists[hash]; !ok {
		if len(s.order) >= s.most {
			delete(s.lists, s.order[0])
			s.order = slices.Delete(s.order, 0, 1)
		}
		s.order = append(s.order, hash)
	}
	s.lists[hash] = c
}

// A desk finds out what answers must meet.
type desk struct {
	decomposer func(asked adhere.Model) (refine.Decomposer, error) // nil reads the words by rule
	read, pins *shelf
	readers    chan struct{} // as many as have a processor: a prompt that is being read takes memory
}

func newDesk(decomposer func(adhere.Model) (refine.Decomposer, error)) *desk {
	return &desk{decomposer: decomposer, read: newShelf(mostRead), pins: newShelf(mostPinned), readers: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// byRule reads what words demand.
func (d *desk) byRule(asked []adhere.Message) *checklist {
	d.readers <- struct{}{}
	defer func() { <-d.readers }()
	return readText(asked)
}

// The sizes of the shelves: some megabytes each at the most.
const (
	mostRead   = 1024
	mostPinned = 4096
)

// of returns the checklist of a prompt: pinned, read before, or read now. What
// a model lists is asked for once.
func (d *desk) of(ctx context.Context, caller string, a *asker) (*checklist, adhere.Usage, error) {
	asked := a.talk.asked()
	hash := hashPrompt(caller, asked)
	if pinned := d.pins.get(hash); pinned != nil {
		return pinned, adhere.Usage{}, nil
	}
	if known := d.read.get(hash); known != nil {
		return known, adhere.Usage{}, nil
	}
	list, used, err := d.fresh(ctx, a, asked)
	if err != nil {
		return nil, used, err
	}
	list.hash = hash
	if list.warning == "" {
		d.read.put(hash, list)
	}
	return list, used, nil
}

// fresh lists what a prompt asks for. Where the model cannot say, the words are
// read by rule, and the list says that it is not the model's.
func (d *desk) fresh(ctx context.Context, a *asker, asked []adhere.Message) (*checklist, adhere.Usage, error) {
	if d.decomposer == nil {
		return d.byRule(asked), adhere.Usage{}, nil
	}
	by, err := d.decomposer(sideModel{a})
	if err != nil {
		return nil, adhere.Usage{}, err
	}
	list, used, err := by.Requirements(ctx, &adhere.Instruction{Messages: asked})
	if ctx.Err() != nil {
		return nil, used, context.Cause(ctx)
	}
	if err == nil {
		return readList(FromModel, list[:min(len(list), mostConstraints)]), used, nil
	}
	c := d.byRule(asked)
	c.warning = "the decomposer failed, the constraints are read by rule: " + err.Error()
	return c, used, nil
}

func (s *shelf) drop(hash string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.lists, hash)
	if i := slices.Index(s.order, hash); i >= 0 {
		s.order = slices.Delete(s.order, i, i+1)
	}
}
