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
// one text to the other (KIWI, table 6, "edit distance").
func distance(before, after string) int {
	x, y := words(before), words(after)
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
