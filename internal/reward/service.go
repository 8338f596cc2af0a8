// Package reward serves the findings of checks in batches, for training loops:
// POST /v1/verify takes the objects that adhere verify reads and answers with
// those that it writes, in order, each item separately.
package reward

import (
	"cmp"
	"net/http"
	"runtime"
	"time"

	"adhere/internal/serving"
	"adhere/verify/ruling"
)

// Config is what a Service is made of.
type Config struct {
	Answerer  ruling.Answerer // called by many goroutines
	Telemetry *serving.Telemetry
	MaxItems  int // in one request; 0: 10,000
	MaxItem   int // bytes of one item; 0: 4 MiB
	Workers   int // checks at one time, over all requests; 0: one per processor
}

// A Service answers POST /v1/verify.
type Service struct {
	Config
	slots   chan struct{} // one for each check at work
	items   *serving.Counter
	seconds *serving.Histogram
}

// The names of the service's metrics.
const (
	metricItems   = "adhere_verify_items_total"
	metricSeconds = "adhere_verify_item_seconds"
)

// New returns a service.
func New(c Config) *Service {
	c.MaxItems = cmp.Or(c.MaxItems, 10_000)
	c.MaxItem = cmp.Or(c.MaxItem, 4<<20)
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	return &Service{
		Config: c, slots: make(chan struct{}, c.Workers),
		items: c.Telemetry.Counter(metricItems, "Items answered, by what became of them.", "result"),
		seconds: c.Telemetry.Histogram(metricSeconds, "Seconds that an item took, waiting for a processor left out.",
			[]float64{1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, .1, 1}),
	}
}

// Route returns the service's one route. A timeout of 0 is the server's.
func (s *Service) Route(timeout time.Duration) serving.Route {
	return serving.Route{Pattern: "POST /v1/verify", Handler: http.HandlerFunc(s.verify), Timeout: timeout}
}
