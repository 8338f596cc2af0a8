package web

import (
	"net/url"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/annotate"
	"adhere/internal/browse"
	"adhere/internal/lists"
)

// An itemSet is the items that a list of a run shows, named by the address of
// the list.
type itemSet struct {
	Href  string
	Run   *adhere.Run
	Words []string // the filter
	N     int

	positions []int
}

// setOf finds the items of a list by its address, /runs/RUN/items?….
func (s *Server) setOf(v *visit, address string) (*itemSet, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" {
		return nil, noSet(address)
	}
	parts := strings.Split(u.Path, "/")
	if len(parts) != 4 || parts[1] != "runs" || parts[3] != "items" {
		return nil, noSet(address)
	}
	x := &itemSet{Href: u.String()}
	if x.Run, err = s.Runs.Run(v.ctx(), parts[2]); err != nil {
		return nil, err
	}
	d, _, err := s.digest(v.ctx(), x.Run)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, &adhere.Error{Code: adhere.Unavailable, Message: "the run's figures are being computed", Hint: "try again in a moment"}
	}
	f := filterOf(u.Query(), d.keys)
	all := d.find(f)
	x.Words = f.inWords()
	if !f.any {
		all = all.only(f.outcome)
		x.Words = append(x.Words, outcomeWords(f.outcome).Word)
	}
	for _, p := range all.positions {
		x.positions = append(x.positions, int(p))
	}
	x.N = len(x.positions)
	return x, nil
}

func noSet(address string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: "set: " + strconv.Quote(address) + " is not a list of items", Hint: "expected an address such as /runs/RUN/items?outcome=not_met"}
}

// drawSet reads the records of a set, of so many items if there is a limit.
func (s *Server) drawSet(v *visit, address string, o annotate.Choosing) ([]annotate.Sourced, error) {
	x, err := s.setOf(v, address)
	if err != nil {
		return nil, err
	}
	drawn := lists.Map(o.Sample(x.N), func(i int) int { return x.positions[i] })
	var out []annotate.Sourced
	err = s.eachAt(v, x.Run.ID, drawn, func(p browse.Placed) {
		out = append(out, annotate.Sourced{Run: x.Run.ID, Record: p.Record})
	})
	return out, err
}

// eachAt reads records at positions, some at a time.
func (s *Server) eachAt(v *visit, run string, positions []int, do func(browse.Placed)) error {
	const some = 256
	for len(positions) > 0 {
		n := min(some, len(positions))
		placed, err := s.Records.RecordsAt(v.ctx(), run, positions[:n]...)
		if err != nil {
			return err
		}
		for _, p := range placed {
			do(p)
		}
		positions = positions[n:]
	}
	return nil
}
