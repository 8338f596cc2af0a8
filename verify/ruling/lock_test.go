package ruling_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/english"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

const digits = `{"requirement":"no figures at all, machine","rule":{"name":"algebra/check","args":{"check":{"count":{"unit":"digit"},"is":{"exactly":0}}}},"english":"the answer has no digits","witnesses":[{"text":"none","met":true,"by":"written"},{"text":"7","met":false,"by":"Ada"}],"by":"someone"}`

func TestLock(t *testing.T) {
	d := ruling.NewDecider(suites.All()...)
	l, err := d.ReadLock("checks.jsonl", []byte(digits+"\n\n"+`{"requirement":"at most 5 words","why":"we let a judge decide this","by":"someone"}`+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	d.Use(l)
	a, err := d.Decide(ruling.Case{Requirement: " no figures  at all, machine", Text: "8"})
	if err != nil || a.Decides != english.Whole || a.Finding.Met || a.English != "the answer has no digits" || a.ReadBy != "someone" {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := d.Decide(ruling.Case{Requirement: "at most 5 words", Text: "a"}); err != nil || a.Decides != english.None {
		t.Errorf("the lock does not win over the reader: %+v, %v", a, err)
	}
	if a, err := d.Decide(ruling.Case{Requirement: "at most 6 words", Text: "a"}); err != nil || a.Decides != english.Whole || a.ReadBy != "" {
		t.Errorf("what the lock does not name: %+v, %v", a, err)
	}
	var b bytes.Buffer
	if err := l.Write(&b); err != nil || strings.Count(b.String(), "\n") != 2 {
		t.Errorf("%s, %v", b.String(), err)
	}
	if again, err := d.ReadLock("again", b.Bytes()); err != nil || again == nil {
		t.Errorf("what was written is not read: %v", err)
	}
}

// TestLockOfRequest holds that a line with a request holds there and nowhere else.
func TestLockOfRequest(t *testing.T) {
	d := ruling.NewDecider(suites.All()...)
	l, err := d.ReadLock("checks.jsonl", []byte(strings.Replace(digits, `,"rule"`, `,"request":"Describe  a clock.","rule"`, 1)+"\n"+
		`{"requirement":"no figures at all, machine","why":"a judge decides this","by":"someone"}`))
	if err != nil {
		t.Fatal(err)
	}
	if one, ok := l.Find("no figures at all, machine", "Describe a clock."); !ok || one.Rule == nil {
		t.Errorf("within the request: %+v, %t", one, ok)
	}
	if one, ok := l.Find("no figures at all, machine", "Describe a watch."); !ok || one.Rule != nil {
		t.Errorf("within another: %+v, %t", one, ok)
	}
	d.Use(l)
	if a, err := d.Decide(ruling.Case{Requirement: "no figures at all, machine", Text: "8"}); err != nil || a.Decides != english.None {
		t.Errorf("anywhere: %+v, %v", a, err)
	}
}

func TestLockRefuses(t *testing.T) {
	d := ruling.NewDecider(suites.All()...)
	for line, want := range map[string]string{
		`{`:                            "checks.jsonl:1: ",
		`{"by":"x"}`:                   "requirement: expected a text",
		digits + "\n" + digits:         "checks.jsonl:2: the requirement",
		`{"requirement":"a","by":"x"}`: "rule: expected a rule",
		strings.Replace(digits, `"unit":"digit"`, `"unit":"smile"`, 1):       "smile",
		strings.Replace(digits, `"text":"7"`, `"text":"seven"`, 1):           "witnesses[1]: met is false",
		strings.Replace(digits, `"by":"someone"`, `"by":"someone","x":1`, 1): "unknown field",
		strings.Replace(digits, "algebra/check", "algebra/checks", 1):        "algebra/checks",
	} {
		if _, err := d.ReadLock("checks.jsonl", []byte(line)); adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", line, err, want)
		}
	}
}

func FuzzReadLock(f *testing.F) {
	f.Add([]byte(digits))
	d := ruling.NewDecider(suites.All()...)
	f.Fuzz(func(t *testing.T, content []byte) {
		l, err := d.ReadLock("x", content)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := l.Write(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := d.ReadLock("x", b.Bytes()); err != nil {
			t.Errorf("%q is written as %q: %v", content, b.Bytes(), err)
		}
	})
}

// TestGuideIsWhole holds the guide against the JSON form: whatever field a check
// can have is in it, and so is every unit and sign.
func TestGuideIsWhole(t *testing.T) {
	source, err := os.ReadFile("../algebra/kinds.go")
	if err != nil {
		t.Fatal(err)
	}
	guide := ruling.Guide()
	fields := regexp.MustCompile(`[({ ]"([a-z_]+)"[,)]`).FindAllStringSubmatch(string(source), -1)
	if len(fields) < 60 {
		t.Fatalf("%d fields found; the test would prove nothing", len(fields))
	}
	for _, m := range fields {
		if m[1] != "reading" && m[1] != "check" && !strings.Contains(guide, `"`+m[1]+`"`) {
			t.Errorf("the guide does not name the field %q", m[1])
		}
	}
	for _, u := range algebra.Units() {
		if !strings.Contains(guide, string(u)) {
			t.Errorf("the guide does not name the unit %q", u)
		}
	}
}

// TestGuideIsTrue holds what the guide says of single texts against the checks.
func TestGuideIsTrue(t *testing.T) {
	d, guide := ruling.NewDecider(suites.All()...), ruling.Guide()
	is := func(n int, unit string) string {
		return fmt.Sprintf(`{"count":{"unit":%q},"is":{"exactly":%d}}`, unit, n)
	}
	const table, bare = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", "| 1 | 2 |\n| 3 | 4 |"
	const alphabet = `{"ordered":{"unit":"line"},"by":"alphabet"}`
	const don, sms = `{"contains":{"word":"don"}}`, `{"each":{"named":"SMS"},"holds":{"equals":{"text":"hi"}}}`
	for _, c := range []struct {
		said, check string
		want        adhere.Outcome
		texts       []string
	}{
		{`"well-known" and "don't" are one`, is(1, "word"), adhere.Met, []string{"don't", "don’t"}},
		{"people count differently: hyphens in words", is(1, "word"), adhere.Unsure, []string{"well-known"}},
		{`{"word":"don"} is found in "don't"`, don, adhere.Met, []string{"I don't.", "I don’t."}},
		{`but not in "well-don"`, don, adhere.NotMet, []string{"well-don"}},
		{"A character is what readers see as one (é, an emoji of several parts)", is(1, "character"), adhere.Met, []string{"é", "e\u0301", "👍🏽", "👨\u200d👩\u200d👧"}},
		{"spaces and ends of lines count", is(5, "character"), adhere.Met, []string{"a b\nc"}},
		{`"**" in characters`, is(9, "character"), adhere.Unsure, []string{"**a** b\nc"}},
		{"a bold line that may be text", is(0, "heading"), adhere.Unsure, []string{"**We open.**\n\nCome in.", "Come in.\n\n**We open**"}},
		{"A line all in bold is a heading", is(1, "heading"), adhere.Met, []string{"**Hours**\n\nFrom nine."}},
		{"header cells among all cells", is(4, "table cell"), adhere.Unsure, []string{table}},
		{`articles ("The")`, alphabet, adhere.Unsure, []string{"The Cat\nA Dog", "New York\nNewark", "Émile\nEric", "2 a\n10 a", "北京\n上海"}},
		{`"each", "ordered", "set" and "same" fail`, `{"ordered":{"unit":"list item"},"by":"alphabet"}`, adhere.NotMet, []string{"a"}},
		{"a blank part counts between dividers only", `{"count":{"split":"***"},"is":{"exactly":3}}`, adhere.Met, []string{"***a***\n***b***"}},
		{`"split" and "between" are exact`, `{"count":{"split":"END"},"is":{"exactly":1}}`, adhere.Met, []string{"a end b"}},
		{"the whole text is JSON", `{"json":{}}`, adhere.NotMet, []string{"Here:\n{}", "Here:\n```json\n{}\n```"}},
		{"if it stands in a text, ask this of each code block", `{"each":{"unit":"code block"},"holds":{"json":{}}}`, adhere.Met, []string{"Here:\n```json\n{}\n```"}},
		{"A date has a day and a month, in digits with a year or in English", is(1, "date"), adhere.Met, []string{"2024-03-01", "1.3.2024", "3/1/24", "March 1", "1st of March", "1 March 2024"}},
		{`"March 2024", a year alone and months of other languages are none`, is(0, "date"), adhere.Met, []string{"March 2024", "in 2024", "3/1", "1er mars 2024", "2024年3月1日"}},
		{
			`List items begin with "- ", "* ", "+ ", "• ", "‣ ", "・", "1. ", "1) " or "1、"`, is(2, "list item"), adhere.Met,
			[]string{"- a\n- b", "* a\n* b", "+ a\n+ b", "• a\n• b", "‣ a\n‣ b", "・a\n・b", "1. a\n2. b", "1) a\n2) b", "1、a\n2、b"},
		},
		{`behind "– " and "— " they are undecided`, is(2, "list item"), adhere.Unsure, []string{"– a\n– b", "— a\n— b"}},
		{`"· ", "a) ", "(1) ", "１．" and "①" begin none`, is(0, "list item"), adhere.Met, []string{"· a\n· b", "a) x\nb) y", "(1) a\n(2) b", "１．a\n２．b", "① a\n② b"}},
		{"An entry is an outer item of the one list that a text is but for a few words", is(2, "entry"), adhere.Met, []string{"- a\n- b", "Here:\n\n1. a\n2. b"}},
		{"or what stands behind numbered labels", is(2, "entry"), adhere.Met, []string{"Idea 1: a boat\nIdea 2: a mill"}},
		{"of any other text entries are undecided", is(3, "entry"), adhere.Unsure, []string{"a\nb\nc", "a, b, c"}},
		{"Table rows are those of the body", is(2, "table row"), adhere.Met, []string{table}},
		{"a column is its cells, line by line, the header's first", `{"set":{"unit":"line","of":{"unit":"table column","from":2,"to":2}},"is":"order","texts":["b","2","4"]}`, adhere.Met, []string{table}},
		{
			`The second column without it: {"unit":"table cell","from":2,"to":2,"of":{"unit":"table row"}}`,
			`{"set":{"unit":"table cell","from":2,"to":2,"of":{"unit":"table row"}},"is":"order","texts":["2","4"]}`, adhere.Met,
			[]string{table},
		},
		{"Without a line such as |---|---| a table is undecided", is(2, "table row"), adhere.Unsure, []string{bare}},
		{"Without a line such as |---|---| a table is undecided", is(2, "table column"), adhere.Unsure, []string{bare}},
		{"Without a line such as |---|---| a table is undecided", is(4, "table cell"), adhere.Unsure, []string{bare}},
		{`("SMS: …", "件名：…")`, sms, adhere.Met, []string{"SMS: hi", "SMS：hi"}},
		{`undecided where there is none, as in "sms: …"`, sms, adhere.Unsure, []string{"hi", "sms: hi"}},
		{`"subject" is the subject line in any language`, `{"each":{"named":"subject"},"holds":{"equals":{"text":"hi"}}}`, adhere.Met, []string{"Subject: hi\nDear Ann", "Betreff: hi", "件名：hi"}},
	} {
		if !strings.Contains(guide, c.said) {
			t.Errorf("the guide does not say %s", c.said)
		}
		rule, _, err := ruling.ReadCheck(json.RawMessage(`{"check":` + c.check + `}`))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range c.texts {
			if got, why := d.Run(rule, text); got != c.want {
				t.Errorf("%s: %s of %q is %s (%s)", c.said, c.check, text, got, why)
			}
		}
	}
}

// TestWitnessesAreDressed holds that a check is tried on answers with a preface, a
// remark or emphasis, where these change what it finds.
func TestWitnessesAreDressed(t *testing.T) {
	d := ruling.NewDecider(suites.All()...)
	rule := &adhere.Rule{Name: "algebra/check", Args: json.RawMessage(`{"check":{"ends":{"pattern":"Best, Tom"}}}`)}
	texts := d.Witnesses(rule, []string{"Hello.\nBest, Tom"})
	if want := "Hello.\nBest, Tom\n\nI hope this helps!"; !slices.Contains(texts, want) {
		t.Errorf("no %q in %q", want, texts)
	}
	if got := "Sure, here you go:\n\nHello.\nBest, Tom"; slices.Contains(texts, got) {
		t.Errorf("%q changes nothing", got)
	}
}

// TestWitnessesInOtherLanguages holds that answers in another language get no English
// words around them, but are tried otherwise.
func TestWitnessesInOtherLanguages(t *testing.T) {
	d := ruling.NewDecider(suites.All()...)
	for args, seeds := range map[string][]string{
		`{"check":{"ends":{"text":"Bis bald, Anna"}}}`:        {"Liebe Eltern, wir kommen am Sonntag zu euch.\nBis bald, Anna", "Wir kommen am Sonntag mit dem Zug nach Hause."},
		`{"check":{"count":{"unit":"line"},"is":{"most":2}}}`: {"今天天气很好，\n我们去公园散步。", "明天我们去看电影。"},
	} {
		texts := d.Witnesses(&adhere.Rule{Name: "algebra/check", Args: json.RawMessage(args)}, seeds)
		if len(texts) == 0 {
			t.Errorf("%s: no texts", args)
		}
		for _, text := range texts {
			for _, words := range []string{"Sure, here", "I hope", "The end", "Here it is", "# Boats"} {
				if strings.Contains(text, words) {
					t.Errorf("%s: %q", args, text)
				}
			}
		}
	}
}

// TestWitnesses holds that texts at a check's boundaries lie on both sides.
func TestWitnesses(t *testing.T) {
	d := ruling.NewDecider(suites.All()...)
	for args, seeds := range map[string][]string{
		`{"check":{"count":{"unit":"word"},"is":{"most":50}}}`:                                                nil,
		`{"check":{"count":{"unit":"sentence"},"is":{"between":[2,4]}}}`:                                      nil,
		`{"check":{"count":{"unit":"bullet point"},"is":{"exactly":3}}}`:                                      nil,
		`{"check":{"ends":{"text":"Best, Tom"}}}`:                                                             {"Hello.\nBest, Tom"},
		`{"check":{"each":{"unit":"paragraph"},"holds":{"starts":{"text":"Dear"}}}}`:                          {"Dear Ada.\n\nDear Tom."},
		`{"check":{"not":{"contains":{"word":"cheap"}}}}`:                                                     {"It is cheap. It is good."},
		`{"check":{"count":{"unit":"question","of":{"unit":"sentence","from":-1,"to":-1}},"is":{"least":1}}}`: {"It is so. Is it?"},
	} {
		rule := &adhere.Rule{Name: "algebra/check", Args: json.RawMessage(args)}
		met, not := 0, 0
		for _, text := range append(d.Witnesses(rule, seeds), seeds...) {
			switch outcome, measured := d.Run(rule, text); outcome {
			case adhere.Met:
				met++
			case adhere.NotMet:
				not++
			default:
				t.Errorf("%s: %q: %s", args, text, measured)
			}
		}
		if met == 0 || not == 0 {
			t.Errorf("%s: %d texts meet it, %d do not", args, met, not)
		}
		if meets, fails := d.Examples(rule, nil); meets == "" || fails == "" {
			t.Errorf("%s: examples %q and %q", args, meets, fails)
		}
	}
}

// TestWitnessesBeside holds that texts have something where a check asks for it.
func TestWitnessesBeside(t *testing.T) {
	d := ruling.NewDecider(suites.All()...)
	for args, want := range map[string][2]string{
		`{"check":{"each":{"after":{"find":{"text":"Total:"}}},"holds":{"only":["number"]}}}`:                                                                {"Total: 12", "Total: "},
		`{"check":{"each":{"before":{"find":{"text":":"},"from":1,"to":1},"of":{"unit":"bullet point"}},"holds":{"count":{"unit":"word"},"is":{"most":3}}}}`: {"- the river runs: It left at noon.", "- the river runs past: It left at noon."},
		`{"check":{"count":{"unit":"sentence","of":{"before":{"unit":"heading","from":1,"to":1}}},"is":{"exactly":2}}}`: {
			"The boat left at noon. The boat left at noon.\n\n## Boats\n\nThe boat left.\n\nIt left at noon.", "The boat left at noon.\n\n## Boats\n\nThe boat left.\n\nIt left at noon.",
		},
	} {
		rule := &adhere.Rule{Name: "algebra/check", Args: json.RawMessage(args)}
		texts := d.Witnesses(rule, nil)
		for i, outcome := range []adhere.Outcome{adhere.Met, adhere.NotMet} {
			if got, measured := d.Run(rule, want[i]); got != outcome || !slices.Contains(texts, want[i]) {
				t.Errorf("%s: %q is %s (%s), wanted among %q", args, want[i], got, measured, texts)
			}
		}
		if meets, fails := d.Examples(rule, nil); meets == "" || fails == "" {
			t.Errorf("%s: examples %q and %q", args, meets, fails)
		}
	}
}

func TestFill(t *testing.T) {
	if got := len(strings.Fields(ruling.Fill("Dear <<40 words>>, <<1 word>>"))); got != 42 {
		t.Errorf("%d words", got)
	}
	if got := strings.Count(ruling.Fill("<<3 paragraphs>>"), "\n\n"); got != 2 {
		t.Errorf("%d gaps", got)
	}
	if got := ruling.Fill("<<a>> <3 words> <<3 smiles>>"); got != "<<a>> <3 words> <<3 smiles>>" {
		t.Error(got)
	}
}
