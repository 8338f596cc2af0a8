package edits

import (
	"cmp"
	"slices"
	"strings"
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
}

// A side is what of a version is compared.
type side struct {
	*version
	left []int
}

func (s side) key(i int) string { return s.units[s.left[i]].key }

func (s side) unit(i int) *unit { return &s.units[s.left[i]] }

// align pairs equal units in order, so that the most text is paired. The
// result has, for each unit of a, its partner in b or -1.
func align(a, b side) []int {
	n, m := len(a.left), len(b.left)
	best := make([][]int, n+1)
	for i := range best {
		best[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		weight := 2 + 2*len(words(a.key(i)))
		for j := m - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if a.key(i) == b.key(j) {
				best[i][j] = max(best[i][j], weight+best[i+1][j+1])
			}
		}
	}
	return trace(a, b, best)
}

func trace(a, b side, best [][]int) []int {
	pairs := slices.Repeat([]int{-1}, len(a.left))
	for i, j := 0, 0; i < len(a.left) && j < len(b.left); {
		switch {
		case a.key(i) == b.key(j) && best[i][j] == 2+2*len(words(a.key(i)))+best[i+1][j+1]:
			pairs[i] = j
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// compare returns what differs between two sides: nothing where they hold the
// same sentences in the same order and paragraphs.
func compare(a, b side) []Change {
	pairs := align(a, b)
	taken := make([]bool, len(b.left))
	for _, j := range pairs {
		if j >= 0 {
			taken[j] = true
		}
	}
	d := differ{a: a, b: b, pairs: pairs, taken: taken, done: make([]bool, len(a.left))}
	d.breaks()
	d.moves()
	d.rewordings()
	d.rest()
	return d.changes()
}

// A differ names the changes between two sides.
type differ struct {
	a, b  side
	pairs []int
	taken []bool // of b
	done  []bool // of a, though it has no partner
	found []placed
}

// A placed change knows where it is to be listed.
type placed struct {
	at int // position in a, or in b for what was added
	c  Change
}

func (d *differ) note(at int, c Change) { d.found = append(d.found, placed{at, c}) }

// breaks finds paragraphs that were joined or divided between neighbours.
func (d *differ) breaks() {
	for i := 1; i < len(d.pairs); i++ {
		j := d.pairs[i]
		if j < 1 || d.pairs[i-1] != j-1 || d.a.left[i]-d.a.left[i-1] != 1 || d.b.left[j]-d.b.left[j-1] != 1 {
			continue
		}
		if (d.a.unit(i).para == d.a.unit(i-1).para) != (d.b.unit(j).para == d.b.unit(j-1).para) {
			d.note(i, Change{What: Paragraphs, Before: d.a.unit(i).text, After: d.b.unit(j).text, Paragraph: d.a.unit(i).para + 1})
		}
	}
}

// moves pairs equal sentences that stand elsewhere.
func (d *differ) moves() {
	for i := range d.pairs {
		if d.pairs[i] >= 0 {
			continue
		}
		for j := range d.taken {
			if !d.taken[j] && d.a.key(i) == d.b.key(j) {
				d.done[i], d.taken[j] = true, true
				d.note(i, Change{What: Moved, Before: d.a.unit(i).text, After: d.b.unit(j).text, Paragraph: d.a.unit(i).para + 1})
				break
			}
		}
	}
}

// alike is how much two sentences must share to be versions of one.
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
		if d.pairs[i] >= 0 || d.done[i] {
			continue
		}
		for j := range d.taken {
			if d.taken[j] {
				continue
			}
			if s := likeness(d.a.key(i), d.b.key(j)); s > alike {
				likely = append(likely, pairing{i, j, s})
			}
		}
	}
	slices.SortStableFunc(likely, func(x, y pairing) int { return cmp.Compare(y.share, x.share) })
	for _, p := range likely {
		if !d.done[p.i] && !d.taken[p.j] {
			d.done[p.i], d.taken[p.j] = true, true
			d.reworded(p.i, p.j)
		}
	}
}

func (d *differ) reworded(i, j int) {
	what := Reworded
	if slices.Equal(words(d.a.key(i)), words(d.b.key(j))) {
		what = Marks
	}
	d.note(i, Change{What: what, Before: d.a.unit(i).text, After: d.b.unit(j).text, Paragraph: d.a.unit(i).para + 1})
}

// rest is what is gone, and what is new.
func (d *differ) rest() {
	for i := range d.pairs {
		if d.pairs[i] < 0 && !d.done[i] {
			d.note(i, Change{What: Removed, Before: d.a.unit(i).text, Paragraph: d.a.unit(i).para + 1})
		}
	}
	for j := range d.taken {
		if !d.taken[j] {
			d.note(j, Change{What: Added, After: d.b.unit(j).text, Paragraph: d.b.unit(j).para + 1})
		}
	}
}

func (d *differ) changes() []Change {
	slices.SortStableFunc(d.found, func(x, y placed) int { return x.at - y.at })
	var out []Change
	for _, f := range d.found {
		out = append(out, f.c)
	}
	return out
}

// likeness is the share of words that two sentences have in common, in order
// (Dice's coefficient over the longest common subsequence).
func likeness(a, b string) float64 {
	if min(len(a), len(b))*4 < max(len(a), len(b)) { // too unlike in length
		return 0
	}
	x, y := words(a), words(b)
	if len(x)+len(y) == 0 {
		if strings.TrimSpace(a) == strings.TrimSpace(b) {
			return 1
		}
		return 0
	}
	return 2 * float64(common(x, y)) / float64(len(x)+len(y))
}

// common is the length of the longest common subsequence.
func common(x, y []string) int {
	row := make([]int, len(y)+1)
	for i := len(x) - 1; i >= 0; i-- {
		diagonal := 0
		for j := len(y) - 1; j >= 0; j-- {
			was := row[j]
			if x[i] == y[j] {
				row[j] = diagonal + 1
			} else {
				row[j] = max(row[j], row[j+1])
			}
			diagonal = was
		}
	}
	return row[0]
}

// Distance is the number of words to put in, take out or exchange to get from
// one text to the other (KIWI, table 6, "edit distance").
func Distance(before, after string) int {
	x, y := strings.Fields(before), strings.Fields(after)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			was := row[j+1]
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			row[j+1] = min(cost, was+1, row[j]+1)
			diagonal = was
		}
	}
	return row[len(y)]
}
