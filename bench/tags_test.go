package bench

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"adhere"
)

// TestMetricsNameTheirTags holds that no metric of a benchmark reads a tag that
// it does not name: who leaves other tags out gets the same numbers.
func TestMetricsNameTheirTags(t *testing.T) {
	names := []string{"category", "composition", "difficulty", "domain", "language", "session", "source", "subject", "subset", "task"}
	for _, b := range append(All(), Custom("own.jsonl", Traits{})) {
		judges := []string{"judge/one@1"}
		for _, r := range b.Rules {
			judges = append(judges, fmt.Sprintf("rule/%s@%d", r.Name, r.Version))
		}
		records := taggedRecords(names, judges)
		for _, m := range b.Metrics {
			all := m.Of(records)
			for _, tag := range m.Tags {
				grouped := slices.ContainsFunc(all, func(s adhere.Summary) bool { _, ok := s.Group[tag]; return ok })
				if !grouped {
					t.Errorf("%s: %s names the tag %s and has no group by it", b.Name, m.Name, tag)
				}
			}
			some := slices.Clone(records)
			for i := range some {
				in := *some[i].Instruction
				in.Tags = maps.Clone(in.Tags)
				maps.DeleteFunc(in.Tags, func(tag, _ string) bool { return !slices.Contains(m.Tags, tag) })
				some[i].Instruction = &in
			}
			if got := m.Of(some); !reflect.DeepEqual(got, all) {
				t.Errorf("%s: %s is another without the tags that it does not name:\n%v\n%v", b.Name, m.Name, got, all)
			}
		}
	}
}

// taggedRecords are answers to four instructions at three levels, whose tags
// group them differently.
func taggedRecords(tags, judges []string) []adhere.Record {
	var records []adhere.Record
	for i := range 12 {
		in := &adhere.Instruction{
			ID: fmt.Sprint(i), Group: fmt.Sprint(i / 3), Level: i%3 + 1, Tags: map[string]string{},
			Requirements: []adhere.Requirement{{ID: "1", Labels: []string{"Format"}}, {ID: "2", Labels: []string{"Style"}, Turn: 1}},
		}
		for k, tag := range tags {
			in.Tags[tag] = fmt.Sprint((i / 3) % (k%3 + 2))
		}
		rec := adhere.Record{Instruction: in, Response: &adhere.Response{Text: "An answer."}}
		for _, judge := range judges {
			for k, r := range in.Requirements {
				rec.Verdicts = append(rec.Verdicts, adhere.Verdict{Requirement: r.ID, Judge: judge, Outcome: adhere.OutcomeOf((i+k)%3 > 0)})
			}
		}
		records = append(records, rec)
	}
	return records
}
