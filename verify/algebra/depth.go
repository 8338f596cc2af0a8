package algebra

func (m Depth) number(c *scope) (x float64, missing string) {
	if Nesting(m) == NestedBrackets {
		return float64(bracketDepth(c.s)), ""
	}
	return float64(listDepth(c.structureOf().lines)), ""
}

// listDepth returns the greatest number of list items that lie in each other.
func listDepth(lines []line) int {
	var open []int // the indents of the items that the next may lie in
	deepest := 0
	for _, l := range lines {
		switch {
		case l.kind == bulletLine || l.kind == numberedLine:
			for len(open) > 0 && open[len(open)-1] >= l.indent {
				open = open[:len(open)-1]
			}
			open = append(open, l.indent)
			deepest = max(deepest, len(open))
		case l.kind != blankLine && l.indent < 2:
			open = open[:0]
		}
	}
	return deepest
}

// bracketDepth returns the greatest number of brackets that lie in each
// other and are closed in order. One that closes out of order closes none.
func bracketDepth(s string) int {
	type opened struct {
		closing byte
		inside  int // levels that are closed in it
	}
	open := []opened{{}}
	for i := range len(s) {
		last := len(open) - 1
		switch c := s[i]; c {
		case '(':
			open = append(open, opened{closing: ')'})
		case '[', '{':
			open = append(open, opened{closing: c + 2})
		case ')', ']', '}':
			if last > 0 && open[last].closing == c {
				open[last-1].inside = max(open[last-1].inside, open[last].inside+1)
				open = open[:last]
			}
		}
	}
	deepest := 0
	for _, o := range open {
		deepest = max(deepest, o.inside)
	}
	return deepest
}
