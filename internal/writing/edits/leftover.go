package edits

import "slices"

// A leftover is what of both versions is compared in the end.
type leftover struct {
	*world
	a, b       *version
	outA, outB []int
}

func (x *leftover) sides() (a, b side) {
	return side{x.a, x.a.without(x.outA)}, side{x.b, x.b.without(x.outB)}
}

// count returns how often a sentence occurs among what is not taken out.
func count(v *version, key string, out []int) (at []int) {
	for i := range v.units {
		if v.units[i].key == key && !slices.Contains(out, i) {
			at = append(at, i)
		}
	}
	return at
}

// takeGone takes out what was to be removed: of the new version, where it is
// still there.
func (x *leftover) takeGone() {
	for _, i := range x.gone {
		if slices.Contains(x.outA, i) { // named twice
			continue
		}
		key := x.a.units[i].key
		here, there := count(x.a, key, x.outA), count(x.b, key, x.outB)
		x.outA = append(x.outA, i)
		if len(there) >= len(here) && len(there) > 0 {
			x.outB = append(x.outB, x.best(there))
		}
	}
}

// takeMoving takes out what was to be moved, where it is there unchanged.
func (x *leftover) takeMoving() {
	for _, i := range x.moving {
		if there := count(x.b, x.a.units[i].key, x.outB); len(there) > 0 && !slices.Contains(x.outA, i) {
			x.outA = append(x.outA, i)
			x.outB = append(x.outB, x.best(there))
		}
	}
	if !x.order {
		return
	}
	for i := range x.a.units {
		if slices.Contains(x.outA, i) {
			continue
		}
		if there := count(x.b, x.a.units[i].key, x.outB); len(there) > 0 {
			x.outA, x.outB = append(x.outA, i), append(x.outB, there[0])
		}
	}
}

// best chooses the one of several equal sentences without which the versions
// are most alike.
func (x *leftover) best(there []int) int {
	if len(there) == 1 {
		return there[0]
	}
	chosen, least := there[0], -1
	for _, j := range there[:min(len(there), 6)] {
		a := side{x.a, x.a.without(x.outA)}
		b := side{x.b, x.b.without(append(slices.Clip(x.outB), j))}
		if n := len(compare(a, b)); least < 0 || n < least {
			chosen, least = j, n
		}
	}
	return chosen
}

// takeFree takes out what may change, and what stands in its place.
func (x *leftover) takeFree() {
	if len(x.free) == 0 {
		return
	}
	for _, i := range x.free {
		if !slices.Contains(x.outA, i) {
			x.outA = append(x.outA, i)
		}
	}
	a, b := x.sides()
	g := gap{leftover: x, left: a, right: b, pairs: align(a, b), old: stems(x.a.textOf(x.free))}
	x.outB = append(x.outB, g.places()...)
}

func (x *leftover) compare() []Change {
	a, b := x.sides()
	return compare(a, b)
}

// A gap is where what may change stood, and what stands there now.
type gap struct {
	*leftover
	left, right side
	pairs       []int // of left
	old         map[string]bool
}

// places returns the units of the new version that stand for what may change:
// those between the same neighbours, and in no paragraph that belongs to what
// may not.
func (g *gap) places() []int {
	var open []int
	fixed := g.fixedParas()
	for _, j := range g.between() {
		if u := &g.b.units[j]; !g.belongs(j) && (!g.paras || !fixed[u.para]) {
			open = append(open, j)
		}
	}
	if len(open) == 0 && g.paras { // joined to a neighbour
		for _, j := range g.between() {
			if !g.belongs(j) && g.share(j) >= 0.5 {
				open = append(open, j)
			}
		}
		return open
	}
	if g.paras {
		return g.byParagraph(open)
	}
	return g.bySentence(open)
}

// between lists the units without a partner that stand where something was
// taken out of the old version.
func (g *gap) between() []int {
	partner := map[int]int{} // position in right, to unit of a
	for i, j := range g.pairs {
		if j >= 0 {
			partner[j] = g.left.left[i]
		}
	}
	var out []int
	from := -1
	for j := 0; j < len(g.right.left); j++ {
		if i, ok := partner[j]; ok {
			from = i
			continue
		}
		to := len(g.a.units)
		for k := j + 1; k < len(g.right.left); k++ {
			if i, ok := partner[k]; ok {
				to = i
				break
			}
		}
		if slices.ContainsFunc(g.free, func(f int) bool { return from < f && f < to }) {
			out = append(out, g.right.left[j])
		}
	}
	return out
}

// fixedParas says which paragraphs of the new version hold sentences of
// paragraphs that must stay.
func (g *gap) fixedParas() map[int]bool {
	own := map[int]bool{}
	for _, f := range g.free {
		own[g.a.units[f].para] = true
	}
	out := map[int]bool{}
	for i, j := range g.pairs {
		if j >= 0 && !own[g.left.unit(i).para] {
			out[g.right.unit(j).para] = true
		}
	}
	return out
}

// belongs reports whether the unit is rather a version of one that must stay.
func (g *gap) belongs(j int) bool {
	key := g.b.units[j].key
	most := 0.0
	for i := range g.pairs {
		if g.pairs[i] < 0 {
			most = max(most, likeness(g.left.key(i), key))
		}
	}
	if most <= alike {
		return false
	}
	for _, f := range g.free {
		if likeness(g.a.units[f].key, key) >= most {
			return false
		}
	}
	return true
}

// share is how many of the words that mean something a unit has from what
// may change.
func (g *gap) share(js ...int) float64 {
	has := stems(g.b.textOf(js))
	if len(has) == 0 {
		return 1
	}
	n := 0
	for w := range has {
		if g.old[w] {
			n++
		}
	}
	return float64(n) / float64(len(has))
}

// foreign is the share of words below which a sentence of five or more is no
// version of what was to be shortened.
const foreign = 0.2

// byParagraph lets the paragraph pass that has most of the old one, and others
// that have half of it.
func (g *gap) byParagraph(open []int) []int {
	byPara := map[int][]int{}
	var paras []int
	for _, j := range open {
		p := g.b.units[j].para
		if byPara[p] == nil {
			paras = append(paras, p)
		}
		byPara[p] = append(byPara[p], j)
	}
	main, most := -1, -1.0
	for _, p := range paras {
		if s := g.share(byPara[p]...); s > most {
			main, most = p, s
		}
	}
	var out []int
	for _, p := range paras {
		if p != main && g.share(byPara[p]...) < 0.5 {
			continue
		}
		for _, j := range byPara[p] {
			if g.adding >= 0 && len(stems(g.b.units[j].text)) >= 5 && g.share(j) < foreign {
				continue
			}
			out = append(out, j)
		}
	}
	return out
}

// bySentence lets the likest sentence pass for each old one, and others that
// have half of their words from it.
func (g *gap) bySentence(open []int) []int {
	slices.SortStableFunc(open, func(x, y int) int {
		switch a, b := g.share(x), g.share(y); {
		case a > b:
			return -1
		case a < b:
			return 1
		default:
			return x - y
		}
	})
	var out []int
	for n, j := range open {
		if n < len(g.free) || g.share(j) >= 0.5 {
			out = append(out, j)
		}
	}
	return out
}
