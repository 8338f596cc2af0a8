package serving

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/propagation"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// tracing makes spans and log records and sends them.
type tracing struct {
	spans   *sdktrace.TracerProvider
	records *sdklog.LoggerProvider
	tracer  trace.Tracer
	logger  log.Logger
}

const scope = "adhere"

func newTracing(e Export) *tracing {
	about := resource.NewSchemaless(attribute.String("service.name", e.Service), attribute.String("service.version", e.Version))
	out := &sender{e.Endpoint, e.Headers, about.Attributes(), &http.Client{}}
	t := &tracing{
		spans:   sdktrace.NewTracerProvider(sdktrace.WithBatcher(out), sdktrace.WithResource(about)),
		records: sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(recordSender{out})), sdklog.WithResource(about)),
	}
	t.tracer, t.logger = t.spans.Tracer(scope), t.records.Logger(scope)
	return t
}

// A Span is a step of a request in a trace. The nil Span does nothing.
type Span struct{ span trace.Span }

// Start begins a step within the one in ctx. Without traces it returns ctx and
// the nil Span.
func (t *Telemetry) Start(ctx context.Context, name string, about ...slog.Attr) (context.Context, *Span) {
	return t.start(ctx, name, trace.SpanKindInternal, about)
}

// StartCall is Start for a call to another service.
func (t *Telemetry) StartCall(ctx context.Context, name string, about ...slog.Attr) (context.Context, *Span) {
	return t.start(ctx, name, trace.SpanKindClient, about)
}

func (t *Telemetry) start(ctx context.Context, name string, kind trace.SpanKind, about []slog.Attr) (context.Context, *Span) {
	if t == nil || t.tracing == nil {
		return ctx, nil
	}
	ctx, span := t.tracing.tracer.Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes(about)...))
	return ctx, &Span{span}
}

// Set adds to what is known about the step.
func (s *Span) Set(about ...slog.Attr) {
	if s != nil {
		s.span.SetAttributes(attributes(about)...)
	}
}

// Fail says that the step failed, and why.
func (s *Span) Fail(reason string) {
	if s != nil {
		s.span.SetStatus(codes.Error, reason)
	}
}

// End ends the step.
func (s *Span) End() {
	if s != nil {
		s.span.End()
	}
}

// Record sends an event, such as gen_ai.evaluation.result, as a log record
// that belongs to the step in ctx.
func (t *Telemetry) Record(ctx context.Context, event string, about ...slog.Attr) {
	if t == nil || t.tracing == nil {
		return
	}
	var r log.Record
	r.SetEventName(event)
	r.SetTimestamp(time.Now())
	r.SetSeverity(log.SeverityInfo)
	r.AddAttributes(attributes(about)...)
	t.tracing.logger.Emit(ctx, r)
}

// receive returns ctx within the trace that a caller's headers name.
func (t *Telemetry) receive(ctx context.Context, h http.Header) context.Context {
	if t == nil || t.tracing == nil {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(h))
}

// Inject writes the trace in ctx into the headers of a call to another
// service. Without traces it leaves them alone.
func (t *Telemetry) Inject(ctx context.Context, h http.Header) {
	if t != nil && t.tracing != nil {
		propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(h))
	}
}

func attributes(all []slog.Attr) []attribute.KeyValue {
	out := make([]attribute.KeyValue, len(all))
	for i, a := range all {
		switch v := a.Value.Resolve(); v.Kind() {
		case slog.KindInt64:
			out[i] = attribute.Int64(a.Key, v.Int64())
		case slog.KindFloat64:
			out[i] = attribute.Float64(a.Key, v.Float64())
		case slog.KindBool:
			out[i] = attribute.Bool(a.Key, v.Bool())
		case slog.KindDuration:
			out[i] = attribute.Float64(a.Key, v.Duration().Seconds())
		default:
			out[i] = attribute.String(a.Key, v.String())
		}
	}
	return out
}
