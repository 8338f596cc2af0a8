package serving

import (
	"context"
	"errors"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Telemetry holds the metrics of one service, and its traces if they are
// wanted. Nothing leaves the process but through /metrics and, where an
// endpoint was named, through OTLP.
type Telemetry struct {
	registry *prometheus.Registry
	http     *httpMetrics
	tracing  *tracing // nil: no traces
}

// Export says where traces and log records go.
type Export struct {
	Endpoint string            // base address of an OTLP/HTTP receiver; empty: none are made
	Headers  map[string]string // sent with each export, such as a key
	Service  string            // the service's name in them
	Version  string            // of the program
}

// NewTelemetry returns telemetry with metrics of its own registry.
func NewTelemetry(e Export) *Telemetry {
	t := &Telemetry{registry: prometheus.NewRegistry()}
	t.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	t.http = newHTTPMetrics(t)
	if e.Endpoint != "" {
		t.tracing = newTracing(e)
	}
	return t
}

// Close sends what was recorded and not yet sent.
func (t *Telemetry) Close(ctx context.Context) error {
	if t.tracing == nil {
		return nil
	}
	return errors.Join(t.tracing.spans.Shutdown(ctx), t.tracing.records.Shutdown(ctx))
}

func (t *Telemetry) metrics() http.Handler {
	return promhttp.HandlerFor(t.registry, promhttp.HandlerOpts{EnableOpenMetrics: true})
}

// A Counter counts up, apart for each combination of label values.
type Counter struct{ vec *prometheus.CounterVec }

// Counter makes a counter. Its name ends in _total; a name that was taken is a
// fault of the program and panics.
func (t *Telemetry) Counter(name, help string, labels ...string) *Counter {
	vec := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	t.registry.MustRegister(vec)
	return &Counter{vec}
}

// Add adds n, which is not negative, for values of the labels in their order.
func (c *Counter) Add(n float64, values ...string) { c.vec.WithLabelValues(values...).Add(n) }

// A Histogram counts values by size, apart for each combination of label
// values.
type Histogram struct{ vec *prometheus.HistogramVec }

// Histogram makes a histogram with the upper bounds of its buckets, rising.
func (t *Telemetry) Histogram(name, help string, bounds []float64, labels ...string) *Histogram {
	vec := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds}, labels)
	t.registry.MustRegister(vec)
	return &Histogram{vec}
}

// Observe counts a value for values of the labels in their order.
func (h *Histogram) Observe(value float64, values ...string) {
	h.vec.WithLabelValues(values...).Observe(value)
}

// gauge makes a number that goes up and down.
func (t *Telemetry) gauge(name, help string) prometheus.Gauge {
	g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
	t.registry.MustRegister(g)
	return g
}
