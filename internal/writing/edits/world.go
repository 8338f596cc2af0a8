package edits

import (
	"regexp"
	"slices"
	"strings"
)

// A world is one reading of an edit: both versions without what the
// instruction gives word for word, and the units that it names.
type world struct {
	before, after string
	gone          []int    // units of the old version that are asked away
	moving        []int    // units of the old version that are asked elsewhere
	free          []int    // units of the old version that may change
	paras         bool     // free are whole paragraphs
	order         bool     // order does not count
	loose         bool     // small letters may have become capitals, or capitals small
	adding        int      // sentences that may be added, wherever they are; -1 for any number
	like          []string // texts to be added that are not there word for word
}

// mostWorlds bounds how many readings are held against the edit.
const mostWorlds = 96

// grow replaces each world by what next makes of it.
func grow(list []world, next func(world) []world) []world {
	var out []world
	for i := range list {
		out = append(out, next(list[i])...)
	}
	return out[:min(len(out), mostWorlds)]
}

// verbatim returns a pattern that finds a text whatever its white space and
// its last mark.
func verbatim(text string) *regexp.Regexp {
	fields := strings.Fields(strings.TrimRight(typed.Replace(text), " .!?"))
	if len(fields) == 0 {
		return nil
	}
	for i := range fields {
		fields[i] = regexp.QuoteMeta(fields[i])
	}
	re, err := regexp.Compile(`(?i)"?` + strings.Join(fields, `\s+`) + `"?(?:\s*\[\d+\])*[.!?]*"?`)
	if err != nil {
		return nil
	}
	return re
}

// pasted takes a text that was to be added out of the new version.
func (w world) pasted(text string) []world {
	re := verbatim(text)
	if re == nil {
		return []world{w}
	}
	there := re.FindAllStringIndex(w.after, -1)
	if len(there) <= len(re.FindAllStringIndex(w.before, -1)) {
		w.like = append(slices.Clip(w.like), text)
		return []world{w}
	}
	var out []world
	for _, p := range there[max(0, len(there)-6):] {
		for _, stand := range []string{given, ""} {
			x := w
			x.loose = x.loose || stand == ""
			x.after = w.after[:p[0]] + " " + stand + " " + w.after[p[1]:]
			if stand == given {
				x.after = w.after[:p[0]] + stand + w.after[p[1]:]
			}
			out = append(out, x)
		}
	}
	return out
}

// struck takes a text that was to be removed out of the old version, and of
// the new one where it was left.
func (w world) struck(text string, every bool) []world {
	re := exactly(text)
	if re == nil {
		return []world{w}
	}
	w.loose = true
	both := w
	both.before, both.after = re.ReplaceAllString(w.before, " "), re.ReplaceAllString(w.after, " ")
	out := []world{both}
	if every {
		return out
	}
	for _, p := range re.FindAllStringIndex(w.before, 6) {
		x := w
		x.before = w.before[:p[0]] + " " + w.before[p[1]:]
		out = append(out, x)
	}
	return out
}

func exactly(text string) *regexp.Regexp {
	fields := strings.Fields(typed.Replace(text))
	if len(fields) == 0 {
		return nil
	}
	for i := range fields {
		fields[i] = regexp.QuoteMeta(fields[i])
	}
	re, err := regexp.Compile(strings.Join(fields, `\s+`))
	if err != nil {
		return nil
	}
	return re
}

// replaced puts one text in place of another in both versions.
func (w world) replaced(old, fresh string, every bool) []world {
	re := exactly(old)
	if re == nil {
		return []world{w}
	}
	w.loose = true
	literal := strings.ReplaceAll(typed.Replace(fresh), "$", "$$")
	both := w
	both.before = re.ReplaceAllString(w.before, literal)
	if !strings.Contains(fresh, old) {
		both.after = re.ReplaceAllString(w.after, literal)
	}
	out := []world{both}
	if every {
		return out
	}
	for _, p := range re.FindAllStringIndex(w.before, 6) {
		x := w
		x.before = w.before[:p[0]] + typed.Replace(fresh) + w.before[p[1]:]
		out = append(out, x)
	}
	return out
}

// stray returns what of the edit nobody asked for, in this reading.
func (w *world) stray() []Change {
	a, b := cut(w.before), cut(w.after)
	x := leftover{world: w, a: &a, b: &b}
	for i := range b.units {
		if b.units[i].added {
			x.outB = append(x.outB, i)
		}
	}
	x.takeGone()
	x.takeMoving()
	x.takeFree()
	return w.forgive(x.compare())
}

// forgive drops what comes with a change that was asked for.
func (w *world) forgive(list []Change) []Change {
	var out []Change
	for _, c := range list {
		if w.loose && c.What == Marks && near(c.Before, c.After) || c.What == Added && w.near(c.After) {
			continue
		}
		out = append(out, c)
	}
	if w.adding != 0 {
		out = w.additions(out)
	}
	return out
}

// near reports whether two sentences differ only in capitals and the space or
// comma that a cut leaves.
func near(a, b string) bool {
	trim := func(s string) string { return strings.Trim(strings.ToLower(fold(s)), " ,;") }
	return trim(a) == trim(b)
}

// near reports whether a sentence is an attempt at a text that was to be added.
func (w *world) near(s string) bool {
	return slices.ContainsFunc(w.like, func(text string) bool { return likeness(text, s) > alike })
}

// additions lets the longest run of added sentences pass.
func (w *world) additions(list []Change) []Change {
	from, to := 0, 0
	for i := range list {
		n := 0
		for i+n < len(list) && list[i+n].What == Added && (w.adding < 0 || n < w.adding) {
			n++
		}
		if n > to-from {
			from, to = i, i+n
		}
	}
	return slices.Delete(slices.Clone(list), from, to)
}
