package refine

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A CriticQuality compares critics with the judges of their runs: on final
// answers, requirement by requirement, where both decided. Verdicts of one who
// is both are left out.
type CriticQuality struct {
	By        []string `json:"by"`        // the judges, sorted
	Compared  int      `json:"compared"`  // requirements that both decided
	Agreed    int      `json:"agreed"`    // of them alike
	Met       int      `json:"met"`       // that the critic held for met
	MetToo    int      `json:"met_too"`   // of those, met by the judges
	Undecided int      `json:"undecided"` // left open by one of them
}

// CriticsOf compares the critics of refined records with their judges.
func CriticsOf(records []adhere.Record) CriticQuality {
	var q CriticQuality
	for i := range records {
		r := &records[i]
		if r.Trace == nil || r.Trace.Final >= len(r.Trace.Attempts) {
			continue
		}
		said, held := r.Trace.Attempts[r.Trace.Final].Verdicts, counted(r)
		if len(said) == len(held) {
			q.add(said, held)
		}
	}
	slices.Sort(q.By)
	return q
}

func (q *CriticQuality) add(said, held []adhere.Verdict) {
	for i, c := range said {
		j := held[i]
		if c.Requirement != j.Requirement || c.Judge == j.Judge || j.Outcome == adhere.Skipped || c.Outcome == adhere.Skipped {
			continue
		}
		q.By = lists.AddNew(q.By, j.Judge)
		if !c.Outcome.Decided() || !j.Outcome.Decided() {
			q.Undecided++
			continue
		}
		q.Compared++
		if c.Outcome == j.Outcome {
			q.Agreed++
		}
		if c.Outcome == adhere.Met {
			q.Met++
			if j.Outcome == adhere.Met {
				q.MetToo++
			}
		}
	}
}

// Join adds what another comparison counted.
func (q *CriticQuality) Join(other CriticQuality) {
	q.By = slices.Compact(slices.Sorted(slices.Values(slices.Concat(q.By, other.By))))
	q.Compared, q.Agreed = q.Compared+other.Compared, q.Agreed+other.Agreed
	q.Met, q.MetToo, q.Undecided = q.Met+other.Met, q.MetToo+other.MetToo, q.Undecided+other.Undecided
}

// lines say it in sentences.
func (q *CriticQuality) lines() []string {
	if q == nil || q.Compared == 0 {
		return []string{"Not known: no judge but the critic decided about final answers."}
	}
	return []string{
		fmt.Sprintf("On %d requirements of final answers the critic said the same as the judges of the run (%s) in %d (%.1f %%).", q.Compared, strings.Join(q.By, ", "), q.Agreed, 100*float64(q.Agreed)/float64(q.Compared)),
		fmt.Sprintf("Of %d that it held for met, %d were; %d were left undecided by one of the two.", q.Met, q.MetToo, q.Undecided),
	}
}

// Tell enters the quality of the critics into the card and every preference.
func (d *Dataset) Tell(q CriticQuality) {
	d.Card.Quality = &q
	if q.Compared == 0 {
		return
	}
	accuracy := float64(q.Agreed) / float64(q.Compared)
	for i := range d.Preferences {
		d.Preferences[i].CriticAccuracy = &accuracy
	}
}
