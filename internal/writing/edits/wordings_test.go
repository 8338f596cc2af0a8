package edits_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"adhere/internal/writing/edits"
)

// The text that all wordings are about.
var harbour = text{
	{"The harbour was dug in 1820 [0].", "Mr. Adams paid for most of it, approx. 3,000 pounds.", "The town paid the rest."},
	{"Ships brought coal and took slate away.", "Two cranes stood at the quay [1, 2].", "One of them still stands.", "It is painted red."},
	{"Storms broke the wall three times, e.g. in 1859.", "Each time it was built higher.", "Insurance was costly."},
	{"Today the harbour serves small boats.", "Tourists come in summer.", "It is painted red."},
}

// A wording is an instruction, and what it makes of the text.
type wording struct {
	says string
	does func(t text) text
}

func at(p, s int) func(text) text {
	return func(t text) text { t[p] = slices.Delete(t[p], s, s+1); return t }
}

func without(p int) func(text) text {
	return func(t text) text { return slices.Delete(t, p, p+1) }
}

func put(p, s int, what string) func(text) text {
	return func(t text) text { t[p] = slices.Insert(t[p], s, what); return t }
}

func shuffled(order ...int) func(text) text {
	return func(t text) text {
		var out text
		for _, i := range order {
			out = append(out, t[i])
		}
		return out
	}
}

func shorter(p int, what ...string) func(text) text {
	return func(t text) text { t[p] = what; return t }
}

func swapped(old, fresh string) func(text) text {
	return func(t text) text {
		for p := range t {
			for s := range t[p] {
				t[p][s] = strings.ReplaceAll(t[p][s], old, fresh)
			}
		}
		return t
	}
}

var wordings = []wording{
	{`At the end of the final paragraph, add the sentence "A museum is planned."`, put(3, 3, "A museum is planned.")},
	{`Could you please append "A museum is planned." to the last paragraph?`, put(3, 3, "A museum is planned.")},
	{`Insert the sentence "A museum is planned." directly after "One of them still stands."`, put(1, 3, "A museum is planned.")},
	{`Add "A museum is planned." before the sentence "Tourists come in summer."`, put(3, 1, "A museum is planned.")},
	{`Start the answer with: "A museum is planned."`, put(0, 0, "A museum is planned.")},
	{`Open the second paragraph with the sentence 'A museum is planned.'`, put(1, 0, "A museum is planned.")},
	{`As the second sentence of the third paragraph, include "A museum is planned."`, put(2, 1, "A museum is planned.")},
	{`Between the first and second paragraphs, insert a new paragraph that reads "A museum is planned."`, func(t text) text { return slices.Insert(t, 1, []string{"A museum is planned."}) }},
	{`Now add this information: ""A museum is planned. It opens in May."" to paragraph 2.`, put(1, 4, "A museum is planned. It opens in May.")},
	{`Without altering anything else, place the following at the very start of the text: A museum is planned.`, put(0, 0, "A museum is planned.")},
	{`Add a sentence on fishing to the end of the third paragraph. Leave the rest as is.`, put(2, 3, "Herring was landed here until the war.")},
	{`As the first sentence of the text, give a short definition of what a harbour is.`, put(0, 0, "A harbour is a place where ships lie safe.")},
	{`Add the word "very" before "costly".`, swapped("costly", "very costly")},
	{`Remove the last paragraph.`, without(3)},
	{`Please delete the final paragraph and keep everything else unchanged.`, without(3)},
	{`The third paragraph is not needed, drop it.`, without(2)},
	{`I don't need the second paragraph. Remove it.`, without(1)},
	{`Delete paragraph two.`, without(1)},
	{`Take the paragraph on storms out.`, without(2)},
	{`Get rid of the paragraph that talks about storms and insurance.`, without(2)},
	{`Remove the sentence about tourists.`, at(3, 1)},
	{`Remove the sentence mentioning Mr. Adams.`, at(0, 1)},
	{`Cut the last sentence of the first paragraph.`, at(0, 2)},
	{`In paragraph 2, delete the second sentence.`, at(1, 1)},
	{`Remove the seventh sentence.`, at(1, 3)},
	{`Delete the sentence "Insurance was costly."`, at(2, 2)},
	{`Strike "Insurance was costly." from the answer; nothing else may change.`, at(2, 2)},
	{`Remove the last sentence.`, at(3, 2)},
	{`Omit the first sentence of every paragraph except`, nil},
	{`Delete the sentence "It is painted red." from the last paragraph.`, at(3, 2)},
	{`Remove the first two sentences of paragraph 3.`, func(t text) text { t[2] = t[2][2:]; return t }},
	{`Remove the first and third paragraphs.`, func(t text) text { return text{t[1], t[3]} }},
	{`Delete every instance of "[1, 2]".`, swapped(" [1, 2]", "")},
	{`Remove the reference [0].`, swapped(" [0]", "")},
	{`Move the last paragraph to the beginning.`, shuffled(3, 0, 1, 2)},
	{`Bring the second paragraph to the top of the answer, without changing the wording.`, shuffled(1, 0, 2, 3)},
	{`Swap the second and the third paragraph.`, shuffled(0, 2, 1, 3)},
	{`Swap paragraphs 1 and 4.`, shuffled(3, 1, 2, 0)},
	{`Exchange the first paragraph with the last one.`, shuffled(3, 1, 2, 0)},
	{`Switch the order of the second and third paragraphs.`, shuffled(0, 2, 1, 3)},
	{`Reverse the order of the paragraphs.`, shuffled(3, 2, 1, 0)},
	{`Place the third paragraph before the second.`, shuffled(0, 2, 1, 3)},
	{`Move the paragraph about storms to the end.`, shuffled(0, 1, 3, 2)},
	{`The last paragraph should come first.`, shuffled(3, 0, 1, 2)},
	{`Begin with the paragraph about storms.`, shuffled(2, 0, 1, 3)},
	{`Start the answer with what the harbour serves today.`, shuffled(3, 0, 1, 2)},
	{`End with the ships and cranes.`, shuffled(0, 2, 3, 1)},
	{`Put the first paragraph last.`, shuffled(1, 2, 3, 0)},
	{`Move the sentence "Insurance was costly." to the beginning of the third paragraph.`, func(t text) text {
		t[2] = []string{t[2][2], t[2][0], t[2][1]}
		return t
	}},
	{`Move the paragraph starting with "Storms broke" after the first paragraph.`, shuffled(0, 2, 1, 3)},
	{`Shorten the second paragraph.`, shorter(1, "Ships brought coal and took slate.", "A red crane still stands [1, 2].")},
	{`Please condense paragraph 3 into one sentence.`, shorter(2, "Storms broke the wall three times (1859), and each time it was built higher.")},
	{`Make the first paragraph more concise.`, shorter(0, "The harbour was dug in 1820, paid by Mr. Adams (3,000 pounds) and the town [0].")},
	{`The second paragraph is too long. Shorten it to two sentences.`, shorter(1, "Ships brought coal and took slate away.", "One of two cranes still stands [1, 2].")},
	{`Summarize the paragraph about storms.`, shorter(2, "Storms broke the wall as in 1859, and it grew each time.")},
	{`Cut the last paragraph down to a single sentence and leave the other paragraphs untouched.`, shorter(3, "Today it serves small boats and tourists.")},
	{`Reduce the length of the second paragraph by half.`, shorter(1, "Ships brought coal.", "One crane still stands [1, 2].")},
	{`Tighten up the opening paragraph, don't touch anything else.`, shorter(0, "The harbour was dug in 1820 [0].", "Mr. Adams paid 3,000 pounds.")},
	{`Rephrase the last sentence of the second paragraph.`, func(t text) text { t[1][3] = "Its colour is red."; return t }},
	{`Replace "slate" with "stone".`, swapped("slate", "stone")},
	{`Replace the sentence "Insurance was costly." with "Insurers asked a lot."`, swapped("Insurance was costly.", "Insurers asked a lot.")},
	{`Change "three times" to "four times" in the third paragraph.`, swapped("three times", "four times")},
	{`Merge the first two paragraphs into one.`, func(t text) text { return text{slices.Concat(t[0], t[1]), t[2], t[3]} }},
	{`Remove the last paragraph and add "A museum is planned." at the end of the third one.`, func(t text) text { t[2] = append(t[2], "A museum is planned."); return t[:3] }},
	{`Please remove paragraph 3 as it's not relevant to the question.`, without(2)},
	{`The sentence "Insurance was costly." is wrong and should be removed.`, at(2, 2)},
	{`Eliminate the second to last paragraph`, without(2)},
	{`Delete the 2nd sentence in the 1st paragraph, but don't modify the remaining text.`, at(0, 1)},
	{`Leave out the sentence that ends with "in summer".`, at(3, 1)},
	{`In the third paragraph, after the first sentence, insert: "A museum is planned."`, put(2, 1, "A museum is planned.")},
	{`After paragraph 2, add a new paragraph: "A museum is planned."`, func(t text) text { return slices.Insert(t, 2, []string{"A museum is planned."}) }},
	{`Conclude the text with the following verbatim sentence: "A museum is planned." Everything else must remain identical.`, put(3, 3, "A museum is planned.")},
	{`Follow "The town paid the rest." with "A museum is planned."`, put(0, 3, "A museum is planned.")},
	{`Use "A museum is planned." as the opening sentence.`, put(0, 0, "A museum is planned.")},
	{`Put "A museum is planned." at the beginning of the last paragraph and do not touch any other sentence.`, put(3, 0, "A museum is planned.")},
	{`Reorder the paragraphs so that the one about storms comes first.`, shuffled(2, 0, 1, 3)},
	{`Rearrange the paragraphs: third, first, second, fourth.`, shuffled(2, 0, 1, 3)},
	{`Make the third paragraph the first one.`, shuffled(2, 0, 1, 3)},
	{`Start with the last paragraph instead.`, shuffled(3, 0, 1, 2)},
	{`Let the second and fourth paragraphs trade places.`, shuffled(0, 3, 2, 1)},
	{`Move the first sentence of the last paragraph to the end of that paragraph.`, func(t text) text { t[3] = []string{t[3][1], t[3][2], t[3][0]}; return t }},
	{`In the second paragraph, swap the first two sentences.`, func(t text) text { t[1][0], t[1][1] = t[1][1], t[1][0]; return t }},
	{`Paragraph 2 is wordy: trim it.`, shorter(1, "Ships brought coal.", "One crane still stands [1, 2].")},
	{`Can you shorten the part about storms?`, shorter(2, "Storms broke the wall as in 1859, and it grew each time.")},
	{`Abridge the third paragraph without changing the others`, shorter(2, "Storms broke the wall, as in 1859.")},
	{`Halve the length of paragraph 2.`, shorter(1, "Ships brought coal.", "One crane still stands [1, 2].")},
	{`The final paragraph needs to be shorter.`, shorter(3, "Today it serves small boats.")},
	{`Nice work! In the third paragraph, drop the second sentence.`, at(2, 1)},
	{`Don't change anything further about this answer but copy it as-is.`, func(t text) text { return t }},
}

// TestWordings holds instructions in many words: what they ask for is no
// stray change, and a stray change elsewhere is found.
func TestWordings(t *testing.T) {
	r := builder{rand.New(rand.NewPCG(3, 3))}
	missed, slips := 0, 0
	for _, w := range wordings {
		if w.does == nil {
			continue
		}
		clean := w.does(harbour.clone())
		f := edits.Inspect(w.says, harbour.String(), clean.String(), false)
		if len(f.Stray) > 0 {
			t.Errorf("%s\n %s %q, stray %+v", w.says, f.Kind, f.Part, f.Stray)
			continue
		}
		for _, d := range f.Demands {
			if !d.Met {
				t.Errorf("%s\n not met: %s (%s)", w.says, d.Text, d.Evidence)
			}
		}
		for range 5 {
			after, kind, what := w.slip(r)
			if kind == "" {
				continue
			}
			slips++
			f := edits.Inspect(w.says, harbour.String(), after, false)
			if len(f.Stray) == 0 && f.Decided {
				missed++
				t.Logf("%s\n missed: %s %s", w.says, kind, what)
			}
		}
	}
	if missed*50 > slips {
		t.Errorf("%d of %d stray changes missed, want at most 2 %%", missed, slips)
	}
}

// TestEnds: a sentence that is to be the first or last may be moved there; no other may.
func TestEnds(t *testing.T) {
	sentences := func(p int, order ...int) func(text) text {
		return func(t text) text {
			old := slices.Clone(t[p])
			for n, s := range order {
				t[p][n] = old[s]
			}
			return t
		}
	}
	middle, same := shuffled(0, 2, 1, 3), shuffled(0, 1, 2, 3)
	for _, c := range []struct {
		says  string
		does  func(text) text
		stray int
	}{
		{`End with a sentence thanking the crew.`, middle, 3},
		{`Close the second paragraph with a question.`, middle, 3},
		{`Do not begin with the harbour.`, middle, 3},
		{`Do not begin with the harbour.`, shuffled(1, 0, 2, 3), 0},
		{`End with a sentence thanking the crew.`, shuffled(1, 0, 2, 3), 3},
		{`Begin with the storms.`, shuffled(2, 0, 1, 3), 0},
		{`Begin with the storms.`, shuffled(0, 1, 3, 2), 3},
		{`Begin with the last paragraph.`, shuffled(3, 0, 1, 2), 0},
		{`Close the second paragraph with the cranes.`, sentences(1, 0, 2, 3, 1), 0},
		{`Open the second paragraph with the cranes.`, sentences(1, 1, 0, 2, 3), 0},
		{`Close the second paragraph with the cranes.`, sentences(1, 1, 0, 2, 3), 1},
		{`Close the second paragraph with the cranes.`, sentences(2, 0, 2, 1), 1},
		{`Close the second paragraph with the cranes.`, shuffled(3, 0, 1, 2), 3},
		{`End with a sentence thanking the crew.`, same, 0},
	} {
		f := edits.Inspect(c.says, harbour.String(), c.does(harbour.clone()).String(), false)
		if len(f.Stray) != c.stray || f.Kind != edits.Addition {
			t.Errorf("%s: %s, %d stray changes, want %s, %d: %+v", c.says, f.Kind, len(f.Stray), edits.Addition, c.stray, f.Changes)
		}
	}
}

// slip makes the edit with a change in a sentence that it leaves as it was.
func (w *wording) slip(r builder) (after, kind, what string) {
	t := w.does(harbour.clone())
	for range 50 {
		p := r.IntN(len(t))
		s := r.IntN(len(t[p]))
		old := t[p][s]
		if strings.Count(harbour.String(), old) != 1 || free(w, p, t) {
			continue
		}
		switch kind = r.pick("word", "drop", "add", "mark"); kind {
		case "word":
			fields := strings.Fields(old)
			k := r.IntN(len(fields))
			if strings.ContainsAny(fields[k], "0123456789[]") {
				continue
			}
			fields[k] = "rather"
			t[p][s] = strings.Join(fields, " ")
		case "drop":
			t[p] = slices.Delete(t[p], s, s+1)
		case "add":
			t[p] = slices.Insert(t[p], s, strangers[r.IntN(len(strangers))])
		default:
			t[p][s] = strings.TrimSuffix(old, ".") + "!"
		}
		return t.String(), kind, fmt.Sprint(p, s, old)
	}
	return "", "", ""
}

// free reports whether the paragraph is one that the instruction changes.
func free(w *wording, p int, t text) bool {
	for _, q := range harbour {
		if slices.Equal(q, t[p]) {
			return false
		}
	}
	return true
}

// FuzzInspect holds that nothing that is written makes Inspect fail, and that
// what did not change is never a change.
func FuzzInspect(f *testing.F) {
	for _, w := range wordings {
		f.Add(w.says, harbour.String(), harbour.String())
	}
	f.Add("Remove \"a\" and \"b\"", "a b. c", "c")
	f.Add("Swap 1 and 2", "", "\xff⟦0⟧\ue000")
	f.Add("Drop «x»\"q5«y»", "x y", "x")
	f.Fuzz(func(t *testing.T, instruction, before, after string) {
		if len(before)+len(after)+len(instruction) > 3000 {
			return
		}
		got := edits.Inspect(instruction, before, after, false)
		if len(got.Stray) > 0 && len(got.Changes) == 0 {
			t.Errorf("stray changes where nothing changed: %+v", got)
		}
		if same := edits.Inspect(instruction, before, before, false); len(same.Changes) > 0 {
			t.Errorf("%q differs from itself: %+v", before, same.Changes)
		}
	})
}

// TestInformation: of an instruction that asks for information, says its person,
// what the answer gains is asked for, with its figures and references; what it
// loses is not.
func TestInformation(t *testing.T) {
	const before = "Tide mills store water behind a gate [0]. At ebb it turns a wheel 3 m wide."
	for _, c := range []struct {
		instruction, after string
		information        bool
		stray              int
	}{
		{"What do the papers say on silt and its cost?", before + " In Brittany 40 t of it are dug out a year [4].", true, 0},
		{"Cover the upkeep of mills, and which of them still run.", before + " In Brittany 40 t of silt are dug out a year [4].", true, 0},
		{"Cover the upkeep of mills, and which of them still run.", before + " In Brittany 40 t of silt are dug out a year [4].", false, 1},
		{"Cover the upkeep of mills, and which of them still run.", "At ebb it turns a wheel 3 m wide. In Brittany 40 t of silt are dug out a year [4].", true, 1},
		{"Remove the last sentence.", "Tide mills store water behind a gate [0]. In Brittany 40 t of silt are dug out a year [4].", true, 1},
	} {
		if f := edits.Inspect(c.instruction, before, c.after, c.information); len(f.Stray) != c.stray {
			t.Errorf("%s (information: %v) → %s: %d changes that nobody asked for, want %d: %+v", c.instruction, c.information, c.after, len(f.Stray), c.stray, f.Changes)
		}
	}
}
