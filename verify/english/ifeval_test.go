package english_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// A golden is a prompt with its instructions, an answer, and the official
// evaluator's verdicts.
type golden struct {
	Key      int         `json:"key"`
	Prompt   string      `json:"prompt"`
	IDs      []string    `json:"instruction_id_list"`
	Args     []arguments `json:"kwargs"`
	Response string      `json:"response"`
	Strict   []bool      `json:"strict"`
	Unstable []int       `json:"unstable"`
}

type arguments struct {
	Words           float64  `json:"num_words"`
	Sentences       float64  `json:"num_sentences"`
	Relation        string   `json:"relation"`
	Keywords        []string `json:"keywords"`
	Forbidden       []string `json:"forbidden_words"`
	Keyword         string   `json:"keyword"`
	Frequency       float64  `json:"frequency"`
	Letter          string   `json:"letter"`
	LetFrequency    float64  `json:"let_frequency"`
	LetRelation     string   `json:"let_relation"`
	CapitalFreq     float64  `json:"capital_frequency"`
	CapitalRelation string   `json:"capital_relation"`
	Paragraphs      float64  `json:"num_paragraphs"`
	Nth             int      `json:"nth_paragraph"`
	FirstWord       string   `json:"first_word"`
	Bullets         float64  `json:"num_bullets"`
	Sections        float64  `json:"num_sections"`
	Splitter        string   `json:"section_spliter"`
	Highlights      float64  `json:"num_highlights"`
	Placeholders    float64  `json:"num_placeholders"`
	Marker          string   `json:"postscript_marker"`
	Language        string   `json:"language"`
	End             string   `json:"end_phrase"`
	Repeat          string   `json:"prompt_to_repeat"`
}

func readLines[T any](t testing.TB, file string) []T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// relations are the ways to say the same bound of a count: "less than 6" and
// "at most 5" are equivalent.
func relations(relation string, n float64) []algebra.Relation {
	if relation == "less than" {
		r := []algebra.Relation{algebra.LessThan(n)}
		if n > 0 {
			r = append(r, algebra.AtMost(n-1))
		}
		if n == 1 {
			r = append(r, algebra.Exactly(0))
		}
		return r
	}
	r := []algebra.Relation{algebra.AtLeast(n)}
	if n > 0 {
		r = append(r, algebra.MoreThan(n-1))
	}
	return r
}

func counts(s algebra.Source, is []algebra.Relation) []algebra.Expr {
	var out []algebra.Expr
	for _, r := range is {
		out = append(out, algebra.Has(s, r))
	}
	return out
}

// equivalents are the expressions that demand what an instruction does.
func equivalents(id string, a arguments) []algebra.Expr {
	switch _, name, _ := strings.Cut(id, ":"); name {
	case "no_comma":
		return []algebra.Expr{algebra.No(algebra.Text(","))}
	case "number_words":
		return counts(algebra.Word, relations(a.Relation, a.Words))
	case "number_sentences":
		return counts(algebra.Sentence, relations(a.Relation, a.Sentences))
	case "frequency":
		return counts(algebra.Text(a.Keyword), relations(a.Relation, a.Frequency))
	case "letter_frequency":
		return counts(algebra.Text(a.Letter), relations(a.LetRelation, a.LetFrequency))
	case "capital_word_frequency":
		return counts(algebra.CapsWord, relations(a.CapitalRelation, a.CapitalFreq))
	case "english_capital":
		return []algebra.Expr{algebra.Upper}
	case "english_lowercase":
		return []algebra.Expr{algebra.Lower, algebra.No(algebra.Capital)}
	case "number_bullet_lists":
		return []algebra.Expr{algebra.Has(algebra.Bullet, algebra.Exactly(a.Bullets))}
	case "number_highlighted_sections":
		return counts(algebra.Highlight, relations("at least", a.Highlights))
	case "number_placeholders":
		return counts(algebra.Placeholder, relations("at least", a.Placeholders))
	case "title":
		return []algebra.Expr{algebra.Contains{What: algebra.Pattern(`<<[^\n]+>>`)}}
	case "json_format":
		return []algebra.Expr{algebra.JSON{}}
	case "response_language":
		return []algebra.Expr{algebra.Language(a.Language)}
	case "quotation":
		return []algebra.Expr{algebra.All{algebra.Starts{With: algebra.DoubleQuote()}, algebra.Ends{With: algebra.DoubleQuote()}, algebra.Has(algebra.Character, algebra.MoreThan(1))}}
	case "end_checker":
		return []algebra.Expr{algebra.Ends{With: algebra.Text(a.End)}}
	case "postscript":
		p := `p\.\s?s\.`
		if a.Marker == "P.P.S" {
			p = `p\.\s?p\.\s?s`
		}
		return []algebra.Expr{algebra.Contains{What: algebra.Pattern(p)}}
	case "two_responses":
		six := algebra.Split("******")
		return []algebra.Expr{algebra.All{algebra.Has(six, algebra.Exactly(2)), algebra.AllDifferent{Of: algebra.Every(six)}}}
	case "number_paragraphs":
		return []algebra.Expr{algebra.Has(algebra.Split("***"), algebra.Exactly(a.Paragraphs))}
	case "multiple_sections":
		return counts(algebra.Pattern(regexp.QuoteMeta(a.Splitter)+`\s?\d+`).SameCase(), relations("at least", a.Sections))
	case "repeat_prompt":
		return []algebra.Expr{algebra.Starts{With: algebra.Text(strings.TrimSpace(a.Repeat))}}
	}
	return nil
}

// meets reports whether the found demands say what the instruction says.
func meets(found []english.Found, id string, a arguments) (algebra.Check, bool) {
	has := func(e algebra.Expr) (algebra.Check, bool) {
		want := string(algebra.InParity(e).Args())
		for _, f := range found {
			if strings.EqualFold(string(f.Reading.Check.Args()), want) {
				return f.Reading.Check, true
			}
		}
		return algebra.Check{}, false
	}
	switch {
	case strings.HasSuffix(id, "first_word"):
		n, ok := has(algebra.Has(algebra.Paragraph, algebra.Exactly(a.Paragraphs)))
		for _, nth := range []int{a.Nth, a.Nth - 1 - int(a.Paragraphs)} {
			p := algebra.Every(algebra.Paragraph).Nth(nth)
			first, found := has(algebra.Each{Of: p, Holds: algebra.Starts{With: algebra.Text(a.FirstWord)}})
			if ok && found {
				return algebra.InParity(algebra.All{n.Expr, first.Expr}), true
			}
		}
	case strings.HasSuffix(id, "existence"):
		return every(a.Keywords, func(w string) (algebra.Check, bool) { return has(algebra.Contains{What: algebra.Text(w)}) })
	case strings.HasSuffix(id, "forbidden_words"):
		return every(a.Forbidden, func(w string) (algebra.Check, bool) { return has(algebra.No(algebra.WordText(w))) })
	}
	for _, e := range equivalents(id, a) {
		if c, ok := has(e); ok {
			return c, true
		}
		if c, ok := inRange(found, e); ok {
			return c, true
		}
	}
	return algebra.Check{}, false
}

// every joins the checks of all words.
func every(words []string, of func(string) (algebra.Check, bool)) (algebra.Check, bool) {
	var all algebra.All
	for _, w := range words {
		c, ok := of(w)
		if !ok {
			return c, false
		}
		all = append(all, c.Expr)
	}
	if len(all) == 1 {
		return algebra.InParity(all[0]), true
	}
	return algebra.InParity(all), true
}

// TestDecompose holds that at least 80 % of the instructions are found in
// the prompts alone, and that the checks of those found agree with the
// official evaluator on at least 98 % of recorded answers.
func TestDecompose(t *testing.T) {
	dir := benchdata.Dir(t, "ifeval")
	prompts := map[int][]foundCheck{}
	found, of := 0, 0
	for _, g := range readLines[golden](t, filepath.Join(dir, "input_data.jsonl")) {
		got := english.Reader{Parity: true}.Decompose(g.Prompt)
		for i, id := range g.IDs {
			of++
			c, ok := meets(got, id, g.Args[i])
			if !ok {
				continue
			}
			check, err := c.Compile()
			if err != nil {
				t.Fatal(g.Key, id, err)
			}
			prompts[g.Key] = append(prompts[g.Key], foundCheck{i, check})
			found++
		}
	}
	t.Logf("found %d of %d", found, of)
	if of != 834 || found*100 < of*80 {
		t.Errorf("found %d of %d instructions, want 80 %% of 834", found, of)
	}
	files, err := filepath.Glob(filepath.Join(dir, "golden", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no golden verdicts", err)
	}
	agreement := map[string][2]int{}
	for _, file := range files {
		for _, g := range readLines[golden](t, file) {
			agree(agreement, &g, prompts[g.Key])
		}
	}
	all := agreement[""]
	t.Logf("agree on %d of %d verdicts", all[0], all[1])
	for id, n := range agreement {
		if n[0]*100 < n[1]*97 {
			t.Logf("  %s: %d of %d", id, n[0], n[1])
		}
	}
	if all[0]*100 < all[1]*98 {
		t.Errorf("agree on %d of %d verdicts, want 98 %%", all[0], all[1])
	}
}

// A foundCheck is the check found for an instruction of a prompt.
type foundCheck struct {
	at    int
	check verify.Check
}

// agree counts agreement of the checks with the official verdicts that do
// not change with a random seed; of all under "".
func agree(n map[string][2]int, g *golden, found []foundCheck) {
	text := verify.NewText(g.Response)
	for _, f := range found {
		if slices.Contains(g.Unstable, f.at) {
			continue
		}
		met := verify.Strict.Decide(f.check, text).Met
		for _, key := range []string{"", g.IDs[f.at]} {
			c := n[key]
			c[1]++
			if met == g.Strict[f.at] {
				c[0]++
			}
			n[key] = c
		}
	}
}

// inRange finds a range of which e is one end: "20 to 25 sentences" says what
// two instructions say.
func inRange(found []english.Found, e algebra.Expr) (algebra.Check, bool) {
	want, ok := e.(algebra.Compare)
	if !ok {
		return algebra.Check{}, false
	}
	for _, f := range found {
		c, ok := f.Reading.Check.Expr.(algebra.Compare)
		if !ok || c.Of != want.Of || c.Is.Op != algebra.OpBetween {
			continue
		}
		if want.Is == algebra.AtLeast(c.Is.N) || want.Is == algebra.AtMost(c.Is.M) {
			return algebra.InParity(want), true
		}
	}
	return algebra.Check{}, false
}
