package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/eval"
	"adhere/internal/lazyregexp"
	"adhere/internal/near"
	"adhere/verify/algebra"
	"adhere/verify/english"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// Specs returns an evaluation for each model.
func (f *File) Specs() ([]eval.Spec, error) {
	instructions, tests, err := f.instructions()
	if err != nil {
		return nil, err
	}
	var specs []eval.Spec
	for _, m := range f.Models {
		s := eval.Spec{
			Name: f.Name, Instructions: instructions, Model: m.Name, Judging: eval.Judging{Judge: f.Judge},
			Params: adhere.Params{Temperature: f.Temperature, MaxTokens: f.MaxTokens, Seed: f.Seed, Effort: f.Effort},
		}
		if f.Attempts != nil && m.Answers == nil {
			s.Attempts = *f.Attempts
		}
		if m.Answers != nil {
			for i, in := range instructions {
				answer, ok := m.Answers[tests[i]]
				if !ok {
					return nil, f.wrong(m.Name+" has no answer to the test "+tests[i], "answers are by the id of their test, one for each")
				}
				s.Answers = append(s.Answers, eval.Answer{ID: in.ID, Text: answer})
			}
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// instructions puts every prompt with every test, whose ids it returns too.
func (f *File) instructions() (all []adhere.Instruction, tests []string, err error) {
	decider := ruling.NewDecider(suites.All()...)
	used := map[string]bool{}
	for _, p := range f.Prompts {
		for i := range f.Tests.List {
			t := &f.Tests.List[i]
			in := adhere.Instruction{ID: t.ID, Group: t.ID, Tags: map[string]string{"prompt": p.ID, "test": t.ID}}
			if len(f.Prompts) > 1 {
				in.ID = t.ID + ", " + p.ID
			}
			for _, m := range []adhere.Message{{Role: adhere.System, Text: p.System}, {Role: adhere.User, Text: p.Text}} {
				if m.Text == "" {
					continue
				}
				if m.Text, err = f.fill(m.Text, t, p.ID, used); err != nil {
					return nil, nil, err
				}
				in.Messages = append(in.Messages, m)
			}
			if in.Requirements, err = f.requirements(decider, t, used); err != nil {
				return nil, nil, err
			}
			all, tests = append(all, in), append(tests, t.ID)
		}
	}
	return all, tests, f.checkUsed(used)
}

// place matches what may be meant as a place to be filled, and variable such as are.
var (
	place    = lazyregexp.New(`\{\{\s*[\p{L}_][^{}\n]*\s*\}{0,2}`)
	variable = lazyregexp.New(`\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}`)
)

// fill puts the test's values in the places of its variables. Values are taken
// as they are: what looks like a variable in them is none.
func (f *File) fill(text string, t *Test, where string, used map[string]bool) (string, error) {
	for _, at := range place.FindAllStringIndex(text, -1) {
		if found := text[at[0]:at[1]]; !variable.MatchString(found) {
			return "", f.wrong(fmt.Sprintf("line %d of %s: %q is no variable: expected {{name}}", 1+strings.Count(text[:at[0]], "\n"), where, strings.TrimSpace(found)),
				"what is to be sent as it is can be the value of a variable")
		}
	}
	var missing string
	filled := variable.ReplaceAllStringFunc(text, func(place string) string {
		name := variable.FindStringSubmatch(place)[1]
		value, ok := t.Vars[name]
		if !ok {
			missing = name
		}
		used[name] = true
		return value
	})
	if missing != "" {
		return "", f.wrong(fmt.Sprintf("%s has {{%s}}, and %s has no value for it: %s", where, missing, t.ID, t.names()), "add it to the vars of the test")
	}
	return filled, nil
}

// checkUsed refuses a variable that stands nowhere: it is misspelt there or here.
func (f *File) checkUsed(used map[string]bool) error {
	for i := range f.Tests.List {
		t := &f.Tests.List[i]
		for name := range t.Vars {
			if !used[name] && (f.Tests.File == "" || mayRequire(name)) { // a table may have columns for other uses
				return f.wrong(fmt.Sprintf("%s has a value for %s, and no prompt has {{%s}}", t.ID, name, name), "remove it, or write it where it belongs")
			}
		}
	}
	return nil
}

// mayRequire reports whether a column may be a misspelt "require".
func mayRequire(column string) bool {
	return len(near.Names(strings.ToLower(column), []string{requireColumn, "requirements"})) > 0
}

// requirements are those of the file and those of the test, each with a rule
// where code decides it for certain.
func (f *File) requirements(decider *ruling.Decider, t *Test, used map[string]bool) ([]adhere.Requirement, error) {
	var all []adhere.Requirement
	for _, d := range slices.Concat(f.Require, t.Require) {
		text, err := f.fill(d.Text, t, "a requirement", used)
		if err != nil {
			return nil, err
		}
		d.Text = text
		r, err := f.requirement(decider, &d, t)
		if err != nil {
			return nil, err
		}
		r.ID = strconv.Itoa(len(all) + 1)
		all = append(all, *r)
	}
	return all, nil
}

// inSchema reads "matches the schema in FILE".
var inSchema = lazyregexp.New(`(?i)^(?:it |the answer )?(?:must |should )?(?:match(?:es)?|fits?|follows?|satisf(?:y|ies)|conforms? to) (?:the )?(?:json )?schema (?:in|of|from) ["'` + "`" + `]?(\S+?\.json)["'` + "`" + `]?\.?$`)

func (f *File) requirement(decider *ruling.Decider, d *Demand, t *Test) (*adhere.Requirement, error) {
	r := &adhere.Requirement{Text: d.Text}
	if w := d.Weight; w != nil {
		if !adhere.ValidWeight(*w) {
			return nil, f.wrong(fmt.Sprintf("%s: a requirement has the weight %v, expected a number other than 0, up to 1e9", t.ID, *w), "a negative weight is for what an answer must not do; leave out what does not count")
		}
		r.Weight = *w
	}
	if m := inSchema.FindStringSubmatch(d.Text); m != nil && d.Schema == "" {
		d.Schema = m[1]
	}
	switch {
	case d.Schema != "" && d.Rule != "":
		return nil, f.wrong(t.ID+": a requirement has a rule and a schema", "make two of it")
	case d.Schema != "":
		return r, f.useSchema(r, d.Schema)
	case d.Rule != "":
		return r, f.useRule(r, d.Rule)
	case d.Text == "":
		return nil, f.wrong(t.ID+": a requirement is empty", "write it in words, as rule: NAME, or as schema: FILE")
	}
	a, err := decider.Explain(ruling.Case{Requirement: d.Text})
	if err == nil && a.Rule != nil && a.Decides == english.Whole {
		r.Rule = a.Rule
	}
	return r, nil
}

// useSchema has the answer be JSON that satisfies the schema in a file.
func (f *File) useSchema(r *adhere.Requirement, name string) error {
	b, err := f.named(name, "a requirement")
	if err != nil {
		return err
	}
	r.Text = cmp.Or(r.Text, "matches the schema in "+name)
	check := algebra.Check{Reading: algebra.Plain, Expr: algebra.JSON{Schema: string(b)}}
	r.Rule = check.Rule()
	if _, err := check.Compile(); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: f.path + ": " + name, Err: err, Hint: "write a JSON schema of at most 20,000 bytes without references to other files"}
	}
	return nil
}

// useRule reads a rule as flags have it.
func (f *File) useRule(r *adhere.Requirement, rule string) error {
	name, args, _ := strings.Cut(rule, " ")
	r.Rule = &adhere.Rule{Name: name}
	if args != "" {
		r.Rule.Args = json.RawMessage(args)
	}
	r.Text = cmp.Or(r.Text, rule)
	if err := eval.CheckRule(r.Rule); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return nil
}
