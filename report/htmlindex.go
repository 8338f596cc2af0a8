package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"adhere"
	"adhere/metric"
)

// An indexGroup lists the shown items behind the numbers of one group.
type indexGroup struct {
	ID, Title string
	Kinds     []indexKind
	group     map[string]string
	result    int // whose items they are
}

type indexKind struct {
	Outcome, Sign, Word string
	Items               []cell
}

// An index lists what lies behind the numbers of a page.
type index struct {
	groups map[string]*indexGroup // by id
	order  []*indexGroup
}

// link returns where the items behind a number of the i-th result are listed,
// and remembers that the list is wanted. The prefix names the result where
// there are several.
func (x *index) link(i int, prefix string, group map[string]string) string {
	title := strings.Join(nonEmpty(prefix, cmp.Or(groupName(group), "all items")), ", ")
	digest := sha256.Sum256([]byte(strings.Join(nonEmpty(prefix, groupName(group)), "\x00")))
	id := "of-" + hex.EncodeToString(digest[:6])
	if x.groups[id] != nil {
		return "#" + id
	}
	g := &indexGroup{
		ID: id, Title: title, group: group, result: i,
		Kinds: []indexKind{
			{Outcome: string(adhere.NotMet), Sign: signOf(adhere.NotMet), Word: "not met"},
			{Outcome: string(adhere.Unsure), Sign: signOf(adhere.Unsure), Word: "undecided"},
			{Outcome: string(adhere.Met), Sign: signOf(adhere.Met), Word: "met"},
			{Outcome: string(adhere.Skipped), Sign: signOf(adhere.Skipped), Word: "no verdict"},
		},
	}
	if x.groups == nil {
		x.groups = map[string]*indexGroup{}
	}
	x.groups[id] = g
	x.order = append(x.order, g)
	return "#" + id
}

// enter puts an item of the i-th result in every group it belongs to, under
// the worst outcome of its requirements there.
func (x *index) enter(i int, rec *adhere.Record, id string) {
	outcomes := rec.Outcomes(nil)
	for _, g := range x.order {
		if g.result != i {
			continue
		}
		if t, ok := g.tally(rec.Instruction, outcomes); ok {
			kind := &g.Kinds[t.worst()]
			kind.Items = append(kind.Items, cell{Text: ItemName(rec), Href: id, More: t.open("")})
		}
	}
}

// tally counts what of an item is in the group; false if it doesn't belong
// there.
func (g *indexGroup) tally(in *adhere.Instruction, outcomes []adhere.Outcome) (t tally, member bool) {
	for i, o := range outcomes {
		if belongs(g.group, in, &in.Requirements[i]) {
			member = true
			t.add(o)
		}
	}
	return t, member || len(g.group) == 0
}

// worst is the place of an item among the kinds of a group: what is missed is
// not met, whatever else is undecided.
func (t *tally) worst() int {
	return slices.Index([]bool{t.notMet > 0, t.undecided > 0, t.met > 0, true}, true)
}

// belongs reports whether a requirement is in a group of package metric.
func belongs(group map[string]string, in *adhere.Instruction, req *adhere.Requirement) bool {
	for key, want := range group {
		if !slices.Contains(metric.Values(key, in, req), want) {
			return false
		}
	}
	return true
}
