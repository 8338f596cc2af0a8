package main

import (
	"context"

	"adhere/dataset"
	"adhere/verify/english"
	"adhere/verify/ruling"
)

// learnAll compiles what the requirements of a set need compiled, all at once.
func (c *clerk) learnAll(set *dataset.Set) error {
	var texts []string
	for in, err := range set.All() {
		if err != nil {
			return err
		}
		for i := range in.Requirements {
			if in.Requirements[i].Rule == nil {
				texts = append(texts, in.Requirements[i].Text)
			}
		}
	}
	return c.learn(texts...)
}

// attach writes a file of instructions with the rules that its requirements
// are read as, for a person to look at and for runs to use. A requirement that
// has a rule keeps it; one that is not read whole stays as it is.
func (p *program) attach(ctx context.Context, path string, c *clerk) error {
	set, err := dataset.Read(ctx, path, path, dataset.Options{})
	if err != nil {
		return err
	}
	if err := c.learnAll(set); err != nil {
		return err
	}
	enc := newLines(p.out)
	had, read, part, all := 0, 0, 0, 0
	for in, err := range set.All() {
		if err != nil {
			return err
		}
		for i := range in.Requirements {
			r := &in.Requirements[i]
			all++
			if r.Rule != nil {
				had++
				continue
			}
			a, err := c.explain(ruling.Question{Requirement: r.Text})
			if err != nil {
				return err
			}
			switch a.Decides {
			case english.Whole:
				r.Rule = a.Rule
				read++
			case english.Part:
				part++
			case english.None:
			}
		}
		in.Dataset = "" // whoever reads the file names it
		if err := enc.Encode(in); err != nil {
			return err
		}
	}
	p.say("%s: %d had a rule, %d got one, %d are decided by code in part and got none", plural(all, "requirement"), had, read, part)
	return nil
}
