package edits

import (
	"cmp"
	"slices"

	"adhere/internal/worddiff"
)

// What says how a sentence changed.
type What string

// The changes.
const (
	Reworded   What = "reworded"   // words differ
	Marks      What = "marks"      // only punctuation or capitals differ
	Removed    What = "removed"    // it is gone
	Added      What = "added"      // it is new
	Moved      What = "moved"      // it stands elsewhere
	Paragraphs What = "paragraphs" // a paragraph begins, or no longer begins, between sentences that stayed
)

// A Change is one sentence that is not as it was.
type Change struct {
	What      What   `json:"what"`
	Before    string `json:"before,omitempty"`
	After     string `json:"after,omitempty"`
	Paragraph int    `json:"paragraph"` // from 1, of the version that has the sentence, the old one where both have

	Outcome Outcome  `json:"outcome"`
	Facts   []string `json:"facts,omitempty"` // figures and references that are lost, or that nobody gave

	i, j int // units of the old and the new version; -1 for none
	at   int // where it is listed
}

// stays reports whether the sentence itself is as it was.
func (c *Change) stays() bool { return c.What == Moved || c.What == Paragraphs }

// compare returns what differs between two versions: nothing where they hold
// the same sentences in the same order and paragraphs. The second result has,
// for each unit of a, the unit of b that stands for it, or -1.
func compare(a, b *version) ([]Change, []int) {
	d := differ{a: a, b: b, pairs: worddiff.Pairs(a.keys(), b.keys()), taken: make([]bool, len(b.units))}
	for _, j := range d.pairs {
		if j >= 0 {
			d.taken[j] = true
		}
	}
	d.breaks()
	d.moves()
	d.rewordings()
	d.rest()
	slices.SortStableFunc(d.found, func(x, y Change) int { return cmp.Compare(x.at, y.at) })
	return d.found, d.pairs
}

// A differ names the changes between two versions.
type differ struct {
	a, b  *version
	pairs []int
	taken []bool // of b
	found []Change
}

func (d *differ) note(what What, i, j int) {
	c := Change{What: what, i: i, j: j}
	if j >= 0 {
		c.After, c.Paragraph, c.at = d.b.units[j].text, d.b.units[j].para+1, j
	}
	if i >= 0 {
		c.Before, c.Paragraph, c.at = d.a.units[i].text, d.a.units[i].para+1, i
	}
	d.found = append(d.found, c)
}

// breaks finds paragraphs that were joined or divided between neighbours.
func (d *differ) breaks() {
	for i := 1; i < len(d.pairs); i++ {
		if j := d.pairs[i]; j > 0 && d.pairs[i-1] == j-1 && d.a.together(i) != d.b.together(j) {
			d.note(Paragraphs, i, j)
		}
	}
}

// moves pairs equal sentences that stand elsewhere.
func (d *differ) moves() {
	for i := range d.pairs {
		for j := range d.taken {
			if d.pairs[i] < 0 && !d.taken[j] && d.a.units[i].key == d.b.units[j].key {
				d.pair(Moved, i, j)
			}
		}
	}
}

func (d *differ) pair(what What, i, j int) {
	d.pairs[i], d.taken[j] = j, true
	d.note(what, i, j)
}

// alike is how much two sentences must share to be versions of one, but where no
// others come in question.
const alike = 0.5

// A pairing is two sentences that may be versions of one.
type pairing struct {
	i, j  int
	share float64
}

// rewordings pairs sentences that share most words, the likest first.
func (d *differ) rewordings() {
	var likely []pairing
	for i := range d.pairs {
		for j := range d.taken {
			if d.pairs[i] >= 0 || d.taken[j] {
				continue
			}
			if s := likeness(d.a.units[i].key, d.b.units[j].key); s > alike || s > 0 && d.alone(i, j) {
				likely = append(likely, pairing{i, j, s})
			}
		}
	}
	slices.SortStableFunc(likely, func(x, y pairing) int { return cmp.Compare(y.share, x.share) })
	for _, p := range likely {
		switch {
		case d.pairs[p.i] >= 0 || d.taken[p.j]: // it has another
		case slices.Equal(words(d.a.units[p.i].key), words(d.b.units[p.j].key)):
			d.pair(Marks, p.i, p.j)
		default:
			d.pair(Reworded, p.i, p.j)
		}
	}
}

// alone reports whether no other sentence went or came between the neighbours of
// two sentences.
func (d *differ) alone(i, j int) bool {
	before, after := -1, len(d.taken)
	if i > 0 {
		before = d.pairs[i-1]
	}
	if i+1 < len(d.pairs) {
		after = d.pairs[i+1]
	}
	return before == j-1 && after == j+1 && (i == 0 || before >= 0)
}

// rest is what is gone, and what is new.
func (d *differ) rest() {
	for i, j := range d.pairs {
		if j < 0 {
			d.note(Removed, i, -1)
		}
	}
	for j, taken := range d.taken {
		if !taken {
			d.note(Added, -1, j)
		}
	}
}

// likeness is the share of words that two sentences have in common, in order
// (Dice's coefficient over the longest common subsequence).
func likeness(a, b string) float64 {
	x, y := words(a), words(b)
	if min(len(x), len(y))*4 <= max(len(x), len(y)) { // too unlike in length
		return 0
	}
	paired := slices.DeleteFunc(worddiff.Pairs(x, y), func(j int) bool { return j < 0 })
	return 2 * float64(len(paired)) / float64(len(x)+len(y))
}
