package annotate_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"adhere"
	"adhere/internal/annotate"
)

// TestPlan holds, for any number of units, people and labels of each unit,
// that the overlap is exact, nobody gets a unit twice, and nobody has more
// than one unit more than anybody else.
func TestPlan(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		overlap := rapid.IntRange(1, 5).Draw(r, "overlap")
		people := rapid.IntRange(overlap, 12).Draw(r, "people")
		c, units := sample(t, "constraint-wise", rapid.IntRange(1, 40).Draw(r, "units"), annotate.Settings{Overlap: overlap, Seed: rapid.Int().Draw(r, "seed")})
		var members []annotate.Member
		for i := range people {
			members = append(members, annotate.Member{Person: fmt.Sprint("p", i), Topics: [][]string{nil, {"law"}, {"art"}}[i%3]})
		}
		places, err := annotate.NewPlan(c, units, members)
		if err != nil {
			r.Fatal(err)
		}
		has := map[int]map[string]bool{}
		for _, p := range places {
			if has[p.Unit] == nil {
				has[p.Unit] = map[string]bool{}
			}
			has[p.Unit][p.Person] = true
		}
		for _, u := range units {
			if len(has[u.Number]) != overlap {
				r.Fatalf("unit %d has %d people, want %d", u.Number, len(has[u.Number]), overlap)
			}
		}
		loads := annotate.Loads(units, members, places)
		least := slices.MinFunc(loads, func(a, b annotate.Load) int { return a.Units - b.Units })
		most := slices.MaxFunc(loads, func(a, b annotate.Load) int { return a.Units - b.Units })
		if most.Units-least.Units > 1 {
			r.Fatalf("from %d to %d units", least.Units, most.Units)
		}
		slices.Reverse(members)
		again, _ := annotate.NewPlan(c, units, members)
		if d := cmp.Diff(places, again); d != "" {
			r.Fatal("the plan depends on the order of the members: " + d)
		}
	})
}

func TestPlanLikesTopics(t *testing.T) {
	c, units := sample(t, "constraint-wise", 30, annotate.Settings{Overlap: 1, Seed: 7})
	members := []annotate.Member{{Person: "a", Topics: []string{"law"}}, {Person: "b", Topics: []string{"art"}}, {Person: "c"}}
	places, err := annotate.NewPlan(c, units, members)
	code(t, err, "")
	loads := annotate.Loads(units, members, places)
	if loads[0].Liked < 9 || loads[1].Liked < 9 || loads[0].Units != 10 {
		t.Errorf("%v: nearly all of law is for a, of art for b", loads)
	}
}

func TestPlanBounds(t *testing.T) {
	c, units := sample(t, "constraint-wise", 3, annotate.Settings{Overlap: 3})
	_, err := annotate.NewPlan(c, units, []annotate.Member{{Person: "a"}, {Person: "b"}})
	code(t, err, adhere.Invalid)
	places, err := annotate.NewPlan(c, units, nil)
	code(t, err, "")
	if len(places) != 9 || places[0].State != annotate.Free {
		t.Errorf("without people: %v", places)
	}
}

// TestOrder holds that no answer stays in one place.
func TestOrder(t *testing.T) {
	c, _ := sample(t, "score-then-questions", 1, annotate.Settings{Seed: 3})
	first := map[int]int{}
	for unit := range 100 {
		order := c.Order("ada", unit, 5)
		if !slices.Equal(order, c.Order("ada", unit, 5)) {
			t.Fatal("the order changes")
		}
		first[order[0]]++
	}
	for answer := range 5 {
		if first[answer] < 8 {
			t.Errorf("answer %d comes first %d times of 100", answer, first[answer])
		}
	}
	if slices.Equal(c.Order("ada", 1, 5), c.Order("bo", 1, 5)) && slices.Equal(c.Order("ada", 2, 5), c.Order("bo", 2, 5)) {
		t.Error("everybody has the same order")
	}
}
