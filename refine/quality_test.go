package refine_test

import (
	"testing"

	"adhere"
	"adhere/refine"
)

// TestCriticsOf holds a critic against the judge of its run on final answers,
// and exported preferences say what came of it.
func TestCriticsOf(t *testing.T) {
	trace := traceOf(t, wants("salt", "sea", "sun", "sky"), "salt", "salt sea sun")
	final := &trace.Attempts[trace.Final]
	record := adhere.Record{Instruction: trace.Instruction, Response: final.Response, Trace: &trace}
	outcomes := []adhere.Outcome{adhere.Met, adhere.NotMet, adhere.Broken, adhere.NotMet}
	for i, v := range final.Verdicts {
		record.Verdicts = append(record.Verdicts, adhere.Verdict{Requirement: v.Requirement, Judge: "person/1", Outcome: outcomes[i]})
	}
	q := refine.CriticsOf([]adhere.Record{record, {Instruction: trace.Instruction}})
	if q.Compared != 3 || q.Agreed != 2 || q.Met != 2 || q.MetToo != 1 || q.Undecided != 1 || len(q.By) != 1 {
		t.Errorf("%+v", q)
	}
	d := export(t, refine.FromRecords([]adhere.Record{record}, "")...)
	d.Tell(q)
	if len(d.Preferences) != 1 || d.Preferences[0].CriticAccuracy == nil || *d.Preferences[0].CriticAccuracy != 2.0/3 {
		t.Errorf("%+v", d.Preferences)
	}

	// Its own verdicts say nothing of it.
	record.Verdicts = final.Verdicts
	if q := refine.CriticsOf([]adhere.Record{record}); q.Compared+q.Undecided > 0 {
		t.Errorf("a critic is held against itself: %+v", q)
	}
}

// TestRefusalsStandWhereAsked holds that experiments as published keep a rewrite
// that reads like a refusal.
func TestRefusalsStandWhereAsked(t *testing.T) {
	for _, keep := range []bool{false, true} {
		o := refine.Options{Model: inTurn("draft", "I cannot write about salt."), MaxIterations: 1, KeepRefusals: keep, Final: adhere.ChooseLast}
		o.Critic = &words{}
		trace := mustRefine(t, "decrim", o, wants("salt"))
		if got := trace.Attempts[1].Discarded == ""; got != keep {
			t.Errorf("KeepRefusals %t: discarded for %q", keep, trace.Attempts[1].Discarded)
		}
	}
}
