package web

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"adhere"
	"adhere/internal/browse"
	"adhere/report"
)

// TestItemsOnWhichJudgesDiffer finds the items on which two judges decided one
// requirement differently.
func TestItemsOnWhichJudgesDiffer(t *testing.T) {
	x := newIndex()
	outcomes := [][2]adhere.Outcome{{adhere.Met, adhere.Met}, {adhere.Met, adhere.NotMet}, {adhere.Unsure, adhere.NotMet}, {adhere.NotMet, adhere.Met}}
	for i, o := range outcomes {
		rec := &adhere.Record{Instruction: &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "1"}}}, Response: &adhere.Response{}}
		for k, judge := range []string{"a@1", "b@1"} {
			rec.Verdicts = append(rec.Verdicts, adhere.Verdict{Requirement: "1", Judge: judge, Outcome: o[k]})
		}
		x.add(browse.Placed{Position: i, Record: rec}, nil)
	}
	if got := x.find("", []facet{{facetJudges, judgesDiffer}}).positions; !slices.Equal(got, []int32{1, 3}) {
		t.Errorf("judges differ on %v, want 1 and 3", got)
	}
}

// drawRecord makes a record of up to 4 requirements and 1 to 3 judges: a run asks
// its judges about every answer.
func drawRecord(t *rapid.T, k int) *adhere.Record {
	outcome := rapid.SampledFrom([]adhere.Outcome{adhere.Met, adhere.NotMet, adhere.Unsure, adhere.Broken, adhere.Skipped})
	in := &adhere.Instruction{ID: strconv.Itoa(k), Level: rapid.IntRange(0, 2).Draw(t, "level"), Tags: map[string]string{"tag": rapid.SampledFrom([]string{"a", "b"}).Draw(t, "tag")}}
	for i := range rapid.IntRange(0, 4).Draw(t, "requirements") {
		r := adhere.Requirement{ID: strconv.Itoa(i), Labels: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y"}), 0, 2, rapid.ID).Draw(t, "labels")}
		if rapid.Bool().Draw(t, "rule") {
			r.Rule = &adhere.Rule{Name: rapid.SampledFrom([]string{"r", "s"}).Draw(t, "name")}
		}
		r.Weight = rapid.SampledFrom([]float64{0, 2, -1}).Draw(t, "weight")
		r.Turn = rapid.IntRange(0, 2).Draw(t, "turn")
		in.Requirements = append(in.Requirements, r)
	}
	for _, key := range []string{"rule", "level"} { // tags may have the name of another facet
		if rapid.Bool().Draw(t, "tagged") {
			in.Tags[key] = rapid.SampledFrom([]string{"r", "1"}).Draw(t, key)
		}
	}
	rec := &adhere.Record{Instruction: in}
	if rapid.IntRange(0, 5).Draw(t, "fails") == 0 {
		return rec
	}
	rec.Response = &adhere.Response{}
	for _, judge := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"rule/a", "judge/b", "person/c"}), 1, 3, rapid.ID).Draw(t, "judges") {
		for _, r := range in.Requirements {
			rec.Verdicts = append(rec.Verdicts, adhere.Verdict{Requirement: r.ID, Judge: judge, Outcome: outcome.Draw(t, "outcome")})
		}
	}
	return rec
}

// drawPeople makes what people say of a record besides: some of it in the name of
// one of its judges.
func drawPeople(t *rapid.T, rec *adhere.Record) []adhere.Verdict {
	if rec.Response == nil || rapid.Bool().Draw(t, "unlabelled") {
		return nil
	}
	judge := rapid.SampledFrom([]string{"person/c", "person/d"}).Draw(t, "person")
	return rec.Instruction.Verdicts(judge, rapid.SampledFrom([]adhere.Outcome{adhere.Met, adhere.NotMet}).Draw(t, "said"), "")
}

// slowly says by reading a record what an index must say.
func slowly(rec *adhere.Record, people []adhere.Verdict, judge string, f facet) (worst, bool) {
	in := rec.Instruction
	var which []int
	switch f.key {
	case "level":
		if strconv.Itoa(in.Level) != f.value && in.Tags["level"] != f.value {
			return 0, false
		}
	case "tag":
		if in.Tags["tag"] != f.value {
			return 0, false
		}
	case "label", "rule", "turn":
		for i, r := range in.Requirements {
			if f.key == "label" && slices.Contains(r.Labels, f.value) || f.key == "rule" && (r.Rule != nil && r.Rule.Name == f.value || in.Tags["rule"] == f.value) || f.key == "turn" && strconv.Itoa(r.Turn) == f.value {
				which = append(which, i)
			}
		}
		if which == nil {
			return 0, false
		}
	}
	most, said := unjudged, report.Merged(rec)
	if judge != "" {
		whole := *rec
		whole.Verdicts = slices.Concat(rec.Verdicts, people)
		if at := slices.Index(whole.Judges(), judge); at >= 0 {
			said = report.Said(&whole)[at]
		} else {
			said = nil
		}
	}
	for i, v := range said {
		if which == nil || slices.Contains(which, i) {
			most = max(most, map[adhere.Outcome]worst{adhere.Met: met, adhere.NotMet: notMet, adhere.Unsure: undecided, adhere.Broken: undecided}[v.Outcome])
		}
	}
	if rec.Response == nil {
		return noResponse, true
	}
	return most, true
}

// TestIndexFindsWhatRecordsSay holds the index to a search through all
// records, for every judge and facet, also those that come late.
func TestIndexFindsWhatRecordsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := newIndex()
		var records []*adhere.Record
		var people [][]adhere.Verdict
		for k := range rapid.IntRange(0, 12).Draw(t, "n") {
			rec := drawRecord(t, k)
			records, people = append(records, rec), append(people, drawPeople(t, rec))
			x.add(browse.Placed{Position: 3 * k, Record: rec}, people[k])
		}
		for _, judge := range append([]string{""}, x.judges...) {
			for _, f := range []facet{{}, {"level", "1"}, {"tag", "a"}, {"label", "x"}, {"label", "y"}, {"rule", "r"}, {"turn", "2"}} {
				var facets []facet
				if f.key != "" { // as the number over them leads there
					u, err := url.Parse(itemsBehind("run", map[string]string{f.key: f.value}))
					if err != nil {
						t.Fatal(err)
					}
					facets = filterOf(u.Query(), nil).facets
				}
				var want found
				for k, rec := range records {
					if w, ok := slowly(rec, people[k], judge, f); ok {
						want.positions, want.worst = append(want.positions, int32(3*k)), append(want.worst, w)
					}
				}
				got := x.find(judge, facets)
				if !slices.Equal(got.positions, want.positions) || !slices.Equal(got.worst, want.worst) {
					t.Fatalf("judge %q, %v: found %v, want %v", judge, f, got, want)
				}
			}
		}
	})
}

// TestPeopleDoNotChangeWhatARunCameTo: what people say of an item stands beside
// what its judges said, and metrics do not count it.
func TestPeopleDoNotChangeWhatARunCameTo(t *testing.T) {
	in := &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "1"}, {ID: "2"}}}
	rec := &adhere.Record{Instruction: in, Response: &adhere.Response{}, Verdicts: in.Verdicts("rule/a@1", adhere.Skipped, "")}
	for i, row := range rowsOf(rec, in.Verdicts("person/ada", adhere.NotMet, ""), nil) {
		if row.Merged.Class != string(adhere.Skipped) || len(row.Verdicts) != 1 || row.Verdicts[0].Judge != "person/ada" {
			t.Errorf("row %d: %+v", i, row)
		}
	}
}

// TestNamesAreNoFilter holds that tags and labels that name single items are
// forgotten.
func TestNamesAreNoFilter(t *testing.T) {
	x, all := newIndex(), &loaded{labels: map[string]bool{}}
	for k := range tooManyValues + 10 {
		rec := adhere.Record{Instruction: &adhere.Instruction{
			Tags:         map[string]string{"source": fmt.Sprint("file", k), "half": strconv.Itoa(k % 2)},
			Requirements: []adhere.Requirement{{ID: "1", Labels: []string{fmt.Sprint("label", k)}}},
		}}
		x.add(browse.Placed{Position: k, Record: &rec}, nil)
		all.label(rec.Instruction)
		all.records = append(all.records, rec)
	}
	for _, rec := range all.records {
		if rec.Instruction.Requirements[0].Labels != nil {
			t.Fatalf("metrics are given the label %q", rec.Instruction.Requirements[0].Labels)
		}
	}
	if keys := x.keys(nil); !slices.Equal(keys, []string{"half"}) || len(x.postings) != 2 {
		t.Errorf("items can be filtered by %v, %d lists are kept", keys, len(x.postings))
	}
}

// TestTagsNamedAsFacets holds that a tag with the name of what requirements have
// leaves the pages of its run standing: items are found by either, each once.
func TestTagsNamedAsFacets(t *testing.T) {
	for _, key := range []string{"label", "rule", "level", "turn", facetJudges, facetDiffer} {
		x := newIndex()
		for i, tag := range []string{"1", "2", judgesDiffer} {
			in := &adhere.Instruction{Level: 1, Tags: map[string]string{key: tag}, Requirements: []adhere.Requirement{{ID: "1", Turn: 1, Labels: []string{"1"}, Rule: &adhere.Rule{Name: "1"}}}}
			x.add(browse.Placed{Position: i, Record: &adhere.Record{Instruction: in}}, nil)
		}
		want := []facetValue{{"1", 3}, {"2", 1}, {judgesDiffer, 1}}
		if key == facetJudges || key == facetDiffer {
			want = nil
		}
		if got := x.values(key); !slices.Equal(got, want) {
			t.Errorf("with tags of that name %s has %v, want %v", key, got, want)
		}
	}
}

// TestOwnFacetsStay holds that items can be filtered by what requirements have, be
// it one value alone, and that a conversation with one answer has no turns.
func TestOwnFacetsStay(t *testing.T) {
	x := newIndex()
	for turn := range 2 {
		in := &adhere.Instruction{Level: 1, Tags: map[string]string{"a": "b"}, Requirements: []adhere.Requirement{{ID: "1", Turn: turn, Labels: []string{"x"}, Rule: &adhere.Rule{Name: "r"}}}}
		x.add(browse.Placed{Position: turn, Record: &adhere.Record{Instruction: in}}, nil)
	}
	if got := x.values("turn"); !slices.Equal(got, []facetValue{{"1", 1}}) {
		t.Errorf("there are the turns %v, want the first alone", got)
	}
	if got := x.keys(nil); !slices.Equal(got, []string{"label", "rule", "level", "turn"}) {
		t.Errorf("items can be filtered by %v", got)
	}
}

func FuzzWithin(f *testing.F) {
	for _, s := range []string{"/runs", "//evil.example", `/\evil`, "https://x", "/a?b#c", "/%2f/x", "/\t/x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := within(s)
		u, err := url.Parse("https://adhere.example.org" + got)
		if err != nil || u.Host != "adhere.example.org" || len(got) > 1 && (got[1] == '/' || got[1] == '\\') {
			t.Errorf("after signing in %q leads to %q", s, got)
		}
	})
}

func FuzzFilter(f *testing.F) {
	f.Add("label=x&outcome=met&page=2&judge=rule/a&q=1")
	f.Add("page=-1&page=99999999999999999999&tag.a=%00")
	x := newIndex()
	x.add(browse.Placed{Position: 0, Record: &adhere.Record{Instruction: &adhere.Instruction{Tags: map[string]string{"a": "b"}, Requirements: []adhere.Requirement{{ID: "1", Labels: []string{"x"}}}}}}, nil)
	f.Fuzz(func(t *testing.T, query string) {
		q, _ := url.ParseQuery(query)
		filter := filterOf(q, []string{"label", "a"})
		all := x.find(filter.judge, filter.facets)
		p := newPager("/x", q, len(all.positions), 50)
		if len(all.positions) > 1 || p.From < 0 || p.To < p.From-1 && p.Total >= p.From {
			t.Errorf("%q finds %v, page %+v", query, all, p)
		}
	})
}

// TestItemsAreFoundByName holds the search for names to one that looks at each.
func TestItemsAreFoundByName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[aAbÄä/-]{0,6}`)
		names := rapid.SliceOfN(word, 0, 12).Draw(t, "names")
		wanted := rapid.StringMatching(`[aAbÄä/\n-]{1,3}`).Draw(t, "wanted")
		x := newIndex()
		var want []int32
		for i, name := range names {
			x.add(browse.Placed{Position: 2 * i, Record: &adhere.Record{Instruction: &adhere.Instruction{ID: name}}}, nil)
			if strings.Contains(strings.ToLower(name), strings.ToLower(wanted)) {
				want = append(want, int32(2*i))
			}
		}
		if got := x.named(wanted); !slices.Equal(got, want) {
			t.Fatalf("%q is found in %v of %q, want %v", wanted, got, names, want)
		}
	})
}
