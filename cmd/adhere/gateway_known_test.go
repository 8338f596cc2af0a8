package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"adhere"
	"adhere/eval"
	"adhere/internal/gateway"
)

// repairers answers OpenAI's requests, each by the repairer whose position is
// the name of the model.
type repairers []*repairer

func (r repairers) RoundTrip(req *http.Request) (*http.Response, error) {
	var body struct {
		Model    string
		Messages []adhere.Message
	}
	if err := json.NewDecoder(req.Body).Decode(&body); err != nil {
		return nil, err
	}
	i, err := strconv.Atoi(body.Model)
	if err != nil {
		return nil, err
	}
	resp, err := r[i].Generate(req.Context(), &adhere.Request{Messages: body.Messages})
	if err != nil {
		return nil, err
	}
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	type choice struct {
		Message message `json:"message"`
		Finish  string  `json:"finish_reason"`
	}
	b, err := json.Marshal(map[string]any{"id": "x", "choices": []choice{{message{"assistant", resp.Text}, "stop"}}})
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(b))}, err
}

// TestGatewayMeetsEveryRule: through the gateway too, a model that repairs what
// it is told ends every prompt with every rule met that can be, and one that
// breaks other rules instead never ends below its draft.
func TestGatewayMeetsEveryRule(t *testing.T) {
	all := verifiable(t)
	for _, careless := range []bool{false, true} {
		up := make(repairers, len(all))
		for i, in := range all {
			up[i] = &repairer{in: in, told: map[int]bool{}, careless: careless}
		}
		g, err := gateway.New(gateway.Options{
			Upstreams: []gateway.Upstream{{URL: "http://upstream/v1"}}, Transport: up, Catalog: eval.Catalog(),
			Settings: gateway.Settings{Strategy: "decrim", MaxIterations: 10},
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, in := range all {
			rep := askGateway(t, g, strconv.Itoa(i), in)
			best := 0
			for _, a := range rep.Attempts {
				best = max(best, a.Met)
			}
			most := len(in.Requirements) - min(len(eval.Conflicts(in)), 1)
			if rep.Met != best || !careless && rep.Met != most || rep.Flagged != (rep.NotMet > 0) {
				t.Errorf("%s: %d of %d rules met after %d attempts, flagged %v", in.ID, rep.Met, len(in.Requirements), len(rep.Attempts), rep.Flagged)
			}
		}
	}
}

// askGateway puts an instruction with its rules to a gateway.
func askGateway(t *testing.T, g http.Handler, model string, in *adhere.Instruction) *gateway.Report {
	t.Helper()
	type constraint struct {
		Text string       `json:"text"`
		Rule *adhere.Rule `json:"rule"`
	}
	var rules []constraint
	for _, r := range in.Requirements {
		rules = append(rules, constraint{r.Text, r.Rule})
	}
	body, err := json.Marshal(map[string]any{"model": model, "messages": in.Messages, "adhere": map[string]any{"constraints": rules}})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	g.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(string(body))))
	var reply struct{ Adhere *gateway.Report }
	if err := json.Unmarshal(w.Body.Bytes(), &reply); err != nil || reply.Adhere == nil {
		t.Fatalf("%s: status %d: %s", in.ID, w.Code, w.Body)
	}
	return reply.Adhere
}
