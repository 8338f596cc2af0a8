package study_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"adhere/internal/writing"
	"adhere/internal/writing/study"
)

// Made is what the generator made, with its own counts.
type made struct {
	sessions []writing.Session
	types    study.Labels // of all turns
	errors   study.Labels // of turns that are not good
	second   study.Labels
	marks    []study.Mark

	turns, edited, info map[string]int    // by model
	rated               map[[3]string]int // model, kind, rating
	byTurn              map[[2]string]int // turn, kind
	typed               map[[3]string]int // type, model, rating
	failed              map[string]int    // error
	words               map[string][4]int // model, of good or edited turns: number, words before, words after, distance
	found               [3]int            // marked turns with all, some, none of the passages
}

// The plan: the totals of KIWI's table 2.
var plan = []struct {
	model                  string
	turns, edited          int
	info, good, style, bad int // in a hundred: information-seeking; good of both kinds; bad
}{
	{"gpt-4", 370, 55, 59, 52, 70, 15},
	{"gpt-3.5", 402, 111, 61, 41, 30, 24},
	{"llama2", 488, 149, 44, 37, 15, 40},
}

const sessionsPerModel = 78

// deck deals n cards in the given proportions, in random order.
func deck(r *rand.Rand, n int, shares map[string]int) []string {
	var cards []string
	names := make([]string, 0, len(shares))
	for name := range shares {
		names = append(names, name)
	}
	slices.Sort(names)
	for len(cards) < n {
		for _, name := range names {
			for range shares[name] {
				cards = append(cards, name)
			}
		}
	}
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards[:n]
}

// lengthsOf deals turns to the sessions: 1 to 10 each.
func lengthsOf(r *rand.Rand, turns int) []int {
	out := slices.Repeat([]int{1}, sessionsPerModel)
	for left := turns - sessionsPerModel; left > 0; {
		if i := r.IntN(len(out)); out[i] < writing.MostTurns {
			out[i]++
			left--
		}
	}
	return out
}

// sentence makes n words.
func sentence(r *rand.Rand, n int) string {
	pool := strings.Fields("silt gate wheel flood scout dance comb scent table claim doubt source harvest price letter glass pane seed jar ash lid rope mast keel tide moth")
	words := make([]string, n)
	for i := range words {
		words[i] = pool[r.IntN(len(pool))]
	}
	return strings.Join(words, " ") + "."
}

func generate(seed uint64) *made {
	m := &made{
		types: study.Labels{}, errors: study.Labels{}, second: study.Labels{}, turns: map[string]int{}, edited: map[string]int{}, info: map[string]int{},
		rated: map[[3]string]int{}, byTurn: map[[2]string]int{}, typed: map[[3]string]int{}, failed: map[string]int{}, words: map[string][4]int{},
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for _, p := range plan {
		edits := slices.Repeat([]bool{true}, p.edited)
		for n, turns := range lengthsOf(r, p.turns) {
			s := writing.Session{
				Head:  writing.Head{ID: fmt.Sprintf("%s-%02d", p.model, n), Question: writing.Question{Text: fmt.Sprintf("What is known about matter %d?", n)}, Model: p.model, Person: fmt.Sprint("person ", n%7)},
				Draft: sentence(r, 40), Phase: writing.Over, End: writing.EndSatisfied,
			}
			for k := range turns {
				kind, share := writing.Style, p.style
				if r.IntN(100) < p.info {
					kind, share = writing.Info, p.good
				}
				rating := writing.Neutral
				switch x := r.IntN(100); {
				case x < share:
					rating = writing.Good
				case x >= 100-p.bad:
					rating = writing.Bad
				}
				m.turn(r, &s, k+1, kind, rating, &edits)
			}
			m.sessions = append(m.sessions, s)
		}
		if len(edits) > 0 {
			panic("the plan has more edits than turns that are not good")
		}
	}
	return m
}

var typeShares = map[string]int{
	"more information": 43, "expand coverage": 9, "clarification": 6, "remove": 13, "specific edit": 6, "condense": 10, "reorganize": 10, "categorization": 2, "others": 1,
}

var errorShares = map[string]int{"unrequested change": 31, "ignored": 21, "constraint failure": 11, "poor integration": 9, "others": 28}

func (m *made) turn(r *rand.Rand, s *writing.Session, n int, kind writing.Kind, rating writing.Rating, edits *[]bool) {
	t := writing.Turn{Number: n, Kind: kind, Rating: rating, Previous: s.Previous(), Instruction: sentence(r, 3+r.IntN(9)), Comment: "It is " + string(rating) + "."}
	t.Answer = sentence(r, 20+r.IntN(30))
	if kind == writing.Info {
		t.Passages = []writing.Passage{{ID: "a#1"}, {ID: "b#2"}}
		t.Summary = "Of that."
	}
	key := study.Key{Session: s.ID, Turn: n}
	if rating != writing.Good && len(*edits) > 0 {
		t.Edit = sentence(r, 25)
		*edits = (*edits)[1:]
		m.edited[s.Model]++
	}
	s.Turns = append(s.Turns, t)
	m.turns[s.Model]++
	m.rated[[3]string{s.Model, string(kind), string(rating)}]++
	m.byTurn[[2]string{fmt.Sprint(n), string(kind)}]++
	if kind == writing.Info {
		m.info[s.Model]++
	}
	typ := deck(r, 1, typeShares)[0]
	m.types[key] = typ
	m.typed[[3]string{typ, s.Model, string(rating)}]++
	if rating != writing.Good {
		e := deck(r, 1, errorShares)[0]
		m.errors[key] = e
		m.failed[e]++
	}
	if rating == writing.Good || t.Edited() {
		w := m.words[s.Model]
		w[0]++
		w[1] += len(strings.Fields(t.Previous))
		w[2] += len(strings.Fields(t.Final()))
		m.words[s.Model] = w
	}
	if kind == writing.Info && n == 1 {
		m.mark(key, r.IntN(3))
	}
	if n == 2 {
		m.second[key] = string(rating)
		if r.IntN(4) == 0 {
			m.second[key] = []string{"good", "neutral", "bad"}[r.IntN(3)]
		}
	}
}

func (m *made) mark(key study.Key, what int) {
	relevant := [][]string{{"a#1"}, {"b#2", "c#3"}, {"c#3"}}[what]
	m.marks = append(m.marks, study.Mark{Key: key, Relevant: relevant})
	m.found[what]++
}
