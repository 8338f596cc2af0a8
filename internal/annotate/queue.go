package annotate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere/internal/lists"
)

// A Disputed is a difference that a person may settle.
type Disputed struct {
	*Difference
	Name string // of its field, as the person's own order of answers has it
}

// A DifferenceFilter picks differences.
type DifferenceFilter string

// The filters.
const (
	FilterOpen     DifferenceFilter = ""         // nobody has settled them
	FilterTies     DifferenceFilter = "ties"     // no version has more people than every other
	FilterFar      DifferenceFilter = "far"      // scores two or more apart, or two or more people against the most
	FilterMajority DifferenceFilter = "majority" // more than half say the same
	FilterSettled  DifferenceFilter = "settled"
	FilterAll      DifferenceFilter = "all" // settled or not; no filter of its own on pages
)

// DifferenceFilters lists those to choose from.
func DifferenceFilters() []DifferenceFilter {
	return []DifferenceFilter{FilterOpen, FilterTies, FilterFar, FilterMajority, FilterSettled}
}

// Majority returns what more than half of the people say; false where nothing
// is.
func (d *Difference) Majority() (string, bool) {
	value, most, all := d.mostSaid()
	return value, 2*most > all
}

// mostSaid returns what most people say, how many they are, and of how many.
func (d *Difference) mostSaid() (value string, most, all int) {
	for _, v := range d.Said {
		all += len(v.Whys)
		if len(v.Whys) > most {
			most, value = len(v.Whys), v.Value
		}
	}
	return value, most, all
}

// tied reports whether no version has more people than every other.
func (d *Difference) tied() bool {
	counts := lists.Map(d.Said, func(v Version) int { return len(v.Whys) })
	slices.Sort(counts)
	n := len(counts)
	return n > 1 && counts[n-1] == counts[n-2]
}

func (d *Difference) far() bool {
	if d.Field.Kind == FieldScore {
		var scores []int
		for _, v := range d.Said {
			n, _ := strconv.Atoi(v.Value) // checked when it was taken
			scores = append(scores, n)
		}
		return slices.Max(scores)-slices.Min(scores) >= 2
	}
	_, most, all := d.mostSaid()
	return all-most >= 2
}

// passes reports whether the filter picks a difference.
func (s DifferenceFilter) passes(d *Difference) bool {
	if d.Done || s == FilterAll {
		return s == FilterSettled || s == FilterAll
	}
	switch s {
	case FilterTies:
		return d.tied()
	case FilterFar:
		return d.far()
	case FilterMajority:
		_, ok := d.Majority()
		return ok
	case FilterSettled:
		return false
	default:
		return true
	}
}

// Disputed returns the differences that a person may settle and the filter
// picks, by unit, then as the person's own order of answers has them.
func (r *Results) Disputed(person string, places []Place, filter DifferenceFilter) []Disputed {
	all := r.Differences()
	own := r.PartsOf(person, places)
	var out []Disputed
	for i := range all {
		d := &all[i]
		if own[d.Unit] || !filter.passes(d) {
			continue
		}
		name := d.Field.Name
		if d.Answer >= 0 {
			_, rest, _ := strings.Cut(name, ".")
			order := r.Campaign.Order(person, d.Unit, len(r.Units[d.Unit-1].Answers))
			name = slot(slices.Index(order, d.Answer)) + "." + rest
		}
		out = append(out, Disputed{d, name})
	}
	slices.SortStableFunc(out, func(a, b Disputed) int {
		return cmp.Or(cmp.Compare(a.Unit, b.Unit), strings.Compare(slotOf(a.Name), slotOf(b.Name)))
	})
	return out
}

func slotOf(name string) string {
	before, _, _ := strings.Cut(name, ".")
	return before
}

// PartsOf returns the units that a person labels, or has begun to, and so
// cannot settle.
func (r *Results) PartsOf(person string, places []Place) map[int]bool {
	own := map[int]bool{}
	for _, p := range places {
		if p.Person == person {
			own[p.Unit] = true
		}
	}
	for _, t := range r.Tasks {
		if t.Person == person {
			own[t.Unit] = true
		}
	}
	return own
}

// WithMajority returns the differences of which most people say the same and
// nobody has settled any.
func WithMajority(all []Disputed) []Disputed {
	return slices.DeleteFunc(slices.Clone(all), func(d Disputed) bool {
		_, ok := d.Majority()
		return !ok || d.Done
	})
}

// majorityStands is the reason of what is settled as the majority says.
const majorityStands = "the majority stands"

// MajorityStands settles all differences that the filter picks and that have a
// majority as it says, and returns the events and how many differences they
// settle.
func (r *Results) MajorityStands(person string, places []Place, filter DifferenceFilter, now time.Time) (events []Event, n int, err error) {
	by := map[int]map[string]string{}
	var units []int
	for _, w := range WithMajority(r.Disputed(person, places, filter)) {
		value, _ := w.Majority()
		if by[w.Unit] == nil {
			by[w.Unit] = map[string]string{}
			units = append(units, w.Unit)
		}
		if w.Field.Kind == FieldChoice && r.Protocol.Asks == AskPreference && !slices.Equal(r.Campaign.Order(person, w.Unit, 2), identity(2)) {
			value = exchanged(value)
		}
		by[w.Unit][w.Name] = value
		if w.Field.Reason != "" {
			by[w.Unit][w.Name+why] = majorityStands
		}
		n++
	}
	for _, unit := range units {
		x, err := r.Settling(unit, person, places)
		if err != nil {
			return nil, 0, err
		}
		e, err := x.Decide(by[unit], x.Task.Version, now)
		if err != nil {
			return nil, 0, err
		}
		events = append(events, *e)
	}
	return events, n, nil
}
