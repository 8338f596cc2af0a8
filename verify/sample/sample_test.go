package sample

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/suites"
)

// TestKinds holds of every kind that its wordings are read as its check, and
// that texts are found which meet and break it.
func TestKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	catalog := suites.Catalog()
	for _, k := range Kinds() {
		for range 10 {
			v := k.draw(r)
			for _, w := range k.words(v) {
				if !reads(w, k.check(v)) {
					t.Errorf("%s: %q is not read as: %s", k.Name, w, k.check(v))
				}
			}
			rule, err := catalog.Compile(k.ruleOf(v))
			if err != nil {
				t.Fatal(k.Name, err)
			}
			list := []candidate{{Kind: &k, values: v, rule: rule}}
			for _, wrong := range []int{-1, 0} {
				if text := write(list, wrong); !shows(text, list, wrong, nil) {
					t.Errorf("%s %s: wrong %d: %q", k.Name, k.ruleOf(v).Args, wrong, text.String())
				}
			}
		}
	}
}

// TestWordsSayTheRule holds, on answers that models gave, what a wording is
// read as to what the checker finds.
func TestWordsSayTheRule(t *testing.T) {
	answers := recorded(t)
	catalog := suites.Catalog()
	r := rand.New(rand.NewPCG(3, 4))
	for _, k := range Kinds() {
		same, all := 0, 0
		for range 2 {
			v := k.draw(r)
			rule, err := catalog.Compile(k.ruleOf(v))
			if err != nil {
				t.Fatal(err)
			}
			said, err := k.check(v).Compile()
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range answers {
				all++
				if verify.Strict.Decide(rule, a).Met == verify.Strict.Decide(said, a).Met {
					same++
				}
			}
		}
		if float64(same) < 0.97*float64(all) {
			t.Errorf("%s: checker and words agree on %d of %d answers", k.Name, same, all)
		}
	}
}

func recorded(t *testing.T) []*verify.Text {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(benchdata.Dir(t, "ifeval"), "responses_gpt4.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []*verify.Text
	for line := range strings.Lines(string(raw)) {
		var row struct {
			Response string `json:"response"`
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, verify.NewText(row.Response))
	}
	if len(out) < 500 {
		t.Fatalf("%d answers", len(out))
	}
	return out[:120]
}

// TestDraw holds what Drawn promises, by a catalog of its own: one text meets
// all, each other breaks one alone, and no two demands are known to clash.
func TestDraw(t *testing.T) {
	s := NewSampler(Kinds())
	catalog, expresser := suites.Catalog(), suites.NewExpresser()
	short := 0
	for i := range 120 {
		n := 1 + i%10
		d := s.Draw(rand.New(rand.NewPCG(5, uint64(i))), n, i)
		if len(d.Demands) < n {
			short++
		}
		var rules []*adhere.Rule
		for _, one := range d.Demands {
			rules = append(rules, one.Rule)
		}
		for at := -1; at < len(rules); at++ {
			text := d.Meets
			if at >= 0 {
				text = d.Breaks[at]
			}
			for j, rule := range rules {
				check, err := catalog.Compile(rule)
				if err != nil {
					t.Fatal(err)
				}
				if f := verify.Strict.Decide(check, verify.NewText(text)); f.Undecided || f.Met == (j == at) {
					t.Errorf("%d: text %d, demand %q: %s", i, at, d.Demands[j].Text, f)
				}
			}
		}
		if c := expresser.Conflicts(rules); len(c) > 0 {
			t.Errorf("%d: a text meets all, but %v", i, c)
		}
	}
	if short > 6 {
		t.Errorf("%d of 120 have fewer demands than were asked for", short)
	}
}

// words is a kind of the number of words, in a family of its own.
func wordsKind(name string, is algebra.Relation, meet, spoil span) Kind {
	return Kind{
		Name: "algebra/" + name, Family: name, draw: nothing,
		says:  func(values) algebra.Expr { return algebra.Has(algebra.Word, is) },
		words: fixed(),
		meet:  func(d *draft, _ values) { d.words = d.words.both(meet) },
		spoil: func(d *draft, _ values) { d.words = spoil },
	}
}

// TestDrawKeepsApart holds that demands which contradict, imply or say the
// same as others, or which every text meets, never come together.
func TestDrawKeepsApart(t *testing.T) {
	long := wordsKind("long", algebra.AtLeast(60), span{lo: 60}, span{hi: 59})
	short := wordsKind("short", algebra.AtMost(40), span{hi: 40}, span{lo: 41})
	implied := wordsKind("implied", algebra.AtLeast(20), span{lo: 20}, span{hi: 19})
	always := wordsKind("always", algebra.AtLeast(0), span{}, span{hi: 1})
	for name, tt := range map[string]struct {
		kinds []Kind
		why   Why
	}{
		"contradicts": {[]Kind{long, short}, Together},
		"implied":     {[]Kind{long, implied}, Redundant},
		"always":      {[]Kind{long, always}, Redundant},
	} {
		s := NewSampler(tt.kinds)
		for i := range 20 {
			if d := s.Draw(rand.New(rand.NewPCG(1, uint64(i))), 2, i); len(d.Demands) > 1 {
				t.Errorf("%s: %v", name, d.Demands)
			}
		}
		if s.Rejected[tt.why] == 0 {
			t.Errorf("%s: rejected %v", name, s.Rejected)
		}
	}
}

// TestWordingNotRead holds that words which are read as something else are
// not used: the algebra's own English takes their place.
func TestWordingNotRead(t *testing.T) {
	k := wordsKind("long", algebra.AtLeast(60), span{lo: 60}, span{hi: 59})
	k.words = fixed("Write at least 61 words.", "Write a good deal.")
	s := NewSampler([]Kind{k})
	d := s.Draw(rand.New(rand.NewPCG(1, 1)), 1, 0)
	if len(d.Demands) != 1 || !d.Demands[0].Printed || d.Demands[0].Text != "The answer has at least 60 words." {
		t.Errorf("%+v", d.Demands)
	}
	if s.Rejected[Unread] != 2 {
		t.Errorf("rejected %v", s.Rejected)
	}
}

// TestDrawIsRepeatable holds that the same source gives the same demands.
func TestDrawIsRepeatable(t *testing.T) {
	draw := func(warm int) string {
		s := NewSampler(Kinds())
		for i := range warm {
			s.Draw(rand.New(rand.NewPCG(8, uint64(i))), 3, i)
		}
		d := s.Draw(rand.New(rand.NewPCG(9, 9)), 6, 3)
		raw, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	if a, b := draw(0), draw(4); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}

// TestLanguagesAreOfficial holds that official evaluators know every language
// that is drawn: of the others they fail to make a check.
func TestLanguagesAreOfficial(t *testing.T) {
	official := strings.Fields("en es pt ar hi fr ru de ja it bn uk th ur ta te bg ko pl he fa vi ne sw kn mr gu pa ml fi")
	for _, l := range languages() {
		if !slices.Contains(official, l[0]) || running[l[0]] == "" {
			t.Errorf("%s is drawn", l)
		}
	}
}

// TestJSONEndsAsOfficialEvaluatorsRead holds that the closing brace of a JSON
// text is no sentence of its own to who ends sentences at a full stop and a
// quotation mark.
func TestJSONEndsAsOfficialEvaluatorsRead(t *testing.T) {
	d := &draft{rng: rand.New(rand.NewPCG(1, 1)), json: true}
	if text := d.text().String(); !strings.HasSuffix(text, `"}`) || strings.HasSuffix(text, `."}`) {
		t.Error(text)
	}
}

func TestNounsAreApart(t *testing.T) {
	list := nouns()
	for i, w := range list {
		for _, text := range running {
			if strings.Contains(text, w) {
				t.Errorf("%q is in a running text", w)
			}
		}
		for j, other := range list {
			if i != j && strings.Contains(other, w) {
				t.Errorf("%q is in %q", w, other)
			}
		}
	}
	names := map[string]bool{}
	for _, k := range Kinds() {
		if names[k.Name] || k.Label == "" || k.Family == "" || !slices.Contains([]string{"ifeval", "ifbench", "ifrlvr", "algebra"}, k.Suite()) {
			t.Errorf("kind %q, label %q, family %q", k.Name, k.Label, k.Family)
		}
		names[k.Name] = true
	}
}

// TestFormsAreWordedByTheirTemplates holds that what the program says of one
// demand of a form, made a template, says the others in its words.
func TestFormsAreWordedByTheirTemplates(t *testing.T) {
	for _, f := range Forms(Kinds()) {
		template, lacking := f.Template(f.Example())
		if lacking != "" || f.Misread(template) != "" {
			t.Errorf("%s: %q lacks %q, is misread as %q", f.Kind(), f.Example(), lacking, f.Misread(template))
		}
		for _, v := range f.examples {
			if got, want := f.kind.fill(template, v), f.kind.own(v); got != want {
				t.Errorf("%s: %q, want %q", f.Kind(), got, want)
			}
		}
	}
	for _, k := range Worded(Kinds(), nil) {
		if k.words == nil {
			t.Errorf("%s has no words", k.Name)
		}
	}
}
