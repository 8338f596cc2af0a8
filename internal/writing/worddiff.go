package writing

import "regexp"

// A Change is a run of text that was kept, taken away or put in.
type Change struct {
	Kind ChangeKind
	Text string
}

// ChangeKind says what became of a run of text.
type ChangeKind string

// The kinds of changes.
const (
	Kept    ChangeKind = "kept"
	Removed ChangeKind = "removed"
	Added   ChangeKind = "added"
)

// mostCompared bounds the table that Diff fills: pairs of words.
const mostCompared = 4_000_000

var piece = regexp.MustCompile(`\s+|[\p{L}\p{N}\p{M}'’]+|.`)

// Diff returns how one text becomes another, word by word: the pieces that are
// kept and added make the second, those kept and removed the first. Texts too
// long to compare differ in all but their beginning and end.
func Diff(from, to string) []Change {
	a, b := piece.FindAllString(from, -1), piece.FindAllString(to, -1)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var d differ
	d.add(Kept, a[:start]...)
	d.between(a[start:len(a)-end], b[start:len(b)-end])
	d.add(Kept, a[len(a)-end:]...)
	return d.changes
}

// A differ collects changes; neighbours of one kind become one.
type differ struct{ changes []Change }

func (d *differ) add(kind ChangeKind, pieces ...string) {
	for _, p := range pieces {
		if n := len(d.changes); n > 0 && d.changes[n-1].Kind == kind {
			d.changes[n-1].Text += p
		} else {
			d.changes = append(d.changes, Change{kind, p})
		}
	}
}

// between compares by the longest common subsequence.
func (d *differ) between(a, b []string) {
	if len(a)*len(b) > mostCompared || len(a) == 0 || len(b) == 0 {
		d.add(Removed, a...)
		d.add(Added, b...)
		return
	}
	width := len(b) + 1
	common := make([]uint32, (len(a)+1)*width) // of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			d.add(Kept, a[i])
			i, j = i+1, j+1
		case common[(i+1)*width+j] >= common[i*width+j+1]:
			d.add(Removed, a[i])
			i++
		default:
			d.add(Added, b[j])
			j++
		}
	}
	d.add(Removed, a[i:]...)
	d.add(Added, b[j:]...)
}
