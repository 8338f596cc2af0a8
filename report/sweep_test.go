package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

func sampleSweep() *report.Sweep {
	a, b := sampleResult(), sampleResult()
	b.Run, b.Model = "garden-lark-9f8e7d6c", "house/lark"
	for i := range b.Metrics {
		m := &b.Metrics[i]
		m.Value, m.Lo, m.Hi = m.Value*0.9, m.Lo*0.9, m.Hi*0.9
	}
	return &report.Sweep{Title: "garden@1 over models", Lead: "Two birds <answered> the *same* five questions.", Names: []string{"wren", "lark"}, Results: []*report.Result{a, b}}
}

func TestSweepGolden(t *testing.T) {
	for _, format := range documentFormats {
		var b bytes.Buffer
		s := sampleSweep()
		s.Records = []report.Records{report.Each(sampleRecords()), report.Each(otherRecords())}
		if err := report.WriteSweep(&b, format, s, report.Options{}); err != nil {
			t.Fatal(err)
		}
		golden(t, "sweep."+string(format), b.Bytes())
		if format == report.FormatHTML {
			balanced(t, b.String())
			seen := map[string]bool{}
			for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(b.String(), -1) {
				if seen[m[1]] {
					t.Errorf("id %q twice", m[1])
				}
				seen[m[1]] = true
			}
			if !strings.Contains(b.String(), "<title>wren, 3: 55.0% [35.0, 65.0], n 20</title>") {
				t.Error("no level curve of wren")
			}
		}
	}
}

// A sweep need not name its results; what is missed then names the model.
func TestHoldAllNamesModels(t *testing.T) {
	s := sampleSweep()
	s.Names = nil
	least, err := report.NewLeast([]string{s.Results[0].Metrics[0].Metric + "=1"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	missed, ok := errors.AsType[report.Missed](least.HoldAll(s))
	if !ok || !strings.HasPrefix(missed[len(missed)-1], "house/lark: ") {
		t.Error(missed)
	}
}

// TestSweepNamesThePolicy by which the undecided count, and does not call them
// left out.
func TestSweepNamesThePolicy(t *testing.T) {
	s := sampleSweep()
	for _, r := range s.Results {
		r.Undecided = metric.AsNotMet
	}
	for _, rows := range []bool{false, true} {
		var b bytes.Buffer
		s.Rows = rows
		if err := report.WriteSweep(&b, report.FormatText, s, report.Options{}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "left out") || !strings.Contains(b.String(), "counted as not met (not_met)") {
			t.Error(b.String())
		}
	}
}

func TestSweepNamesDefaultToModels(t *testing.T) {
	s := sampleSweep()
	s.Names = nil
	var b bytes.Buffer
	if err := report.WriteSweep(&b, report.FormatJSON, s, report.Options{}); err != nil {
		t.Fatal(err)
	}
	var got struct{ Results []struct{ Name string } }
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Results) != 2 || got.Results[0].Name != "house/wren" || got.Results[1].Name != "house/lark" {
		t.Errorf("%+v", got)
	}
	s.Results[1].Model = "house/wren"
	b.Reset()
	if err := report.WriteSweep(&b, report.FormatText, s, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "garden-lark-9f8e7d6c") {
		t.Error("results of one model are not told apart by their runs")
	}
}

func sweepPage(t *testing.T, s *report.Sweep, o report.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.WriteSweep(&b, report.FormatHTML, s, o); err != nil {
		t.Fatal(err)
	}
	linked(t, b.String())
	return strings.ReplaceAll(b.String(), "<wbr>", "")
}

// articles returns the names of the items shown, in order.
func articles(page string) []string {
	var names []string
	for _, m := range regexp.MustCompile(`<article id="item-\d+" aria-label="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		names = append(names, m[1])
	}
	return names
}

func TestSweepShowsWhereResultsDifferFirst(t *testing.T) {
	s := sampleSweep()
	s.Records = []report.Records{report.Each(sampleRecords()), report.Each(otherRecords())}
	got := sweepPage(t, s, report.Options{})
	want := []string{"garden/2", "garden/1", "garden/3 (attempt 2)", "garden/4", "garden/5"}
	if !slices.Equal(articles(got), want) {
		t.Errorf("items %q, want %q", articles(got), want)
	}
	_, item, _ := strings.Cut(got, `aria-label="garden/2"`)
	item, _, _ = strings.Cut(item, "</article>")
	for _, want := range []string{
		"<bdi>wren</bdi>", "<bdi>lark</bdi>", "B says: &lt;/pre&gt;", ">by rule/plain@1<",
		`<td role="cell" data-judge="wren"><span class="v not_met">`, `<td role="cell" data-judge="lark"><span class="v met">`,
		"62 words, expected at most 20", "<summary>raw reply</summary>",
	} {
		if !strings.Contains(item, want) {
			t.Errorf("the item has no %s", want)
		}
	}
	if strings.Count(item, "<h3>Prompt</h3>") != 1 {
		t.Error("one prompt is wanted for both")
	}
}

func TestSweepNumbersLeadToTheItemsOfTheirResult(t *testing.T) {
	s := sampleSweep()
	s.Records = []report.Records{report.Each(sampleRecords()), report.Each(otherRecords())}
	got := sweepPage(t, s, report.Options{})
	for cell, want := range map[string]string{
		`Length</th><td class="n"><a href="#([^"]+)">50\.0%`:                           `wren, label=Length ✗ not met (1) garden/2 ✓ met (1) garden/1`,
		`45\.0%</a> <span class="more">\[0\.0, 90\.0\]</span> <span class="under">1/2`: `lark, label=Length ✓ met (2) garden/2 garden/1`,
		`drfr</th><td class="n"><a href="#([^"]+)">66\.7%`:                             `wren, all items ✗ not met (1) garden/2`,
	} {
		if !strings.Contains(cell, "href") {
			cell = `<a href="#([^"]+)">` + cell
		}
		m := regexp.MustCompile(cell).FindStringSubmatch(got)
		if m == nil {
			t.Errorf("no link like %s", cell)
			continue
		}
		_, list, _ := strings.Cut(got, `<h3 id="`+m[1]+`" dir="auto">`)
		list, _, _ = strings.Cut(list, "<h3")
		list = strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(list, " ")), " ")
		if !strings.HasPrefix(list, want) {
			t.Errorf("got  %s\nwant %s", list, want)
		}
	}
}

// few are items of these names, all met.
func few(names ...string) report.Records {
	var records []adhere.Record
	for _, name := range names {
		records = append(records, adhere.Record{
			Instruction: &adhere.Instruction{ID: name, Requirements: []adhere.Requirement{{ID: "1", Text: "Is it so?"}}},
			Response:    &adhere.Response{Text: "yes"},
			Verdicts:    []adhere.Verdict{{Requirement: "1", Judge: "rule/x@1", Outcome: adhere.Met}},
		})
	}
	return report.Each(records)
}

func TestSweepJoinsItemsThatAResultLacks(t *testing.T) {
	for _, c := range []struct {
		a, b report.Records
		want string
	}{
		{few("1", "2", "4"), few("2", "3", "4", "5"), "1 2 3 4 5"},
		{few("3", "4"), few("1", "2", "3"), "1 2 3 4"},
		{few(), few("1", "2"), "1 2"},
		{few("1", "2"), nil, "1 2"},
		{few("1"), few("2"), "2 1"},
	} {
		s := sampleSweep()
		s.Records = []report.Records{c.a, c.b}
		got := sweepPage(t, s, report.Options{})
		if names := strings.Join(articles(got), " "); names != c.want {
			t.Errorf("items %s, want %s", names, c.want)
		}
	}
	s := sampleSweep()
	s.Records = []report.Records{few("1", "2"), few("2")}
	if got := sweepPage(t, s, report.Options{}); strings.Count(got, "the result has no record of this item") != 1 {
		t.Error("it must be said once that lark has no record of the first item")
	}
}

func TestSweepWithoutRecordsHasNoLinks(t *testing.T) {
	if got := sweepPage(t, sampleSweep(), report.Options{}); strings.Contains(got, `href="#of-`) || strings.Contains(got, `id="items"`) {
		t.Error("links to items that are not there")
	}
}

func TestSweepOfManyRecordsIsBounded(t *testing.T) {
	s := sampleSweep()
	s.Records = []report.Records{manyRecords(20_000, 7), manyRecords(20_000, 5)}
	got := sweepPage(t, s, report.Options{MaxItems: 40})
	if n := len(articles(got)); n != 40 {
		t.Errorf("%d items shown, want 40", n)
	}
	if !strings.Contains(got, "20,000 items; on 5,713 of them the results differ. 40 are shown") || strings.Contains(got, "Where they agree") {
		t.Error("no note, or items on which the results agree came first")
	}
	if len(got) > 220_000 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestSweepReportsBrokenAndChangedRecords(t *testing.T) {
	broken := func(yield func(*adhere.Record, error) bool) { yield(nil, errors.New("disk on fire")) }
	s := sampleSweep()
	s.Records = []report.Records{few("1"), broken}
	err := report.WriteSweep(&bytes.Buffer{}, report.FormatHTML, s, report.Options{})
	if err == nil || !strings.Contains(err.Error(), "disk on fire") {
		t.Errorf("got %v", err)
	}
	reads := 0
	s.Records[1] = func(yield func(*adhere.Record, error) bool) {
		reads++
		few(fmt.Sprint(reads))(yield)
	}
	if err = report.WriteSweep(&bytes.Buffer{}, report.FormatHTML, s, report.Options{}); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("records that changed between two reads: %v", err)
	}
}

func TestSweepTextFitsTheTerminal(t *testing.T) {
	s := sampleSweep()
	for i := range 5 {
		s.Names = append(s.Names, fmt.Sprintf("bird-%d", i))
		s.Results = append(s.Results, s.Results[i%2])
	}
	for results := 1; results <= len(s.Results); results++ {
		some := &report.Sweep{Names: s.Names[:results], Results: s.Results[:results], Lead: strings.Repeat("word ", 50)}
		var b bytes.Buffer
		if err := report.WriteSweep(&b, report.FormatText, some, report.Options{Width: 80}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := len([]rune(line)) - 1; n > 80 {
				t.Errorf("%d results: %d columns: %s", results, n, line)
			}
		}
		for _, name := range some.Names {
			if !strings.Contains(b.String(), " "+name) {
				t.Errorf("%d results: %s is missing", results, name)
			}
		}
		if turned := strings.Contains(b.String(), "\nresult  "); turned != (results > 5) {
			t.Errorf("%d results: results as rows is %v", results, turned)
		}
	}
}

func TestSweepDrawsOneChartForEachCategoryByLevel(t *testing.T) {
	s := sampleSweep()
	for _, r := range s.Results {
		for level := range 3 {
			for _, category := range []string{"content", "style"} {
				r.Metrics = append(r.Metrics, adhere.Summary{Metric: "hsr", Value: 0.5, Lo: 0.3, Hi: 0.6, N: 7, Group: map[string]string{"category": category, "level": fmt.Sprint(level + 1)}})
			}
		}
	}
	got := sweepPage(t, s, report.Options{})
	for _, want := range []string{">hsr of content by level</title>", ">hsr of style by level</title>", "<title>lark, 3: 50.0% [30.0, 60.0], n 7</title>"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestLevelCurves(t *testing.T) {
	got, err := report.LevelCurves(sampleSweep(), "hsr")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "levels.svg", []byte(got))
	balanced(t, got)
	if strings.Contains(got, "href") || !strings.Contains(got, `fill="#ffffff"`) || !strings.Contains(got, `width="800.0"`) {
		t.Error("it must stand alone, on white, 800 pixels wide")
	}
	_, err = report.LevelCurves(sampleSweep(), "drfr")
	if adhere.CodeOf(err) != adhere.Invalid || adhere.HintOf(err) != "choose one of hsr, ssr" {
		t.Errorf("a metric without levels: %v, hint %q", err, adhere.HintOf(err))
	}
}
