package judge_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
)

// words is a language of one check.
func words() judge.Language {
	return judge.Language{
		Units: "word, sentence",
		Read: func(raw json.RawMessage) (*adhere.Rule, string, error) {
			var got struct{ Most int }
			if err := json.Unmarshal(raw, &got); err != nil || got.Most == 0 {
				return nil, "", errors.New("most: number wanted")
			}
			return &adhere.Rule{Name: "test/words", Args: raw}, "the answer has at most 50 words", nil
		},
	}
}

// TestPropose holds that a rule comes only of a valid check of which the
// model also says that it demands the same, and how often it is asked.
func TestPropose(t *testing.T) {
	for name, tt := range map[string]struct {
		replies []string
		calls   int
		english string
		why     string
	}{
		"accepted":             {[]string{`{"most":50}`, "YES"}, 2, "the answer has at most 50 words", ""},
		"fenced":               {[]string{"```json\n{\n  \"most\": 50\n}\n```", "YES"}, 2, "the answer has at most 50 words", ""},
		"put right":            {[]string{`{"least":50}`, `{"most":50}`, "YES"}, 3, "the answer has at most 50 words", ""},
		"not the same":         {[]string{`{"most":50}`, "NO"}, 2, "", "does not demand the same"},
		"cannot tell":          {[]string{`{"most":50}`, "UNKNOWN"}, 2, "", "does not demand the same"},
		"none":                 {[]string{`{"none":true}`}, 1, "", "no check says this"},
		"none after a mistake": {[]string{`[]`, `{"none":true}`}, 2, "", "no check says this"},
		"never valid":          {[]string{`{"least":50}`}, 3, "", "no valid check: most: number wanted"},
		"never JSON":           {[]string{"Sure! Here it is."}, 3, "", "no valid check"},
		"no answer to the end": {[]string{`{"most":50}`, "Hm.", "Hm.", "Hm."}, 4, "", "does not say whether"},
	} {
		model := inTurn(tt.replies...)
		p, err := judge.NewProposer(judge.Options{Model: model}, words())
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Propose(t.Context(), "Use no more than fifty words.")
		if err != nil || len(model.requests) != tt.calls || got.Usage.Calls != tt.calls {
			t.Errorf("%s: %d calls, want %d; %v", name, len(model.requests), tt.calls, err)
		}
		if got.English != tt.english || (got.Rule != nil) != (tt.english != "") || !strings.Contains(got.Why, tt.why) || got.By != "judge/propose@2+test/fake-1" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestProposeHides holds that who compares is shown no more than what is to
// be compared.
func TestProposeHides(t *testing.T) {
	model := inTurn(`{"least":1}`, `{"most":50}`, "YES")
	p, err := judge.NewProposer(judge.Options{Model: model}, words())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Propose(t.Context(), "Use no more than fifty words."); err != nil {
		t.Fatal(err)
	}
	again, same := transcript(model.requests[1:2]), transcript(model.requests[2:])
	if !strings.Contains(again, "most: number wanted") || !strings.Contains(transcript(model.requests[:1]), "word, sentence") {
		t.Errorf("what is wrong, or the units, are not said:\n%s", again)
	}
	if strings.Contains(same, `"most"`) || !strings.Contains(same, "at most 50 words") || !strings.Contains(same, "no more than fifty") || len(model.requests[2].Messages) != 1 {
		t.Errorf("the comparison shows:\n%s", same)
	}
	if _, err := judge.NewProposer(judge.Options{}, words()); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("no model: %v", err)
	}
}
