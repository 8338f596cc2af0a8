package main

import (
	"regexp"
	"strings"
	"testing"

	"adhere/prompt"
	"adhere/verify/ruling"
)

// TestProposedLanguage holds the language that a model is told against the
// one that is read: every form of the prompt, filled in, is a valid check.
func TestProposedLanguage(t *testing.T) {
	messages, err := prompt.Default().Render("propose-check", prompt.Data{"Requirement": "Be brief.", "Request": "", "Guide": ruling.Guide()})
	if err != nil {
		t.Fatal(err)
	}
	filled := strings.NewReplacer(
		`"is":R`, `"is":{"most":3}`, "UNIT", `"word"`, "P", `{"unit":"sentence"}`, "F", `{"text":"a"}`, "E", `{"case":"upper"}`,
	)
	part := regexp.MustCompile(`^\{"(unit|find|split|under|between|before|after|about|text|word|pattern|named|exactly|not|less|most|more|least|none|keep)":`)
	examples, forms := 0, 0
	for line := range strings.Lines(messages[0].Text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, `{"check":`) {
			examples++
			read(t, line)
			continue
		}
		for form := range strings.SplitSeq(line, "  ") {
			if strings.HasPrefix(form, `{"`) && strings.HasSuffix(form, "}") && (!part.MatchString(form) || form == `{"not":E}`) {
				forms++
				read(t, `{"check":`+filled.Replace(form)+`}`)
			}
		}
	}
	if examples < 4 || forms < 31 {
		t.Errorf("%d examples and %d forms found; the test would prove nothing", examples, forms)
	}
}

func read(t *testing.T, check string) {
	t.Helper()
	if _, _, err := ruling.ReadCheck([]byte(check)); err != nil {
		t.Errorf("the prompt teaches %s: %v", check, err)
	}
}
