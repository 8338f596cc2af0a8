package report

import (
	"fmt"
	"iter"

	"adhere"
)

// A flipKey tells items of one result apart.
type flipKey struct {
	id      string
	attempt int
}

// An itemList is the items of several results in one order, and what a page has
// to know of each before any is written.
type itemList struct {
	places map[flipKey]int // of an item in items
	items  []listedItem
}

type listedItem struct {
	outcomes string // of the first result that has the item, a letter for each requirement
	differ   bool   // another result came out differently
	trouble  bool   // some result has no response, or something not met or undecided
	rank     int    // place in the common order
	next     int    // place in items of the one after it, -1 at the end
}

// listItems reads all records once. An item that a result lacks stands where the
// others have it.
func listItems(records []Records) (*itemList, error) {
	r := &itemList{places: map[flipKey]int{}}
	first := -1
	for _, of := range records {
		if of == nil {
			continue
		}
		before := -1
		for rec, err := range of {
			if err != nil {
				return nil, fmt.Errorf("read records: %w", err)
			}
			key := flipKey{rec.Instruction.ID, rec.Attempt}
			i, known := r.places[key]
			if !known {
				i = len(r.items)
				r.places[key] = i
				r.items = append(r.items, listedItem{outcomes: outcomes(rec)})
				link := &first
				if before >= 0 {
					link = &r.items[before].next
				}
				r.items[i].next, *link = *link, i
			}
			it := &r.items[i]
			it.differ = it.differ || it.outcomes != outcomes(rec)
			t := tallyOf(rec)
			it.trouble = it.trouble || rec.Response == nil || t.notMet+t.undecided > 0
			before = i
		}
	}
	rank := 0
	for i := first; i >= 0; i = r.items[i].next {
		r.items[i].rank = rank
		rank++
	}
	return r, nil
}

// rank is an item's place in the common order, if it has one.
func (r *itemList) rank(key flipKey) (int, bool) {
	i, ok := r.places[key]
	if !ok {
		return 0, false
	}
	return r.items[i].rank, true
}

// outcomes writes what a record came to as one letter for each requirement.
func outcomes(rec *adhere.Record) string {
	if rec.Response == nil {
		return "none"
	}
	letters := make([]byte, len(rec.Instruction.Requirements))
	for i, o := range rec.Outcomes(nil) {
		if o == adhere.Broken {
			o = adhere.Unsure // both are undecided
		}
		letters[i] = string(o)[0]
	}
	return string(letters)
}

// An itemAcross is one item with the record of each result, nil where it lacks
// the item.
type itemAcross struct {
	item    listedItem
	records []*adhere.Record
}

// A puller hands out the records of one result one by one.
type puller struct {
	next func() (*adhere.Record, error, bool)
	rec  *adhere.Record
	item int
}

func (p *puller) advance(r *itemList) error {
	rec, err, ok := p.next()
	p.rec = nil
	if err != nil {
		return fmt.Errorf("read records: %w", err)
	}
	if !ok {
		return nil
	}
	p.rec = rec
	if p.item, ok = r.places[flipKey{rec.Instruction.ID, rec.Attempt}]; !ok {
		return adhere.Errorf(adhere.Conflict, "the records changed while the report was written: %s is new", ItemName(rec)).
			WithHint("wait until the run has ended and write the report again")
	}
	return nil
}

// across goes over all results in lockstep and hands out each item once, so
// that no more than one record of each result is in memory. What it hands out
// is reused.
func (r *itemList) across(records []Records) iter.Seq2[itemAcross, error] {
	return func(yield func(itemAcross, error) bool) {
		pullers := make([]*puller, len(records))
		for i, of := range records {
			if of == nil {
				of = func(func(*adhere.Record, error) bool) {}
			}
			next, stop := iter.Pull2(of)
			defer stop()
			pullers[i] = &puller{next: next}
			if err := pullers[i].advance(r); err != nil {
				yield(itemAcross{}, err)
				return
			}
		}
		line := itemAcross{records: make([]*adhere.Record, len(records))}
		for r.nextLine(pullers, &line) {
			if !yield(line, nil) {
				return
			}
			for i, p := range pullers {
				if line.records[i] == nil {
					continue
				}
				if err := p.advance(r); err != nil {
					yield(itemAcross{}, err)
					return
				}
			}
		}
	}
}

// nextLine gathers the records of the earliest item; false at the end.
func (r *itemList) nextLine(pullers []*puller, line *itemAcross) bool {
	earliest := -1
	for _, p := range pullers {
		if p.rec != nil && (earliest < 0 || r.items[p.item].rank < r.items[earliest].rank) {
			earliest = p.item
		}
	}
	if earliest < 0 {
		return false
	}
	line.item = r.items[earliest]
	for i, p := range pullers {
		line.records[i] = nil
		if p.rec != nil && p.item == earliest {
			line.records[i] = p.rec
		}
	}
	return true
}
