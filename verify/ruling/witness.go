package ruling

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify/langid"
)

// The bounds of fillers and of the texts made from a check.
const (
	mostFilled  = 2000
	mostCounted = 400 // the largest number at whose boundary texts are made
	mostSeeds   = 8
	mostDressed = 2 // seeds that are dressed up
)

var filler = lazyregexp.New(`<<\s*(\d{1,5})\s+(word|sentence|line|paragraph)s?\s*>>`)

// stock is what fillers are made of.
var stock = strings.Fields("the river runs past old mills and quiet farms while small boats carry wood and grain down to a harbour where people trade news under grey skies")

// Fill replaces fillers by text of their length: <<40 words>>, <<3 sentences>>,
// <<5 lines>>, <<2 paragraphs>>.
func Fill(text string) string {
	return filler.ReplaceAllStringFunc(text, func(mark string) string {
		m := filler.FindStringSubmatch(mark)
		n, _ := strconv.Atoi(m[1])
		return several(m[2], min(n, mostFilled))
	})
}

// several makes so many of a unit, and nothing where it knows none.
func several(unit string, n int) string {
	var list []string
	switch unit {
	case "word", "space-separated word":
		for i := range n {
			list = append(list, stock[i%len(stock)])
		}
		return strings.Join(list, " ")
	case "numbered item":
		for i := range n {
			list = append(list, strconv.Itoa(i+1)+". a boat")
		}
		return strings.Join(list, "\n")
	}
	one := examples[unit]
	return strings.Join(slices.Repeat([]string{one.text}, n), one.between)
}

// examples have a text that is one of a unit, and what stands between two.
var examples = map[string]struct{ text, between string }{
	"character":    {"a", ""},
	"letter":       {"a", ""},
	"sentence":     {"The boat left at noon.", " "},
	"question":     {"Did the boat leave?", " "},
	"exclamation":  {"The boat left!", " "},
	"line":         {"the boat left at noon", "\n"},
	"paragraph":    {"The boat left at noon. It came back late.", "\n\n"},
	"list item":    {"- a boat", "\n"},
	"bullet point": {"- a boat", "\n"},
	"heading":      {"## Boats\n\nThe boat left.", "\n\n"},
	"emoji":        {"⛵", " "},
	"hashtag":      {"#boats", " "},
	"bold passage": {"**boats**", " and "},
	"quotation":    {`"the boat"`, " and "},
	"number":       {"12", " and "},
	"comma":        {"boats,", " "},
	"list":         {"- a boat\n- a boat", "\n\nThey left.\n\n"},
	"code block":   {"```\na boat\n```", "\n\n"},
	"table":        {"| boat | left |\n|---|---|\n| red | noon |", "\n\n"},
}

// Witnesses returns texts at the boundaries of a rule of the algebra: with one
// too few, just enough and one too many of what it counts; and the seeds,
// dressed up as models do, or changed a little at the start, in the middle and
// at the end, where that changes what the rule finds. Changes of form that people
// judge differently (a title, a fence, capitals) come last, if the rule decides.
func (d *Decider) Witnesses(rule *adhere.Rule, seeds []string) []string {
	var out []string
	add := func(texts ...string) {
		for _, text := range texts {
			if strings.TrimSpace(text) != "" && !slices.Contains(out, text) && !slices.Contains(seeds, text) {
				out = append(out, text)
			}
		}
	}
	add(aroundCounts(rule.Args)...)
	add(beside(rule.Args, out)...)
	says := mayBeEnglish(seeds...)
	for i, seed := range seeds[:min(len(seeds), mostSeeds)] {
		was := d.run(rule, seed)
		if i < mostDressed && was == adhere.Met {
			add(slices.DeleteFunc(dressed(seed, says), func(text string) bool { return d.run(rule, text) != adhere.NotMet })...)
		}
		near := nearby(seed, says)
		if at := slices.IndexFunc(near, func(text string) bool { return d.run(rule, text) != was }); at >= 0 {
			add(near[at])
		}
	}
	for _, seed := range seeds[:min(len(seeds), 1)] {
		for _, text := range []string{"# Boats\n\n" + seed, "```\n" + seed + "\n```", strings.ToUpper(seed)} {
			if (says || text[0] != '#') && d.run(rule, text) != adhere.Unsure {
				add(text)
			}
		}
	}
	return out
}

// aroundCounts returns texts with one too few, just enough and one too many of
// what a rule counts.
func aroundCounts(args json.RawMessage) (texts []string) {
	units := counted(args)
	for _, unit := range slices.Sorted(maps.Keys(units)) {
		for _, n := range units[unit] {
			for _, k := range []int{n - 1, n, n + 1} {
				if k > 0 && k <= mostCounted {
					texts = append(texts, several(unit, k))
				}
			}
		}
	}
	return texts
}

// mayBeEnglish reports whether one of the texts is in English or is JSON, or all of
// them say too little to tell: only beside such do models say something in English.
func mayBeEnglish(texts ...string) bool {
	const sure = 10 // of a logarithm of likelihoods
	all, _ := langid.Compare(strings.Join(texts, "\n"))
	return all["en"] < sure || slices.ContainsFunc(texts, func(text string) bool {
		code, _ := langid.Language(text)
		return code == "en" || json.Valid([]byte(text))
	})
}

func (d *Decider) run(rule *adhere.Rule, text string) adhere.Outcome {
	outcome, _ := d.Run(rule, text)
	return outcome
}

// Run says what a rule finds of a text: Unsure where it gives up, Broken where
// it is no rule.
func (d *Decider) Run(rule *adhere.Rule, text string) (outcome adhere.Outcome, measured string) {
	a, err := d.Decide(Case{Rule: rule, Text: text})
	switch {
	case err != nil:
		return adhere.Broken, err.Error()
	case a.Finding.Undecided:
		return adhere.Unsure, a.Finding.Measured
	default:
		return adhere.OutcomeOf(a.Finding.Met), a.Finding.String()
	}
}

// dressed returns a text as models dress answers up: behind a preface, before a
// remark, where something is said in English, with the first or the last line in
// bold, and as a list item. JSON is left as it is, and so are lines that have marks
// already.
func dressed(text string, says bool) []string {
	text = strings.TrimSpace(text)
	if json.Valid([]byte(text)) {
		return nil
	}
	first, below, _ := strings.Cut(text, "\n")
	above, last := text[:strings.LastIndex(text, "\n")+1], text[strings.LastIndex(text, "\n")+1:]
	var out []string
	if says {
		out = append(out, "Sure, here you go:\n\n"+text, text+"\n\nI hope this helps!")
	}
	if !marked(first) {
		out = append(out, "**"+first+"**\n"+below)
	}
	if !marked(last) {
		out = append(out, above+"**"+last+"**", above+"- "+last)
	}
	return out
}

// marked reports whether a line has marks of Markdown.
func marked(line string) bool {
	return strings.ContainsAny(line, "*_#`|") || strings.HasPrefix(line, "- ") || strings.IndexFunc(line, unicode.IsDigit) == 0
}

// nearby returns a text with one thing changed: at the end, at the start, in
// the middle; where something is said in English, also by that. JSON is not cut:
// nobody can say what a piece of it meets.
func nearby(text string, says bool) []string {
	var out []string
	if json.Valid([]byte(text)) && strings.ContainsAny(text[:1], "{[") {
		return []string{"Here it is:\n\n" + text}
	}
	for _, sep := range []string{"\n\n", "\n", ". ", " "} {
		parts := strings.Split(text, sep)
		if n := len(parts); n > 1 {
			out = append(out, strings.Join(parts[:n-1], sep), strings.Join(parts[1:], sep))
			if sep == " " {
				break // words that change places make no text
			}
			out = append(out,
				strings.Join(append(slices.Clone(parts), parts[n-1]), sep),
				strings.Join(append([]string{parts[n-1]}, parts[:n-1]...), sep),
				strings.Join(slices.Delete(slices.Clone(parts), n/2, n/2+1), sep))
		}
	}
	trimmed := strings.TrimRight(text, ".!? \n")
	out = append(out, trimmed, trimmed+"!")
	if says {
		out = append(out, text+"\n\nThe end.", "Here it is:\n\n"+text)
	}
	return append(out, strings.ToLower(text))
}

// counted returns the units that a check counts in the whole text, with the
// numbers that it compares them to.
func counted(args json.RawMessage) map[string][]int {
	out := map[string][]int{}
	eachObject(args, func(o map[string]any) {
		parts, _ := o["count"].(map[string]any)
		of, _ := parts["of"].(map[string]any)
		if len(parts) == 1 || len(parts) == 2 && (of["before"] != nil || of["after"] != nil) {
			if unit, ok := parts["unit"].(string); ok {
				out[unit] = append(out[unit], numbersIn(o["is"])...)
			}
		}
	})
	return out
}

// beside returns texts in which one of the fillers, or one of the units that alone
// are allowed, stands where a check asks for it: before or after something.
func beside(args json.RawMessage, fillers []string) []string {
	fillers = slices.Concat([]string{"a boat", "**Boats**", ""}, literals(args), fillers)
	eachObject(args, func(o map[string]any) {
		units, _ := o["only"].([]any)
		for _, u := range units {
			fillers = append(fillers, several(said(u), 1))
		}
	})
	var out []string
	eachObject(args, func(o map[string]any) {
		before, isBefore := o["before"].(map[string]any)
		what, isAfter := o["after"].(map[string]any)
		if isBefore {
			what = before
		}
		find, _ := what["find"].(map[string]any)
		text, gap := cmp.Or(said(find["text"]), said(find["word"])), " "
		if find == nil {
			text, gap = several(said(what["unit"]), 1), "\n\n"
		}
		lead := gap
		if strings.IndexFunc(text, unicode.IsLetter) < 0 { // a colon
			lead = ""
		}
		if !isBefore && !isAfter || text == "" {
			return
		}
		mark := ""
		if of, _ := o["of"].(map[string]any); strings.HasSuffix(said(of["unit"]), "list item") || said(of["unit"]) == "bullet point" {
			mark = "- "
		}
		for _, f := range fillers {
			if isAfter {
				out = append(out, mark+text+gap+f)
			} else {
				out = append(out, mark+f+lead+text+gap+"It left at noon.")
			}
		}
	})
	return out
}

func said(v any) string {
	s, _ := v.(string)
	return s
}

// eachObject calls do for every object in the arguments of a rule, from the
// outermost on, those beside each other in the order of their keys.
func eachObject(args json.RawMessage, do func(map[string]any)) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			do(v)
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key])
			}
		}
	}
	var v any
	if json.Unmarshal(args, &v) == nil {
		walk(v)
	}
}

// numbersIn returns the numbers of a relation.
func numbersIn(relation any) []int {
	var out []int
	fields, _ := relation.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		switch v := fields[key].(type) {
		case float64:
			out = append(out, int(v))
		case []any:
			for _, x := range v {
				if n, ok := x.(float64); ok {
					out = append(out, int(n))
				}
			}
		}
	}
	return out
}
