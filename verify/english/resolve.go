package english

import (
	"strings"

	"adhere/verify/algebra"
)

// resolve joins what was said in two places: how many parts there are, and
// what divides or marks them.
func (d *decomposer) resolve() {
	by, label := "", ""
	for _, n := range d.notes {
		switch v := n.value.(type) {
		case repetition:
			d.repeat(n, v)
		case divider:
			by = v.by
		case marker:
			label = v.label
		}
	}
	for _, n := range d.notes {
		v, ok := n.value.(division)
		if !ok {
			continue
		}
		switch {
		case label != "" && v.noun == "part":
			d.add(n.from, n.to, number1(v, label).(algebra.Expr))
		case by != "":
			d.add(n.from, n.to, divide(v, by).(algebra.Expr))
		}
	}
	if by == "" || by == blankLine {
		return
	}
	for i := range d.found {
		f := &d.found[i]
		if c, ok := f.Reading.Check.Expr.(algebra.Compare); ok && countsParagraphs(c) {
			f.Reading.Check.Expr = algebra.Has(algebra.Split(by), c.Is)
		}
	}
}

func countsParagraphs(c algebra.Compare) bool {
	n, ok := c.Of.(algebra.Count)
	return ok && n.Of.Source == algebra.Source(algebra.Paragraph) && n.Of.That == nil && n.Of.Of == nil
}

// repeat demands that the answer begins with the request.
func (d *decomposer) repeat(n noted, r repetition) {
	request := d.prompt[:strings.LastIndexByte(d.prompt[:d.tokens[n.from].start], '\n')+1]
	if r.below {
		request = d.prompt[d.tokens[n.to-1].end:]
		_, after, ok := strings.Cut(request, "\n\n")
		if !ok {
			_, after, ok = strings.Cut(request, "\n")
		}
		if ok {
			request = after
		} else {
			return
		}
	}
	if request = strings.TrimSpace(request); request != "" && len(request) <= longestRequest {
		d.add(n.from, n.to, algebra.Starts{With: algebra.Text(request)})
	}
}

// longestRequest bounds a request that is to be repeated, in bytes.
const longestRequest = 4000
