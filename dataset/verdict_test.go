package dataset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
)

func smallSet(t *testing.T, path string) *dataset.Set {
	t.Helper()
	set, err := dataset.Read(t.Context(), "small", path, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func place(t *testing.T, set *dataset.Set, text, judge string) (*dataset.PlacedVerdicts, error) {
	t.Helper()
	known, err := dataset.KnownIn(set.All())
	if err != nil {
		t.Fatal(err)
	}
	v, err := dataset.ReadVerdicts(t.Context(), []string{"v.jsonl"}, judge, inMemory("v.jsonl", text), known)
	if err != nil {
		return nil, err
	}
	return dataset.PlaceVerdicts(known, v)
}

func outcomes(list []adhere.Verdict) string {
	var words []string
	for _, v := range list {
		words = append(words, v.Requirement+"="+string(v.Outcome))
	}
	return strings.Join(words, " ")
}

func TestVerdictLines(t *testing.T) {
	set := smallSet(t, "testdata/infobench.jsonl")
	text := `{"instruction":"infobench/t_1","requirement":"2","judge":"person/ann","outcome":"unsure","reason":"Hard to say."}
{"instruction":"t_1","model":"m","requirement":1,"judge":"judge/x@1","outcome":"met","evidence":"3 words"}
{"instruction":"t_1","model":"m","attempt":2,"requirement":"1","judge":"judge/x@1","outcome":"not_met"}
`
	p, err := place(t, set, text, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"person/ann", "judge/x@1"}, p.Judges()); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		attempt            int
		model, judge, want string
	}{
		{0, "any", "person/ann", "1=skipped 2=unsure"},
		{0, "m", "judge/x@1", "1=met 2=skipped"},
		{2, "m", "judge/x@1", "1=not_met 2=skipped"},
		{1, "m", "judge/x@1", ""},
		{0, "other", "judge/x@1", ""},
	} {
		if got := outcomes(p.For("infobench/t_1", c.attempt, c.model, c.judge)); got != c.want {
			t.Errorf("attempt %d of %q by %s: %q, want %q", c.attempt, c.model, c.judge, got, c.want)
		}
	}
	if got := p.For("infobench/t_1", 0, "any", "person/ann")[1].Reason; got != "Hard to say." {
		t.Errorf("reason %q", got)
	}
}

// The n-th line of one id is about the n-th requirement of that id.
func TestVerdictsByPosition(t *testing.T) {
	const line = `{"instruction":"1","requirement":"keywords:frequency","judge":"j","outcome":"`
	p, err := place(t, smallSet(t, "testdata/ifeval.jsonl"), line+`met"}`+"\n"+line+`not_met"}`, "")
	if err != nil {
		t.Fatal(err)
	}
	want := "punctuation:no_comma=skipped length_constraints:number_words=skipped keywords:frequency=met keywords:frequency#2=not_met"
	if got := outcomes(p.For("ifeval/1", 0, "", "j")); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// A verdict that stands twice, in one file or two, counts once and is said; a
// skipped one is nothing said.
func TestVerdictsTwice(t *testing.T) {
	line := func(requirement, outcome string) string {
		return `{"instruction":"a","requirement":"` + requirement + `","judge":"j","outcome":"` + outcome + `"}` + "\n"
	}
	text := line("1", "met") + line("2", "skipped") + line("1", "met") + line("2", "not_met") + line("s:x", "met") + line("s:x", "not_met")
	v, err := dataset.ReadVerdicts(t.Context(), []string{"v.jsonl", "v.jsonl"}, "", inMemory("v.jsonl", text), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range v.List {
		got = append(got, l.Requirement+"="+string(l.Outcome))
	}
	if want := "1=met 2=skipped 2=not_met s:x=met s:x#2=not_met"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i, want := range []string{
		"1 verdict is taken as on the next checker of the same name; give the instructions if the lines stand twice: v.jsonl line 6",
		"6 verdicts stand twice and count once: v.jsonl line 3 says what v.jsonl line 1 says, ",
	} {
		if len(v.Warnings) != 2 || !strings.HasPrefix(v.Warnings[i], want) {
			t.Errorf("warnings %q, want %s…", v.Warnings, want)
		}
	}
}

// A colon in the id of a user's own requirement means nothing: the line may
// stand twice. Lines of a checker that is there twice are about both in turn,
// also where the whole list stands twice.
func TestNamesThatRepeat(t *testing.T) {
	own := readText(t, `{"id":"a","prompt":"p","requirements":[{"id":"style:kind","text":"t"},{"id":"kind","text":"t"}]}`)
	line := func(instruction, requirement, outcome string) string {
		return `{"instruction":"` + instruction + `","requirement":"` + requirement + `","judge":"j","outcome":"` + outcome + `"}` + "\n"
	}
	kind, words := line("a", "style:kind", "met")+line("a", "kind", "met"), line("1", "keywords:frequency", "met")+line("ifeval/1", "keywords:frequency", "not_met")
	for text, want := range map[string]string{
		kind:                                "style:kind=met kind=met",
		kind + kind:                         "style:kind=met kind=met",
		line("a", "kind", "skipped") + kind: "style:kind=met kind=met",
	} {
		if p, err := place(t, own, text, ""); err != nil || outcomes(p.For("a", 0, "", "j")) != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	p, err := place(t, smallSet(t, "testdata/ifeval.jsonl"), words+words, "")
	if want := "keywords:frequency=met keywords:frequency#2=not_met"; err != nil || !strings.HasSuffix(outcomes(p.For("ifeval/1", 0, "", "j")), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestEvalLists(t *testing.T) {
	set := smallSet(t, "testdata/infobench.jsonl")
	p, err := place(t, set, `{"id":"t_1","decomposed_questions":["a","b"],"output":"o","eval":[true,null]}`+"\n"+`{"id":"t_2","eval":[false]}`, "judge/other")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outcomes(p.For("infobench/t_1", 0, "", "judge/other")), "1=met 2=broken"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := outcomes(p.For("infobench/t_2", 0, "", "judge/other")), "1=not_met"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	// InfoBench's program stops at a reply that it cannot read.
	if p, err = place(t, set, `{"id":"t_1","decomposed_questions":["a","b"],"output":"o","eval":[null]}`, "judge/other"); err != nil {
		t.Fatal(err)
	}
	if got, want := outcomes(p.For("infobench/t_1", 0, "", "judge/other")), "1=broken 2=broken"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestBadVerdictsAreNamed(t *testing.T) {
	set := smallSet(t, "testdata/infobench.jsonl")
	line := func(more string) string {
		return `{"instruction":"t_1","requirement":"1","judge":"j","outcome":"met"` + more + `}`
	}
	for text, want := range map[string]string{
		line(`,"outcome":"yes"`):                                        `v.jsonl line 1: outcome: expected met, not_met, unsure, broken or skipped, got "yes"`,
		line(`,"outcome":true`):                                         `v.jsonl line 1: outcome: expected a string, got a boolean`,
		line(`,"judge":""`):                                             `v.jsonl line 1: judge: expected a string`,
		line(`,"requirement":"9"`):                                      `v.jsonl line 1: infobench/t_1 has no requirement "9"`,
		line(`,"instruction":"t_9"`):                                    `v.jsonl line 1: instruction: the data set has none of id "t_9"`,
		line(`,"instruction":null`):                                     `v.jsonl line 1: instruction: expected a string or a whole number, got null`,
		line("") + "\n" + line(`,"outcome":"not_met"`):                  `v.jsonl line 2: j says not_met of requirement 1 of t_1, and met in v.jsonl line 1`,
		line(`,"requirement":"1#2"`):                                    `v.jsonl line 1: infobench/t_1 has no requirement "1#2"`,
		`{"id":"t_1","eval":[true,3]}`:                                  `v.jsonl line 1: eval: the file does not say whose verdicts these are: name the judge`,
		`{"id":"t_1","eval":"yes"}`:                                     `v.jsonl line 1: eval: expected a list, got a string`,
		`{"id":"t_1","decomposed_questions":["a"],"eval":[true,false]}`: `v.jsonl line 1: eval: the file`,
	} {
		_, err := place(t, set, text, "")
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v\nwant %s…", text, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"id":"t_1","eval":[true,3]}`:                                                `v.jsonl line 1: eval[1]: expected true, false or null, got a number`,
		`{"id":"t_1","decomposed_questions":["a"],"eval":[true,false]}`:               `v.jsonl line 1: eval: expected 1 entries, one per question, got 2`,
		`{"id":"t_2","eval":[true]}` + "\n" + `{"id":"t_2","eval":[false]}`:           `v.jsonl line 2: judge/x says not_met of requirement 1 of t_2, and met in v.jsonl line 1`,
		`{"id":"t_2","eval":[true]}` + "\n" + `{"id":"infobench/t_2","eval":[false]}`: `v.jsonl line 2: judge/x says not_met of requirement 1 of infobench/t_2, and met in v.jsonl line 1`,
	} {
		_, err := place(t, set, text, "judge/x")
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v\nwant %s", text, err, want)
		}
	}
}

func TestReplies(t *testing.T) {
	set := smallSet(t, "testdata/followbench")
	text := `{"category":"style","example_id":1,"level":2,"reply":"['YES', 'NO']"}
{"id":"followbench/style/1/3","reply":"a"}
{"id":"style/1/3","reply":"b"}
{"id":"style/9/3","reply":"c"}
{"id":"style/1/3","attempt":2,"reply":"d"}
`
	r, err := dataset.ReadReplies(t.Context(), "r.jsonl", inMemory("r.jsonl", text))
	if err != nil {
		t.Fatal(err)
	}
	by, warnings, err := dataset.PlaceReplies(set, r)
	if err != nil {
		t.Fatal(err)
	}
	want := []map[string][]string{
		{"followbench/style/1/2": {"['YES', 'NO']"}, "followbench/style/1/3": {"a", "b"}},
		{},
		{"followbench/style/1/3": {"d"}},
	}
	if diff := cmp.Diff(want, by); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"1 judge reply in r.jsonl about no instruction of the data set: line 4 (style/9/3)"}, warnings); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{
		`{"reply":"a"}`: "r.jsonl line 1: id: missing, expected id, or category, example_id and level",
		`{"id":"a"}`:    "r.jsonl line 1: reply: missing, expected a string",
		`{"category":"s","example_id":[],"level":1,"reply":""}`: "r.jsonl line 1: example_id: expected a string or a whole number, got a list",
	} {
		_, err := dataset.ReadReplies(t.Context(), "r.jsonl", inMemory("r.jsonl", text))
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v\nwant %s", text, err, want)
		}
	}
}
