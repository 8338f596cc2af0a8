package ruling_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere/verify/ruling"
)

func TestReadCheck(t *testing.T) {
	rule, english, err := ruling.ReadCheck(json.RawMessage(`{"check":{"count":{"unit":"word"},"is":{"most":3}}}`))
	if err != nil || rule.Name != "algebra/check" || english != "the answer has at most 3 words" {
		t.Errorf("%v %q %v", rule, english, err)
	}
	if _, _, err := ruling.ReadCheck(json.RawMessage(`{"check":{"count":{"unit":"word"},"is":{"most":"3"}}}`)); err == nil || !strings.Contains(err.Error(), "check.is.most") {
		t.Errorf("%v", err)
	}
	if units := ruling.Units(); !strings.Contains(units, "word, ") || !strings.Contains(units, "bullet point") {
		t.Error(units)
	}
}
