package dataset

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A Matching joins recorded answers to the instructions of a set.
type Matching struct {
	Missing  []string // ids of instructions that have no answer, in the order of the set; of those with requirements if any has some
	Strays   []Answer // answers to no instruction of the set, in the order of their file
	Warnings []string // what a person should know about both

	by    map[string][]Answer
	other []Answer // whose prompt is not that of the instruction that their id or key names
}

// None reports whether no answer is to an instruction of the set.
func (m *Matching) None() bool { return len(m.by) == 0 }

// For returns the answers to the instruction with the id, by attempt.
func (m *Matching) For(id string) []Answer { return m.by[id] }

// Match finds the instruction of each answer: by id, then key, then prompt,
// where the first that names one decides. An id may lack the name of the
// data set ("domain_oriented_task_31"). A prompt is compared whole, and if
// that finds none without white space at both ends: with the input of the line
// behind it, then as it is. Two answers of one model
// to one instruction with the same attempt are an error, and so is an answer
// whose prompt is that of another instruction than its id or key names, unless
// the id may be a number that inspect gave: then the prompt decides. A warning
// counts those whose prompt is that of none.
func Match(s *Set, answers *Answers) (*Matching, error) {
	x, err := newIndex(s, answers)
	if err != nil {
		return nil, err
	}
	m := &Matching{by: map[string][]Answer{}}
	name := filepath.Base(answers.Path)
	for _, a := range answers.List {
		ids, err := x.find(a)
		if err != nil {
			return nil, adhere.Errorf(adhere.Invalid, "%s line %d: %v", name, a.Line, err).
				WithHint("the ids of the answers seem to be another program's numbers: remove them, so that the prompts decide, or give the answers the ids of the instructions")
		}
		switch {
		case len(ids) == 0:
			m.Strays = append(m.Strays, a)
		case a.Prompt != "" && len(x.asked(a)) == 0:
			m.other = append(m.other, a)
		}
		for _, id := range ids {
			if err := m.add(id, x.from(a, id), name); err != nil {
				return nil, err
			}
		}
	}
	for _, id := range x.order {
		if len(m.by[id]) == 0 {
			m.Missing = append(m.Missing, id)
		}
	}
	m.warn(name)
	return m, nil
}

func (m *Matching) add(id string, a Answer, file string) error {
	list := m.by[id]
	for _, b := range list {
		if b.Attempt != a.Attempt || b.Model != a.Model {
			continue
		}
		return adhere.Errorf(adhere.Invalid, "%s lines %d and %d: two answers to %s with attempt %d", file, b.Line, a.Line, id, a.Attempt).
			WithHint("number repeated answers with attempt 0, 1, 2, or name their models")
	}
	at, _ := slices.BinarySearchFunc(list, a.Attempt+1, func(b Answer, n int) int { return b.Attempt - n })
	m.by[id] = slices.Insert(list, at, a)
	return nil
}

func (m *Matching) warn(file string) {
	if n := len(m.Missing); n > 0 {
		m.Warnings = append(m.Warnings, count(n, "instruction has", "instructions have")+" no answer in "+file+": "+some(m.Missing))
	}
	if n := len(m.Strays); n > 0 {
		m.Warnings = append(m.Warnings, count(n, "answer", "answers")+" in "+file+" to no instruction of the data set: "+someOf(m.Strays))
	}
	if n := len(m.other); n > 0 {
		m.Warnings = append(m.Warnings, count(n, "answer", "answers")+" in "+file+" counted by id, with a prompt that is not the instruction's: "+someOf(m.other)+"; see that they are answers to these instructions")
	}
}

// someOf names the first of these answers.
func someOf(answers []Answer) string {
	return some(lists.Map(answers, func(a Answer) string { return fmt.Sprintf("line %d (%s)", a.Line, a.called()) }))
}

// called is how a message names an answer.
func (a Answer) called() string {
	switch {
	case a.ID != "":
		return "id " + a.ID
	case a.Key != "":
		return "key " + a.Key
	default:
		return "prompt " + shorten(a.Prompt, 40)
	}
}

// shorten quotes the start of a text, at most n characters.
func shorten(s string, n int) string {
	if r := []rune(s[:min(len(s), 4*n)]); len(r) > n {
		return fmt.Sprintf("%q…", string(r[:n]))
	}
	return fmt.Sprintf("%q", s)
}

func some(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:few], ", ") + fmt.Sprintf(" and %d more", len(names)-few)
}

// An index finds the ids of instructions. It keeps prompts only if answers
// need them.
type index struct {
	order    []string          // of those that are judged, of all if none is
	ids      map[string]string // also without the data set's name
	prompts  map[string][]string
	trimmed  map[string][]string
	category map[string]string
	turns    map[string]int // before the last, of conversations
}

func newIndex(s *Set, answers *Answers) (*index, error) {
	x := &index{ids: map[string]string{}, prompts: map[string][]string{}, trimmed: map[string][]string{}, category: map[string]string{}, turns: map[string]int{}}
	byPrompt := slices.ContainsFunc(answers.List, func(a Answer) bool { return a.Prompt+a.Input != "" })
	var bare []string
	for in, err := range s.All() {
		if err != nil {
			return nil, err
		}
		if len(in.Requirements) > 0 {
			x.order = append(x.order, in.ID)
		} else {
			bare = append(bare, in.ID)
		}
		x.name(s, in.ID)
		if before := in.Turns() - 1; before > 0 {
			x.turns[in.ID] = before
		}
		if byPrompt {
			prompts := []string{in.Prompt()}
			if said := asked(in); len(said) > 1 { // answers of IFBench's program to two turns
				prompts = append(prompts, strings.Join(said, " "))
			}
			for _, p := range prompts {
				x.prompts[p] = append(x.prompts[p], in.ID)
				p = strings.TrimSpace(p)
				x.trimmed[p] = append(x.trimmed[p], in.ID)
			}
			x.category[in.ID] = in.Tags["category"]
		}
	}
	if x.order == nil {
		x.order = bare
	}
	return x, nil
}

// asked returns what the user says in the messages.
func asked(in *adhere.Instruction) (texts []string) {
	for _, m := range in.Messages {
		if m.Role == adhere.User {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// from returns an answer without what a conversation begins with that the
// instruction gives.
func (x *index) from(a Answer, id string) Answer {
	a.Earlier = a.Earlier[max(0, len(a.Earlier)-x.turns[id]):]
	return a
}

func (x *index) name(s *Set, id string) {
	x.ids[id] = id
	// Ids of benchmarks begin with the benchmark's name, which files of
	// theirs do not know.
	if tail, ok := strings.CutPrefix(id, string(s.Format)+"/"); ok && x.ids[tail] == "" {
		x.ids[tail] = id
	}
}

// find returns the ids of the instructions that the answer answers: several
// if the data set asks one thing twice. It is an error if id or key name one
// instruction and the prompt is that of others.
func (x *index) find(a Answer) ([]string, error) {
	asked := x.asked(a)
	for _, name := range []string{a.ID, a.Key} {
		id := x.ids[name]
		if name == "" || id == "" {
			continue
		}
		if len(asked) > 0 && !slices.Contains(asked, id) {
			if a.counted {
				return asked, nil
			}
			return nil, fmt.Errorf("the answer is to %s by its id or key, and to %s by its prompt", id, some(asked))
		}
		return []string{id}, nil
	}
	if a.Prompt == "" { // an input alone, beside an id of another program
		asked = x.asked(Answer{Prompt: a.Input})
	}
	if a.Category == "" {
		return asked, nil
	}
	var in []string
	for _, id := range asked {
		if c := x.category[id]; c == a.Category || c == "" {
			in = append(in, id)
		}
	}
	return in, nil
}

// asked returns the ids of the instructions with the answer's prompt.
func (x *index) asked(a Answer) (ids []string) {
	if a.Prompt == "" {
		return nil
	}
	for _, prompt := range []string{behind(a.Prompt, a.Input), a.Prompt} {
		if len(ids) == 0 {
			ids = x.prompts[prompt]
		}
		if len(ids) == 0 {
			ids = x.trimmed[strings.TrimSpace(prompt)]
		}
	}
	return ids
}
