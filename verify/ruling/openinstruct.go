package ruling

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/verify/algebra"
)

// A named is the arguments of a ground truth that names one of open-instruct's
// functions; those that the function does not take are null.
type named struct {
	Func      string          `json:"func_name"`
	N         *int            `json:"N"`
	I         *int            `json:"i"`
	Quant     string          `json:"quantifier"`
	Keywords  []string        `json:"keyword_list"`
	Word      string          `json:"word"`
	Forbidden []string        `json:"forbidden_words"`
	Letter    string          `json:"letter"`
	Language  string          `json:"language"`
	First     string          `json:"first_word"`
	Marker    string          `json:"postscript_marker"`
	Options   json.RawMessage `json:"options"`
	Splitter  string          `json:"section_splitter"`
	Prompt    string          `json:"original_prompt"`
	End       string          `json:"end_phrase"`
}

// functions are open-instruct's, by name, and the checks that decide as they
// do; languages are told apart by our own reader, and JSON may stand in a code
// fence.
var functions = map[string]func(n named) (any, error){
	"verify_keywords":          func(n named) (any, error) { return each(n.Keywords, containsAny), missing("keyword_list", n.Keywords) },
	"validate_forbidden_words": func(n named) (any, error) { return each(n.Forbidden, lacks), missing("forbidden_words", n.Forbidden) },
	"verify_keyword_frequency": func(n named) (any, error) { return exactly(n, algebra.WordText(n.Word)) },
	"verify_letter_frequency":  func(n named) (any, error) { return exactly(n, cased(n.Letter)) },
	"verify_paragraph_count":   func(n named) (any, error) { return exactly(n, algebra.Split("* * *")) },
	"validate_response_language": func(n named) (any, error) {
		return adhere.NewRule("ifeval/language:response_language", map[string]any{"language": n.Language}), nil
	},
	"validate_word_constraint":         func(n named) (any, error) { return quantified(n, algebra.Pattern(`\S+`), tenth) },
	"verify_sentence_constraint":       func(n named) (any, error) { return quantified(n, casedPattern(sentence), one) },
	"validate_frequency_capital_words": func(n named) (any, error) { return quantified(n, casedPattern(`\b[A-Z]+\b`), tenth) },
	"validate_paragraphs":              paragraphs,
	"verify_postscript":                func(n named) (any, error) { return contains(casedPattern(regexp.QuoteMeta(n.Marker) + `\s*\S`)) },
	"validate_placeholders":            func(n named) (any, error) { return atLeast(n, algebra.Pattern(`\[.*?\]`)) },
	"verify_bullet_points":             func(n named) (any, error) { return exactly(n, algebra.Pattern(`(?m)^[^\S\n]*[*-]`)) },
	"validate_title":                   func(named) (any, error) { return contains(algebra.Pattern(`<<.*?>>`)) },
	"validate_choice":                  choice,
	"validate_highlighted_sections":    func(n named) (any, error) { return atLeast(n, algebra.Pattern(`\*.*?\*`)) },
	"validate_sections": func(n named) (any, error) {
		return atLeast(n, algebra.Pattern(regexp.QuoteMeta(n.Splitter)+`\s?[0-9]+`))
	},
	"validate_json_format": func(named) (any, error) { return algebra.JSON{}, nil },
	"validate_repeat_prompt": func(n named) (any, error) {
		return adhere.NewRule("followbench/begins_with", map[string]any{"text": n.Prompt}), nil
	},
	"validate_two_responses": func(named) (any, error) { return &adhere.Rule{Name: "ifeval/combination:two_responses"}, nil },
	"validate_uppercase":     func(named) (any, error) { return algebra.No(casedPattern(`\p{Ll}`)), nil },
	"validate_lowercase":     func(named) (any, error) { return algebra.No(casedPattern(`\p{Lu}`)), nil },
	"validate_end":           func(n named) (any, error) { return algebra.Ends{With: cased(n.End)}, nil },
	"validate_quotation":     func(named) (any, error) { return &adhere.Rule{Name: "ifeval/startend:quotation"}, nil },
	"validate_no_commas":     func(named) (any, error) { return &adhere.Rule{Name: "ifeval/punctuation:no_comma"}, nil },
}

// sentence is a match for each sentence: it ends with . ? ! before white space,
// but not after an abbreviation such as "e.g." or "Mr.".
const sentence = `(?:(?:\w\.\w[.?!]|[A-Z][a-z]\.)\s|[.?!]+[^\s.?!]|[^.?!])*(?:[.?!]+(?:\s|\z)|\z)`

// readFunction reads {"func_name", …}, as open-instruct's older training sets
// have their ground truth.
func readFunction(raw json.RawMessage) ([]Weighted, error) {
	r := rows.get(string(raw), func() (r row) {
		r.requirements, r.err = readNewFunction(raw)
		return r
	})
	return r.requirements, r.err
}

func readNewFunction(raw json.RawMessage) ([]Weighted, error) {
	var n named
	if err := json.Unmarshal(raw, &n); err != nil {
		return nil, inField("ground_truth", fmt.Errorf("expected the arguments of a function of open-instruct, got %s: %w", given(raw), err))
	}
	of, ok := functions[n.Func]
	if !ok {
		return nil, inField("ground_truth", fmt.Errorf("func_name: expected one of %s, got %q", strings.Join(slices.Sorted(maps.Keys(functions)), ", "), n.Func))
	}
	demand, err := of(n)
	if err != nil {
		return nil, inField("ground_truth", fmt.Errorf("%s: %w", n.Func, err))
	}
	rule, ok := demand.(*adhere.Rule)
	if !ok {
		rule = algebra.InParity(demand.(algebra.Expr)).Rule()
	}
	return []Weighted{{Case{Rule: rule}, 1}}, nil
}

func missing(field string, values []string) error {
	if len(values) == 0 {
		return fmt.Errorf("%s: expected a list of texts, but it is missing or empty", field)
	}
	return nil
}

// each joins what is demanded of every text.
func each(texts []string, demand func(string) algebra.Expr) algebra.Expr {
	return algebra.All(lists.Map(texts, demand)).Single()
}

func containsAny(text string) algebra.Expr { return algebra.Contains{What: algebra.Text(text)} }

func lacks(text string) algebra.Expr { return algebra.No(algebra.Text(text)) }

func contains(what algebra.Find) (any, error) { return algebra.Contains{What: what}, nil }

func cased(text string) algebra.Find {
	return algebra.Find{Kind: algebra.FindText, Value: text, Case: true}
}

func casedPattern(pattern string) algebra.Find {
	return algebra.Find{Kind: algebra.FindPattern, Value: pattern, Case: true}
}

func number(name string, n *int) (float64, error) {
	if n == nil {
		return 0, fmt.Errorf("%s: expected a number, but it is missing", name)
	}
	return float64(*n), nil
}

func exactly(n named, of algebra.Source) (any, error) {
	count, err := number("N", n.N)
	return algebra.Has(of, algebra.Exactly(count)), err
}

func atLeast(n named, of algebra.Source) (any, error) {
	count, err := number("N", n.N)
	return algebra.Has(of, algebra.AtLeast(count)), err
}

// tenth and one are how far from a number "around" reaches.
func tenth(n float64) float64 { return max(math.RoundToEven(n/10), 1) }
func one(float64) float64     { return 1 }

func quantified(n named, of algebra.Source, around func(float64) float64) (any, error) {
	count, err := number("N", n.N)
	switch {
	case err != nil:
		return nil, err
	case n.Quant == "at least":
		return algebra.Has(of, algebra.AtLeast(count)), nil
	case n.Quant == "at most":
		return algebra.Has(of, algebra.AtMost(count)), nil
	case n.Quant == "around":
		return algebra.Has(of, algebra.About(count, around(count))), nil
	}
	return nil, fmt.Errorf(`quantifier: expected "at least", "at most" or "around", got %q`, n.Quant)
}

// paragraphs have an empty line between them; the one with number i begins
// with a text.
func paragraphs(n named) (any, error) {
	count, err := number("N", n.N)
	if err != nil {
		return nil, err
	}
	at, err := number("i", n.I)
	if err != nil {
		return nil, err
	}
	parts := algebra.Split("\n\n")
	first := algebra.Parts{Source: parts, Pick: algebra.Pick{From: int(at), To: int(at)}}
	return algebra.All{algebra.Has(parts, algebra.Exactly(count)), algebra.Each{Of: first, Holds: algebra.Starts{With: cased(n.First)}}}, nil
}

// choice has one of the options occur, which are a list, or one text.
func choice(n named) (any, error) {
	var options []string
	if text, ok := asText(n.Options); ok {
		options = []string{text}
	} else if err := json.Unmarshal(n.Options, &options); err != nil || len(options) == 0 {
		return nil, fmt.Errorf("options: expected a list of texts, got %s", given(n.Options))
	}
	var anyOf algebra.Any
	for _, o := range options {
		anyOf = append(anyOf, algebra.Contains{What: cased(o)})
	}
	if len(anyOf) == 1 {
		return anyOf[0], nil
	}
	return anyOf, nil
}
