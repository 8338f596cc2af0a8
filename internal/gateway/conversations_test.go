package gateway_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/gateway"
	"adhere/prompt"
	"adhere/verify/english"
)

// A conversation is what a language model said when it played all parts of a
// corrected answer to one of our prompts: it listed the demands, judged a good
// answer and one that breaks a demand, and rewrote what was not met. It had
// seen no labels. Verdicts are kept by constraint, as it wrote them: how they
// are put together into calls may change.
type conversation struct {
	Half, ID, List string
	Answers        []struct {
		Kind             string // good or miss
		Index            int
		Rewrite          string
		Draft, Rewritten map[string]string
	}
}

// TestConversationsOfAModel replays 60 prompts, which were listed twice, by the
// first version of the lister's prompt and by its third, and others that were
// listed once: 24 by the second, 24 by the third, 25 by the fourth, 13 and 36 by
// the fifth, which judges in the same call, and twice 60 by the sixth, which
// corrects in it too. The last three have one answer each, with replies as they came. Of good
// answers at most 3 % may be accused, of near misses at least 90 % must be; the
// calls are bounded by what was measured. A constraint that nobody was asked about then is answered with
// no decision. The verdicts on the first answer to a prompt come with the list.
func TestConversationsOfAModel(t *testing.T) {
	prompts := map[string]labelled{}
	for _, half := range []string{"dev", "unseen", "fresh", "fourth-unseen", "fifth-unseen", "sixth-unseen", "seventh-unseen", "ninth-unseen"} {
		for _, p := range lines[labelled](t, "../demandsets/testdata/prompts-"+half+".jsonl") {
			prompts[half+" "+p.ID] = p
		}
	}
	for _, c := range []struct {
		file           string
		accused, clean float64 // calls beyond the draft
	}{
		{"conversations", 2.5, 1},
		{"conversations-fresh", 2.1, 1},
		{"conversations-third", 2.4, 1},
		{"conversations-fourth", 2.5, 1},
		{"conversations-fifth", 2.5, 1},
		{"conversations-seventh", 3, 1},
		{"conversations-eighth", 1.9, 1.05},
		{"conversations-ninth", 2, 1},
	} {
		r := replayed{count: map[string]*tallied{"good": {}, "miss": {}}, calls: map[bool]*tallied{true: {}, false: {}}}
		r.up = &upstream{say: func(a *asked) string { return r.reply(a) }}
		r.url = open(t, r.up, demandsOf, judges, func(o *gateway.Options) { o.Settings.MaxIterations, o.ListerJudges, o.ListerAnswers = 1, true, true })
		for _, c := range lines[conversation](t, "testdata/"+c.file+".jsonl") {
			r.replay(t, &c, prompts[c.Half+" "+c.ID])
		}
		harm, recall := r.count["good"].share(), r.count["miss"].share()
		t.Logf("%s: harm %.3f of %d, recall %.3f of %d, calls beyond the draft %.2f accused, %.2f clean", c.file, harm, r.count["good"].n, recall, r.count["miss"].n, r.calls[true].share(), r.calls[false].share())
		if harm > 0.03 || recall < 0.9 || r.calls[true].share() > c.accused || r.calls[false].share() > c.clean {
			t.Errorf("%s: more harm, less recall or more calls than were measured", c.file)
		}
	}
}

// A replayed run counts what becomes of answers, and the calls that it took.
type replayed struct {
	url   string
	up    *upstream
	reply func(*asked) string
	count map[string]*tallied // by kind of answer: those that are accused
	calls map[bool]*tallied   // by whether the answer is accused
}

func (r *replayed) replay(t *testing.T, c *conversation, p labelled) {
	t.Helper()
	for i, a := range c.Answers {
		draft, before := p.answer(a.Kind, a.Index), r.up.calls()
		r.reply = func(q *asked) string {
			switch {
			case strings.HasSuffix(strings.TrimSpace(q.last()), "Demands:"):
				if strings.Contains(c.List, "Verdicts:") {
					return c.List
				}
				if _, shown, ok := strings.Cut(q.last(), "The answer that the verdicts are about:"); ok && strings.Contains(shown, draft) {
					return c.List + "\n" + verdictsBelow(c.List, a.Draft)
				}
				return c.List
			case q.rewrites():
				return a.Rewrite
			case strings.Contains(q.last(), "You check the work"):
				if strings.Contains(q.last(), draft) {
					return verdictsOn(q.last(), a.Draft)
				}
				return verdictsOn(q.last(), a.Rewritten)
			default:
				return draft
			}
		}
		body, _ := json.Marshal(map[string]any{"model": "m", "seed": i, "messages": p.Messages})
		_, got := post(t, r.url+"/v1/chat/completions", string(body))
		rep := read(t, got).Adhere
		accused := rep != nil && len(rep.Attempts) > 0 && rep.Attempts[0].NotMet > 0
		if accused != (a.Kind == "miss") {
			t.Logf("%s, %s: accused %v: %s", c.ID, a.Kind, accused, got)
		}
		r.count[a.Kind].add(accused, 1)
		r.calls[accused].add(true, r.up.calls()-before-1)
	}
}

// TestPlainQuestionsCostNoList holds that nobody is asked what a plain question
// demands, and that whatever could demand something is asked about.
func TestPlainQuestionsCostNoList(t *testing.T) {
	u := &upstream{say: func(a *asked) string {
		if strings.HasSuffix(strings.TrimSpace(a.last()), "Demands:") {
			return "NONE"
		}
		return "Because it is."
	}}
	url := open(t, u, demandsOf)
	calls := func(messages any) int {
		before := u.calls()
		body, _ := json.Marshal(map[string]any{"model": "m", "messages": messages, "adhere": map[string]any{"strategy": "decrim"}})
		if resp, got := post(t, url+"/v1/chat/completions", string(body)); resp.StatusCode != http.StatusOK {
			t.Fatalf("%s", got)
		}
		return u.calls() - before
	}
	for text, want := range map[string]int{
		"How do noise-cancelling headphones work?":              1,
		"what's the difference between a frog and a toad":       1,
		"Who was the first woman in space and what did she do":  1,
		"How long does it take to learn to swim?":               1,
		"How do noise-cancelling headphones work? Be brief.":    2,
		"What are three causes of the First World War?":         2,
		"What are 3 causes of the First World War?":             2,
		"How do tides work, in a sentence?":                     2,
		"How do tides work, without jargon?":                    2,
		"How do tides work for a five-year-old, like a pirate":  2,
		"What is the capital of Mongolia in French?":            2,
		"What is a monad: formally":                             2,
		"Why is the sky blue? Answer as a poet.":                2,
		"Can you rhyme about tides?":                            2,
		"Was ist der Unterschied zwischen Kröten und Fröschen?": 2,
		"is it true that a \"haiku\" has a fixed form":          2,
		"Who is who": 1,
		"How?":       2,
		"What's in the box? " + strings.Repeat("and the box ", 20): 2,
	} {
		if n := calls([]adhere.Message{{Role: adhere.User, Text: text}}); n != want {
			t.Errorf("%q: %d calls, want %d", text, n, want)
		}
	}
	if n := calls([]adhere.Message{{Role: adhere.System, Text: "Be brief."}, {Role: adhere.User, Text: "How do tides work?"}}); n != 2 {
		t.Errorf("a system message is not asked about: %d calls", n)
	}
	plain := 0
	for _, half := range []string{"dev", "unseen", "fresh"} {
		for _, p := range lines[labelled](t, "../demandsets/testdata/prompts-"+half+".jsonl") {
			if calls(p.Messages) > 1 {
				continue
			}
			if plain++; len(p.Misses) > 0 {
				t.Errorf("%s demands something, and is not asked about", p.ID)
			}
		}
	}
	if plain < 5 {
		t.Errorf("%d prompts of the sets are plain questions", plain)
	}
}

// TestFormsOfTheList holds that code reads whole what the lister is told to
// write.
func TestFormsOfTheList(t *testing.T) {
	messages, err := prompt.Default().Render("list-demands", prompt.Data{"Roles": []string{"user"}, "Texts": []string{"Hello."}, "Answer": "", "Correct": ""})
	if err != nil {
		t.Fatal(err)
	}
	_, forms, _ := strings.Cut(messages[0].Text, "What can be counted")
	forms, _, _ = strings.Cut(forms, "Example 1")
	n := 0
	for line := range strings.Lines(forms) {
		form, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !ok {
			continue
		}
		n++
		if r, ok := english.Read(form); !ok || r.Decides != english.Whole {
			t.Errorf("%q is not read whole", form)
		}
	}
	if n < 20 {
		t.Errorf("%d forms", n)
	}
}

// A labelled is a prompt of our own set.
type labelled struct {
	ID       string
	Messages []adhere.Message
	Good     []string
	Misses   []struct{ Text string }
}

func (p *labelled) answer(kind string, i int) string {
	if kind == "good" {
		return p.Good[i]
	}
	return p.Misses[i].Text
}

// verdictsOn answers a judge's question with what was said of each constraint.
func verdictsOn(question string, said map[string]string) string {
	_, listed, _ := strings.Cut(question[strings.LastIndex(question, "Constraints:\n"):], "\n")
	var out strings.Builder
	for line := range strings.SplitSeq(listed, "\n") {
		number, text, ok := strings.Cut(line, ". ")
		if !ok {
			continue
		}
		verdict := said[text]
		if verdict == "" {
			verdict = "I cannot tell. Final Answer is unknown <END>"
		}
		fmt.Fprintf(&out, "%s. %s\n", number, verdict)
	}
	return out.String()
}

// verdictsBelow is what a model says of its list in the same reply.
func verdictsBelow(list string, said map[string]string) string {
	out := "Verdicts:\n"
	for line := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
		number, text, ok := strings.Cut(line, ". ")
		if !ok {
			continue
		}
		verdict := "I cannot tell. Final Answer is unknown <END>"
		for constraint, v := range said {
			if _, words, ofPart := strings.Cut(constraint, ": "); strings.HasSuffix(text, "] "+constraint) || ofPart && strings.HasSuffix(text, "] "+words) {
				verdict = v
			}
		}
		out += number + ". " + verdict + "\n"
	}
	return out
}

type tallied struct{ yes, n int }

func (c *tallied) add(yes bool, weight int) {
	c.n++
	if yes {
		c.yes += weight
	}
}

func (c *tallied) share() float64 { return float64(c.yes) / float64(c.n) }

func lines[T any](t *testing.T, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []T
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var one T
		if err := json.Unmarshal(s.Bytes(), &one); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		out = append(out, one)
	}
	return out
}
