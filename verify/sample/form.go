package sample

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"adhere/verify/algebra"
)

// A Form is demands of one kind that differ only in their numbers and words, so
// that one template words them all.
type Form struct {
	kind      Kind
	examples  []values
	Templates []string // wordings in which {a}, {b} … stand for what differs
}

// fewExamples is how many demands of a form a template is tried on.
const fewExamples = 8

// Forms returns the forms of kinds, the same at each call.
func Forms(kinds []Kind) []*Form {
	var out []*Form
	for _, k := range kinds {
		r := rand.New(rand.NewPCG(0, 0))
		first := len(out)
		for range 40 * fewExamples {
			v := k.draw(r)
			i := slices.IndexFunc(out[first:], func(f *Form) bool { return f.has(v) })
			if i < 0 {
				out = append(out, &Form{kind: k, examples: []values{v}})
			} else if f := out[first+i]; len(f.examples) < fewExamples {
				f.examples = append(f.examples, v)
			}
		}
	}
	return out
}

// has reports whether demands of those values are of the form.
func (f *Form) has(v values) bool {
	w := f.examples[0]
	return v.less == w.less && len(v.words) == len(w.words) && (v.n == 1) == (w.n == 1) && (v.n == v.m) == (w.n == w.m)
}

// Kind returns the name of the kind.
func (f *Form) Kind() string { return f.kind.Name }

// Example returns a demand of the form, in the program's own words.
func (f *Form) Example() string { return f.kind.own(f.examples[0]) }

// own is the first of the program's own wordings.
func (k *Kind) own(v values) string {
	if list := k.words(v); len(list) > 0 {
		return list[0]
	}
	return printed(k.check(v))
}

// differing returns what a wording of the demand takes from its values.
func (k *Kind) differing(v values) []string {
	own := k.own(v)
	var out []string
	add := func(forms ...string) {
		for _, s := range forms {
			if s != "" && strings.Contains(own, s) {
				own = strings.ReplaceAll(own, s, place(len(out)))
				out = append(out, s)
				return
			}
		}
	}
	if len(v.words) > 0 {
		add(quoted(v.words))
	}
	for _, w := range append(slices.Clone(v.words), v.word) {
		add(strconv.Quote(w), w)
	}
	ordinals := strings.Fields(algebra.OrdinalWords)
	for _, n := range []int{v.m, v.n} {
		if n > 0 {
			add(strconv.Itoa(n), ordinals[min(n, len(ordinals))-1])
		}
	}
	return out
}

// place is what stands in a template for what differs.
func place(i int) string { return "{" + string(rune('a'+i)) + "}" }

// Template makes a template of a wording of the example. Lacking is what the
// wording should have said and does not.
func (f *Form) Template(wording string) (template, lacking string) {
	for i, s := range f.kind.differing(f.examples[0]) {
		if !strings.Contains(wording, s) {
			return "", s
		}
		wording = strings.ReplaceAll(wording, s, place(i))
	}
	return wording, ""
}

// fill words a demand by a template.
func (k *Kind) fill(template string, v values) string {
	for i, s := range k.differing(v) {
		template = strings.ReplaceAll(template, place(i), s)
	}
	return template
}

// Misread returns the first of the form's demands that, worded by the template,
// is not read as its check; "" if all are.
func (f *Form) Misread(template string) string {
	for _, v := range f.examples {
		if words := f.kind.fill(template, v); !reads(words, f.kind.check(v)) {
			return words
		}
	}
	return ""
}

// Worded returns the kinds with the wordings of forms added to their own.
func Worded(kinds []Kind, forms []*Form) []Kind {
	out := slices.Clone(kinds)
	for i, k := range kinds {
		out[i].words = func(v values) []string {
			list := slices.Clone(k.words(v))
			for _, f := range forms {
				if f.kind.Name != k.Name || !f.has(v) {
					continue
				}
				for _, t := range f.Templates {
					list = append(list, k.fill(t, v))
				}
			}
			return list
		}
	}
	return out
}
