package serving_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/serving"
)

// A receiver keeps what is exported, by path. It is busy at first.
type receiver struct {
	mu   sync.Mutex
	busy int
	got  map[string]any
}

func (rc *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rc.mu.Lock()
	defer rc.mu.Unlock()
	if rc.busy > 0 {
		rc.busy--
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	b, _ := io.ReadAll(r.Body)
	var v any
	if r.Header.Get("Content-Type") == "application/json" && json.Unmarshal(b, &v) == nil {
		rc.got[r.URL.Path] = v
	}
	_, _ = io.WriteString(w, "{}")
}

// TestExportedForm compares what is sent with OTLP's JSON form, as its
// specification writes it. What differs from run to run is left out.
func TestExportedForm(t *testing.T) {
	rc := &receiver{busy: 1, got: map[string]any{}}
	server := httptest.NewServer(rc)
	defer server.Close()
	tel := serving.NewTelemetry(serving.Export{Endpoint: server.URL, Service: "tested", Version: "7"})
	ctx, outer := tel.Start(context.Background(), "outer", slog.Int("n", 3), slog.Bool("b", true), slog.Float64("f", .5), slog.String("s", "x"))
	_, inner := tel.StartCall(ctx, "inner")
	tel.Record(ctx, serving.EventEvaluation, slog.String(serving.AttrEvaluationLabel, "met"))
	inner.Fail("because")
	inner.End()
	outer.End()
	if err := tel.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	const resource = `"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"tested"}},{"key":"service.version","value":{"stringValue":"7"}}]}`
	for path, want := range map[string]string{
		"/v1/traces": `{"resourceSpans":[{` + resource + `,"scopeSpans":[{"scope":{"name":"adhere"},"spans":[
			{"traceId":"T","spanId":"S","parentSpanId":"S","flags":1,"name":"inner","kind":3,"startTimeUnixNano":"N","endTimeUnixNano":"N","attributes":[],"status":{"code":2,"message":"because"}},
			{"traceId":"T","spanId":"S","flags":1,"name":"outer","kind":1,"startTimeUnixNano":"N","endTimeUnixNano":"N","status":{},"attributes":[
				{"key":"n","value":{"intValue":"3"}},{"key":"b","value":{"boolValue":true}},{"key":"f","value":{"doubleValue":0.5}},{"key":"s","value":{"stringValue":"x"}}]}]}]}]}`,
		"/v1/logs": `{"resourceLogs":[{` + resource + `,"scopeLogs":[{"scope":{"name":"adhere"},"logRecords":[
			{"timeUnixNano":"N","observedTimeUnixNano":"N","severityNumber":9,"eventName":"gen_ai.evaluation.result","flags":1,"traceId":"T","spanId":"S",
			 "attributes":[{"key":"gen_ai.evaluation.score.label","value":{"stringValue":"met"}}]}]}]}]}`,
	} {
		var wanted any
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(wanted, masked(rc.got[path])); d != "" {
			t.Errorf("%s: %s", path, d)
		}
	}
}

// masked puts letters in the place of identifiers and times.
func masked(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			text, _ := inner.(string)
			switch {
			case name == "traceId" && len(text) == 32:
				v[name] = "T"
			case (name == "spanId" || name == "parentSpanId") && len(text) == 16:
				v[name] = "S"
			case strings.HasSuffix(name, "UnixNano") && len(text) == 19:
				v[name] = "N"
			default:
				masked(inner)
			}
		}
	case []any:
		for _, inner := range v {
			masked(inner)
		}
	}
	return v
}

// A receiver that never takes anything costs no more than the time there is.
func TestExportEnds(t *testing.T) {
	server := httptest.NewServer(&receiver{busy: 1 << 30})
	defer server.Close()
	tel := serving.NewTelemetry(serving.Export{Endpoint: server.URL})
	_, span := tel.Start(context.Background(), "lost")
	span.End()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := tel.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
