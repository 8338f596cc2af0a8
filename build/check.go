package build

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/english"
	"adhere/verify/sample"
	"adhere/verify/suites"
)

// A Fault is something that a data set should not have.
type Fault struct {
	Kind        string `json:"kind"` // duplicate, near duplicate, contradiction, trivial, shared
	Instruction string `json:"instruction"`
	What        string `json:"what"`
}

// An Examination is what was found of a data set.
type Examination struct {
	Statistics Table   `json:"statistics"`
	Labels     Table   `json:"labels"`
	Deciding   Table   `json:"deciding"`
	Faults     []Fault `json:"faults"`
}

// Examine looks at a data set, its own or foreign: statistics by the values of
// a tag, labels, who can decide its requirements, and faults. Instructions of
// one group are levels of one another, and no duplicates; those at level 0 add
// no constraint and count in no statistic.
func Examine(list []*adhere.Instruction, tag string, against Passages) *Examination {
	return &Examination{
		Statistics: statistics(list, tag), Labels: labels(list, tag), Deciding: deciding(list),
		Faults: slices.Concat(repeated(list), contradictions(list), trivial(list), shared(list, against)),
	}
}

// groupsOf returns the instructions by the values of a tag in the order of
// their appearance, and all together at the end.
func groupsOf(list []*adhere.Instruction, tag string) (names []string, by map[string][]*adhere.Instruction) {
	by = map[string][]*adhere.Instruction{}
	for _, in := range list {
		if in.Group != "" && in.Level == 0 && len(in.Requirements) == 0 {
			continue
		}
		name := in.Tags[tag]
		if tag != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
		if tag != "" {
			by[name] = append(by[name], in)
		}
		by["all"] = append(by["all"], in)
	}
	return append(names, "all"), by
}

// statistics are those of the papers: instructions, their mean length in words
// without the text that is worked on, requirements, and domains.
func statistics(list []*adhere.Instruction, tag string) Table {
	t := Table{Title: "Statistics", Heads: []string{tag, "instructions", "words", "requirements", "for each", "categories"}}
	names, by := groupsOf(list, tag)
	for _, name := range names {
		words, requirements, categories := 0, 0, map[string]bool{}
		for _, in := range by[name] {
			prompt := strings.TrimSuffix(strings.TrimSpace(in.Prompt()), strings.TrimSpace(in.Input))
			words += len(strings.Fields(prompt))
			requirements += len(in.Requirements)
			categories[in.Tags["category"]] = true
		}
		n := len(by[name])
		delete(categories, "")
		t.Rows = append(t.Rows, []string{name, strconv.Itoa(n), mean(words, n), strconv.Itoa(requirements), mean(requirements, n), strconv.Itoa(len(categories))})
	}
	return t
}

func mean(sum, n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(sum)/float64(n))
}

// labels counts how many requirements have each label; one with several counts
// in each.
func labels(list []*adhere.Instruction, tag string) Table {
	t := Table{Title: "Labels", Heads: []string{"label"}}
	names, by := groupsOf(list, tag)
	t.Heads = append(t.Heads, names...)
	t.Heads = append(t.Heads, "share", "example")
	var order []string
	counts, examples, all := map[string]map[string]int{}, map[string]string{}, 0
	for _, name := range names {
		for _, in := range by[name] {
			for _, r := range in.Requirements {
				for _, label := range r.Labels {
					if counts[label] == nil {
						counts[label], examples[label] = map[string]int{}, r.Text
						order = append(order, label)
					}
					counts[label][name]++
					if name == "all" {
						all++
					}
				}
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return counts[b]["all"] - counts[a]["all"] })
	for _, label := range order {
		row := []string{label}
		for _, name := range names {
			row = append(row, strconv.Itoa(counts[label][name]))
		}
		t.Rows = append(t.Rows, append(row, percent(counts[label]["all"], all), shortened(examples[label])))
	}
	return t
}

func shortened(s string) string { return verify.Shorten(strings.Join(strings.Fields(s), " ")) }

// deciding counts who can decide the requirements.
func deciding(list []*adhere.Instruction) Table {
	counts := map[string]int{}
	all := 0
	read := map[string]english.Extent{}
	for _, in := range list {
		for _, r := range in.Requirements {
			all++
			if r.Rule != nil {
				counts["a rule of the data"]++
				continue
			}
			key := r.Scope.Part() + ": " + r.Text
			extent, ok := read[key]
			if !ok {
				found, _ := english.Scoped(&r, in.Requirements)
				extent = found.Decides
				read[key] = extent
			}
			counts[map[english.Extent]string{english.Whole: "code, read from its text", english.Part: "code in part", english.None: "a judge"}[extent]]++
		}
	}
	t := Table{Title: "Who can decide the requirements", Heads: []string{"by", "requirements", "share"}}
	for _, name := range []string{"a rule of the data", "code, read from its text", "code in part", "a judge"} {
		t.Rows = append(t.Rows, []string{name, strconv.Itoa(counts[name]), percent(counts[name], all)})
	}
	return t
}

// repeated finds prompts that come again, whole or nearly.
func repeated(list []*adhere.Instruction) []Fault {
	var out []Fault
	texts, first := make([]string, len(list)), map[string]*adhere.Instruction{}
	again := map[int]bool{}
	for i, in := range list {
		texts[i] = in.Prompt()
		key := strings.Join(likenessOf(texts[i]), " ")
		if was, ok := first[key]; ok && apart(was, in) {
			out, again[i] = append(out, Fault{"duplicate", in.ID, "the same as " + was.ID}), true
			continue
		}
		first[key] = in
	}
	for i, j := range nearDuplicates(texts) {
		if j >= 0 && !again[i] && apart(list[i], list[j]) && texts[i] != texts[j] {
			out = append(out, Fault{"near duplicate", list[i].ID, "nearly the same as " + list[j].ID})
		}
	}
	return out
}

// apart reports whether two instructions should have nothing in common.
func apart(a, b *adhere.Instruction) bool { return a.Group == "" || a.Group != b.Group }

func contradictions(list []*adhere.Instruction) []Fault {
	var out []Fault
	expresser := suites.NewExpresser()
	for _, in := range list {
		rules := lists.Map(in.Requirements, func(r adhere.Requirement) *adhere.Rule { return r.Rule })
		for _, c := range expresser.Conflicts(rules) {
			out = append(out, Fault{"contradiction", in.ID, c.Why})
		}
	}
	return out
}

// trivial finds rules that texts of all kinds meet.
func trivial(list []*adhere.Instruction) []Fault {
	var out []Fault
	catalog := suites.Catalog()
	texts := ordinary()
	for _, in := range list {
		for _, r := range in.Requirements {
			if r.Rule == nil {
				continue
			}
			check, err := catalog.Compile(r.Rule)
			if err != nil {
				out = append(out, Fault{"undecidable", in.ID, r.ID + ": " + err.Error()})
				continue
			}
			own := verify.NewText(strings.Join(stringsIn(r.Rule.Args), " "))
			if !slices.ContainsFunc(append(texts[:len(texts):len(texts)], own), func(t *verify.Text) bool { return !verify.Strict.Decide(check, t).Met }) {
				out = append(out, Fault{"trivial", in.ID, r.ID + ": all of " + strconv.Itoa(len(texts)) + " texts of many kinds meet it: " + shortened(r.Text)})
			}
		}
	}
	return out
}

// stringsIn returns the texts among a rule's arguments: what a rule forbids
// stands there, and no other text need have it.
func stringsIn(raw json.RawMessage) []string {
	var out []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key])
			}
		}
	}
	var v any
	if json.Unmarshal(raw, &v) == nil {
		walk(v)
	}
	return out
}

// ordinary returns texts that meet and break demands of every kind, short
// ones, and a long one made of all.
func ordinary() []*verify.Text {
	kinds := sample.Kinds()
	s := sample.NewSampler(kinds)
	out := []*verify.Text{verify.NewText("Yes."), verify.NewText("no"), verify.NewText("42")}
	for i := range kinds {
		d := s.Draw(rand.New(rand.NewPCG(1, uint64(i))), 1, i)
		out = append(out, verify.NewText(d.Meets), verify.NewText(d.Breaks[0]))
	}
	var all strings.Builder
	for _, t := range out {
		all.WriteString(t.String() + "\n\n")
	}
	return append(out, verify.NewText(all.String()))
}

func shared(list []*adhere.Instruction, against Passages) []Fault {
	var out []Fault
	for _, in := range list {
		if name := against.In(in.Prompt()); name != "" {
			out = append(out, Fault{"shared", in.ID, fmt.Sprintf("%d consecutive words with %s", overlapWords, name)})
		}
	}
	return out
}

// Tables returns the statistics that have something to show.
func (e *Examination) Tables() []Table {
	return lists.Filter([]Table{e.Statistics, e.Labels, e.Deciding}, func(t Table) bool { return len(t.Rows) > 0 })
}

// Counts says how many faults of each kind there are.
func (e *Examination) Counts() map[string]int {
	out := map[string]int{}
	for _, f := range e.Faults {
		out[f.Kind]++
	}
	return out
}
