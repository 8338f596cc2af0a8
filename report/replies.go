package report

import (
	"strings"

	"adhere"
)

// Replies counts what became of a model judge's replies, requirement by
// requirement. Those that it was not asked about are in none of them.
type Replies struct {
	Judge  string `json:"judge"`
	Read   int    `json:"read"`        // a decision, or that the judge cannot tell
	Again  int    `json:"asked_again"` // read or not, it took more than one reply; not known of juries
	Broken int    `json:"broken"`      // no reply could be read
	Both   int    `json:"stated_both"` // of the broken: the last reply stated both decisions
}

// AddReplies counts the verdicts that model judges gave on a record.
func AddReplies(all []Replies, rec *adhere.Record) []Replies {
	for i := range rec.Verdicts {
		v := &rec.Verdicts[i]
		if !strings.HasPrefix(v.Judge, "judge/") || v.Outcome == adhere.Skipped {
			continue
		}
		all = added(all, v)
	}
	return all
}

func added(all []Replies, v *adhere.Verdict) []Replies {
	at := 0
	for at < len(all) && all[at].Judge != v.Judge {
		at++
	}
	if at == len(all) {
		all = append(all, Replies{Judge: v.Judge})
	}
	r := &all[at]
	if v.Outcome == adhere.Broken {
		r.Broken++
	} else {
		r.Read++
	}
	if strings.HasPrefix(v.Reason, adhere.BothDecisions) && v.Outcome == adhere.Broken {
		r.Both++
	}
	if again := len(v.Calls) > 1 || v.Usage.Calls > 1; again && !strings.Contains(v.Judge, "judge/jury-") {
		r.Again++
	}
	return all
}

// replySection tables them, where any reply could not be read at once.
func replySection(all []Replies) []section {
	t := table{Columns: append(names("judge"), numbers("read", "asked again", "broken", "stated both")...)}
	trouble := 0
	for _, r := range all {
		trouble += r.Again + r.Broken
		t.Rows = append(t.Rows, row(r.Judge, Count(r.Read), Count(r.Again), Count(r.Broken), Count(r.Both)))
	}
	if trouble == 0 {
		return nil
	}
	return []section{{
		ID: "replies", Title: "Replies of judges",
		Intro:  "Requirements whose reply was read, was asked for again, or stayed broken. A judge that states both decisions may be repeating an order that stands in the judged text.",
		Tables: []table{t},
	}}
}
