package writing

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"adhere"
)

// A Begun is a session that somebody began.
type Begun struct {
	Question, Model, Person string
	Released                bool // it was given up: the model is free again, the person has met the question
}

// A Ledger is what decides which session a person begins next.
type Ledger struct {
	Questions []Asked // in a fixed order
	Begun     []Begun
	Topics    []string // that the person would rather have
}

// Assign chooses a question that the person has not met and a model that has
// not answered it, at random: of those that are for the person by name, then of
// the topics that the person would rather have, as long as there is one. Equal ledgers lead to equal choices. The error's
// code is NotFound where nothing is left.
func (l *Ledger) Assign(person string, models []string, seed uint64) (*Asked, string, error) {
	type offer struct {
		question *Asked
		models   []string
	}
	var named, liked, others []offer
	for i := range l.Questions {
		q := &l.Questions[i]
		free := slices.Clone(models)
		met := false
		for _, b := range l.Begun {
			if b.Question == q.ID {
				met = met || b.Person == person
				free = slices.DeleteFunc(free, func(m string) bool { return m == b.Model && !b.Released })
			}
		}
		switch {
		case met || len(free) == 0 || q.State != Open:
		case slices.Contains(q.People, person):
			named = append(named, offer{q, free})
		case len(q.People) > 0:
		case slices.Contains(l.Topics, q.Topic):
			liked = append(liked, offer{q, free})
		default:
			others = append(others, offer{q, free})
		}
	}
	offers := named
	for _, next := range [][]offer{liked, others} {
		if len(offers) == 0 {
			offers = next
		}
	}
	if len(offers) == 0 {
		return nil, "", &adhere.Error{Code: adhere.NotFound, Message: "there is no question left for you", Hint: "an administrator can add more"}
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(person)) // a hash never fails
	r := rand.New(rand.NewPCG(seed^h.Sum64(), uint64(len(l.Begun))))
	o := offers[r.IntN(len(offers))]
	return o.question, o.models[r.IntN(len(o.models))], nil
}
