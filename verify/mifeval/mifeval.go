// Package mifeval holds the checkers of M-IFEval (Dussolle et al. 2025): those
// of IFEval in French, Spanish and Japanese, and what only these languages
// have. Verdicts are those of the official evaluator, except that the language
// is identified with a fixed seed, that sentences in French and Spanish are cut
// with Punkt's English parameters, and that words in Spanish are runs of
// letters, where the evaluator uses spaCy. Japanese words are kagome's, with the
// dictionary that the evaluator's tokenizer has; see package dictionary.
package mifeval

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/ifeval"
	"adhere/verify/parity"
)

// A kind is a checker of one language: that of IFEval with the same name where
// it has no check of its own.
type kind struct {
	name, doc string
	check     func(*verify.Args) (verify.Check, error)
	prepare   func(string) string // what IFEval's checker is shown, where that is not the answer itself
	note      string              // why the algebra does not have it
}

// A language has its kinds, and words for what IFEval calls "at least", "less
// than" and, as Spanish has it, at most.
type language struct {
	code                    string
	atLeast, lessThan, most string
	kinds                   []kind
}

func languages() []language {
	return []language{
		{code: "es", atLeast: "al menos", most: "como máximo", kinds: spanish()},
		{code: "fr", atLeast: "au moins", lessThan: "moins de", kinds: french()},
		{code: "ja", atLeast: "以上", lessThan: "未満", kinds: japanese()},
	}
}

// Suite lists the checkers.
func Suite() verify.Suite {
	s := verify.Suite{Name: "mifeval", Version: 1}
	base := map[string]verify.Checker{}
	for _, c := range ifeval.Suite().Checkers {
		base[c.Name] = c
	}
	for _, l := range languages() {
		for _, k := range l.kinds {
			doc := strings.NewReplacer("at least, less than", l.atLeast+", "+l.lessThan+l.most).Replace(cmp.Or(k.doc, base[k.name].Doc))
			s.Checkers = append(s.Checkers, verify.Checker{Name: l.code + ":" + k.name, Doc: doc, Compile: l.compile(k, base[k.name])})
		}
	}
	return s
}

func (l language) compile(k kind, base verify.Checker) func(json.RawMessage) (verify.Check, error) {
	return func(raw json.RawMessage) (verify.Check, error) {
		raw, err := l.inEnglish(raw, base.Name)
		if err != nil {
			return nil, err
		}
		if k.check != nil {
			return verify.WithArgs(k.check)(raw)
		}
		check, err := base.Compile(raw)
		if err != nil || k.prepare == nil {
			return check, err
		}
		return func(t *verify.Text) verify.Finding { return check(verify.NewText(k.prepare(t.String()))) }, nil
	}
}

// Equivalents says what each checker demands in the algebra of checks: what
// IFEval's does, where it is that one.
func Equivalents() []algebra.Equivalent {
	base := map[string]algebra.Equivalent{}
	for _, q := range ifeval.Equivalents() {
		base[q.Checker] = q
	}
	var out []algebra.Equivalent
	for _, l := range languages() {
		for _, k := range l.kinds {
			q := algebra.Equivalent{Checker: l.code + ":" + k.name, Likeness: algebra.Code, Note: k.note}
			if k.check == nil && k.prepare == nil {
				was := base[k.name]
				q.Likeness, q.Note, q.Of = was.Likeness, was.Note, func(raw json.RawMessage) (algebra.Expr, error) {
					raw, err := l.inEnglish(raw, was.Checker)
					if err != nil {
						return nil, err
					}
					return was.Of(raw)
				}
			}
			out = append(out, q)
		}
	}
	return out
}

// inEnglish returns arguments with IFEval's words for relations. Where IFEval's
// checker has no relation, that of the data says nothing.
func (l language) inEnglish(raw json.RawMessage, checker string) (json.RawMessage, error) {
	var args map[string]json.RawMessage
	if len(bytes.TrimSpace(raw)) == 0 {
		return raw, nil
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, fmt.Errorf("arguments: expected an object, got %s", verify.Shorten(string(raw)))
	}
	for relation, thresholds := range relations() {
		if string(args[relation]) == "null" || args[relation] == nil {
			continue
		}
		if relation == "relation" && withoutRelation(checker) {
			delete(args, relation)
			continue
		}
		var word string
		_ = json.Unmarshal(args[relation], &word) // what is no text is none of the words
		switch {
		case word == l.atLeast:
			args[relation] = json.RawMessage(`"at least"`)
		case word == l.lessThan && word != "":
			args[relation] = json.RawMessage(`"less than"`)
		case word == l.most && word != "":
			args[relation] = json.RawMessage(`"less than"`)
			for _, t := range thresholds {
				var n int
				if json.Unmarshal(args[t], &n) == nil && args[t] != nil {
					args[t], _ = json.Marshal(n + 1)
				}
			}
		default:
			return nil, fmt.Errorf("%s: expected %q or %q, got %s", relation, l.atLeast, l.lessThan+l.most, verify.Shorten(string(args[relation])))
		}
	}
	return json.Marshal(args)
}

// relations are the arguments that hold one, with the thresholds that they are
// about.
func relations() map[string][]string {
	return map[string][]string{
		"relation":         {"frequency", "num_sentences", "num_words", "num_letters", "kanji_limit"},
		"let_relation":     {"let_frequency"},
		"capital_relation": {"capital_frequency"},
	}
}

// withoutRelation reports checkers that always mean at least as many.
func withoutRelation(checker string) bool {
	switch checker {
	case "detectable_content:number_placeholders", "detectable_format:number_highlighted_sections", "detectable_format:multiple_sections":
		return true
	}
	return false
}

// words are runs of letters, numbers and underscores.
// always makes a check without arguments.
func always(check verify.Check) func(*verify.Args) (verify.Check, error) {
	return func(*verify.Args) (verify.Check, error) { return check, nil }
}

func countWords(is func(word string) bool) func(*verify.Text) int {
	return func(t *verify.Text) int {
		return lists.Count(parity.Words(t.String()), is)
	}
}

// without wants none of some characters.
func without(name string, is func(rune) bool) func(*verify.Args) (verify.Check, error) {
	return always(func(t *verify.Text) verify.Finding { return lacking(t, name, is) })
}

func lacking(t *verify.Text, name string, is func(rune) bool) verify.Finding {
	at := strings.IndexFunc(t.String(), is)
	if at < 0 {
		return verify.Finding{Met: true, Measured: "none", Wanted: "no " + name}
	}
	shown := []rune(t.String()[at:])
	return verify.Finding{Measured: verify.Quote(string(shown[:min(len(shown), 20)])), Wanted: "no " + name}
}

// inMarks wants the whole answer between one of some pairs of marks.
func inMarks(pairs ...string) func(*verify.Args) (verify.Check, error) {
	return always(func(t *verify.Text) verify.Finding {
		f := verify.Finding{Measured: "not in quotation marks", Wanted: "quotation marks around it: " + strings.Join(pairs, " or ")}
		s := []rune(t.Trimmed())
		for _, p := range pairs {
			marks := []rune(p)
			if len(s) > 1 && s[0] == marks[0] && s[len(s)-1] == marks[1] {
				f.Met, f.Measured = true, "in quotation marks"
			}
		}
		return f
	})
}

// inCase wants one case of letters throughout, and the language, which is told
// by the answer in lower case.
func inCase(code, manner string, whole func(string) bool) func(*verify.Args) (verify.Check, error) {
	return always(func(t *verify.Text) verify.Finding {
		f := verify.Finding{Measured: "not " + manner, Wanted: "language " + code + ", " + manner + " only"}
		if whole(t.String()) {
			found := verify.NewText(t.Lower()).Language()
			f.Met, f.Measured = found == code || found == "", manner+", language "+cmp.Or(found, "not to be told")
		}
		return f
	})
}

// ending wants an answer to end with a phrase, once both are trimmed.
func ending(trim func(string) string, trimPhrase func(string) string) func(*verify.Args) (verify.Check, error) {
	return func(a *verify.Args) (verify.Check, error) {
		phrase := trimPhrase(parity.TrimSpace(a.Text("end_phrase")))
		return func(t *verify.Text) verify.Finding {
			s := trim(t.Trimmed())
			shown := []rune(s)
			return verify.Finding{Met: strings.HasSuffix(s, phrase), Measured: "the ending " + verify.Quote(string(shown[max(0, len(shown)-len([]rune(phrase))):])), Wanted: "the ending " + verify.Quote(phrase)}
		}, nil
	}
}

// shared lists the kinds that are IFEval's.
func shared(names ...string) []kind {
	return lists.Map(names, func(name string) kind { return kind{name: name} })
}
