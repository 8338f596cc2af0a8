package web

import (
	"net/url"
	"slices"
	"strconv"

	"adhere"
	"adhere/internal/annotate"
)

// A queueView is one difference to settle, with what people said of it and
// why, and the way to the next.
type queueView struct {
	settleView
	passage           // among those picked
	Field             string
	DifferenceFilters []narrowing
	DifferenceFilter  annotate.DifferenceFilter
	Majority          int // of those picked, how many have one
	Whole             string
	Settled           string // where it is once it is settled
	Empty             bool
}

func queuePath(campaign string) string { return "/settle/" + url.PathEscape(campaign) }

func queueHref(campaign string, filter annotate.DifferenceFilter, at string) string {
	q := url.Values{}
	if at != "" {
		q.Set("at", at)
	}
	return with(queuePath(campaign), q, "show", string(filter))
}

func keyOf(w *annotate.Disputed) string { return strconv.Itoa(w.Unit) + ":" + w.Name }

// showQueue shows one difference after the other.
func (s *Server) showQueue(v *visit, r survey) error {
	q := v.r.URL.Query()
	view, err := newQueueView(r, v.person.Name, annotate.DifferenceFilter(q.Get("show")), q.Get("at"))
	if err != nil {
		return err
	}
	return v.show("campaign_queue", view)
}

// newQueueView lays the difference out that the key names, else the first.
func newQueueView(r survey, person string, filter annotate.DifferenceFilter, key string) (*queueView, error) {
	id := r.Campaign.ID
	view := &queueView{DifferenceFilter: filter}
	view.Campaign, view.Name, view.Closed = id, r.Campaign.Name, r.Campaign.State != annotate.Open
	words := map[annotate.DifferenceFilter]string{
		annotate.FilterOpen: "open", annotate.FilterTies: "ties", annotate.FilterFar: "far apart", annotate.FilterMajority: "with a majority", annotate.FilterSettled: "decided",
	}
	var picked []annotate.Disputed
	for _, one := range annotate.DifferenceFilters() {
		all := r.Disputed(person, r.places, one)
		view.DifferenceFilters = append(view.DifferenceFilters, narrowing{words[one], queueHref(id, one, ""), len(all), one == filter})
		if one == filter {
			picked = all
		}
	}
	view.Empty, view.Majority = len(picked) == 0, len(annotate.WithMajority(picked))
	if view.Empty {
		return view, nil
	}
	rank := map[string]int{}
	for i, w := range r.Disputed(person, r.places, annotate.FilterAll) { // what was just settled is not among those picked any more
		rank[keyOf(&w)] = i + 1
	}
	at := slices.IndexFunc(picked, func(w annotate.Disputed) bool { return rank[keyOf(&w)] >= rank[key] })
	if at < 0 {
		at = len(picked) - 1
	}
	return view, view.lay(r, person, picked, at)
}

func (x *queueView) lay(r survey, person string, picked []annotate.Disputed, at int) error {
	w, id := &picked[at], r.Campaign.ID
	settling, err := r.Settling(w.Unit, person, r.places)
	if err != nil {
		return err
	}
	x.settleView = *newSettleView(r.Campaign, settling, settling.Task.Fields, person)
	x.Settled = queueHref(id, annotate.FilterSettled, keyOf(w))
	x.Field, x.Whole = w.Name, queuePath(id)+"/"+strconv.Itoa(w.Unit)
	x.passage = passageAt(at, len(picked), func(i int) string { return queueHref(id, x.DifferenceFilter, keyOf(&picked[i])) })
	for _, g := range x.Groups {
		for _, q := range g.Questions {
			if q.Field.Name == w.Name {
				g.Questions = []settleQuestion{q}
				x.Groups = []group{g}
				return nil
			}
		}
	}
	return &adhere.Error{Code: adhere.NotFound, Message: "this disagreement no longer exists", Hint: "go back to the list"}
}

// showMajority asks before a set of differences is settled as the majority
// says.
func (s *Server) showMajority(v *visit, r survey) error {
	filter := annotate.DifferenceFilter(v.r.URL.Query().Get("show"))
	all := r.Disputed(v.person.Name, r.places, filter)
	n := len(annotate.WithMajority(all))
	return v.show("campaign_majority", majorityView{r.Campaign.ID, r.Campaign.Name, string(filter), n, len(all) - n, queueHref(r.Campaign.ID, filter, "")})
}

// A majorityView says what is about to be settled as the majority says.
type majorityView struct {
	ID, Name, DifferenceFilter string
	N, Left                    int
	Back                       string
}

// letMajorityStand settles a set of differences.
func (s *Server) letMajorityStand(v *visit, r survey) error {
	filter := annotate.DifferenceFilter(v.r.PostFormValue("show"))
	events, n, err := r.MajorityStands(v.person.Name, r.places, filter, s.Now())
	if err != nil {
		return err
	}
	if want := v.r.PostFormValue("n"); strconv.Itoa(n) != want {
		return &adhere.Error{Code: adhere.Conflict, Message: "there are now " + strconv.Itoa(n) + " disagreements, not " + want, Hint: "go back and check them; nothing was decided"}
	}
	if err := s.Annotation.AddEvents(v.ctx(), r.Campaign.ID, events); err != nil {
		return err
	}
	return v.redirect(queuePath(r.Campaign.ID))
}
