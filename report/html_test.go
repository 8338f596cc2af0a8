package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

func page(t *testing.T, o report.Options) string {
	t.Helper()
	return string(render(t, report.FormatHTML, sampleResult(), o))
}

func TestHTMLIsCompleteInItself(t *testing.T) {
	got := page(t, report.Options{Records: report.Each(sampleRecords())})
	for _, m := range regexp.MustCompile(`(?i)<[a-z][^<>]*?(\s(?:src|href|action)\s*=|url\()\s*["']?([^"'\s>)]*)`).FindAllStringSubmatch(got, -1) {
		if !strings.HasPrefix(m[2], "#") {
			t.Errorf("reference to the outside: %q", m[0])
		}
	}
	if !strings.Contains(got, `default-src &#39;none&#39;; style-src &#39;sha256-`) && !strings.Contains(got, `default-src 'none'; style-src 'sha256-`) {
		t.Error("no content policy")
	}
	for _, bad := range []string{"<script", " style=", "javascript:", "@import"} {
		if strings.Contains(got, bad) {
			t.Errorf("page has %q", bad)
		}
	}
	if m := regexp.MustCompile(`<[a-z][^>]*\son[a-z]+=`).FindString(got); m != "" {
		t.Errorf("event handler: %q", m)
	}
}

func TestHTMLShowsHostileTextAsText(t *testing.T) {
	records := sampleRecords()
	hostile := "</pre></article><img src=x onerror=alert(1)>{{.}}<!-- \u2028"
	r := &records[0]
	r.Instruction.ID, r.Instruction.Input, r.Instruction.Reference = hostile, hostile, hostile
	r.Instruction.Tags = map[string]string{hostile: hostile}
	r.Instruction.Requirements[0].Text, r.Instruction.Requirements[0].Labels = hostile, []string{hostile}
	r.Response.Text, r.Response.Reasoning, r.Response.Warnings = hostile, hostile, []string{hostile}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		v.Reason, v.Evidence, v.Raw = hostile, hostile, hostile
	}
	r.Grades = []adhere.Grade{{Judge: hostile, Reason: hostile}}
	result := sampleResult()
	result.Run, result.Bench, result.Model, result.Warnings = hostile, hostile, hostile, []string{hostile}
	result.Metrics[0].Metric = hostile
	result.Metrics[3].Group = map[string]string{hostile: hostile}
	result.Definitions[0] = report.Definition{Name: hostile, Doc: hostile}
	got := string(render(t, report.FormatHTML, result, report.Options{Records: report.Each(records)}))
	if strings.Contains(got, "<img") || strings.Contains(got, "<!--") {
		t.Error("hostile text became markup")
	}
	balanced(t, got)
}

// balanced checks that every element is closed where it was opened.
func balanced(t *testing.T, page string) {
	t.Helper()
	page = strings.ReplaceAll(page, "<!DOCTYPE html>", "")
	page = regexp.MustCompile(`<style>[^<]*</style>`).ReplaceAllString(page, "")
	page = regexp.MustCompile(`(<(?:meta|input|wbr)[^>]*)>`).ReplaceAllString(page, "$1/>")
	page = strings.NewReplacer(" checked/>", ` checked=""/>`, " open>", ` open="">`).Replace(page)
	dec := xml.NewDecoder(strings.NewReader(page))
	dec.Entity = xml.HTMLEntity
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestHTMLLinksLeadSomewhere(t *testing.T) {
	if links := linked(t, page(t, report.Options{Records: report.Each(sampleRecords())})); links < 40 {
		t.Errorf("only %d links", links)
	}
}

// linked checks that a page is well formed, that no id is there twice and that
// each link leads to one, and returns the number of links.
func linked(t *testing.T, got string) int {
	t.Helper()
	balanced(t, got)
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(got, -1) {
		ids[m[1]]++
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("id %q is there %d times", id, n)
		}
	}
	links := regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(got, -1)
	for _, m := range links {
		if ids[m[1]] == 0 {
			t.Errorf("link to %q leads nowhere", m[1])
		}
	}
	return len(links)
}

func TestHTMLNumbersLeadToTheirItems(t *testing.T) {
	got := page(t, report.Options{Records: report.Each(sampleRecords())})
	m := regexp.MustCompile(`<th scope="row" dir="auto">Style</th><td class="n"><a href="#([^"]+)">66\.7%`).FindStringSubmatch(got)
	if m == nil {
		t.Fatal("the value for the label Style has no link")
	}
	_, list, _ := strings.Cut(got, `<h3 id="`+m[1]+`"`)
	list, _, _ = strings.Cut(list, "<h3")
	list = strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(list, " ")), " ")
	want := `dir="auto">label=Style ✗ not met (1) garden/2 ? undecided (1) garden/4 1 undecided ✓ met (2) garden/1 garden/5`
	if !strings.HasPrefix(list, want) {
		t.Errorf("got  %s\nwant %s", list, want)
	}
}

// A number over a tag leads to its items also where the tag is named as one of the
// other groupings.
func TestHTMLNumbersOfTagsLeadToTheirItems(t *testing.T) {
	for _, tag := range []string{"rule", "label", "level", "turn", "requirement"} {
		in := &adhere.Instruction{ID: "verse/1", Tags: map[string]string{tag: "sonnet"}, Requirements: []adhere.Requirement{{ID: "1", Labels: []string{"x"}, Rule: &adhere.Rule{Name: "plain/words"}, Turn: 2}}}
		rec := adhere.Record{Instruction: in, Response: &adhere.Response{}, Verdicts: in.Verdicts("judge/a@1", adhere.Met, "")}
		r := &report.Result{Bench: "verses@1", Metrics: metric.ConstraintAccuracy("acc", metric.Options{By: []metric.Grouping{metric.ByTag(tag)}}).Of([]adhere.Record{rec})}
		got := string(render(t, report.FormatHTML, r, report.Options{Records: report.Each([]adhere.Record{rec})}))
		_, list, _ := strings.Cut(got, tag+"=sonnet</h3>")
		if list, _, _ = strings.Cut(list, "<h3"); !strings.Contains(list, "verse/1") {
			t.Errorf("no items behind a number over the tag %s: %s", tag, list)
		}
	}
}

// A number over one turn leads to the items whose requirements are about it.
func TestHTMLNumbersOfTurnsLeadToTheirItems(t *testing.T) {
	in := &adhere.Instruction{ID: "talk/1", Requirements: []adhere.Requirement{{ID: "1", Turn: 1}, {ID: "2", Turn: 2}}}
	rec := adhere.Record{Instruction: in, Response: &adhere.Response{}, Verdicts: slices.Concat(in.Verdicts("judge/a@1", adhere.Met, "")[:1], in.Verdicts("judge/a@1", adhere.NotMet, "")[1:])}
	r := &report.Result{Bench: "talks@1", Metrics: metric.TurnAccuracy("turn_acc", metric.Options{By: []metric.Grouping{metric.ByTurn()}}).Of([]adhere.Record{rec})}
	got := string(render(t, report.FormatHTML, r, report.Options{Records: report.Each([]adhere.Record{rec})}))
	for turn, want := range map[string]string{"1": "✓ met (1) talk/1", "2": "✗ not met (1) talk/1"} {
		_, list, _ := strings.Cut(got, "turn="+turn+"</h3>")
		list, _, _ = strings.Cut(list, "<h3")
		list = strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(list, " ")), " ")
		if !strings.HasPrefix(list, want) {
			t.Errorf("behind turn %s stands %q, want %q", turn, list, want)
		}
	}
}

// An item with a miss is not met, in every format; what else is undecided stands
// beside it.
func TestMissedItemsAreNotMetWhateverElseIsUndecided(t *testing.T) {
	records := report.Options{Records: report.Each(sampleRecords())}
	if got, want := page(t, records), `not met (1)</span>
<a href="#item-2" dir="auto">garden/2 <span class="more">1 undecided</span></a> </p>`; !strings.Contains(got, want) {
		t.Errorf("the page lacks %s", want)
	}
	if got, want := string(render(t, report.FormatJUnit, sampleResult(), records)), `<failure message="2 of 3 requirements not met, 1 undecided">`; !strings.Contains(got, want) {
		t.Errorf("JUnit lacks %s", want)
	}
}

func TestHTMLMakesBrokenTextVisible(t *testing.T) {
	got := page(t, report.Options{Records: report.Each(sampleRecords())})
	want := `<span class="esc">\u202E</span>txet <span class="esc">\xFF</span><span class="esc">\u001B</span>[31m שלום`
	if !strings.Contains(got, want) {
		t.Error("broken bytes, controls and overrides are not shown")
	}
}

func TestHTMLWithoutRecordsHasNoLinksToItems(t *testing.T) {
	got := page(t, report.Options{})
	if strings.Contains(got, `id="items"`) || strings.Contains(got, `href="#of-`) {
		t.Error("links to items that are not there")
	}
	balanced(t, got)
}

// manyRecords are n good items, one in every so many with something not met.
func manyRecords(n, every int) report.Records {
	return func(yield func(*adhere.Record, error) bool) {
		for i := range n {
			rec := &adhere.Record{
				Instruction: &adhere.Instruction{ID: fmt.Sprintf("many/%d", i), Requirements: []adhere.Requirement{{ID: "1", Text: "Is it so?", Labels: []string{"Style"}}}},
				Response:    &adhere.Response{Text: strings.Repeat("word ", 20)},
				Verdicts:    []adhere.Verdict{{Requirement: "1", Judge: "rule/x@1", Outcome: adhere.OutcomeOf(i%every != 3)}},
			}
			if !yield(rec, nil) {
				return
			}
		}
	}
}

func TestHTMLOfManyRecordsIsBounded(t *testing.T) {
	var b bytes.Buffer
	o := report.Options{Records: manyRecords(100_000, 7), MaxItems: 50}
	if err := report.Write(&b, report.FormatHTML, sampleResult(), o); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	if n := strings.Count(got, "<article"); n != 50 {
		t.Errorf("%d items shown, want 50", n)
	}
	if !strings.Contains(got, "50 of 100,000 items are shown") || strings.Contains(got, "all 1 met") {
		t.Error("no note, or the good ones came first")
	}
	if b.Len() > 200_000 {
		t.Errorf("%d bytes", b.Len())
	}
}

func TestHTMLCutsEndlessText(t *testing.T) {
	records := sampleRecords()
	records[0].Response.Text = strings.Repeat("日", 1<<20)
	got := page(t, report.Options{Records: report.Each(records)})
	if len(got) > 150_000 || !strings.Contains(got, "more bytes are not shown]") || strings.Contains(got, `\xE6`) {
		t.Errorf("%d bytes, or not cut between characters", len(got))
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a\x00\xff\u202e\n\tb")
	f.Fuzz(func(t *testing.T, s string) {
		records := sampleRecords()[:1]
		records[0].Response.Text, records[0].Instruction.ID = s, s
		r := sampleResult()
		r.Model = s
		for _, format := range []report.Format{report.FormatHTML, report.FormatText, report.FormatJUnit, report.FormatMarkdown} {
			var b bytes.Buffer
			if err := report.Write(&b, format, r, report.Options{Records: report.Each(records)}); err != nil {
				t.Fatal(err)
			}
			for _, bad := range []string{"\x1b", "\u202e", "\x00"} {
				if bytes.Contains(b.Bytes(), []byte(bad)) {
					t.Errorf("%s has %q", format, bad)
				}
			}
			if format == report.FormatHTML {
				balanced(t, b.String())
			}
		}
	})
}

// prompts is what a model judge was shown: one turn for each requirement.
func prompts(judge string, r *adhere.Record) []adhere.Message {
	if !strings.HasPrefix(judge, "judge/") {
		return nil
	}
	messages := []adhere.Message{{Role: adhere.System, Text: "You check <one> answer."}}
	for _, req := range r.Instruction.Requirements {
		messages = append(messages, adhere.Message{Role: adhere.User, Text: "Look: " + req.Text + r.Response.Text})
	}
	return messages
}

func TestPagesShowWhatJudgesWereShown(t *testing.T) {
	records := func() report.Records { return report.Each(slices.Delete(sampleRecords(), 3, 4)) }
	o := report.Options{Records: records(), Against: report.Each(otherRecords()[:3]), Prompts: prompts}
	sweep := sampleSweep()
	sweep.Records = []report.Records{records(), records()}
	var versus bytes.Buffer
	if err := report.WriteVersus(&versus, report.FormatHTML, sampleVersus(), o); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		page        string
		asked, lead int // conversations, and verdicts that lead to them
	}{
		"result": {page(t, o), 4, 7},
		"versus": {versus.String(), 6, 12},
		"sweep":  {sweepPage(t, sweep, o), 8, 10},
	} {
		linked(t, c.page)
		if n := strings.Count(c.page, `<details class="asked">`); n != c.asked {
			t.Errorf("%s: %d conversations, want %d", name, n, c.asked)
		}
		if n := strings.Count(c.page, ">what the judge was shown</a>"); n != c.lead {
			t.Errorf("%s: %d verdicts lead to one, want %d", name, n, c.lead)
		}
		if !strings.Contains(c.page, "You check &lt;one&gt; answer.") || !strings.Contains(c.page, "Look: Is the tone calm?") {
			t.Errorf("%s: the prompt is not there as text", name)
		}
	}
}

func TestPagesCutLongConversations(t *testing.T) {
	got := page(t, report.Options{Records: report.Each(sampleRecords()[:1]), Prompts: func(judge string, _ *adhere.Record) []adhere.Message {
		if judge == "rule/plain@1" {
			return nil
		}
		return slices.Repeat([]adhere.Message{{Role: adhere.User, Text: strings.Repeat("x", 9000)}}, 50)
	}})
	if !strings.Contains(got, "47 more messages not shown") || strings.Count(got, "x") > 21_000 {
		t.Errorf("%d bytes", len(got))
	}
}

// TestPartsPrintWholeNumbersOnce holds that a page has each number over the
// whole on its card and in no table.
func TestPartsPrintWholeNumbersOnce(t *testing.T) {
	result := sampleResult()
	parts, err := result.Parts(func(adhere.Summary) string { return "/whole" })
	if err != nil {
		t.Fatal(err)
	}
	all := result.Headlines()
	last := all[len(all)-1] // of which there are no groups
	if n := strings.Count(string(parts.Body), last.Interval); n != 1 {
		t.Errorf("%s %s stands %d times on the page", last.Metric, last.Interval, n)
	}
}
