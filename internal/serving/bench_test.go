package serving_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"adhere/internal/serving"
)

// BenchmarkRequest measures what a service adds to a handler that does
// nothing: the key, the limits, the metrics.
func BenchmarkRequest(b *testing.B) {
	keys, err := serving.OpenKeys(b.TempDir()+"/keys.json", time.Now)
	if err != nil {
		b.Fatal(err)
	}
	_, secret, err := keys.Add(serving.Key{Name: "k", Limits: serving.Limits{RequestsPerMinute: 1 << 40}})
	if err != nil {
		b.Fatal(err)
	}
	s := serving.New(serving.Config{Keys: keys})
	s.Handle(serving.Route{Pattern: "POST /", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})})
	h := s.Handler()
	r := httptest.NewRequest(http.MethodPost, "http://localhost/", http.NoBody)
	r.Header.Set("X-Api-Key", secret)
	b.ReportAllocs()
	for b.Loop() {
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != http.StatusOK {
			b.Fatal(w.Code)
		}
	}
}
