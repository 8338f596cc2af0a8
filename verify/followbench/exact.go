package followbench

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/verify"
)

func equals(a *arguments) (verify.Check, error) {
	text, err := need("text", a.Text)
	return func(t *verify.Text) verify.Finding {
		return verify.Found(t.String() == text, "the answer "+verify.Quote(t.String()), "exactly "+verify.Quote(text))
	}, err
}

func oneOf(a *arguments) (verify.Check, error) {
	if len(a.Texts) == 0 {
		return nil, errors.New("texts: missing, expected at least one string")
	}
	names := lists.Map(a.Texts, verify.Quote)
	return func(t *verify.Text) verify.Finding {
		return verify.Found(slices.Contains(a.Texts, t.String()), "the answer "+verify.Quote(t.String()), "exactly one of "+strings.Join(names, ", "))
	}, nil
}

func linesOf(a *arguments) (verify.Check, error) {
	text, err := need("text", a.Text)
	known := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		known[line] = true
	}
	return func(t *verify.Text) verify.Finding {
		wanted := fmt.Sprintf("only lines out of %d known ones", len(known))
		n := 0
		for line := range strings.SplitSeq(t.String(), "\n") {
			if n++; !known[line] {
				return verify.Found(false, fmt.Sprintf("line %d is %s", n, verify.Quote(line)), wanted)
			}
		}
		return verify.Found(true, verify.Amount(n, "line")+" known", wanted)
	}, err
}

func beginsWith(a *arguments) (verify.Check, error) {
	text, err := needWords("text", a.Text)
	return func(t *verify.Text) verify.Finding {
		s := t.String()
		return verify.Found(strings.HasPrefix(s, text), "the answer begins with "+verify.Quote(head(s, len(text)+20)), verify.Quote(text)+" at the start")
	}, err
}

func endsWith(a *arguments) (verify.Check, error) {
	text, err := needWords("text", a.Text)
	return func(t *verify.Text) verify.Finding {
		s := t.String()
		return verify.Found(strings.HasSuffix(s, text), "the answer ends with "+verify.Quote(tail(s, len(text)+20)), verify.Quote(text)+" at the end")
	}, err
}

// head and tail return at most about n bytes, in whole characters.
func head(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }
func tail(s string, n int) string { return strings.ToValidUTF8(s[max(len(s)-n, 0):], "") }

// lastMatch compares the last match of a shape with the text.
func lastMatch(a *arguments) (verify.Check, error) {
	shapes := map[string]struct{ pattern, name string }{
		"choice":  {`\([A-Z]\)`, "a choice such as (A)"},
		"date":    {`\p{Nd}{2}/\p{Nd}{2}/\p{Nd}{4}`, "a date such as 12/31/1999"},
		"dollars": {`\$\p{Nd}+`, "an amount such as $12"},
		"yuan":    {`\p{Nd}+美元`, "an amount such as 12美元"},
	}
	shape, ok := shapes[a.Shape]
	if !ok {
		return nil, fmt.Errorf("shape: expected choice, date, dollars or yuan, got %q", a.Shape)
	}
	re := regexp.MustCompile(shape.pattern)
	text, err := need("text", a.Text)
	return func(t *verify.Text) verify.Finding {
		s, last := t.String(), ""
		for at := re.FindStringIndex(s); at != nil; at = re.FindStringIndex(s) {
			last, s = s[at[0]:at[1]], s[at[1]:]
		}
		if last == "" {
			return verify.Found(false, "the answer does not hold "+shape.name, verify.Quote(text)+" as the last")
		}
		return verify.Found(last == text, "the last is "+verify.Quote(last), verify.Quote(text)+" as the last")
	}, err
}

// template compares the answer line by line with the template: since {answer}
// spans no line break, lines pair off, and within a line the leftmost place
// for each literal part is as good as any.
func template(a *arguments) (verify.Check, error) {
	text, err := need("template", a.Template)
	text = strings.ReplaceAll(text, "{instruction}\n", "")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "{{", "{"), "}}", "}")
	var lines [][]string
	for line := range strings.SplitSeq(text, "\n") {
		// The official script writes {answer} as .* and then takes any .* for it.
		lines = append(lines, strings.Split(strings.ReplaceAll(line, "{answer}", ".*"), ".*"))
	}
	wanted := "the form " + verify.Quote(text)
	return func(t *verify.Text) verify.Finding {
		s := t.String()
		if n := strings.Count(s, "\n") + 1; n != len(lines) {
			return verify.Found(false, verify.Amount(n, "line")+" instead of "+strconv.Itoa(len(lines)), wanted)
		}
		n := 0
		for line := range strings.SplitSeq(s, "\n") {
			if !fits(line, lines[n]) {
				return verify.Found(false, fmt.Sprintf("line %d is %s", n+1, verify.Quote(line)), wanted)
			}
			n++
		}
		return verify.Found(true, "the answer has the form", wanted)
	}, err
}

// fits reports whether the line is the parts with anything between them.
func fits(line string, parts []string) bool {
	if len(parts) == 1 {
		return line == parts[0]
	}
	line, ok := strings.CutPrefix(line, parts[0])
	if !ok {
		return false
	}
	line, ok = strings.CutSuffix(line, parts[len(parts)-1])
	for _, part := range parts[1 : len(parts)-1] {
		if ok {
			_, line, ok = strings.Cut(line, part)
		}
	}
	return ok
}

// Template returns the rule that an answer has the form of a template, in
// which {answer} stands for any text within a line.
func Template(text string) *adhere.Rule {
	return adhere.NewRule("followbench/template", map[string]string{"template": doubled.Replace(text)})
}

// doubled writes braces that are meant as the data have them.
var doubled = strings.NewReplacer("{answer}", "{answer}", "{", "{{", "}", "}}")
