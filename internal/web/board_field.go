package web

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"net/url"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// A field is the runs of a benchmark that can be ranked together: over the
// same items, as often, by the same judges.
type field struct {
	Key    string // in addresses
	Slice  string // which items, in words
	Judges []string
	Href   string
	items  int
	runs   []*adhere.Run
}

// Runs is how many there are.
func (f *field) Runs() int { return len(f.runs) }

// fieldKey names what has to be the same for runs to be comparable.
func fieldKey(r *adhere.Run) string {
	p := &r.Plan
	h := fnv.New64a()
	if p.Sample > 0 {
		fmt.Fprintf(h, "%d %d ", p.Sample, p.Seed)
	}
	fmt.Fprintf(h, "%q %q %d %d %d %d %q %q", p.Dataset, p.Prompt, p.Skip, p.Limit, max(p.Attempts, 1), r.Items, p.Counted, strings.Join(slices.Sorted(slices.Values(p.Judges)), "\n"))
	return fmt.Sprintf("%016x", h.Sum64())
}

// fieldsOf sorts runs into fields: those with the most items first, then with
// the most runs.
func fieldsOf(runs []*adhere.Run) []*field {
	by := map[string]*field{}
	var all []*field
	for _, r := range runs {
		key := fieldKey(r)
		if by[key] == nil {
			by[key] = &field{Key: key, Slice: sliceOf(r), Judges: r.Plan.Judges, items: r.Items}
			all = append(all, by[key])
		}
		by[key].runs = append(by[key].runs, r)
	}
	slices.SortStableFunc(all, func(a, b *field) int {
		return cmp.Or(-cmp.Compare(a.items, b.items), -cmp.Compare(len(a.runs), len(b.runs)))
	})
	return all
}

// sliceOf says in words which items of the data a run took.
func sliceOf(r *adhere.Run) string {
	p := &r.Plan
	words := plural.Grouped(r.Items, "item")
	switch {
	case p.Sample > 0:
		words += fmt.Sprintf(" drawn by seed %d", p.Seed)
	case p.Skip > 0:
		words += fmt.Sprintf(" from number %d on", p.Skip+1)
	case p.Limit > 0:
		words = "the first " + words
	}
	if p.Attempts > 1 {
		words += fmt.Sprintf(", %d attempts each", p.Attempts)
	}
	name, hash, _ := strings.Cut(p.Dataset, " ")
	hash = strings.TrimPrefix(hash, "sha256:")
	if hash = hash[:min(8, len(hash))]; !strings.Contains(name, hash) {
		name += " (" + hash + ")"
	}
	return words + " of " + name
}

// choose takes the field that the address names, else the first.
func (view *boardView) choose(all []*field, q url.Values) {
	for _, f := range all {
		f.Href = with("/boards/"+url.PathEscape(view.Bench), url.Values{}, "field", f.Key)
		if f.Key == q.Get("field") {
			view.Field = f
		}
	}
	if view.Field == nil {
		view.Field = all[0]
	}
	view.Others = slices.DeleteFunc(slices.Clone(all), func(f *field) bool { return f == view.Field })
}
