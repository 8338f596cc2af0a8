package build

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/prompt"
	"adhere/verify/english"
)

// An Evolving says how instructions grow, one constraint a level.
type Evolving struct {
	Options *judge.Options // nil where nothing is evolved
	Levels  int            // 0 is 5
	Tries   int            // of each level; 0 is 3
	Seed    uint64         // of the order in which kinds of constraint are drawn
}

// An Evolution is an instruction on its way up the levels.
type Evolution struct {
	ID       string   `json:"id"`
	Category Category `json:"category"`
	Path     []string `json:"path"`  // the instruction at levels 0, 1 …
	Kinds    []string `json:"kinds"` // of constraint, from level 1 on
	Added    []string `json:"added"` // what each level demands, in words
	Tries    [][]Try  `json:"tries"` // of each level, the last one dropped where it is the last

	seed  *adhere.Instruction
	index int    // among those of its category
	next  string // that is examined
	kind  Label
}

// Seeds returns evolutions of every instruction in each of the categories; one
// that has a category of its own grows in that alone.
func Seeds(list []*adhere.Instruction, categories []Category) []*Evolution {
	var out []*Evolution
	for _, c := range categories {
		for i, in := range list {
			if want := Category(in.Tags["category"]); len(want.kinds()) > 0 && want != c {
				continue
			}
			out = append(out, &Evolution{ID: in.ID, Category: c, Path: []string{strings.TrimSpace(in.Prompt())}, seed: in, index: i})
		}
	}
	return out
}

func (e *Evolving) tries() int { return orElse(e.Tries, 3) }

func orElse(n, usual int) int {
	return cmp.Or(max(n, 0), usual)
}

// Steps returns the steps in their order, one for each level.
func (e *Evolving) Steps() []Step[*Evolution] {
	steps := []Step[*Evolution]{usable("seed", func(v *Evolution) *adhere.Instruction { return v.seed })}
	for level := 1; level <= orElse(e.Levels, 5); level++ {
		steps = append(steps, Step[*Evolution]{
			Name: "level " + strconv.Itoa(level), Doc: fmt.Sprintf("adds one constraint, examined by code and by the model, in at most %d tries", e.tries()),
			Do: e.grow(level), Ask: e.firstRequests, Likely: 60,
			Most: func(lines []*Evolution) int { return 2 * e.tries() * len(lines) },
		})
	}
	return steps
}

// grow adds a level to each line.
func (e *Evolving) grow(level int) func(context.Context, []*Evolution) ([]string, error) {
	return func(ctx context.Context, lines []*Evolution) ([]string, error) {
		why := make([]string, len(lines))
		err := judge.Each(ctx, len(lines), func(ctx context.Context, i int) error {
			v := lines[i]
			var added string
			propose := func(ctx context.Context, before []Try) (string, string, []Objection, error) {
				v.kind = e.kind(v, level, len(before))
				a := e.evolving()
				a.options.Attempt += len(before)
				text, against, err := a.put(ctx, v)
				v.next = text
				return text, text, against, err
			}
			byCode := func(_ context.Context, next string) ([]Objection, error) { return examineGrowth(v.Path, next), nil }
			byModel := func(ctx context.Context, _ string) ([]Objection, error) {
				found, against, err := e.examining().put(ctx, v)
				added = found.added()
				return append(found.against, against...), err
			}
			next, tries, reason, err := sound(ctx, e.tries(), true, propose, byCode, byModel)
			v.Tries, why[i] = append(v.Tries, tries), reason
			if err == nil && reason == "" {
				v.Path, v.Kinds, v.Added = append(v.Path, next), append(v.Kinds, v.kind.Name), append(v.Added, added)
			}
			return err
		})
		return why, err
	}
}

// kind draws the kind of a try: a seed's levels go through the kinds of its
// category in an order of its own, so that all come equally often, and leave
// out what was added already while there is another.
func (e *Evolving) kind(v *Evolution, level, try int) Label {
	kinds := v.Category.kinds()
	order := rand.New(rand.NewPCG(e.Seed, uint64(v.index/len(kinds)))).Perm(len(kinds))
	var fresh, used []Label
	for i := range kinds {
		k := kinds[order[(v.index+level-1+i)%len(kinds)]]
		if slices.Contains(v.Kinds, k.Name) {
			used = append(used, k)
		} else {
			fresh = append(fresh, k)
		}
	}
	return append(fresh, used...)[try%len(kinds)]
}

func (e *Evolving) evolving() *asking[*Evolution, string] {
	o := *e.Options
	if o.Params == nil {
		o.Params = &adhere.Params{Temperature: new(1.0)}
	}
	return &asking[*Evolution, string]{
		options: o, template: "evolve-instruction", likely: 60,
		data: func(v *Evolution) prompt.Data {
			return prompt.Data{"Instruction": v.Path[len(v.Path)-1], "Category": string(v.Category), "Kind": v.kind.Name, "Doc": v.kind.Doc}
		},
		read: func(v *Evolution, reply string) (string, error) { return readGrown(v.Path[len(v.Path)-1], reply) },
	}
}

func (e *Evolving) examining() *asking[*Evolution, stepReview] {
	return &asking[*Evolution, stepReview]{
		options: *e.Options, template: "examine-evolution", likely: 60,
		data: func(v *Evolution) prompt.Data {
			return prompt.Data{"Before": v.Path[len(v.Path)-1], "After": v.next, "Category": string(v.Category), "Doc": v.Category.doc()}
		},
		read: func(_ *Evolution, reply string) (stepReview, error) { return readReview(reply) },
	}
}

// firstRequests counts one try of a level, and its examination.
func (e *Evolving) firstRequests(lines []*Evolution) ([]*adhere.Request, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	for _, v := range lines {
		v.kind, v.next = e.kind(v, 1, 0), v.Path[0]+" "+typical
	}
	grown, err := e.evolving().firstRequests(lines)
	if err != nil {
		return nil, err
	}
	examined, err := e.examining().firstRequests(lines)
	return append(grown, examined...), err
}

// Instructions returns the instruction at each level, level 0 first.
func (v *Evolution) Instructions() []*adhere.Instruction {
	group := string(v.Category) + "/" + v.ID
	var out []*adhere.Instruction
	for level, text := range v.Path {
		in := &adhere.Instruction{
			ID: group + "/" + strconv.Itoa(level), Group: group, Level: level, Path: v.Path[:level+1],
			Messages: []adhere.Message{{Role: adhere.User, Text: text}},
			Tags:     map[string]string{"category": string(v.Category), "source": "evolved"},
		}
		for i, added := range v.Added[:level] {
			r := adhere.Requirement{ID: "c" + strconv.Itoa(i+1), Text: added, Labels: []string{string(v.Category)}, Weight: 1}
			if reading, ok := english.Read(added); ok && reading.Decides == english.Whole {
				r.Rule = reading.Check.Rule()
			}
			in.Requirements = append(in.Requirements, r)
		}
		out = append(out, in)
	}
	return out
}

// A LevelPlan says which categories are evolved by a model and which are made
// by code.
type LevelPlan struct {
	Evolving       []Category
	Example, Mixed bool
}

// PlanLevels reads names of categories; none stands for all that can be made.
func PlanLevels(names []string, seeds bool) (LevelPlan, error) {
	if len(names) == 0 {
		p := LevelPlan{Example: !seeds, Mixed: !seeds}
		if seeds {
			p.Evolving = evolvingCategories()
		}
		return p, nil
	}
	var p LevelPlan
	for _, name := range names {
		switch c := Category(name); c {
		case ExampleCategory:
			p.Example = true
		case MixedCategory:
			p.Mixed = true
		default:
			if len(c.kinds()) == 0 {
				return p, &adhere.Error{Code: adhere.Invalid, Message: "there is no category " + name, Hint: "one of content, situation, style, format, example, mixed"}
			}
			p.Evolving = append(p.Evolving, c)
		}
	}
	return p, nil
}

// Evolved reports whether a model is needed.
func (p *LevelPlan) Evolved() bool { return len(p.Evolving) > 0 }

// ByCode makes the levels that need no model.
func (p *LevelPlan) ByCode(tasks []ExampleTask, each int, seed uint64) ([]*adhere.Instruction, error) {
	var out []*adhere.Instruction
	if p.Example {
		out = exampleInstructions(tasks, each, seed)
	}
	if !p.Mixed {
		return out, nil
	}
	mixed, err := mixedInstructions(mixedSeeds(), seed)
	return append(out, mixed...), err
}

// OfCategory returns the instructions of a category.
func OfCategory(list []*adhere.Instruction, category string) []*adhere.Instruction {
	return lists.Filter(list, func(in *adhere.Instruction) bool { return in.Tags["category"] == category })
}

// LevelsCard describes a set of growing instructions.
func LevelsCard(p *Passage[*Evolution], e *Evolving, list []*adhere.Instruction) *Card {
	steps := stepTable(e.Steps())
	if e.Options == nil {
		steps, p.Yields = Table{}, nil
	}
	for _, c := range []Category{ExampleCategory, MixedCategory} {
		if n := len(OfCategory(list, string(c))); n > 0 {
			p.Yields = append(p.Yields, StepYield{Step: string(c), Doc: "made by code", In: n, Kept: n})
		}
	}
	c := newCard("levels", p.Yields, e.Options, steps)
	c.About = "Instructions that grow by one constraint a level (FollowBench, section 3.1). Content, situation, style and format are evolved: a model rewrote each, and code and the model examined every step: one demand more, none lost, none against another, still answerable, of its category. What failed was written anew with another kind of constraint, a bounded number of times; what failed then is in rejected.jsonl with every try. Example and mixed are made by code, with rules that decide them."
	c.Facts = append(c.Facts, [2]string{"seed", strconv.FormatUint(e.Seed, 10)})
	c.Tables = append(c.Tables, Examine(list, "category", nil).Statistics)
	c.Tables = append(c.Tables, evolvedTables(p)...)
	c.Limits = []string{
		"Nobody has looked at these instructions: `adhere campaign create` with `--protocol double-check` has two people check each, and a third where they differ.",
		"Who examined is the model that wrote: what it does not see itself, stays.",
		"Of example constraints the form of the answer is checked, not whether it is right; demands of mixed ones can be odd for their text.",
	}
	return c
}

// evolvedTables show by category what was found against steps, and which
// kinds of constraint were added.
func evolvedTables(p *Passage[*Evolution]) []Table {
	by, kinds := map[Category][][]Try{}, map[string]int{}
	for _, v := range p.all() {
		by[v.Category] = append(by[v.Category], v.Tries...)
	}
	for _, v := range p.Kept {
		for _, k := range v.Kinds {
			kinds[string(v.Category)+": "+k]++
		}
	}
	var out []Table
	for _, c := range evolvingCategories() {
		if len(by[c]) > 0 {
			out = append(out, triesTable("Steps of "+string(c), by[c]))
		}
	}
	drawn := Table{Title: "Kinds of constraint", Heads: []string{"kind", "steps"}}
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		drawn.Rows = append(drawn.Rows, []string{k, strconv.Itoa(kinds[k])})
	}
	return append(out, drawn)
}
