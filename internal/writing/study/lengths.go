package study

import (
	"adhere/internal/lazyregexp"
	"adhere/internal/writing"
)

// word is what lengths count: what stands between white space, and of what is
// written without spaces, Chinese and Japanese, each character with its marks.
var word = lazyregexp.New(`[\p{Han}\p{Hiragana}\p{Katakana}\x{3001}-\x{30ff}\x{ff01}-\x{ff65}]|[^\s\p{Z}\p{Han}\p{Hiragana}\p{Katakana}\x{3001}-\x{30ff}\x{ff01}-\x{ff65}]+`)

func words(s string) []string { return word.FindAllString(s, -1) }

// A sized turn has what table 6 is a mean of.
type sized struct {
	*writing.Row
	instruction, source, target, distance int
}

// lengths works out table 6: for each type, kind and model and for all, over
// turns that are good or were edited, up to what the person ended with.
func lengths(rows []writing.Row, models []string, types Labels) (out []LengthRow, left int) {
	var all []sized
	for i := range rows {
		r := &rows[i]
		if r.Rating != writing.Good && r.Edit == nil {
			left++
			continue
		}
		all = append(all, sized{
			r, len(words(r.Instruction)), len(words(r.Previous)), len(words(final(r))),
			distance(r.Previous, final(r)),
		})
	}
	add := func(group string, fits func(*writing.Row) bool) {
		if row := meanLengths(group, all, fits); row.N > 0 {
			out = append(out, row)
		}
	}
	for _, v := range Types().Values {
		add(v, func(r *writing.Row) bool { return types[KeyOf(r)] == v })
	}
	add(kindName(writing.Style), func(r *writing.Row) bool { return r.Kind == writing.Style })
	add(kindName(writing.Info), func(r *writing.Row) bool { return r.Kind == writing.Info })
	for _, m := range models {
		add(m, func(r *writing.Row) bool { return r.Model == m })
	}
	add("all", func(*writing.Row) bool { return true })
	return out, left
}

// meanLengths leaves turns without a previous word out of the ratios.
func meanLengths(group string, all []sized, fits func(*writing.Row) bool) LengthRow {
	row := LengthRow{Group: group}
	ratios := 0
	for i := range all {
		s := &all[i]
		if !fits(s.Row) {
			continue
		}
		row.N++
		row.Instruction += float64(s.instruction)
		row.Source += float64(s.source)
		row.Target += float64(s.target)
		row.Distance += float64(s.distance)
		if s.source > 0 {
			ratios++
			row.Ratio += float64(s.target) / float64(s.source)
			row.EditRatio += float64(s.distance) / float64(s.source)
		}
	}
	n, m := float64(max(row.N, 1)), float64(max(ratios, 1))
	row.Instruction, row.Source, row.Target, row.Distance = row.Instruction/n, row.Source/n, row.Target/n, row.Distance/n
	row.Ratio, row.EditRatio = row.Ratio/m, row.EditRatio/m
	return row
}

// distance is the number of words to put in, take out or exchange to get from
// one text to the other (KIWI, table 6, "edit distance"). It works on the
// differences between neighbouring cells of the usual table, 64 at a time (Myers
// 1999; Hyyrö 2003): people may write 200,000 characters, each a word in Chinese.
func distance(before, after string) int {
	x, y := words(before), words(after)
	if len(x) == 0 {
		return len(y)
	}
	places := map[string][]int{}
	for i, w := range x {
		places[w] = append(places[w], i)
	}
	type column struct{ more, less, same uint64 } // a bit for each cell: one more than above it, one less; the word is y's
	columns := make([]column, (len(x)+63)/64)
	for b := range columns {
		columns[b].more = ^uint64(0)
	}
	n, last := len(x), uint64(1)<<((len(x)-1)%64)
	for _, w := range y {
		for _, i := range places[w] {
			columns[i/64].same |= 1 << (i % 64)
		}
		more, less := uint64(1), uint64(0) // from left to right, at the edge between blocks
		for b := range columns {
			c := &columns[b]
			vertical := c.same | c.less
			same := c.same | less
			horizontal := ((same&c.more + c.more) ^ c.more) | same
			up, down := c.less|^(horizontal|c.more), c.more&horizontal
			if b == len(columns)-1 {
				n += count(up&last != 0) - count(down&last != 0)
			}
			upOut, downOut := up>>63, down>>63
			up, down = up<<1|more, down<<1|less
			*c = column{more: down | ^(vertical | up), less: up & vertical}
			more, less = upOut, downOut
		}
	}
	return n
}
