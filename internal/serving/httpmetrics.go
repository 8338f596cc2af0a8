package serving

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// httpMetrics count what every service answers.
type httpMetrics struct {
	requests *Counter
	duration *Histogram
	open     prometheus.Gauge
}

func newHTTPMetrics(t *Telemetry) *httpMetrics {
	return &httpMetrics{
		requests: t.Counter(metricRequests, "Requests answered.", "route", "status", "key"),
		duration: t.Histogram(metricDuration, "Seconds from the request's head to the reply's end.",
			[]float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300}, "route"),
		open: t.gauge(metricOpen, "Requests being answered."),
	}
}

func (m *httpMetrics) answered(route string, status int, key string, took time.Duration) {
	m.requests.Add(1, route, strconv.Itoa(status), key)
	m.duration.Observe(took.Seconds(), route)
}
