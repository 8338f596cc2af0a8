package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lists"
)

// An Answer is one recorded answer and what names the instruction that it
// answers: the first of ID, Key and Prompt that is there.
type Answer struct {
	ID, Key, Prompt string
	Input           string // of the line, which may belong behind the prompt
	Category        string // with a prompt, the category it is looked for in
	Model           string
	Attempt         int // from 0
	Text            string
	Earlier         []string // the answers to the turns before, in a conversation
	counted         bool     // ID may count the rows of its file: the prompt decides where the two disagree
	Line            int      // of the file
}

// Answers are the recorded answers of a file.
type Answers struct {
	Path     string
	List     []Answer // in the order of the file
	Warnings []string

	filtered map[[8]string]bool  // what is told of the answers of lm-evaluation-harness
	repeats  map[string]int      // of each prompt to a model, in files that do not number them, so far
	thoughts int                 // answers of promptfoo that begin with reasoning
	none     []Answer            // without a text
	nulls    map[string][]string // lines, by the field that is null
}

// ReadResponses reads recorded answers: objects with id, key or prompt,
// response or output, and where they are known category, model and attempt; or
// what lm-evaluation-harness, inspect, HELM, LightEval, promptfoo, DeepEval,
// Langfuse, LangSmith, a provider's batches and dumps of chats hold. They come as JSON lines, a JSON
// list, CSV or Parquet. A line whose answer is null records a failed call: it is
// left out with a warning. Text that is not UTF-8 is kept with replacement
// characters and a warning.
func ReadResponses(ctx context.Context, path string, files Files) (*Answers, error) {
	a := &Answers{Path: path, filtered: map[[8]string]bool{}, repeats: map[string]int{}, nulls: map[string][]string{}}
	gold := goldAnswers{map[string]string{}, map[string]string{}}
	err := eachObject(ctx, path, files, func(o *object, line int) {
		o = o.row()
		if a.foreign(o, line) || o.alone && a.byID(o) {
			return
		}
		answer := o.recorded()
		answer.Prompt, answer.Category, answer.Line = o.asked(), o.text("category"), line
		names := answerNames()
		field := names[max(0, slices.IndexFunc(names, func(name string) bool { return o.raw[name] != nil }))]
		gold.see(o, field)
		if string(o.raw[field]) == "null" {
			a.nulls[field] = append(a.nulls[field], strconv.Itoa(line))
			return
		}
		if o.raw["spec"] != nil && !o.has(field) {
			o.fail("spec", "logs of OpenAI's evals are not read as they are: write a line with prompt and response for each event of the type sampling, from its prompt and sampled")
		}
		for name, cell := range o.raw {
			if strings.HasPrefix(name, "[") && (bytes.HasPrefix(cell, []byte(`"[PASS] `)) || bytes.HasPrefix(cell, []byte(`"[FAIL] `)) || bytes.HasPrefix(cell, []byte(`"[ERROR] `))) {
				o.fail("response", "missing: in promptfoo's CSV, answers stand behind its marks; give its JSON, promptfoo eval -o results.json")
			}
		}
		if !o.has(field) {
			o.fail("response", "missing, expected the answer's text there or in one of "+strings.Join(names[1:], ", ")+o.fieldsHere())
		}
		answer.Text, answer.Earlier = o.text(field), o.texts("earlier")
		if answer.unnamed() { // an input alone is all that was asked
			answer.Prompt, answer.Input = answer.Input, ""
		}
		if answer.unnamed() {
			o.failUnnamed()
		}
		a.List = append(a.List, answer)
	}, &a.Warnings)
	if err == nil {
		err = gold.taken()
	}
	if err != nil {
		return nil, err
	}
	a.warn(filepath.Base(path))
	if len(a.List) == 0 && len(a.Warnings) == 0 {
		return nil, invalid(filepath.Base(path) + ": the file holds no answers, expected a line or a sample for each")
	}
	return a, nil
}

// warn says of which answers there is nothing, or more than the answer.
func (a *Answers) warn(name string) {
	switch n := len(a.none); {
	case n == 1:
		a.Warnings = append(a.Warnings, fmt.Sprintf("%s line %d: no answer is recorded for %s", name, a.none[0].Line, a.none[0].called()))
	case n > 1:
		lines := lists.Map(a.none, func(x Answer) string { return fmt.Sprintf("%d (%s)", x.Line, x.called()) })
		a.Warnings = append(a.Warnings, inLines(name, lines, "no answer is recorded")...)
	}
	for _, field := range answerNames() {
		a.Warnings = append(a.Warnings, inLines(name, a.nulls[field], field+" is null, which counts as no answer")...)
	}
	if a.thoughts > 0 {
		a.Warnings = append(a.Warnings, fmt.Sprintf("%s: %s with \"Thinking:\": promptfoo wrote reasoning before the answer, and both are judged; set showThinking: false for the provider, and run it again",
			name, count(a.thoughts, "answer begins", "answers begin")))
	}
}

// goldAnswers finds lines from which the right answer would be taken for the
// model's: by name, where it stands beside the model's, and where it stands alone.
type goldAnswers struct{ beside, alone map[string]string }

// see notes a line whose answer is in the field.
func (g goldAnswers) see(o *object, field string) {
	for _, name := range answerNames()[len(answerFields()):] {
		switch {
		case field == name && g.alone[name] == "":
			g.alone[name] = o.place
		case o.raw[name] != nil && slices.Contains(answerFields(), field):
			g.beside[name] = fmt.Sprintf("%s, beside %s on line %d, may be the right answer", name, field, o.line)
		}
	}
}

// taken is an error if there are such lines.
func (g goldAnswers) taken() error {
	for _, name := range answerNames() {
		if place, beside := g.alone[name], g.beside[name]; place != "" && beside != "" {
			return invalid(place + ": response: missing, and " + beside).
				WithHint("give what the model said as response on every line, null where there is nothing; or rename " + name)
		}
	}
	return nil
}

// unnamed reports whether nothing says which instruction is answered.
func (a Answer) unnamed() bool { return a.ID == "" && a.Key == "" && a.Prompt == "" }

func (o *object) failUnnamed() {
	o.fail("id", "missing, expected id, key or prompt to say which instruction this answers"+o.fieldsHere())
}

func (o *object) fieldsHere() string {
	const most = 30 // a file keyed by ids may have thousands
	names, more := slices.Sorted(maps.Keys(o.raw)), ""
	if n := len(names) - most; n > 0 {
		names, more = names[:most], fmt.Sprintf(" and %d more", n)
	}
	return "; the fields here are " + strings.Join(names, ", ") + more
}

// byID takes the answers of a file that is one object whose fields are named by ids.
func (a *Answers) byID(o *object) bool {
	names := slices.Sorted(maps.Keys(o.raw))
	known := append(answerNames(), "id", "key", "prompt", "instruction")
	if slices.ContainsFunc(names, func(name string) bool { return kind(o.raw[name]) != "a string" || slices.Contains(known, name) }) {
		return false
	}
	for _, name := range names {
		a.List = append(a.List, Answer{ID: name, Text: o.text(name), Line: o.line})
	}
	return true
}

// foreign takes the answers of a line that another program wrote, if it is
// one. Several filters of lm-evaluation-harness repeat an answer, which counts
// once.
func (a *Answers) foreign(o *object, line int) bool {
	for _, read := range shapes() {
		answer, texts, ok := read(o)
		if !ok {
			continue
		}
		answer.Line = line
		switch {
		case *o.err != nil:
		case answer.unnamed():
			o.failUnnamed()
		case len(texts) == 0:
			a.none = append(a.none, answer)
		}
		switch {
		case o.raw["testCase"] != nil:
			a.repeated(o, &answer)
			if len(texts) > 0 && strings.HasPrefix(texts[0], "Thinking: ") {
				a.thoughts++
			}
		case o.isRollout(), o.raw["traces"] != nil:
			a.repeated(o, &answer)
		}
		first := answer.Attempt
		for i, text := range texts {
			answer.Attempt, answer.Text = first+i, text
			if o.raw["filter"] != nil {
				if a.filtered[answer.told()] {
					continue
				}
				a.filtered[answer.told()] = true
			}
			a.List = append(a.List, answer)
		}
		return true
	}
	return false
}

// repeated numbers lines that are alike but for the answer: the results of
// promptfoo --repeat, what training loops sample for one prompt.
func (a *Answers) repeated(o *object, answer *Answer) {
	of := string(o.raw["promptIdx"]) + string(o.raw["prompt"]) + string(o.raw["task"]) + answer.Model
	answer.Attempt = a.repeats[of]
	a.repeats[of]++
}

// told is all that tells an answer from others.
func (a *Answer) told() [8]string {
	return [...]string{a.ID, a.Key, a.Prompt, a.Input, a.Category, a.Model, strconv.Itoa(a.Attempt), a.Text}
}

// maxAttempt is the greatest number of an attempt. A greater one is more
// likely a number of another kind, and each attempt is an item of the run.
const maxAttempt = 1000

// attempt returns the number of the attempt, from 0.
func (o *object) attempt() int {
	n := o.count("attempt")
	if n > maxAttempt {
		o.fail("attempt", fmt.Sprintf("expected a whole number from 0 to %d, got %d", maxAttempt, n))
	}
	return n
}

// followBenchID makes the name of a leveled instruction, without the name of
// its benchmark, from the fields that benchmark uses.
func followBenchID(o *object) string {
	if !o.has("category") || !o.has("example_id") || !o.has("level") {
		return ""
	}
	return o.text("category") + "/" + o.name("example_id") + "/" + strconv.Itoa(o.count("level"))
}

// eachObject reads the objects of a file, up to the first that cannot be read.
func eachObject(ctx context.Context, path string, files Files, each func(o *object, line int), warnings *[]string) error {
	return anyObject(ctx, path, files, func(o *object) error {
		if *o.err == nil {
			each(o, o.line)
		}
		return *o.err
	}, warnings)
}

// anyObject reads the objects of a file until each returns an error. An object
// that cannot be read has its error and no fields. Lines that are not UTF-8 are
// repaired with one warning that counts them.
func anyObject(ctx context.Context, path string, files Files, each func(o *object) error, warnings *[]string) error {
	f, err := filesOr(files).Open(path)
	if err != nil {
		return unreadable(path, err)
	}
	defer f.Close()
	r, err := unpacked(f, filepath.Base(path))
	if err != nil {
		return err
	}
	l := newLines(ctx, r, filepath.Base(path))
	_, l.alone = r.(oneObject)
	for {
		o, err := l.nextObject()
		if errors.Is(err, io.EOF) {
			*warnings = append(*warnings, inLines(filepath.Base(path), l.repaired, "the text is not valid UTF-8; what is not was replaced")...)
			return nil
		}
		if err == nil {
			err = each(o)
		}
		if err != nil {
			return err
		}
	}
}

// inLines says once what holds of lines.
func inLines(name string, lines []string, what string) []string {
	switch len(lines) {
	case 0:
		return nil
	case 1:
		return []string{name + " line " + lines[0] + ": " + what}
	}
	return []string{fmt.Sprintf("%s: in %d lines %s: lines %s", name, len(lines), what, some(lines))}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
