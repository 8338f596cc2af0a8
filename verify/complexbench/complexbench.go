// Package complexbench reads the rules of ComplexBench's scoring questions. A
// rule is about the parts of an answer that its question speaks of, which a
// model has copied out. Verdicts are those of the official script.
package complexbench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/algebra"
)

// Suite lists the checkers.
func Suite() verify.Suite {
	return verify.Suite{Name: "complexbench", Version: 1, Checkers: []verify.Checker{{
		Name:    "part",
		Doc:     "the part of an answer, or all parts, meet the `rule` of a scoring question as ComplexBench writes it, such as model_length:[1,100] or model_keyword_each:[a,b]",
		Compile: verify.WithArgs(compile), Parts: true,
	}}}
}

// Equivalents says what each checker demands in the algebra of checks.
func Equivalents() []algebra.Equivalent {
	return []algebra.Equivalent{{Checker: "part", Likeness: algebra.Code, Note: "it decides parts of an answer that a model found"}}
}

// A rule is one line of a rule as the data has it.
type rule struct {
	kind   string // the name without "model_" and "_each"
	model  bool   // it began with "model_"
	each   bool   // all parts must meet it, not only the first
	plain  bool   // the marks of a part stay as they are when words and marks are looked for
	text   string // behind the colon
	list   []string
	bounds [2]int
}

func compile(a *verify.Args) (verify.Check, error) {
	text := a.Text("rule")
	rules, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("rule: %w", err)
	}
	return func(t *verify.Text) verify.Finding {
		parts := strings.Split(t.String(), verify.PartMark)
		for i := range rules {
			if !rules[i].met(parts) {
				return verify.Finding{Measured: measured(parts), Wanted: text}
			}
		}
		return verify.Finding{Met: true, Measured: measured(parts), Wanted: text}
	}, nil
}

// measured says what parts there are.
func measured(parts []string) string {
	if none(parts) {
		return "no such part"
	}
	first := verify.Shorten(parts[0])
	if len(parts) == 1 {
		return first + " (" + strconv.Itoa(utf8.RuneCountInString(parts[0])) + " characters)"
	}
	return fmt.Sprintf("%d parts, the first %s", len(parts), first)
}

// parse reads a rule: a name, a colon and a list or text; or two such lines.
func parse(text string) ([]rule, error) {
	lines := []string{text}
	if first, second, two := strings.Cut(text, "\n"); two && known(first) && known(second) {
		lines = []string{first, second}
	}
	rules := make([]rule, 0, len(lines))
	for _, line := range lines {
		r, err := parseLine(line)
		if err != nil {
			return nil, err
		}
		r.plain = r.kind == "keyword_num" || r.model && !r.each || len(rules) > 0 && rules[0].kind == "keyword_num"
		rules = append(rules, r)
	}
	return rules, nil
}

func known(line string) bool { return judges(named(line).kind) != nil }

// named takes the name of a rule apart.
func named(line string) rule {
	name, text, _ := strings.Cut(line, ":")
	r := rule{text: text}
	name, r.model = strings.CutPrefix(name, "model_")
	r.kind, r.each = strings.CutSuffix(name, "_each")
	return r
}

func parseLine(line string) (rule, error) {
	r := named(line)
	if judges(r.kind) == nil || !strings.Contains(line, ":") {
		return r, fmt.Errorf("expected a rule such as model_length:[1,100], got %s", verify.Shorten(line))
	}
	if texts(r.kind) {
		return r, nil
	}
	inside := strings.Trim(strings.TrimSpace(r.text), "[]")
	for one := range strings.SplitSeq(inside, ",") {
		r.list = append(r.list, strings.TrimSpace(one))
	}
	if !bounded(r.kind) {
		return r, nil
	}
	for i := range r.bounds {
		var err error
		if len(r.list) < 2 {
			return r, fmt.Errorf("expected two bounds, got %s", verify.Shorten(r.text))
		}
		if r.bounds[i], err = strconv.Atoi(r.list[i]); err != nil {
			return r, fmt.Errorf("expected whole numbers as bounds, got %s", verify.Shorten(r.text))
		}
	}
	r.list = r.list[2:]
	return r, nil
}

// texts reports whether a kind of rule has a text behind the colon, not a list.
func texts(kind string) bool {
	switch kind {
	case "startswith", "endswith", "not_startswith", "not_endswith", "not endswith", "match":
		return true
	}
	return false
}

// bounded reports whether the list of a kind begins with two bounds.
func bounded(kind string) bool {
	switch kind {
	case "length", "length_word", "keyword_num", "number":
		return true
	}
	return false
}

// none reports whether no part was found.
func none(parts []string) bool { return len(parts) == 0 || len(parts) == 1 && parts[0] == "" }

// met decides a rule as the official script does: what is wanted of a part that
// is not there is not met, what is forbidden in it is.
func (r *rule) met(parts []string) bool {
	forbids := r.kind == "forbidden_word" || strings.HasPrefix(r.kind, "not")
	switch {
	case none(parts):
		return forbids
	case r.kind == "number":
		return r.within(len(parts))
	case r.kind == "starts_with_list":
		return r.startsInTurn(parts)
	case !r.model && !r.each && strings.Contains(parts[0], "None") && r.kind != "Json":
		return forbids
	case !r.each:
		return r.meets(parts[0])
	}
	if r.kind == "endswith" && len(parts) > 1 {
		parts = parts[:len(parts)-1] // the last is followed by nothing
	}
	return !slices.ContainsFunc(parts, func(p string) bool { return p != "" && !r.meets(p) })
}

// startsInTurn holds that each part starts with its own of the list.
func (r *rule) startsInTurn(parts []string) bool {
	if len(parts) != len(r.list) {
		return false
	}
	for i, p := range parts {
		if p != "" && !starts(full(p), r.list[i]) {
			return false
		}
	}
	return true
}

// meets decides one part, with or without the quotation marks around it where
// the official script tries both.
func (r *rule) meets(part string) bool {
	met := judges(r.kind)
	switch {
	case r.each && (r.kind == "endswith" || r.kind == "constraint_punc"):
		return met(r, unquoted(full(part))) || met(r, part)
	case !r.model && !r.each, r.kind == "length", r.kind == "length_word":
		return met(r, unquoted(part)) || met(r, part)
	case r.kind == "constraint_punc":
		return met(r, unquoted(part))
	}
	return met(r, part)
}

// judges returns what decides a part under a kind of rule; nil for others.
func judges(kind string) func(r *rule, part string) bool {
	switch kind {
	case "keyword":
		return func(r *rule, s string) bool { return r.holds(s) == len(r.list) }
	case "forbidden_word":
		return func(r *rule, s string) bool { return r.holds(s) == 0 }
	case "keyword_num":
		return func(r *rule, s string) bool { return r.within(r.holds(s)) }
	case "length":
		return func(r *rule, s string) bool { return r.within(utf8.RuneCountInString(s)) }
	case "length_word":
		return func(r *rule, s string) bool { return r.within(len(strings.Fields(s))) }
	case "startswith":
		return func(r *rule, s string) bool { return starts(full(s), r.text) }
	case "endswith":
		return func(r *rule, s string) bool { return ends(full(s), r.text) }
	case "not_startswith":
		return func(r *rule, s string) bool { return !starts(full(s), r.text) }
	case "not_endswith", "not endswith":
		return func(r *rule, s string) bool { return !ends(full(s), r.text) }
	case "match":
		return func(r *rule, s string) bool {
			s = full(s)
			return s == r.text || s == r.text+"。" || s == r.text+"."
		}
	case "constraint_punc":
		return func(r *rule, s string) bool { return r.onlyMarks(r.wide(s)) }
	case "Json":
		return func(r *rule, s string) bool { return r.fields(s) }
	case "number", "starts_with_list": // of all parts together
		return func(*rule, string) bool { return false }
	}
	return nil
}

func (r *rule) within(n int) bool { return n >= r.bounds[0] && n <= r.bounds[1] }

// wide writes the marks of a part in full width, unless the official script
// leaves them under this rule.
func (r *rule) wide(s string) string {
	if r.plain {
		return s
	}
	return full(s)
}

// holds counts the words of the list that a part has.
func (r *rule) holds(s string) int {
	s = r.wide(s)
	return lists.Count(r.list, func(word string) bool { return strings.Contains(s, full(word)) })
}
