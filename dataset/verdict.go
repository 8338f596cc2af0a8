package dataset

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A VerdictLine is one recorded verdict and what it is about.
type VerdictLine struct {
	adhere.VerdictLine
	File string
	Line int // of the file
}

// Verdicts are the recorded verdicts of a file.
type Verdicts struct {
	Path     string
	List     []VerdictLine // in the order of the files
	Warnings []string
}

// ReadVerdicts reads recorded verdicts: JSON lines with instruction,
// requirement, judge and outcome, and where they are known attempt, model,
// reason and evidence. Where an instruction has one checker n times, the lines
// of one judge on one answer that have its name are about these in turn.
// A verdict that stands twice, in one file or several, counts once,
// with a warning; two that contradict each other are an error. Of an instruction
// that is not known, a name with a colon, as checkers have, that a file repeats
// is taken for the next checker of that name, with a warning.
//
// A line in InFoBench's shape, with id and a list eval of true, false and
// null, holds the verdicts of the judge whose name is given on all questions
// of its instruction; null is broken.
func ReadVerdicts(ctx context.Context, paths []string, judge string, files Files, known Known) (*Verdicts, error) {
	return readVerdicts(ctx, paths, judge, files, known, false)
}

// VerdictsBeside reads the verdicts that stand beside recorded answers, in
// InFoBench's shape; a line may have none.
func VerdictsBeside(ctx context.Context, path, judge string, files Files, known Known) (*Verdicts, error) {
	return readVerdicts(ctx, []string{path}, judge, files, known, true)
}

func readVerdicts(ctx context.Context, paths []string, judge string, files Files, known Known, beside bool) (*Verdicts, error) {
	r := verdictReader{Verdicts: &Verdicts{Path: strings.Join(paths, ", ")}, known: known, decided: map[verdictOn]int{}}
	for _, path := range paths {
		r.lines = map[verdictOn]int{}
		err := eachObject(ctx, path, files, func(o *object, line int) {
			list := []VerdictLine(nil)
			switch {
			case o.has("eval") && !o.has("outcome"):
				list = evalLines(o, judge, line)
			case !beside:
				list = append(list, verdictLine(o, judge, line))
			}
			for _, l := range list {
				l.File = filepath.Base(path)
				r.add(o, l)
			}
		}, &r.Warnings)
		if err != nil {
			return nil, err
		}
	}
	if n := len(r.guessed); n > 0 {
		r.Warnings = append(r.Warnings, count(n, "verdict is", "verdicts are")+" taken as on the next checker of the same name; give the instructions if the lines stand twice: "+some(r.guessed))
	}
	if n := len(r.twice); n > 0 {
		r.Warnings = append(r.Warnings, count(n, "verdict stands twice and counts", "verdicts stand twice and count")+" once: "+some(r.twice))
	}
	return r.Verdicts, nil
}

// A verdictReader knows what it has read so far.
type verdictReader struct {
	*Verdicts
	known   Known
	lines   map[verdictOn]int // how many of the file have a name that may repeat
	decided map[verdictOn]int // where in List
	twice   []string          // what stands there again
	guessed []string          // what may stand there again, or be on the next checker
}

// add takes a verdict, unless it is there already. What was skipped is no verdict.
func (r *verdictReader) add(o *object, l VerdictLine) {
	on := verdictOn{answerOf{l.Instruction, l.Attempt, l.Model, l.Judge}, l.Requirement}
	in := r.known[l.Instruction]
	if in != nil {
		on.instruction = in.id
	}
	guess := false
	if times := in.times(l.Requirement); times != 1 {
		before := r.lines[on]
		r.lines[on]++
		if times > 1 {
			before %= times
		}
		guess = times == 0 && before > 0
		l.Requirement = nth(l.Requirement, before+1)
		on.requirement = l.Requirement
	}
	at, twice := r.decided[on]
	switch {
	case *o.err != nil:
	case !twice:
		if guess {
			r.guessed = append(r.guessed, fmt.Sprintf("%s line %d", l.File, l.Line))
		}
		if l.Outcome != adhere.Skipped {
			r.decided[on] = len(r.List)
		}
		l.Instruction = on.instruction
		r.List = append(r.List, l)
	case l.Outcome == adhere.Skipped:
	case l.Outcome == r.List[at].Outcome:
		r.twice = append(r.twice, fmt.Sprintf("%s line %d says what %s line %d says", l.File, l.Line, r.List[at].File, r.List[at].Line))
	default:
		first := r.List[at]
		*o.err = adhere.Errorf(adhere.Invalid, "%s line %d: %s says %s of requirement %s of %s, and %s in %s line %d", l.File, l.Line, l.Judge, l.Outcome, l.Requirement, l.Instruction, first.Outcome, first.File, first.Line).
			WithHint("keep one of the two lines; different answers to one instruction differ in model or attempt")
	}
}

// verdictOn is what a verdict is about, and whose it is.
type verdictOn struct {
	answerOf
	requirement string
}

// answerOf names an answer and a judge of it.
type answerOf struct {
	instruction string
	attempt     int
	model       string
	judge       string
}

func verdictLine(o *object, judge string, line int) VerdictLine {
	l := VerdictLine{Line: line, VerdictLine: adhere.VerdictLine{
		Instruction: o.needName("instruction"), Attempt: o.count("attempt"), Model: o.text("model"),
		Verdict: adhere.Verdict{
			Requirement: o.needName("requirement"), Judge: cmp.Or(o.text("judge"), judge),
			Outcome: adhere.Outcome(o.needText("outcome")), Reason: o.text("reason"), Evidence: o.text("evidence"), Raw: o.text("raw"),
		},
	}}
	o.into("usage", "an object of whole numbers: calls, in, cached, out, money in billionths of a US dollar, time in nanoseconds", &l.Usage)
	if l.Judge == "" {
		o.wanted("judge", "a string")
	}
	if !l.Outcome.Valid() {
		o.fail("outcome", fmt.Sprintf("expected met, not_met, unsure, broken or skipped, got %q", l.Outcome))
	}
	return l
}

// evalLines reads InFoBench's recorded verdicts on one instruction.
func evalLines(o *object, judge string, line int) []VerdictLine {
	id, raws := o.needName("id"), o.list("eval")
	if judge == "" {
		o.fail("eval", "the file does not say whose verdicts these are: name the judge")
	}
	n := len(o.list("decomposed_questions"))
	for len(raws) > 0 && len(raws) < n && string(raws[len(raws)-1]) == "null" {
		raws = append(raws, raws[len(raws)-1]) // its program stops at a reply that it cannot read
	}
	if n > 0 && n != len(raws) {
		o.fail("eval", fmt.Sprintf("expected %d entries, one per question, got %d", n, len(raws)))
	}
	var list []VerdictLine
	for i, raw := range raws {
		outcomes := map[string]adhere.Outcome{"true": adhere.Met, "false": adhere.NotMet, "null": adhere.Broken}
		outcome, ok := outcomes[string(raw)]
		if !ok {
			o.fail(fmt.Sprintf("eval[%d]", i), "expected true, false or null, got "+kind(raw))
		}
		list = append(list, VerdictLine{Line: line, VerdictLine: adhere.VerdictLine{
			Instruction: id, Model: o.text("model"), Attempt: o.count("attempt"),
			Verdict: adhere.Verdict{Requirement: strconv.Itoa(i + 1), Judge: judge, Outcome: outcome},
		}})
	}
	return list
}

// Judges returns the judges of the file in order of first appearance.
func (v *Verdicts) Judges() []string {
	return distinct(v.List, func(l VerdictLine) string { return l.Judge })
}

// Models returns the models whose answers were judged, in order of first
// appearance; "" stands for lines that name none.
func (v *Verdicts) Models() []string {
	return distinct(v.List, func(l VerdictLine) string { return l.Model })
}

func distinct(list []VerdictLine, of func(VerdictLine) string) []string {
	var names []string
	seen := map[string]bool{}
	for _, l := range list {
		if name := of(l); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// PlacedVerdicts are recorded verdicts in the order of their instructions'
// requirements.
type PlacedVerdicts struct {
	by     map[answerOf][]adhere.Verdict
	judges []string
}

// Known are instructions that verdicts can be about, by id; the name of the
// data set before it may be left out where that leaves one meaning.
type Known map[string]*knownInstruction

type knownInstruction struct {
	id           string
	requirements []string // their ids
}

// KnownIn collects the instructions that verdicts may be about, and the ids of
// their requirements. The same instruction may come several times. The error is
// the first that the sequence hands out.
func KnownIn(instructions iter.Seq2[*adhere.Instruction, error]) (Known, error) {
	known := Known{}
	for in, err := range instructions {
		if err != nil {
			return nil, err
		}
		k := &knownInstruction{id: in.ID}
		for i := range in.Requirements {
			k.requirements = append(k.requirements, in.Requirements[i].ID)
		}
		short := adhere.ShortID(in.ID)
		if other, taken := known[short]; !taken {
			known[short] = k
		} else if other != nil && other.id != short && other.id != in.ID {
			known[short] = nil
		}
		known[in.ID] = k
	}
	return known, nil
}

// times is how many requirements the data gives the id, at least 1; 0 of a
// checker's name where the instruction is not known.
func (k *knownInstruction) times(id string) int {
	if k == nil && strings.Contains(id, ":") {
		return 0
	}
	times := 1
	for k != nil && slices.Contains(k.requirements, nth(id, times+1)) {
		times++
	}
	return times
}

// at returns the place of the requirement that a verdict is about.
func (k *knownInstruction) at(l *VerdictLine) (int, error) {
	at := slices.Index(k.requirements, l.Requirement)
	if at < 0 {
		return at, adhere.Errorf(adhere.Invalid, "%s line %d: %s has no requirement %q", l.File, l.Line, k.id, l.Requirement).
			WithHint("it has " + some(k.requirements))
	}
	return at, nil
}

// Check refuses verdicts on requirements that their instructions do not have.
// It adds a warning about instructions that are not known.
func (v *Verdicts) Check(known Known) error {
	strays := map[string]bool{}
	for i := range v.List {
		in := known[v.List[i].Instruction]
		if in == nil {
			strays[v.List[i].Instruction] = true
			continue
		}
		if _, err := in.at(&v.List[i]); err != nil {
			return err
		}
	}
	if len(strays) > 0 {
		v.Warnings = append(v.Warnings, fmt.Sprintf("%s labels answers to %d instructions that are not here", v.Path, len(strays)))
	}
	return nil
}

// PlaceVerdicts finds the instruction and the requirement of each verdict. One
// that is not known is an error.
func PlaceVerdicts(known Known, v *Verdicts) (*PlacedVerdicts, error) {
	p := &PlacedVerdicts{by: map[answerOf][]adhere.Verdict{}, judges: v.Judges()}
	for i := range v.List {
		l := &v.List[i]
		in := known[l.Instruction]
		if in == nil {
			return nil, invalid(fmt.Sprintf("%s line %d: instruction: the data set has none of id %q", l.File, l.Line, l.Instruction))
		}
		at, err := in.at(l)
		if err != nil {
			return nil, err
		}
		key := answerOf{in.id, l.Attempt, l.Model, l.Judge}
		if p.by[key] == nil {
			p.by[key] = skipped(in.requirements, l.Judge)
		}
		p.by[key][at] = l.Verdict
	}
	return p, nil
}

// NotRecorded is the reason of a verdict that was not recorded; one that was
// recorded as skipped has another, or none.
const NotRecorded = "no verdict is recorded"

// skipped returns verdicts for requirements that the judge has said nothing
// of so far.
func skipped(ids []string, judge string) []adhere.Verdict {
	return lists.Map(ids, func(id string) adhere.Verdict {
		return adhere.Verdict{Requirement: id, Judge: judge, Outcome: adhere.Skipped, Reason: NotRecorded}
	})
}

// Judges returns the judges in order of first appearance in the file.
func (p *PlacedVerdicts) Judges() []string { return p.judges }

// For returns one verdict per requirement of the answer by the judge, in
// order; requirements without a recorded verdict are skipped because NotRecorded. Verdicts that
// name no model are on any model's answer. It returns nil if nothing is
// recorded.
func (p *PlacedVerdicts) For(id string, attempt int, model, judge string) []adhere.Verdict {
	if list := p.by[answerOf{id, attempt, model, judge}]; list != nil {
		return slices.Clone(list)
	}
	return slices.Clone(p.by[answerOf{id, attempt, "", judge}])
}
