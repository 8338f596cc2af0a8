package build

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"adhere"
	rules "adhere/verify/followbench"
)

//go:embed base/tasks.json
var baseTasks []byte

// ExampleCategory is the category of instructions that show by examples how to
// answer (FollowBench, appendix A.3).
const ExampleCategory Category = "example"

// An ExampleTask is a task of which examples are shown.
type ExampleTask struct {
	Name      string   `json:"name"`
	Questions []string `json:"questions"` // templates with {input}, at least one for each level
	Examples  []struct {
		Input  string `json:"input"`
		Answer string `json:"answer"`
	} `json:"examples"` // at least shots and one that is asked
}

// The layout of example constraints.
const (
	shots         = 5
	exampleLevels = 5
)

// ReadTasks reads tasks from a file of that name; nil reads those of our own.
func ReadTasks(raw []byte, file string) ([]ExampleTask, error) {
	if raw == nil {
		raw = baseTasks
	}
	invalid := func(format string, args ...any) error {
		return &adhere.Error{Code: adhere.Invalid, Message: file + ": " + fmt.Sprintf(format, args...), Hint: `a list of {"name", "questions": [at least 5 texts with {input}], "examples": [at least 6 of {"input", "answer"}]}`}
	}
	var tasks []ExampleTask
	list := json.NewDecoder(bytes.NewReader(raw))
	list.DisallowUnknownFields()
	err := list.Decode(&tasks)
	if _, end := list.Token(); err == nil && end != io.EOF {
		err = errors.New("something follows the list")
	}
	if err != nil {
		at := lineOf(raw, list.InputOffset(), err)
		if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			err = fmt.Errorf("%s: found %s", cmp.Or(strings.TrimPrefix(kind.Field, "."), "the file"), kind.Value)
		}
		return nil, invalid("line %d: expected a JSON list: %v", at, err)
	}
	seen := map[string]bool{}
	for i, t := range tasks {
		if t.Name == "" || seen[t.Name] {
			return nil, invalid("task %d: expected a name that no other task has", i+1)
		}
		seen[t.Name] = true
		if wrong := t.wrong(); wrong != "" {
			return nil, invalid("task %s: %s", t.Name, wrong)
		}
	}
	if len(tasks) == 0 {
		return nil, invalid("there is no task")
	}
	return tasks, nil
}

// lineOf returns the line, from 1, on which reading stopped.
func lineOf(raw []byte, at int64, err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		at = int64(len(raw))
	}
	return 1 + bytes.Count(raw[:min(at, int64(len(raw)))], []byte("\n"))
}

// wrong says what is wrong with the task's texts, if anything is. A question
// worded twice would go with two forms of answer, and an input asked twice
// would show the answer.
func (t *ExampleTask) wrong() string {
	if len(t.Questions) < exampleLevels {
		return fmt.Sprintf("%d questions, expected at least %d", len(t.Questions), exampleLevels)
	}
	if len(t.Examples) <= shots {
		return fmt.Sprintf("%d examples, expected at least %d", len(t.Examples), shots+1)
	}
	seen := map[string]bool{}
	for i, q := range t.Questions {
		if !strings.Contains(q, "{input}") {
			return fmt.Sprintf("question %d, %q, has no {input}", i+1, q)
		}
		if seen[q] {
			return fmt.Sprintf("question %d, %q, came before", i+1, q)
		}
		seen[q] = true
	}
	seen = map[string]bool{}
	for i, e := range t.Examples {
		if e.Input == "" || e.Answer == "" || strings.Contains(e.Answer, "\n") {
			return fmt.Sprintf("example %d: expected an input and an answer, each in one line", i+1)
		}
		if seen[e.Input] {
			return fmt.Sprintf("example %d: the input %q came before", i+1, e.Input)
		}
		seen[e.Input] = true
	}
	return ""
}

// answerTemplates are the 29 forms in which answers are given: the bare one,
// and those with the name of who or what answers.
func answerTemplates() []string {
	out := []string{"{answer}", "A: {answer}", "ANSWER: {answer}", "RESPONSE: {answer}", "BOT: {answer}"}
	for _, name := range []string{"answer", "response", "bot", "AI assistant"} {
		title := strings.ToUpper(name[:1]) + name[1:]
		subject := name
		if name == "bot" || name == "AI assistant" {
			subject = "response of the " + name
		}
		out = append(out, title+": {answer}", "["+title+"]\n{answer}", "#"+title+"#\n{answer}", "The "+subject+" is: {answer}", `{"`+name+`": "{answer}"}`, `{"`+title+`": "{answer}"}`)
	}
	return out
}

// exampleInstructions makes one group of levels from each task, as many times
// as wanted. On each level five examples are shown and one more question is
// asked; level n has n-1 examples in other wordings with other forms of
// answer, and the answer must take the form that goes with the wording of the
// question. Code checks the form, and the known answer is not asked for.
func exampleInstructions(tasks []ExampleTask, each int, seed uint64) []*adhere.Instruction {
	var out []*adhere.Instruction
	for i := range tasks {
		for j := range each {
			r := rand.New(rand.NewPCG(seed, uint64(i)<<32|uint64(j)))
			out = append(out, tasks[i].levels(r, j+1)...)
		}
	}
	return out
}

func (t *ExampleTask) levels(r *rand.Rand, n int) []*adhere.Instruction {
	forms := distinctForms(r)
	questions := shuffled(r, t.Questions)
	examples := shuffled(r, t.Examples)
	other := r.Perm(shots) // the order in which examples become other ones
	group := string(ExampleCategory) + "/" + t.Name + "-" + strconv.Itoa(n)
	ask := strings.ReplaceAll(questions[0], "{input}", examples[shots].Input)
	var out []*adhere.Instruction
	for level := 1; level <= exampleLevels; level++ {
		var b strings.Builder
		for i := range shots {
			k := 0
			for j := range level - 1 {
				if other[j] == i {
					k = j + 1
				}
			}
			b.WriteString(strings.ReplaceAll(questions[k], "{input}", examples[i].Input) + "\n" + strings.ReplaceAll(forms[k], "{answer}", examples[i].Answer) + "\n\n")
		}
		in := &adhere.Instruction{
			ID: group + "/" + strconv.Itoa(level), Group: group, Level: level, Reference: forms[0],
			Messages: []adhere.Message{{Role: adhere.User, Text: b.String() + ask}},
			Tags:     map[string]string{"category": string(ExampleCategory), "source": t.Name, "answer": examples[shots].Answer},
		}
		for i := range level {
			in.Requirements = append(in.Requirements, adhere.Requirement{
				ID: "c" + strconv.Itoa(i+1), Text: "Give the answer in the form of the examples whose question is worded like the last one.",
				Labels: []string{string(ExampleCategory)}, Rule: rules.Template(forms[0]), Weight: 1,
			})
		}
		out = append(out, in)
	}
	return out
}

// distinctForms draws as many forms as there are levels, none of which a text
// in another could pass for.
func distinctForms(r *rand.Rand) []string {
	forms := shuffled(r, answerTemplates())
	for i, f := range forms {
		if f == "{answer}" { // any line passes for the bare one, so it is never the one that is asked for
			if i == 0 {
				forms[0], forms[1] = forms[1], forms[0]
			}
			break
		}
	}
	return forms[:exampleLevels]
}
