package metric_test

import (
	"fmt"
	"testing"

	"adhere"
	"adhere/metric"
)

// oneVerdict is a verdict of a judge on one requirement of an answer.
func oneVerdict(judge string, item int, o adhere.Outcome) metric.Judged {
	return metric.Judged{Instruction: fmt.Sprintf("i%03d", item), Model: "m", Verdict: adhere.Verdict{Requirement: "r", Judge: judge, Outcome: o}}
}

// TestCompareJudges holds three judges against a gold of 40 items that are all
// met: one is right on all, one on 30, one on the 30 that it decided.
func TestCompareJudges(t *testing.T) {
	var all []metric.Judged
	for i := range 40 {
		all = append(all, oneVerdict("person/1", i, adhere.Met), oneVerdict("judge/a", i, adhere.Met),
			oneVerdict("judge/b", i, adhere.OutcomeOf(i >= 10)))
		if i < 10 {
			all = append(all, oneVerdict("judge/c", i, adhere.Broken))
		} else {
			all = append(all, oneVerdict("judge/c", i, adhere.Met))
		}
	}
	found, err := metric.CompareJudges(all, "person/1", metric.JudgeOptions{})
	if err != nil || len(found) != 3 {
		t.Fatal(found, err)
	}
	ab, ac := found[0], found[1]
	if ab.A != "judge/a" || ab.B != "judge/b" || ab.N != 40 || ab.OnlyA != 10 || ab.OnlyB != 0 || ab.Diff != -0.25 || ab.P > 0.01 || ab.Noise {
		t.Errorf("a judge that is wrong on 10 of 40: %+v", ab)
	}
	if ac.N != 30 || ac.Diff != 0 || ac.P != 1 || !ac.Noise || ac.Lo > -0.2 || ac.Undecided != 10 {
		t.Errorf("a judge that broke on 10 of 40 may have been wrong there: %+v", ac)
	}
	for _, c := range found {
		if c.PHolm < c.P {
			t.Errorf("the adjusted p is smaller: %+v", c)
		}
	}
}

// TestCompareJudgesLeavesVotersOut: whoever votes in the gold is not told from
// others by it.
func TestCompareJudgesLeavesVotersOut(t *testing.T) {
	var all []metric.Judged
	for i := range 12 {
		for _, who := range []string{"person/1", "person/2", "judge/a", "judge/b"} {
			all = append(all, oneVerdict(who, i, adhere.Met))
		}
	}
	found, err := metric.CompareJudges(all, metric.PeopleMajority, metric.JudgeOptions{})
	if err != nil || len(found) != 1 || found[0].A != "judge/a" || found[0].B != "judge/b" {
		t.Error(found, err)
	}
}

func TestConsistency(t *testing.T) {
	var samples [][]metric.Judged
	for s := range 3 {
		var one []metric.Judged
		for i := range 30 {
			o := adhere.Met
			if i < 10 && s == 2 { // the third sample differs on ten items
				o = adhere.NotMet
			}
			one = append(one, oneVerdict("judge/a", i, o))
		}
		samples = append(samples, one)
	}
	c := metric.Consistency(samples)
	if want := (90.0 - 20) / 90; c.N != 90 || c.Value != want || c.Lo >= c.Value || c.Hi <= c.Value {
		t.Errorf("%+v, want %v of 90", c, want)
	}
	samples[1][29].Verdict.Outcome = adhere.Broken
	if broken := metric.Consistency(samples); broken.N != 88 || broken.Undecided != 2 || broken.Lo > c.Lo {
		t.Errorf("a broken verdict agrees with nobody, and widens: %+v, before %+v", broken, c)
	}
	if none := metric.Consistency(samples[:1]); none.Undefined == "" {
		t.Errorf("one sample repeats nothing: %+v", none)
	}
}

// Two judges are compared on what both were asked, and not at all where that is nothing.
func TestContrastOfJudgesWhoShareSome(t *testing.T) {
	of := func(shared int) metric.JudgeContrast {
		var all []metric.Judged
		for i := range 40 {
			for q := range 3 {
				say := func(judge string, met bool) {
					all = append(all, metric.Judged{Instruction: fmt.Sprint(i), Model: "m", Verdict: adhere.Verdict{Requirement: fmt.Sprint(q), Judge: judge, Outcome: adhere.OutcomeOf(met)}})
				}
				say("gold/g", true)
				if q == 0 || q == 2 && i < shared {
					say("judge/a", true) // always right
				}
				if q == 1 || q == 2 && i < shared {
					say("judge/b", q == 1 && i%2 == 0) // right on what it alone was asked, half of the time
				}
			}
		}
		contrasts, err := metric.CompareJudges(all, "gold/g", metric.JudgeOptions{})
		if err != nil || len(contrasts) != 1 {
			t.Fatal(contrasts, err)
		}
		return contrasts[0]
	}
	if c := of(20); c.N != 20 || c.AccuracyA != 1 || c.AccuracyB != 0 || c.OnlyA != 20 {
		t.Errorf("20 requirements in common: %+v", c)
	}
	if c := of(0); c.Undefined == "" || c.N != 0 {
		t.Errorf("nothing in common: %+v", c)
	}
}
