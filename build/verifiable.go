package build

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/lazyregexp"
	"adhere/judge"
	"adhere/verify/english"
	"adhere/verify/sample"
)

//go:embed base/requests.txt
var baseRequests string

// VerifiableVersion is raised whenever the same seed would give another set.
const VerifiableVersion = 3

// The sides of a split.
const (
	Train   = "train"
	HeldOut = "held_out"
)

// A Base is a request to which demands are added.
type Base struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// BaseRequests returns requests of our own.
func BaseRequests() []*Base {
	var out []*Base
	for i, line := range strings.Split(strings.TrimSpace(baseRequests), "\n") {
		out = append(out, &Base{"base-" + strconv.Itoa(i+1), line})
	}
	return out
}

// ReadBase reads requests of a file of that name: one a line, or, of JSON lines,
// the prompt of each.
func ReadBase(r io.Reader, name string, isJSON bool) ([]*Base, error) {
	var out []*Base
	if isJSON {
		err := jsonl.Read(r, name, func(_ int, row struct{ Prompt *string }) error {
			if row.Prompt == nil {
				return adhere.Errorf(adhere.Invalid, "prompt is missing").WithHint("each line is an object with prompt, the request")
			}
			out = append(out, &Base{fmt.Sprintf("%s:%d", name, len(out)+1), *row.Prompt})
			return nil
		})
		return out, err
	}
	for line, err := range jsonl.Lines(r) {
		if err != nil {
			return nil, adhere.Errorf(adhere.Invalid, "%s line %d: %s", name, line.Number, err)
		}
		out = append(out, &Base{fmt.Sprintf("%s:%d", name, line.Number), string(line.Text)})
	}
	return out, nil
}

const longestBase = 4000

// baseSteps drop what demands cannot be added to.
func baseSteps() []Step[*Base] {
	seen := map[string]bool{}
	return []Step[*Base]{
		{Name: "usable", Doc: fmt.Sprintf("drops requests that are empty or longer than %d characters", longestBase), Do: one(func(b *Base) string {
			switch {
			case strings.TrimSpace(b.Text) == "":
				return "empty"
			case len([]rune(b.Text)) > longestBase:
				return "too long"
			}
			return ""
		})},
		{Name: "distinct", Doc: "drops requests that came before, letter case and white space aside", Do: inTurn(func(b *Base) string {
			key := strings.ToLower(strings.Join(strings.Fields(b.Text), " "))
			if seen[key] {
				return "came before"
			}
			seen[key] = true
			return ""
		})},
		{Name: "near duplicates", Doc: "drops requests that are nearly the same as an earlier one, so that no part of a split holds what another does", Do: func(_ context.Context, lines []*Base) ([]string, error) {
			return nearReasons(lines, func(b *Base) (string, string) { return b.ID, b.Text }), nil
		}},
		{Name: "free", Doc: "drops requests that demand something of the answer's form already, which could contradict what is added", Do: one(func(b *Base) string {
			if found := english.Decompose(b.Text); len(found) > 0 {
				return "demands already: " + found[0].Reading.Check.String()
			}
			return ""
		})},
	}
}

// A Verifiable says what set of prompts is made.
type Verifiable struct {
	Count       int           // prompts
	Least, Most int           // demands in each
	Seed        uint64        // with VerifiableVersion, names the set
	HeldOut     float64       // share of kinds, requests and prompts that are kept apart; 0 for none
	Kinds       []sample.Kind // that demands are drawn from
	Base        []*Base

	worded  *Passage[*Wording] // nil where no model was asked; see AddWordings
	options *judge.Options
}

// Demands sets how many demands a prompt has, from a number or a range: "3",
// "1-10".
func (v *Verifiable) Demands(text string) (err error) {
	low, high, ranged := strings.Cut(text, "-")
	if !ranged {
		high = low
	}
	if v.Least, err = strconv.Atoi(low); err == nil {
		v.Most, err = strconv.Atoi(high)
	}
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "--demands " + text + ": expected a number or a range", Hint: "for example --demands 3 or --demands 1-10"}
	}
	return nil
}

// A Prompt is a request with demands, and the texts that show them.
type Prompt struct {
	Instruction *adhere.Instruction
	Split       string
	Drawn       sample.Drawn
}

// A VerifiableSet is what was made.
type VerifiableSet struct {
	Name    string
	Prompts []Prompt
	Base    Passage[*Base]
	Worded  []*Wording          // by a model; nil where none was asked
	Kinds   map[string][]string // by split, the names of its kinds
	Drawn   map[string]int      // demands by kind
	// Rejected counts by reason the wordings and demands that were drawn and
	// not kept.
	Rejected map[sample.Why]int
}

// Name returns the name of the set: version, seed and the wordings of a model
// say which it is.
func (v *Verifiable) Name() string {
	return fmt.Sprintf("verifiable-v%d-s%d%s", VerifiableVersion, v.Seed, v.wordingsName())
}

// Make makes the prompts, the same for the same settings on every machine.
func (v *Verifiable) Make(ctx context.Context) (*VerifiableSet, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	base, err := Through(ctx, v.Base, baseSteps())
	if err != nil {
		return nil, err
	}
	set := &VerifiableSet{Name: v.Name(), Base: base, Kinds: map[string][]string{}, Drawn: map[string]int{}, Rejected: map[sample.Why]int{}}
	r := rand.New(rand.NewPCG(v.Seed, 0))
	sides, err := v.sides(r, base.Kept)
	if err != nil {
		return nil, err
	}
	if v.worded != nil {
		set.Worded = v.worded.all()
	}
	for _, side := range sides {
		if err := v.fill(ctx, set, side); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func (v *Verifiable) check() error {
	invalid := func(format string, args ...any) error {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case v.Count < 1:
		return invalid("%d prompts: expected at least 1", v.Count)
	case v.Least < 1 || v.Most < v.Least || v.Most > 10:
		return invalid("%d to %d demands: expected 1 to 10", v.Least, v.Most)
	case v.HeldOut < 0 || v.HeldOut >= 1 || math.IsNaN(v.HeldOut):
		return invalid("held out %v: expected a share from 0 to below 1", v.HeldOut)
	case len(v.Kinds) == 0:
		return invalid("there is no kind of demand to draw from")
	}
	return nil
}

// A side is one part of a split.
type side struct {
	name  string
	count int
	kinds []sample.Kind
	base  []*Base
}

// sides keeps kinds and requests apart. Kinds go by families: what asks for
// the same thing under two names is on one side.
func (v *Verifiable) sides(r *rand.Rand, base []*Base) ([]side, error) {
	kinds := shuffled(r, v.Kinds)
	base = shuffled(r, base)
	share := func(n int) int { return int(math.Round(float64(v.HeldOut * float64(n)))) }
	b, c := share(len(base)), share(v.Count)
	out := []side{{name: Train, count: v.Count - c, base: base[b:]}, {name: HeldOut, count: c, base: base[:b]}}
	heldOut := map[string]bool{}
	for _, k := range kinds {
		if heldOut[k.Family] || len(out[1].kinds) < share(len(kinds)) && !on(out[0].kinds, k.Family) {
			heldOut[k.Family] = true
			out[1].kinds = append(out[1].kinds, k)
			continue
		}
		out[0].kinds = append(out[0].kinds, k)
	}
	for _, s := range out {
		if s.count > 0 && (len(s.kinds) == 0 || len(s.base) == 0) {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("the %s part has %d kinds of demands and %d requests: expected at least one of each", s.name, len(s.kinds), len(s.base)), Hint: "give more requests, or another share to hold out"}
		}
	}
	return out, nil
}

func on(kinds []sample.Kind, family string) bool {
	return slices.ContainsFunc(kinds, func(k sample.Kind) bool { return k.Family == family })
}

func shuffled[T any](r *rand.Rand, list []T) []T {
	out := make([]T, len(list))
	for i, j := range r.Perm(len(list)) {
		out[i] = list[j]
	}
	return out
}

// fill makes the prompts of a side. Each has a random source of its own, so
// that a larger set begins as a smaller one does.
func (v *Verifiable) fill(ctx context.Context, set *VerifiableSet, s side) error {
	sampler := sample.NewSampler(s.kinds)
	for _, k := range s.kinds {
		set.Kinds[s.name] = append(set.Kinds[s.name], k.Name)
	}
	seen := map[string]bool{}
	for i := range s.count {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := v.newPrompt(sampler, s, i, seen)
		if err != nil {
			return err
		}
		set.Prompts = append(set.Prompts, p)
	}
	for name, n := range sampler.Drawn {
		set.Drawn[name] += n
	}
	for why, n := range sampler.Rejected {
		set.Rejected[why] += n
	}
	return nil
}

// newPrompt draws demands until the prompt is one that the side has not yet.
func (v *Verifiable) newPrompt(sampler *sample.Sampler, s side, i int, seen map[string]bool) (Prompt, error) {
	const draws = 20
	span := v.Most - v.Least + 1
	r := rand.New(rand.NewPCG(v.Seed, uint64(len(s.name))<<32|uint64(i+1)))
	for range draws {
		drawn := sampler.Draw(r, v.Least+i%span, i/span)
		if len(drawn.Demands) < v.Least {
			continue
		}
		p := v.prompt(r, s, i, drawn)
		if text := p.Instruction.Prompt(); !seen[text] {
			seen[text] = true
			return p, nil
		}
	}
	return Prompt{}, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("the %s part has %d kinds of demands and %d requests, which give no more than %d different prompts of at least %d demands", s.name, len(s.kinds), len(s.base), i, v.Least), Hint: "ask for fewer demands or prompts, give more requests, or hold out another share"}
}

// prompt joins a request and demands.
func (v *Verifiable) prompt(r *rand.Rand, s side, i int, drawn sample.Drawn) Prompt {
	base := s.base[r.IntN(len(s.base))]
	in := &adhere.Instruction{
		ID: fmt.Sprintf("%s/%s-%d", v.Name(), s.name, i+1),
		Tags: map[string]string{
			"split": s.name, "base": base.ID, "demands": strconv.Itoa(len(drawn.Demands)),
		},
	}
	texts := make([]string, len(drawn.Demands))
	for j, d := range drawn.Demands {
		texts[j] = d.Text
		in.Requirements = append(in.Requirements, adhere.Requirement{ID: strconv.Itoa(j + 1), Text: d.Text, Labels: []string{d.Label, d.Kind}, Rule: d.Rule, Weight: 1})
	}
	request, n := strings.TrimSpace(base.Text), r.IntN(len(layouts()))
	if n == 0 && !oneLine.MatchString(request) {
		n = 1
	}
	layout := layouts()[n]
	in.Tags["layout"] = layout.name
	in.Messages = []adhere.Message{{Role: adhere.User, Text: layout.join(request, texts)}}
	return Prompt{in, s.name, drawn}
}

// oneLine matches what demands may follow as running text. Behind anything else,
// such as a text to work on, they would seem a part of it.
var oneLine = lazyregexp.New(`^.*[.!?。！？]$`)

type layout struct {
	name string
	join func(request string, demands []string) string
}

// layouts are the ways in which demands stand behind a request.
func layouts() []layout {
	listed := func(lead string, mark func(i int) string) func(string, []string) string {
		return func(request string, demands []string) string {
			lines := make([]string, len(demands))
			for i, d := range demands {
				lines[i] = mark(i) + d
			}
			return request + "\n\n" + lead + "\n" + strings.Join(lines, "\n")
		}
	}
	return []layout{
		{"running text", func(request string, demands []string) string { return request + " " + strings.Join(demands, " ") }},
		{"paragraph", func(request string, demands []string) string { return request + "\n\n" + strings.Join(demands, " ") }},
		{"bullets", listed("Your answer must meet these requirements:", func(int) string { return "- " })},
		{"numbers", listed("Keep to the following rules:", func(i int) string { return strconv.Itoa(i+1) + ". " })},
	}
}
