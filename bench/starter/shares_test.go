package starter

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/suites"
)

func compiles(rule *adhere.Rule) error {
	_, err := suites.Catalog().Compile(rule)
	return err
}

// A tally counts outcomes.
type tally struct{ met, notMet, unsure int }

func (c *tally) add(o adhere.Outcome) {
	switch o {
	case adhere.Met:
		c.met++
	case adhere.NotMet:
		c.notMet++
	default:
		c.unsure++
	}
}

func (c tally) decided() int { return c.met + c.notMet }

func (c tally) share() float64 { return float64(c.met) / float64(c.decided()) }

func (c tally) String() string { return fmt.Sprintf("%d of %d", c.met, c.decided()) }

// tallies judges a writer's answers as the program does, rules first, and
// counts the outcomes in all and by level.
func tallies(t *testing.T, name string) (whole tally, levels [6]tally) {
	t.Helper()
	set, list := instructions(t)
	answered := answers(t, set, name)
	placed, _ := verdicts(t, set, "verdicts-"+name+".jsonl")
	for _, in := range list {
		text := answer(answered.For(in.ID)[0].Text)
		judged := placed.For(in.ID, 0, "starter/"+name, panel) // nil where rules decide all
		for i, r := range in.Requirements {
			var o adhere.Outcome
			if r.Rule != nil {
				o = adhere.OutcomeOf(find(t, r.Rule, text).Met)
			} else {
				o = judged[i].Outcome
			}
			whole.add(o)
			levels[in.Level].add(o)
		}
	}
	return whole, levels
}

func find(t *testing.T, rule *adhere.Rule, text string) verify.Finding {
	t.Helper()
	check, err := suites.Catalog().Compile(rule)
	if err != nil {
		t.Fatal(err)
	}
	return verify.Strict.Decide(check, verify.NewText(text))
}

// A newcomer must see three writers apart, and difficulty that grows.
func TestSharesTellTheWritersApart(t *testing.T) {
	last, undecided := 1.0, 0
	for _, w := range writers() {
		whole, levels := tallies(t, w.name)
		if s := whole.share(); s < w.from || s > w.to || s >= last {
			t.Errorf("%s meets %v (%.3f), expected from %v to %v and less than the writer before", w.name, whole, s, w.from, w.to)
		}
		last, undecided = whole.share(), undecided+whole.unsure
		if w.name != "careful" {
			checkDecline(t, w.name, levels)
		}
	}
	if undecided < 3 || undecided > 6 {
		t.Errorf("%d requirements are undecided, expected 3 to 6", undecided)
	}
}

func checkDecline(t *testing.T, name string, levels [6]tally) {
	t.Helper()
	for n := 2; n < len(levels); n++ {
		if levels[n].share() >= levels[n-1].share() {
			t.Errorf("%s meets %v at level %d and %v at level %d: less was wanted", name, levels[n-1], n-1, levels[n], n)
		}
	}
}

// The README's table of shares is the one that the files give.
func TestReadmeTellsTheShares(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range writers() {
		whole, levels := tallies(t, w.name)
		var row strings.Builder
		fmt.Fprintf(&row, "| %s | %v (%.0f %%) | %d |", w.name, whole, 100*whole.share(), whole.unsure)
		for _, c := range levels[1:] {
			fmt.Fprintf(&row, " %v |", c)
		}
		if !strings.Contains(string(readme), row.String()) {
			t.Errorf("README.md lacks the row\n%s", row.String())
		}
	}
}

// Its counts are those of the instructions.
func TestReadmeTellsTheCounts(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list := instructions(t)
	requirements, rules, labels := 0, 0, map[string]int{}
	for _, in := range list {
		for _, r := range in.Requirements {
			requirements++
			if r.Rule != nil {
				rules++
			}
			for _, l := range r.Labels {
				labels[l]++
			}
		}
	}
	rows := []string{fmt.Sprintf("| %d | prompts with %d requirements; %d are decided by rules, %d need a judge |",
		len(list), requirements, rules, requirements-rules)}
	for label, n := range labels {
		rows = append(rows, fmt.Sprintf("| %s | %d |", label, n))
	}
	for _, row := range rows {
		if !strings.Contains(string(readme), row) {
			t.Errorf("README.md lacks %q", row)
		}
	}
}

// What the reasoning says must not count: judged with it, these answers would
// fare otherwise.
func TestReasoningWouldChangeVerdicts(t *testing.T) {
	set, list := instructions(t)
	sloppy := answers(t, set, "sloppy")
	var changed []string
	for _, in := range list {
		raw := sloppy.For(in.ID)[0].Text
		for _, r := range in.Requirements {
			if r.Rule != nil && find(t, r.Rule, raw).Met != find(t, r.Rule, answer(raw)).Met {
				changed = append(changed, in.ID)
				break
			}
		}
	}
	if want := []string{"starter/travel-mug", "starter/split-bill"}; !slices.Equal(changed, want) {
		t.Errorf("reasoning changes verdicts of %v, want %v", changed, want)
	}
}

// Three people label the same requirements, all of an instruction's.
func TestPeopleLabelWholeInstructions(t *testing.T) {
	set, list := instructions(t)
	placed, read := verdicts(t, set, "labels-people.jsonl")
	people := []string{"person/1", "person/2", "person/3"}
	if got := read.Judges(); !slices.Equal(got, people) {
		t.Errorf("judges %v, want %v", got, people)
	}
	labelled := 0
	for _, in := range list {
		if placed.For(in.ID, 0, "starter/hasty", people[0]) == nil {
			continue
		}
		labelled++
		for _, w := range []string{"starter/hasty", "starter/sloppy"} {
			for _, p := range people {
				checkWhole(t, in.ID+" "+w+" "+p, placed.For(in.ID, 0, w, p), len(in.Requirements))
			}
		}
	}
	if labelled != 12 {
		t.Errorf("%d instructions are labelled, expected 12", labelled)
	}
}

func checkWhole(t *testing.T, where string, list []adhere.Verdict, n int) {
	t.Helper()
	skipped := func(v adhere.Verdict) bool { return v.Outcome == adhere.Skipped }
	if len(list) != n || slices.ContainsFunc(list, skipped) {
		t.Errorf("%s: not every requirement is labelled", where)
	}
}
