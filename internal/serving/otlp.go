package serving

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// A sender sends spans and log records in OTLP's JSON form. OpenTelemetry's own
// exporters would link gRPC, which a gateway has to keep in memory.
type sender struct {
	to      string // base address of the receiver
	headers map[string]string
	about   []attribute.KeyValue // of the service
	client  *http.Client
}

var (
	_ sdktrace.SpanExporter = (*sender)(nil)
	_ sdklog.Exporter       = recordSender{}
)

// The shapes of OTLP's JSON form: 64-bit numbers are texts, identifiers are in
// hex, and enumerations are numbers.
type (
	otlpAttribute struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"` // by its type
	}
	otlpStatus struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	otlpSpan struct {
		TraceID    string          `json:"traceId"`
		SpanID     string          `json:"spanId"`
		Parent     string          `json:"parentSpanId,omitempty"`
		Flags      uint32          `json:"flags"`
		Name       string          `json:"name"`
		Kind       int             `json:"kind"`
		Start      string          `json:"startTimeUnixNano"`
		End        string          `json:"endTimeUnixNano"`
		Attributes []otlpAttribute `json:"attributes"`
		Status     otlpStatus      `json:"status"`
	}
	otlpRecord struct {
		Time       string          `json:"timeUnixNano"`
		Observed   string          `json:"observedTimeUnixNano"`
		Severity   int             `json:"severityNumber"`
		Event      string          `json:"eventName"`
		Attributes []otlpAttribute `json:"attributes"`
		Flags      uint32          `json:"flags"`
		TraceID    string          `json:"traceId,omitempty"`
		SpanID     string          `json:"spanId,omitempty"`
	}
)

func (s *sender) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	out := make([]otlpSpan, len(spans))
	for i, span := range spans {
		c, parent, status := span.SpanContext(), span.Parent(), span.Status()
		out[i] = otlpSpan{
			TraceID: c.TraceID().String(), SpanID: c.SpanID().String(), Flags: uint32(c.TraceFlags()),
			Name: span.Name(), Kind: int(span.SpanKind()), Start: nanoseconds(span.StartTime()), End: nanoseconds(span.EndTime()),
			Attributes: otlpAttributes(span.Attributes()), Status: otlpStatus{otlpStatusCode(status), status.Description},
		}
		if parent.HasSpanID() {
			out[i].Parent = parent.SpanID().String()
		}
	}
	return s.send(ctx, "/v1/traces", s.wrapped("resourceSpans", "scopeSpans", "spans", out))
}

// wrapped says whose the items are: each level is a list of one object, and the
// levels are called as given.
func (s *sender) wrapped(top, within, items string, of any) any {
	scoped := map[string]any{"scope": map[string]string{"name": scope}, items: of}
	return map[string]any{top: []any{map[string]any{"resource": map[string]any{"attributes": otlpAttributes(s.about)}, within: []any{scoped}}}}
}

// Shutdown has nothing to end.
func (s *sender) Shutdown(context.Context) error { return nil }

// A recordSender sends log records.
type recordSender struct{ *sender }

func (s recordSender) Export(ctx context.Context, records []sdklog.Record) error {
	out := make([]otlpRecord, len(records))
	for i := range records {
		r := &records[i]
		var about []attribute.KeyValue
		r.WalkAttributes(func(a attribute.KeyValue) bool {
			about = append(about, a)
			return true
		})
		out[i] = otlpRecord{
			Time: nanoseconds(r.Timestamp()), Observed: nanoseconds(r.ObservedTimestamp()), Severity: int(r.Severity()),
			Event: r.EventName(), Attributes: otlpAttributes(about), Flags: uint32(r.TraceFlags()),
		}
		if r.TraceID().IsValid() {
			out[i].TraceID, out[i].SpanID = r.TraceID().String(), r.SpanID().String()
		}
	}
	return s.send(ctx, "/v1/logs", s.wrapped("resourceLogs", "scopeLogs", "logRecords", out))
}

// ForceFlush has nothing to send: Export does.
func (s recordSender) ForceFlush(context.Context) error { return nil }

func nanoseconds(t time.Time) string {
	if t.IsZero() {
		return "0"
	}
	return strconv.FormatInt(t.UnixNano(), 10)
}

// otlpStatusCode is a span's status as OTLP numbers it, which is not as the
// library does.
func otlpStatusCode(s sdktrace.Status) int {
	switch s.Code.String() {
	case "Ok":
		return 1
	case "Error":
		return 2
	default:
		return 0
	}
}

// otlpAttributes are the attributes that this package makes: see attributes.
func otlpAttributes(all []attribute.KeyValue) []otlpAttribute {
	out := make([]otlpAttribute, len(all))
	for i, a := range all {
		kind, value := "stringValue", any(a.Value.String())
		switch a.Value.Type() {
		case attribute.BOOL:
			kind, value = "boolValue", a.Value.AsBool()
		case attribute.INT64:
			kind, value = "intValue", strconv.FormatInt(a.Value.AsInt64(), 10)
		case attribute.FLOAT64:
			kind, value = "doubleValue", a.Value.AsFloat64()
		default:
		}
		out[i] = otlpAttribute{string(a.Key), map[string]any{kind: value}}
	}
	return out
}

// sendWait is the time before a receiver that is busy is asked again; it
// doubles each time until the export's own time is over.
const sendWait = 200 * time.Millisecond

// send posts a body until the receiver takes it, refuses it, or ctx ends.
func (s *sender) send(ctx context.Context, path string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	for wait := sendWait; ; wait *= 2 {
		again, err := s.post(ctx, path, body)
		if err == nil || !again {
			return err
		}
		t := time.NewTimer(wait)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return err
		}
	}
}

func (s *sender) post(ctx context.Context, path string, body []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.to+path, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/json")
	for name, value := range s.headers {
		req.Header.Set(name, value)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return true, err
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, 64<<10) // what it says does not matter; the connection is kept
	switch resp.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
		return false, nil
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true, fmt.Errorf("the receiver of traces answers %s", resp.Status)
	}
	return false, fmt.Errorf("the receiver of traces answers %s", resp.Status)
}
