package annotate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"adhere"
	"adhere/internal/lists"
)

// A Place is one person's part in a unit. A unit of work has as many as the
// campaign's overlap, never more; training and checks have one for each
// person.
type Place struct {
	Unit, Number int    // Number from 0, within the unit
	Person       string // empty where anybody may take it
	State        PlaceState
	Rank         int   // in the order in which the person shall do it
	Until        int64 // of an open one, when others may take it; milliseconds
}

// A PlaceState says what became of a place.
type PlaceState string

// The states of a place.
const (
	Free    PlaceState = "free"    // nobody's
	Planned PlaceState = "planned" // somebody's, not begun
	Begun   PlaceState = "begun"   // somebody's, leased
	Done    PlaceState = "done"
	Waiting PlaceState = "waiting" // until the person before has said yes
	Void    PlaceState = "void"    // not needed: the person before has said no
)

// NewPlan hands out the places of all units: as many as the overlap for each
// unit of work, to different people, so that nobody has more than one unit
// more than anybody else; within that, to people who would rather have the
// topic. The seed settles the rest. With nobody there, all work is free for
// who comes. The error's code is Invalid where there are too few people.
func NewPlan(c *Campaign, units []Unit, members []Member) ([]Place, error) {
	if n := len(members); n > 0 && n < c.Overlap {
		return nil, adhere.Errorf(adhere.Invalid, "%d people shall label each unit, and only %d take part", c.Overlap, n).
			WithHint("add people, or make a campaign with fewer labels of each unit")
	}
	p, err := ProtocolNamed(c.Protocol)
	if err != nil {
		return nil, err
	}
	members = slices.SortedFunc(slices.Values(members), func(a, b Member) int { return cmp.Compare(a.Person, b.Person) })
	work := lists.Filter(units, func(u Unit) bool { return u.Kind == Work })
	h := &handout{campaign: c, r: random(c.Seed, "plan"), members: members, next: make([]int, len(members))}
	h.share(len(work))
	h.r.Shuffle(len(work), func(i, j int) { work[i], work[j] = work[j], work[i] })
	for i := range work {
		h.give(&work[i], len(work)-i, p.InTurn)
	}
	for i, m := range members {
		h.places = append(h.places, EntryPlaces(c, units, m.Person, i)...)
	}
	slices.SortFunc(h.places, func(a, b Place) int { return cmp.Or(cmp.Compare(a.Unit, b.Unit), cmp.Compare(a.Number, b.Number)) })
	return h.places, nil
}

// EntryPlaces are the places that everybody has: training, and checks spread
// over the work. The number tells the person from the others.
func EntryPlaces(c *Campaign, units []Unit, person string, number int) []Place {
	var places []Place
	checks := 0
	for _, u := range units {
		rank := u.Number
		switch {
		case u.Kind == Work, u.Kind == Withdrawn, u.Kind == Check && c.Every == 0:
			continue
		case u.Kind == Check:
			checks++
			rank = checks * c.Every // after so much work
		}
		places = append(places, Place{Unit: u.Number, Number: number, Person: person, State: Planned, Rank: rank})
	}
	return places
}

// A handout is a plan in the making.
type handout struct {
	campaign *Campaign
	r        *rand.Rand
	members  []Member
	room     []int // how many units each can still take
	next     []int // how many each has
	places   []Place
}

// share settles how many units each person gets: all the same but for one.
func (h *handout) share(units int) {
	n := len(h.members)
	h.room = make([]int, n)
	if n == 0 {
		return
	}
	total := units * h.campaign.Overlap
	for i, at := range h.r.Perm(n) {
		h.room[at] = total / n
		if i < total%n {
			h.room[at]++
		}
	}
}

// give hands out one unit when so many are left, this one included. Whoever
// has room for as many as are left must get it: nobody can have a unit twice.
func (h *handout) give(u *Unit, left int, inTurn bool) {
	for number, at := range h.choose(u, left) {
		place := Place{Unit: u.Number, Number: number, State: Planned}
		if at < 0 {
			place.State, place.Rank = Free, u.Number
		} else {
			h.room[at]--
			h.next[at]++
			place.Person, place.Rank = h.members[at].Person, h.next[at]
		}
		if inTurn && number > 0 {
			place.State = Waiting
		}
		h.places = append(h.places, place)
	}
}

// choose returns who gets the unit; -1 stands for nobody yet.
func (h *handout) choose(u *Unit, left int) []int {
	n := h.campaign.Overlap
	if len(h.members) == 0 {
		return slices.Repeat([]int{-1}, n)
	}
	at := h.r.Perm(len(h.members))
	slices.SortStableFunc(at, func(a, b int) int {
		return cmp.Or(
			-cmp.Compare(order01(h.room[a] >= left), order01(h.room[b] >= left)),
			-cmp.Compare(order01(h.room[a] > 0), order01(h.room[b] > 0)),
			-cmp.Compare(order01(h.likes(a, u)), order01(h.likes(b, u))),
			-cmp.Compare(h.room[a], h.room[b]))
	})
	return at[:n]
}

func (h *handout) likes(at int, u *Unit) bool {
	return u.Topic != "" && slices.Contains(h.members[at].Topics, u.Topic)
}

func order01(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// A Load is one person's part of a plan.
type Load struct {
	Person string
	Units  int // of work
	Liked  int // of those, how many have a topic the person asked for
}

// Loads returns each person's part of a plan, by name.
func Loads(units []Unit, members []Member, places []Place) []Load {
	of := map[string]*Load{}
	loads := make([]Load, len(members))
	for i, m := range members {
		loads[i].Person = m.Person
		of[m.Person] = &loads[i]
	}
	topics := map[string][]string{}
	for _, m := range members {
		topics[m.Person] = m.Topics
	}
	for _, p := range places {
		u, load := &units[p.Unit-1], of[p.Person]
		if load == nil || u.Kind != Work {
			continue
		}
		load.Units++
		if u.Topic != "" && slices.Contains(topics[p.Person], u.Topic) {
			load.Liked++
		}
	}
	slices.SortFunc(loads, func(a, b Load) int { return cmp.Compare(a.Person, b.Person) })
	return loads
}
