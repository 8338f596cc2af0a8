package ifeval

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"adhere/verify/parity"
)

// A machine runs a compiled regular expression in linear time. Package regexp
// would do but for two things: in Python a word boundary goes by Unicode, and
// the end of the text is also before a final line break.
type machine struct {
	prog   *syntax.Prog
	prefix string // what every match begins with
	fold   bool   // case does not matter
}

// A thread is one way to go on matching. Earlier threads are preferred.
type thread struct {
	pc    uint32
	start int
}

// A step collects the threads at one position.
type step struct {
	threads []thread
	has     []bool // by instruction
}

func (st *step) clear() {
	st.threads = st.threads[:0]
	clear(st.has)
}

// next returns the leftmost match at or after from, of those the first that
// Python's order of preference finds; -1 if there is none.
func (m *machine) next(s string, from int) (start, end int) {
	now, then := &step{has: make([]bool, len(m.prog.Inst))}, &step{has: make([]bool, len(m.prog.Inst))}
	start, end = -1, -1
	for pos := from; ; {
		if len(now.threads) == 0 {
			if start >= 0 {
				return start, end
			}
			skip := strings.Index(s[pos:], m.prefix)
			if skip < 0 {
				return -1, -1
			}
			pos += skip
			now.clear() // what led nowhere at the old position may lead on here
		}
		if start < 0 {
			m.add(now, s, uint32(m.prog.Start), pos, pos)
		}
		r, size := utf8.DecodeRuneInString(s[pos:])
		if m.fold && (r == 'ı' || r == 'İ') {
			r = 'i' // Python's case folding knows these two, Go's does not
		}
		then.clear()
	threads:
		for _, t := range now.threads {
			inst := &m.prog.Inst[t.pc]
			switch {
			case inst.Op == syntax.InstMatch:
				start, end = t.start, pos
				break threads // the threads after this one are less preferred
			case size > 0 && inst.MatchRune(r):
				m.add(then, s, inst.Out, t.start, pos+size)
			}
		}
		now, then = then, now
		if size == 0 {
			return start, end
		}
		pos += size
	}
}

// add puts the instructions that can be reached from pc without reading.
func (m *machine) add(st *step, s string, pc uint32, start, pos int) {
	if st.has[pc] {
		return
	}
	st.has[pc] = true
	inst := &m.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		m.add(st, s, inst.Out, start, pos)
		m.add(st, s, inst.Arg, start, pos)
	case syntax.InstNop, syntax.InstCapture:
		m.add(st, s, inst.Out, start, pos)
	case syntax.InstEmptyWidth:
		if holds(syntax.EmptyOp(inst.Arg), s, pos) {
			m.add(st, s, inst.Out, start, pos)
		}
	case syntax.InstFail:
	default:
		st.threads = append(st.threads, thread{pc, start})
	}
}

// holds reports whether all the conditions of op are met at pos.
func holds(op syntax.EmptyOp, s string, pos int) bool {
	switch {
	case op&syntax.EmptyBeginText != 0 && pos > 0,
		op&syntax.EmptyBeginLine != 0 && pos > 0 && s[pos-1] != '\n',
		op&syntax.EmptyEndText != 0 && pos < len(s) && s[pos:] != "\n",
		op&syntax.EmptyEndLine != 0 && pos < len(s) && s[pos] != '\n':
		return false
	}
	boundary := parity.WordBoundary(s, pos)
	return (op&syntax.EmptyWordBoundary == 0 || boundary) && (op&syntax.EmptyNoWordBoundary == 0 || !boundary)
}
