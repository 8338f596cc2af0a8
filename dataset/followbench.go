package dataset

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"adhere"
)

// categories lists FollowBench's files in the order of the paper.
func categories() []string {
	return []string{"content", "situation", "style", "format", "example", "mixed"}
}

func categoryFile(category string) string { return category + "_constraints.json" }

func readFollowBench(p *pass) error   { return readLeveled(p, "followbench", "en", englishRules()) }
func readFollowBenchZH(p *pass) error { return readLeveled(p, "followbench-zh", "zh", chineseRules()) }

// A leveled is one record of a category file: an initial instruction (level
// 0) or one to which level constraints have been added; see FollowBench,
// section 3.
type leveled struct {
	exampleID   string
	labels      []string // of the constraints, for mixed ones
	source      string
	level       int
	instruction string
	target      string
	o           *object
}

// A leveledGroup is the records with one example id and category.
type leveledGroup struct {
	prefix, language, category string
	rules                      *ruleBook
	records                    []leveled
}

func readLeveled(p *pass, prefix, language string, rules *ruleBook) error {
	dir, err := p.files.IsDir(p.set.Path)
	if err != nil {
		return unreadable(p.set.Path, err)
	}
	g := leveledGroup{prefix: prefix, language: language, rules: rules}
	if !dir {
		return readCategory(p, p.set.Path, g)
	}
	for _, category := range categories() {
		if err := readCategory(p, filepath.Join(p.set.Path, categoryFile(category)), g); err != nil {
			return err
		}
	}
	return nil
}

func readCategory(p *pass, path string, g leveledGroup) error {
	var records []leveled
	err := p.open(path, func(r io.Reader) (err error) {
		records, err = readRecords(r, filepath.Base(path))
		return err
	})
	for start := 0; err == nil && start < len(records); {
		end := start + 1
		for end < len(records) && records[end].follows(&records[end-1]) {
			end++
		}
		g.records = records[start:end]
		g.category = categoryOf(g.records)
		err = emitGroup(p, g)
		start = end
	}
	return err
}

// follows reports whether a record is of the same group as the one before it.
// Files with several categories may count the examples of each from 1.
func (r *leveled) follows(last *leveled) bool {
	return r.exampleID == last.exampleID && (r.level > last.level || r.labels[0] == last.labels[0])
}

// categoryOf returns the category of a group: what its records say, and mixed
// where one of them has constraints of several.
func categoryOf(records []leveled) string {
	for i := range records {
		if len(records[i].labels) > 1 {
			return "mixed"
		}
	}
	return records[0].labels[0]
}

// readRecords reads a JSON list of at least one record.
func readRecords(r io.Reader, name string) ([]leveled, error) {
	raws, err := parseList(r, name)
	if err != nil {
		return nil, err
	}
	records := make([]leveled, len(raws))
	for i, raw := range raws {
		o, err := parseObject(fmt.Sprintf("%s record %d", name, i+1), raw)
		if err != nil {
			return nil, err
		}
		records[i] = leveled{
			exampleID: o.needName("example_id"), labels: strings.Split(o.needText("category"), ", "), source: o.text("source"),
			level: o.count("level"), instruction: o.needText("instruction"), target: o.text("target"), o: o,
		}
		// Some examples have no instruction before the first constraint.
		if records[i].level > 0 {
			o.needWords("instruction")
		}
		if *o.err != nil {
			return nil, *o.err
		}
	}
	return records, nil
}

// emitGroup emits the records above level 0, each with the path that leads to
// it. Without an initial instruction there is no path.
func emitGroup(p *pass, g leveledGroup) error {
	var path []string
	for i, r := range g.records {
		if want := g.records[0].level + i; r.level != want || r.level > 1+i {
			r.o.fail("level", fmt.Sprintf("expected the levels of example %s in order from 0 or 1, got %d", r.exampleID, r.level))
			return *r.o.err
		}
		if g.records[0].level == 0 {
			path = append(path, r.instruction)
		}
		if r.level == 0 {
			continue
		}
		in := g.instruction(p, r)
		in.Path = append([]string(nil), path...)
		if *r.o.err != nil {
			return *r.o.err
		}
		if err := p.emit(in, r.o.place); err != nil {
			return err
		}
	}
	return nil
}

func (g *leveledGroup) instruction(p *pass, r leveled) *adhere.Instruction {
	group := g.prefix + "/" + g.category + "/" + r.exampleID
	in := &adhere.Instruction{
		ID: group + "/" + strconv.Itoa(r.level), Messages: user(r.instruction),
		Group: group, Level: r.level, Reference: r.target,
		Tags: tags("category", g.category, "source", r.source, "language", g.language),
	}
	rules, err := g.rules.of(g.category, r)
	if err != nil {
		r.o.fail("target", err.Error())
	}
	for k := 1; k <= r.level; k++ {
		req := adhere.Requirement{
			ID: strconv.Itoa(k), Text: "The constraint that was added at level " + strconv.Itoa(k) + ".",
			Labels: []string{g.category}, Weight: 1,
		}
		if len(r.labels) == r.level && g.category == "mixed" {
			req.Labels = []string{r.labels[k-1]}
		}
		if rules != nil {
			req.Rule = rules[k-1]
			p.rule(r.o, req.Rule, "source", "target")
		}
		in.Requirements = append(in.Requirements, req)
	}
	return in
}
