package edits_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"adhere/internal/writing/edits"
)

// The texts that edits are built over: paragraphs of sentences, with
// abbreviations, references, a list and a sentence that comes twice.
var library = [][][]string{
	{
		{"Bees find flowers by scent and by colour [0].", "A scout that has found food dances on the comb, as Dr. Frisch showed in 1927 [1].", "The angle of the dance tells the direction."},
		{"Wind changes how far scent travels.", "In a gust of approx. 5 m/s, most scouts turn back [2].", "They try again after a while."},
		{"Colour matters less at dusk.", "Moths, e.g. hawk moths, then take the place of bees [3].", "The flowers that they visit are pale."},
		{"Much of this was found with marked animals.", "It remains open how scouts judge distance in fog."},
	},
	{
		{"Tide mills were built where the sea runs far out.", "A gate lets the flood in and holds it back [0]."},
		{"At ebb the water drives a wheel.", "The wheel turns for about four hours.", "Two such spans make a working day, i.e. eight hours [1, 2].", "Millers therefore worked at odd times."},
		{"Silt was the great enemy.", "Every spring the pond was dug out by hand.", "Where the labour was lacking, the mill fell silent [3]."},
		{"A few mills still run.", "They grind flour for visitors.", "Their owners say: the sea asks for no wages!"},
		{"Could the same ponds store power?", "Engineers have tried it at two sites [4].", "The results were mixed."},
	},
	{
		{"Short answers hide doubt.", "Readers take them for certain [1]."},
		{"Longer answers show where the evidence is thin.", "They also tire the reader.", "Readers take them for certain [1]."},
		{"A table can serve both ends.", "It states the claim, the source and the doubt.", "Prof. Lind found that tables are read first [2].", "Her sample was small, though."},
	},
	{
		{"Three ways of keeping seeds dry are known [0]:"},
		{"1. Silica gel takes up a third of its weight in water.\n2. Rice that was dried in an oven does the same for less money.\n3. A sealed jar with ash keeps seeds for a year [1]."},
		{"Gel can be used again after heating.", "Rice cannot, because it breaks.", "Ash must be sieved first."},
		{"All three fail once the lid is left open.", "A jar should therefore carry a date."},
	},
	{
		{"The archive holds 1,200 letters from the U.S. and Canada.", "Most are about harvests [2].", "Some speak of strikes."},
		{"Each letter was read by two people.", "They marked places, names and prices.", "Where they differed, a third decided [3]."},
		{"Prices rose in every decade but one.", "The exception is the 1890s.", "No letter explains it.", "Later newspapers blame the railways [0]."},
		{"We photographed all letters.", "The pictures are free to use."},
	},
	{
		{"Glass does not flow at room temperature.", "Old panes are thicker below because of how they were made [0].", "Glaziers set the heavy edge at the bottom."},
		{"The tale is hard to kill.", "It is told in schools, in films and in one museum (as of 2019)."},
		{"Measurements are clear.", "A pane would need longer than the age of the universe to sag by one atom [1].", "The estimate rests on viscosity."},
	},
}

// Texts to put in, that no text has.
var fresh = []string{
	"Further work on this question is under way.", "None of this holds in winter.", "The figures were checked twice [5].", "However, opinions differ on this point.",
	"Costs were not considered, e.g. those of transport.", "This answer rests on five papers.", "Evaluation of such claims remains an active line of research",
}

// strangers are sentences that slip in.
var strangers = []string{
	"It is important to note that more research is needed.", "Overall, these findings are promising.", "This shows how complex the matter is.", "In summary, the picture is mixed.",
}

var ordinalNames = []string{"first", "second", "third", "fourth", "fifth"}

// A text is paragraphs of sentences. Lists are one sentence of several lines.
type text [][]string

func (t text) clone() text {
	var out text
	for _, p := range t {
		out = append(out, slices.Clone(p))
	}
	return out
}

func (t text) String() string {
	var ps []string
	for _, p := range t {
		if len(p) > 0 {
			ps = append(ps, strings.Join(p, " "))
		}
	}
	return strings.Join(ps, "\n\n")
}

// A built edit is an instruction, both versions, and what slipped in.
type built struct {
	kind, instruction, before, after, stray string
	strayKind                               string
}

// A builder makes edits from a seed.
type builder struct{ *rand.Rand }

func (r builder) pick(list ...string) string { return list[r.IntN(len(list))] }

// nth names a paragraph or sentence in one of the usual ways.
func (r builder) nth(noun string, i, of int) string {
	name := fmt.Sprintf("%s %s", ordinalNames[i], noun)
	switch {
	case i == of-1 && r.IntN(2) == 0:
		return "the " + r.pick("last", "final") + " " + noun
	case i == of-2 && of > 2 && r.IntN(4) == 0:
		return "the " + r.pick("penultimate", "second-to-last", "next to last") + " " + noun
	case r.IntN(4) == 0:
		return fmt.Sprintf("%s %d", noun, i+1)
	case r.IntN(5) == 0:
		return fmt.Sprintf("the %s %s", []string{"1st", "2nd", "3rd", "4th", "5th"}[i], noun)
	}
	return "the " + name
}

func (r builder) quote(s string) string {
	q := [][2]string{{`"`, `"`}, {"“", "”"}, {`""`, `""`}}[r.IntN(3)]
	return q[0] + s + q[1]
}

func (r builder) closing() string {
	return r.pick("", "", " Change nothing else.", " Do not change anything else.", " Keep the rest exactly as it is.", " Leave everything else untouched.", " Nothing else should change.", " Please keep all other paragraphs as they are.")
}

func (r builder) opening(s string) string {
	switch r.IntN(6) {
	case 0:
		return "Please " + strings.ToLower(s[:1]) + s[1:]
	case 1:
		return "Without changing anything else, " + strings.ToLower(s[:1]) + s[1:]
	case 2:
		return "Great answer! " + s
	default:
		return s
	}
}

func (r builder) edit(kind string) built {
	t := text(library[r.IntN(len(library))]).clone()
	b := built{kind: kind, before: t.String()}
	after := t.clone()
	var busy [][2]int // sentences that the edit is about
	switch kind {
	case "insertion":
		b.instruction, busy = r.insertion(after)
	case "removal":
		b.instruction, busy = r.removal(after)
	case "reorder":
		b.instruction, after = r.reorder(after)
	case "shortened":
		b.instruction, busy = r.shortened(after)
	}
	b.instruction = r.opening(b.instruction) + r.closing()
	if r.IntN(2) == 0 {
		b.strayKind, b.stray = r.slip(after, busy)
	}
	b.after = r.spacing(after.String())
	return b
}

func (r builder) insertion(t text) (string, [][2]int) {
	s := fresh[r.IntN(len(fresh))]
	p := r.IntN(len(t))
	if strings.Contains(t[p][0], "\n") || strings.HasSuffix(t[p][0], ":") {
		p = len(t) - 1
	}
	of := len(t)
	q := r.quote(s)
	verb := r.pick("add", "insert", "put")
	noun := r.pick("the sentence ", "this sentence: ", "the following sentence: ", "")
	put := s
	if !strings.HasSuffix(put, ".") && !strings.HasSuffix(put, "]") {
		put += "."
	}
	switch r.IntN(7) {
	case 0:
		t[p] = append(t[p], put)
		return fmt.Sprintf("At the end of %s, %s %s%s.", r.nth("paragraph", p, of), verb, noun, q), [][2]int{{p, len(t[p]) - 1}}
	case 1:
		anchor := t[p][0]
		t[p] = slices.Insert(t[p], 1, put)
		return fmt.Sprintf("Immediately after this sentence: %s %s this sentence %s.", r.quote(anchor), verb, q), [][2]int{{p, 1}}
	case 2:
		t[0] = slices.Insert(t[0], 0, put)
		return fmt.Sprintf("As the first sentence of the %s, %s %s.", r.pick("answer", "text"), verb, q), [][2]int{{0, 0}}
	case 3:
		t[p] = slices.Insert(t[p], 0, put)
		return fmt.Sprintf("%s %s%s at the %s of %s.", strings.ToUpper(verb[:1])+verb[1:], noun, q, r.pick("beginning", "start"), r.nth("paragraph", p, of)), [][2]int{{p, 0}}
	case 4:
		t[of-1] = append(t[of-1], put)
		return fmt.Sprintf("%s the %s with %s.", r.pick("End", "Conclude", "Finish"), r.pick("answer", "text"), q), [][2]int{{of - 1, len(t[of-1]) - 1}}
	case 5:
		t[of-1] = append(t[of-1], "\n\n"+put)
		return fmt.Sprintf("%s %s as a new paragraph at the end.", r.pick("Add", "Append"), q), [][2]int{{of - 1, len(t[of-1]) - 1}}
	default:
		t[of-1] = append(t[of-1], put)
		return fmt.Sprintf("%s the following sentence at the very end: %s", r.pick("Add", "Append"), put), [][2]int{{of - 1, len(t[of-1]) - 1}}
	}
}

func (r builder) removal(t text) (string, [][2]int) {
	p := r.IntN(len(t))
	for strings.Contains(t[p][0], "\n") || len(t[p]) < 2 {
		p = r.IntN(len(t))
	}
	of := len(t)
	s := r.IntN(len(t[p]))
	verb := r.pick("Remove", "Delete", "Drop", "Take out", "Cut", "Get rid of")
	switch r.IntN(6) {
	case 0:
		n := r.nth("paragraph", p, of)
		t[p] = nil
		return fmt.Sprintf("%s %s.", verb, n), nil
	case 1:
		n := r.nth("sentence", s, len(t[p]))
		t[p] = slices.Delete(t[p], s, s+1)
		return fmt.Sprintf("%s %s of %s.", verb, n, r.nth("paragraph", p, of)), nil
	case 2:
		q := r.quote(t[p][s])
		t[p] = slices.Delete(t[p], s, s+1)
		return fmt.Sprintf("%s the sentence %s", verb, q), nil
	case 3:
		q := r.quote(strings.Join(strings.Fields(t[p][s])[:3], " "))
		t[p] = slices.Delete(t[p], s, s+1)
		return fmt.Sprintf("%s the sentence %s %s.", verb, r.pick("starting with", "that begins with", "which starts with"), q), nil
	case 4:
		n := r.nth("sentence", s, len(t[p]))
		out := fmt.Sprintf("In %s, %s %s.", r.nth("paragraph", p, of), strings.ToLower(verb), n)
		t[p] = slices.Delete(t[p], s, s+1)
		return out, nil
	default:
		words := strings.Fields(strings.Trim(t[p][0], "."))
		topic := strings.ToLower(strings.Join(words[max(0, len(words)-4):], " "))
		t[p] = nil
		return fmt.Sprintf("%s the paragraph about %s.", verb, topic), nil
	}
}

func (r builder) reorder(t text) (string, text) {
	of := len(t)
	p := 1 + r.IntN(of-1)
	switch r.IntN(5) {
	case 0:
		x := t[p]
		t = slices.Insert(slices.Delete(t, p, p+1), 0, x)
		return fmt.Sprintf("%s %s to the %s%s.", r.pick("Move", "Bring", "Shift"), r.nth("paragraph", p, of), r.pick("beginning", "start", "top"), r.pick("", " of the answer", " of the text")), t
	case 1:
		q := r.IntN(p)
		t[p], t[q] = t[q], t[p]
		return fmt.Sprintf("%s the %s and %s paragraphs.", r.pick("Swap", "Exchange", "Switch"), ordinalNames[q], ordinalNames[p]), t
	case 2:
		q := p - 1
		n := r.nth("paragraph", q, of)
		x := t[q]
		t = append(slices.Delete(t, q, q+1), x)
		return fmt.Sprintf("%s %s to the end.", r.pick("Move", "Shift"), n), t
	case 3:
		for strings.Contains(t[p][0], "\n") || len(t[p]) < 2 {
			p = r.IntN(of)
		}
		s := r.IntN(len(t[p]))
		x := t[p][s]
		out := fmt.Sprintf("Move the sentence %s to the end of %s.", r.quote(x), r.nth("paragraph", of-1, of))
		t[p] = slices.Delete(t[p], s, s+1)
		t[of-1] = append(t[of-1], x)
		return out, t
	default:
		out := fmt.Sprintf("Put %s %s %s.", r.nth("paragraph", p, of), r.pick("before", "in front of", "ahead of"), r.nth("paragraph", 0, of))
		x := t[p]
		t = slices.Insert(slices.Delete(t, p, p+1), 0, x)
		return out, t
	}
}

func (r builder) shortened(t text) (string, [][2]int) {
	p := r.IntN(len(t))
	for strings.Contains(t[p][0], "\n") || len(t[p]) < 2 {
		p = r.IntN(len(t))
	}
	n := r.nth("paragraph", p, len(t))
	var out string
	switch r.IntN(5) {
	case 0:
		out = fmt.Sprintf("Make %s %s.", n, r.pick("shorter", "more concise", "briefer"))
	case 1:
		out = fmt.Sprintf("The %s paragraph is too long; please shorten it.", ordinalNames[p])
	case 2:
		words := strings.Fields(strings.Trim(t[p][0], "."))
		out = fmt.Sprintf("%s the paragraph that starts with %s.", r.pick("Shorten", "Condense"), r.quote(strings.Join(words[:3], " ")))
	default:
		out = fmt.Sprintf("%s %s%s.", r.pick("Shorten", "Condense", "Trim", "Tighten", "Summarise", "Compress"), n, r.pick("", " to one sentence", " a bit"))
	}
	switch r.IntN(3) {
	case 0:
		t[p] = t[p][:1]
	case 1:
		a, b := strings.Fields(strings.TrimRight(t[p][0], ".:?!")), strings.Fields(t[p][len(t[p])-1])
		t[p] = []string{strings.Join(a, " ") + ", and " + strings.ToLower(b[0]) + " " + strings.Join(b[1:], " ")}
	default:
		for i, s := range t[p] {
			w := strings.Fields(s)
			t[p][i] = strings.Join(slices.Delete(w, len(w)/2, len(w)/2+1), " ")
		}
	}
	var busy [][2]int
	for i := range t[p] {
		busy = append(busy, [2]int{p, i})
	}
	if len(t) > 1 && strings.Contains(out, "too long") {
		return out, busy
	}
	return out, busy
}

// slip makes a change that nobody asked for, outside what the edit is about.
func (r builder) slip(t text, busy [][2]int) (kind, what string) {
	for range 100 {
		p := r.IntN(len(t))
		if len(t[p]) == 0 {
			continue
		}
		s := r.IntN(len(t[p]))
		if slices.Contains(busy, [2]int{p, s}) {
			continue
		}
		paraBusy := slices.ContainsFunc(busy, func(b [2]int) bool { return b[0] == p })
		old := t[p][s]
		switch kind = r.pick("word", "word", "drop", "add", "mark"); kind {
		case "word":
			w := strings.Fields(old)
			k := r.IntN(len(w))
			if len(w[k]) < 4 || strings.ContainsAny(w[k], "[]0123456789") {
				continue
			}
			w[k] = "quite"
			t[p][s] = strings.Join(w, " ")
			if strings.Contains(old, "\n") {
				t[p][s] = strings.Replace(old, strings.Fields(old)[k], "quite", 1)
			}
		case "drop":
			if strings.Contains(old, "\n") || len(t[p]) < 2 {
				continue
			}
			t[p] = slices.Delete(t[p], s, s+1)
		case "add":
			if paraBusy || strings.Contains(old, "\n") {
				continue
			}
			t[p] = slices.Insert(t[p], s+1, strangers[r.IntN(len(strangers))])
		default:
			if i := strings.IndexAny(old[:len(old)-1], ",;"); i > 0 && !strings.Contains(old, "[1, 2]") {
				t[p][s] = old[:i] + old[i+1:]
			} else {
				continue
			}
		}
		return kind, old
	}
	return "", ""
}

// spacing changes white space, which is no change.
func (r builder) spacing(s string) string {
	s = strings.ReplaceAll(s, " \n\n", "\n\n")
	switch r.IntN(8) {
	case 0:
		return s + "\n"
	case 1:
		return strings.ReplaceAll(s, ". ", ".  ")
	case 2:
		return strings.ReplaceAll(s, "\n\n", "\n \n")
	case 3:
		return strings.ReplaceAll(s, "\n\n", "\r\n\r\n")
	}
	return s
}

var kinds = []string{"insertion", "removal", "reorder", "shortened"}

// TestStrays holds the bound on stray changes: of 200 built edits, clean and
// with a change that nobody asked for, code tells which is which with a
// precision and a recall of at least 95 %.
func TestStrays(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		r := builder{rand.New(rand.NewPCG(seed, 7))}
		hits, false1, missed, with := 0, 0, 0, 0
		for i := range 200 {
			b := r.edit(kinds[i%len(kinds)])
			if b.kind == "shortened" && digits(b.before) != digits(b.after) {
				continue // lost figures are never asked for
			}
			f := edits.Inspect(b.instruction, b.before, b.after, false)
			said := len(f.Stray) > 0
			if b.strayKind != "" {
				with++
			}
			switch {
			case b.strayKind != "" && said:
				hits++
			case b.strayKind != "":
				missed++
				t.Logf("seed %d, %d, %s, missed (%s: %s; decided %v)\n%s\n-- asked %q\n%s\n--\n%s\n==", seed, i, b.kind, b.strayKind, b.stray, f.Decided, b.instruction, b.instruction, b.before, b.after)
			case said:
				false1++
				t.Logf("seed %d, %d, %s, false alarm %+v\n%s\n-- asked %q\n%s\n--\n%s\n==", seed, i, b.kind, f.Stray, b.instruction, b.instruction, b.before, b.after)
			}
		}
		precision, recall := float64(hits)/float64(hits+false1), float64(hits)/float64(with)
		t.Logf("seed %d: %d of 200 edits have a stray change; precision %.3f, recall %.3f", seed, with, precision, recall)
		if precision < 0.95 || recall < 0.95 {
			t.Errorf("seed %d: precision %.3f and recall %.3f, want 0.95 of both", seed, precision, recall)
		}
	}
}

// digits counts the digits of a text.
func digits(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}
