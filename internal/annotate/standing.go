package annotate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/internal/lists"
)

// An Exclusion says what was left out, and why.
type Exclusion struct {
	What string
	N    int
	Why  string
}

// Exclusions returns what does not count, and why.
func (r *Results) Exclusions() []Exclusion {
	open, known, people, others := 0, 0, map[string]int{}, map[string]int{}
	unknown := 0
	for _, t := range r.Tasks {
		switch {
		case r.Unit(t).Kind != Work:
			known++
		case !t.Done:
			open++
		case r.excluded[t.Person] != "":
			people[t.Person]++
		case r.reassigned(t):
			others[t.Person]++
		default:
			unknown += lists.Count(r.Form(t).Said(t), func(x Said) bool { return !x.Outcome.Decided() })
		}
	}
	var out []Exclusion
	add := func(what string, n int, why string) {
		if n > 0 {
			out = append(out, Exclusion{what, n, why})
		}
	}
	add("tasks not handed in", open, "begun, but not finished")
	add("training and attention checks", known, "their answers are known; they measure people, not answers")
	for _, m := range r.Members {
		add("tasks of "+m.Person, people[m.Person], m.Excluded)
		add("tasks of "+m.Person+" that were reassigned", others[m.Person], "somebody else labels these units instead")
	}
	add("answers \"unknown\"", unknown, "the person would not decide; left out of every coefficient")
	return out
}

// A Standing is how far one person has come.
type Standing struct {
	Person           string
	Excluded, Paused string
	Participant      string    // see Member
	Completed        time.Time // when the person got the completion code; zero where not
	Planned          int       // places of work that are the person's
	Begun, Done      int       // of work
	Training, Checks Score
	Spent            time.Duration // on work that is done
	Pay              adhere.Money
	Imported         int
}

// Standings returns how far each person has come, by name; the places are
// those of the whole campaign.
func (r *Results) Standings(places []Place) []Standing {
	var names []string
	of := map[string]*Standing{}
	at := func(person string) *Standing {
		if of[person] == nil {
			of[person] = &Standing{Person: person, Excluded: r.excluded[person]}
			names = append(names, person)
		}
		return of[person]
	}
	for _, m := range r.Members {
		at(m.Person).Paused, at(m.Person).Participant = m.Paused, m.Participant
	}
	for _, e := range r.Campaign.Log {
		if e.Kind == LogCompleted {
			at(e.About).Completed = e.At
		}
	}
	for _, p := range places {
		if p.Person != "" && p.State != Void && r.Units[p.Unit-1].Kind == Work {
			at(p.Person).Planned++
		}
	}
	for _, t := range r.Tasks {
		r.stand(at(t.Person), t)
	}
	slices.Sort(names)
	return lists.Map(names, func(name string) Standing { return *of[name] })
}

func (r *Results) stand(s *Standing, t *Task) {
	switch kind := r.Unit(t).Kind; {
	case t.Imported:
		s.Imported++
	case kind != Work && t.Done:
		score := r.Form(t).Mark(t)
		to := &s.Checks
		if kind == Training {
			to = &s.Training
		}
		to.Right, to.Of = to.Right+score.Right, to.Of+score.Of
	case kind == Work && t.Done:
		s.Done++
		s.Spent += t.Spent
		s.Pay += r.Campaign.Pay
	case kind == Work:
		s.Begun++
	}
}

// Named says which answers name their maker: "unit 3, answer 2: I'm Claude".
func (r *Results) Named() []string {
	var out []string
	for _, u := range r.Units {
		for i, a := range u.Answers {
			if a.Maker != "" {
				out = append(out, fmt.Sprintf("unit %d, answer %d: %s", u.Number, i+1, strings.TrimSpace(a.Maker)))
			}
		}
	}
	return out
}
