package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/dataset"
	"adhere/internal/lists"
	"adhere/model/reasoning"
	"adhere/report"
	"adhere/verify/english"
	"adhere/verify/ruling"
)

// An Asked is a rule or requirement as it was given, with how it is read and,
// once a text was checked, the finding.
type Asked struct {
	As   string // as it was given
	Case ruling.Case
	ruling.Ruling
}

// parseRule reads 'NAME {…}', a checker with its arguments, and refuses what no
// checker can carry out.
func parseRule(text string) (*adhere.Rule, error) {
	name, args, _ := strings.Cut(strings.TrimSpace(text), " ")
	rule := &adhere.Rule{Name: name}
	if args = strings.TrimSpace(args); args != "" {
		rule.Args = json.RawMessage(args)
		if !json.Valid(rule.Args) {
			return nil, invalid(fmt.Sprintf("--rule %s: arguments are not JSON: %s", name, args), `for example --rule 'NAME {"num_words":50}'`)
		}
	}
	return rule, CheckRule(rule)
}

// Ask reads rules, each 'NAME {…}', and then requirements in words.
func Ask(rules, requirements []string) ([]Asked, error) {
	var all []Asked
	for _, text := range rules {
		rule, err := parseRule(text)
		if err != nil {
			return nil, err
		}
		all = append(all, Asked{As: text, Case: ruling.Case{Rule: rule}})
	}
	for _, text := range requirements {
		if strings.TrimSpace(text) == "" {
			return nil, invalid("--require: expected a requirement, got none", "for example --require 'at most 50 words'")
		}
		all = append(all, Asked{As: text, Case: ruling.Case{Requirement: text}})
	}
	return all, nil
}

// Demanding returns the instruction with further requirements: rules, each
// 'NAME {…}', and requirements in words.
func Demanding(in *adhere.Instruction, rules, requirements []string) (*adhere.Instruction, error) {
	own := *in
	own.Requirements = slices.Clone(in.Requirements)
	for i, text := range rules {
		rule, err := parseRule(text)
		if err != nil {
			return nil, err
		}
		own.Requirements = append(own.Requirements, adhere.Requirement{ID: fmt.Sprintf("rule%d", i+1), Rule: rule})
	}
	for i, text := range requirements {
		own.Requirements = append(own.Requirements, adhere.Requirement{ID: fmt.Sprintf("req%d", i+1), Text: text})
	}
	return worded(&own), nil
}

// Find looks for an instruction in a set of that name by its ID, of which the
// data set's name may be left out.
func Find(set *dataset.Set, name, id string) (*adhere.Instruction, error) {
	for in, err := range set.All() {
		if err != nil || in.ID == id || adhere.ShortID(in.ID) == id {
			return in, err
		}
	}
	return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("%s has no instruction %q", name, id)}
}

// ExplainAll enters into each how it is read, without a text.
func (v *Verifier) ExplainAll(ctx context.Context, all []Asked) (err error) {
	texts := make([]wanted, len(all))
	for i := range all {
		texts[i].text = all[i].Case.Requirement
	}
	if err := v.compile(ctx, texts...); err != nil {
		return err
	}
	for i := range all {
		if all[i].Ruling, err = v.explain(ctx, all[i].Case); err != nil {
			return err
		}
	}
	return nil
}

// DecideAll enters into each its finding on the text without the reasoning before
// the answer, or on the whole text where it speaks of the tags of reasoning. left
// reports whether reasoning was left out.
func (v *Verifier) DecideAll(ctx context.Context, all []Asked, text string) (left bool, err error) {
	answer, _, moved := reasoning.Split(text)
	for i := range all {
		q := &all[i].Case
		q.Text = text
		if moved && !reasoning.Demanded(q.Requirement, q.Rule) {
			q.Text, left = answer, true
		}
		if all[i].Ruling, err = v.Decide(ctx, *q); err != nil {
			return left, err
		}
	}
	return left, nil
}

// Rulings returns the ruling of each.
func Rulings(all []Asked) []ruling.Ruling {
	return lists.Map(all, func(a Asked) ruling.Ruling { return a.Ruling })
}

// Clashes names the rules and requirements that no answer can meet together.
func Clashes(all []Asked) []string {
	rules := lists.Map(all, func(a Asked) *adhere.Rule { return a.Rule })
	return conflicts(rules, func(i int) string { return strconv.Quote(report.Excerpt(all[i].As, longestName)) }, "%s (%s)")
}

// Understood says, a line for each requirement in words, what it was read as; one
// that code cannot decide is an error.
func Understood(all []Asked) (lines []string, err error) {
	for i := range all {
		a := &all[i]
		if a.Decides == english.None {
			return nil, invalid(fmt.Sprintf("--require %q: code cannot decide this, or it can be read in two ways", a.As),
				"say it plainly (\"at most 50 words\", \"no commas\"), name a checker with --rule, or leave it to a judge")
		}
		by := ""
		if a.ReadBy != "" {
			by = "by " + a.ReadBy + " "
		}
		if a.Requirement != "" {
			lines = append(lines, fmt.Sprintf("read %q %sas: %s", a.As, by, a.English))
		}
		if a.Decides == english.Part {
			lines = append(lines, "left to a judge: "+a.Rest)
		}
	}
	return lines, nil
}

// Show prints how each is read, with examples on either side of a rule's
// boundary if they are wanted.
func (v *Verifier) Show(w io.Writer, all []Asked, examples bool) error {
	var b strings.Builder
	for i := range all {
		a := &all[i]
		fmt.Fprintf(&b, "%s\n  decides  %s\n", a.As, a.Decides)
		if a.Rule == nil {
			continue
		}
		fmt.Fprintf(&b, "  english  %s\n  rule     %s\n", a.English, strings.TrimSpace(a.Rule.Name+" "+string(a.Rule.Args)))
		for _, more := range [][2]string{{"read by", a.ReadBy}, {"rest   ", a.Rest}} {
			if more[1] != "" {
				fmt.Fprintf(&b, "  %s  %s\n", more[0], more[1])
			}
		}
		if examples {
			v.showExamples(&b, &a.Ruling)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v *Verifier) showExamples(b *strings.Builder, a *ruling.Ruling) {
	var given []string
	locked, _ := v.Lock.Find(a.Requirement, "")
	for _, w := range locked.Witnesses {
		given = append(given, w.Text)
	}
	meets, fails := Decider().Examples(a.Rule, given)
	for _, e := range [][2]string{{"meets it", meets}, {"fails it", fails}} {
		if e[1] != "" {
			fmt.Fprintf(b, "  %s %q\n", e[0], e[1])
		}
	}
}
