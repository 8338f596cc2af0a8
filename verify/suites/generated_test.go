package suites_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/suites"
)

var update = flag.Bool("update", false, "rewrite docs/verifiers.md: go test ./verify/suites -run TestGenerated -update")

// A checkExample is an example of a part of the algebra.
type checkExample struct {
	For   string `json:"for"`
	Check string `json:"check"`
	Met   string `json:"met"`
	Not   string `json:"not"`
}

// A unitExample says how many units a text has.
type unitExample struct {
	Unit   algebra.Unit `json:"unit"`
	Text   string       `json:"text"`
	Plain  int          `json:"plain"`
	Parity int          `json:"parity"`
}

// A page writes Markdown.
type page struct{ bytes.Buffer }

func (p *page) say(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *page) table(heads ...string) {
	p.row(heads...)
	p.row(strings.Split(strings.Repeat("---,", len(heads)-1)+"---", ",")...)
}

func (p *page) row(cells ...string) {
	p.say("| %s |\n", strings.Join(cells, " | "))
}

// code shows a text in a cell, with its line breaks written out.
func code(s string) string {
	const most = 120
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "…"
	}
	s = strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`, "|", `\|`).Replace(s)
	switch {
	case s == "":
		return "(nothing)"
	case strings.Contains(s, "`"):
		return "```` " + s + " ````"
	case s[0] == ' ' || s[len(s)-1] == ' ':
		return "` " + s + " `" // Markdown takes one blank off each end
	}
	return "`" + s + "`"
}

// words makes running text safe for a cell. Between backquotes it is code.
func words(s string) string {
	pieces := strings.Split(s, "`")
	for i, p := range pieces {
		if i%2 == 1 && i < len(pieces)-1 {
			pieces[i] = strings.ReplaceAll(p, "|", `\|`)
			continue
		}
		pieces[i] = strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "[", `\[`, "\\", `\\`, "\n", `\n`).Replace(p)
	}
	return strings.Join(pieces, "`")
}

// TestGeneratedVerifiers holds docs/verifiers.md to the code and to examples
// that are true.
func TestGeneratedVerifiers(t *testing.T) {
	p := &page{}
	p.say("%s", opening)
	writeSentences(t, p)
	writeUnits(t, p)
	writeAlgebra(t, p)
	writeFamilies(t, p)
	writeSuites(t, p)
	const path = "../../docs/verifiers.md"
	if *update {
		if err := os.WriteFile(path, p.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, p.Bytes()) {
		t.Errorf("%s is stale; run go test ./verify/suites -run TestGenerated -update", path)
	}
}

const opening = `# What code can decide

This page is generated from the code; tests run its examples
(` + "`go test ./verify/suites -run TestGenerated -update`" + `).

Code decides a requirement only if it can do so with certainty: at once, free of charge, and
always the same way. A check says something about the units of a text (words, sentences,
list items …), about selections of them, or about numbers measured on them. It can be
written in English or in JSON:

    $ adhere verify --require 'at most 50 words' answer.txt
    met      at most 50 words: 15 words, expected at most 50 words
    $ adhere verify --rule 'algebra/check {"check":{"count":{"unit":"word"},"is":{"most":50}}}' answer.txt
    met      algebra/check {"check":{"count":{"unit":"word"},"is":{"most":50}}}: 15 words, expected at most 50 words

Upper and lower case, and full-width forms ("！" is an exclamation mark), make no difference
unless "(same case)" follows. The time that a check takes grows linearly with the length of
the answer.

## Two readings

*Plain* counts as a person would, by the rules of Unicode and Markdown. *Parity* counts as
the official evaluators of benchmarks do; such a check begins with "in the parity reading".

People count differently: some count the title, some count a hyphenated word as two. In
the plain reading, lengths, beginnings and ends are therefore checked in several ways:

- with and without a title, a lead-in ("Here is …:"), quotation marks around the answer,
  references, salutation, closing line, and marks of emphasis and headings;
- with list items counted as paragraphs, lines of over 100 characters as several, hyphenated
  words as several, and what has no white space in it ("AT&T", an address) as one word;
- with and without the sentence ends that are in doubt: before a small letter ("Stop!" she
  said), with a mark before a closing quotation mark, in an ellipsis, after what may be an
  abbreviation (St., p.m., vitamin A.), and beside numbers ("am 24. Dezember");
- in an alphabet, with and without accents, spaces and articles; among the cells of a table,
  with and without the header's; a line all in bold as a heading and as text, where it may be;
- for Chinese and Japanese, with and without counting punctuation marks as characters.

If these disagree, the requirement is undecided, and a judge decides it. More is undecided
where it is not certain what counts:

- how many entries an answer has, unless it has a single list;
- how many bullet points, if a line begins with a dash that is longer than a hyphen;
- how many links, if an address lacks its "https://";
- which language an answer is in, unless the text is long enough, made of sentences rather
  than names or code, and clearly closer to one language than to all others.

A code fence around the whole answer never breaks a requirement: where it makes a difference, the verdict is undecided.

Before anything is generated, the rules of all suites are compared in the algebra, and
requirements that no answer can meet together are named.
`

func writeUnits(t *testing.T, p *page) {
	p.say("\n## Units\n\n")
	p.table("unit", "what it is", "in this text", "plain", "parity")
	_, constants := algebraSource(t)
	examples := map[algebra.Unit]unitExample{}
	for _, e := range readLines[unitExample](t, "testdata", "units.jsonl") {
		examples[e.Unit] = e
		for reading, n := range map[algebra.Reading]int{algebra.Plain: e.Plain, algebra.Parity: e.Parity} {
			holds(t, algebra.Check{Reading: reading, Expr: algebra.Has(e.Unit, algebra.Exactly(float64(n)))}, e.Text, true)
		}
	}
	docs := map[string]string{"character": "a grapheme cluster; parity: a code point", "word": "by Unicode's rules, with at least one letter or number, hyphens between them included; parity: a run of letters, numbers and underscores", "sentence": "of running text and list items; parity: as Punkt finds them in the full text", "paragraph": "running text or a block quote; parity: the text between empty lines"}
	for _, c := range constants["Unit"] {
		if docs[c.value] == "" {
			docs[c.value] = c.doc
		}
	}
	for _, u := range algebra.Units() {
		e, ok := examples[u]
		if !ok || docs[string(u)] == "" {
			t.Errorf("unit %q: example %v, words %q", u, ok, docs[string(u)])
		}
		p.row(string(u), words(docs[string(u)]), code(e.Text), strconv.Itoa(e.Plain), strconv.Itoa(e.Parity))
	}
}

// holds compares the verdict on a text with the wanted one.
func holds(t *testing.T, c algebra.Check, text string, want bool) {
	t.Helper()
	check, err := c.Compile()
	if err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	if f := check(verify.NewText(text)); f.Met != want {
		t.Errorf("%s: %q: met %v: %s", c, text, f.Met, f)
	}
}

// writeAlgebra writes a table for each kind of part, with all there are of
// it.
func writeAlgebra(t *testing.T, p *page) {
	types, constants := algebraSource(t)
	examples := readLines[checkExample](t, "testdata", "checks.jsonl")
	used, values := map[string]bool{}, map[string]bool{}
	for _, e := range examples {
		c := parsed(t, e.Check)
		parts(reflect.ValueOf(c), used, values)
		holds(t, c, e.Met, true)
		holds(t, c, e.Not, false)
	}
	types["source"] = append(types["source"], declared{name: "Pick", doc: "The parts at some places, from the start or the end, or all but those."}, declared{name: "Parts", doc: "Parts with a condition, and parts of other parts."})
	for _, kind := range []struct{ title, method string }{{"Selections", "source"}, {"Measures", "measure"}, {"Predicates and combinations", "expr"}} {
		p.say("\n## %s\n\n", kind.title)
		p.table("", "what it means", "in English", "JSON", "met by", "not by")
		for _, d := range types[kind.method] {
			if !used[d.name] {
				t.Errorf("%s is in no example", d.name)
			}
			writeExamples(t, p, d, examples)
		}
	}
	p.say("\n## Relations\n\n")
	p.table("", "what it means", "in English", "JSON", "met by", "not by")
	for _, op := range constants["Op"] {
		writeExamples(t, p, declared{op.value, op.value, op.doc}, examples)
	}
	for _, kind := range []string{"Op", "StatKind", "Case", "SetRelation", "FindKind", "Nesting"} {
		for _, c := range constants[kind] {
			if !values[kind+" "+c.value] && !values["Depth "+c.value] {
				t.Errorf("%s %q is in no example", kind, c.value)
			}
		}
	}
}

func writeExamples(t *testing.T, p *page, d declared, examples []checkExample) {
	first := true
	for _, e := range examples {
		if e.For != d.name {
			continue
		}
		name, doc := d.name, strings.TrimPrefix(d.doc, d.name+" ")
		if !first {
			name, doc = "", ""
		}
		first = false
		raw := string(parsed(t, e.Check).Args())
		raw = strings.TrimSuffix(strings.TrimPrefix(raw, `{"reading":"plain","check":`), "}")
		p.row(name, words(doc), words(e.Check), code(raw), code(e.Met), code(e.Not))
	}
	if first {
		t.Errorf("%s has no example", d.name)
	}
}

// writeFamilies writes what evaluators and guardrails demand, and how it is
// said here.
func writeFamilies(t *testing.T, p *page) {
	p.say(`
## What other tools check, and how to write it here

E is IFEval, B IFBench, T the training constraints of IF-RLVR, M M-IFEval, G the
hub of Guardrails AI, P Portkey's gateway, L Mellea. Rows without a letter are other
things that people ask for.

`)
	p.table("demand", "from", "here", "met by", "not by")
	last := ""
	var left []family
	for _, f := range readLines[family](t, "testdata", "families.jsonl") {
		if f.Left != "" {
			left = append(left, f)
			continue
		}
		if f.Family != last {
			p.row("**"+f.Family+"**", "", "", "", "")
			last = f.Family
		}
		here := words(f.Check)
		if f.Rule != "" {
			here = code(f.Rule + " " + string(f.Args))
		}
		p.row(words(f.Demand), f.From, here, code(f.Met), code(f.Not))
	}
	p.say("\nLeft out:\n\n")
	p.table("demand", "from", "why")
	for _, f := range left {
		p.row(words(f.Demand), f.From, words(f.Left))
	}
}

// writeSuites writes each checker with what it demands in the algebra.
func writeSuites(t *testing.T, p *page) {
	p.say(`
## Suites

The checkers of a suite have their own names and arguments and give the same verdicts as
the official evaluator. The column "in the algebra" shows the check that means the same as
the example: exactly, on every text; *nearly*, with the difference; or *part* of it. If
there is none (*code*), it says why. Tests compare the two on recorded answers and on
altered ones.
`)
	examples := map[string]example{}
	for _, e := range readLines[example](t, "testdata", "examples.jsonl") {
		if _, twice := examples[e.Rule]; !twice {
			examples[e.Rule] = e
		}
	}
	expresser := suites.NewExpresser()
	for _, s := range suites.All() {
		if s.Name == algebra.Suite().Name {
			continue
		}
		p.say("\n### %s (version %d)\n\n%s\n\n", s.Name, s.Version, tally(suites.Equivalents()[s.Name]))
		p.table("checker", "what it demands", "arguments", "in the algebra", "met by", "not by")
		for _, k := range s.Checkers {
			e := examples[s.Name+"/"+k.Name]
			check, likeness, note := expresser.Express(e.rule())
			p.row("`"+k.Name+"`", cell(k.Doc), code(given(t, e.Args)), inAlgebra(check, likeness, note), code(e.Met), code(e.Not))
		}
	}
}

// cell keeps the code in a Doc.
func cell(doc string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(doc)
}

// given drops arguments that are null.
func given(t *testing.T, args json.RawMessage) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, args); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(b.String(), `"unused":null`, "")
}

func inAlgebra(check algebra.Check, likeness algebra.Likeness, note string) string {
	english := ""
	if likeness != algebra.Code {
		english = strings.TrimPrefix(check.String(), "in the parity reading, ")
		const most = 400
		if r := []rune(english); len(r) > most {
			english = string(r[:most]) + " …"
		}
	}
	switch likeness {
	case algebra.Equal:
		return words(english)
	case algebra.Nearly:
		return words(english) + "; *nearly*: " + words(note)
	case algebra.Part:
		return words(english) + "; *part*: " + words(note)
	case algebra.Code:
	}
	return "*code*: " + words(note)
}

// tally says how many checkers are what.
func tally(list []algebra.Equivalent) string {
	n := map[algebra.Likeness]int{}
	for _, q := range list {
		n[q.Likeness]++
	}
	var said []string
	for _, l := range []struct {
		likeness algebra.Likeness
		words    string
	}{{algebra.Equal, "equal"}, {algebra.Nearly, "nearly"}, {algebra.Part, "in part"}, {algebra.Code, "code"}} {
		if n[l.likeness] > 0 {
			said = append(said, fmt.Sprintf("%d %s", n[l.likeness], l.words))
		}
	}
	return fmt.Sprintf("%d checkers: %s.", len(list), strings.Join(slices.Clip(said), ", "))
}
