package serving_test

import (
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"adhere/internal/serving"
	"adhere/internal/store"
	"adhere/internal/store/servertest"
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

// BenchmarkSharedKey measures a request of a key that several services share in
// a PostgreSQL database: one whose requests of a minute are bounded, and one
// whose requests at one time are bounded too. In crowd, 32 ask at a time.
func BenchmarkSharedKey(b *testing.B) {
	address, _ := servertest.New(b)
	db, err := store.Open(b.Context(), address)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for name, limits := range map[string]serving.Limits{
		"rpm":            {RequestsPerMinute: 1 << 40},
		"rpm+concurrent": {RequestsPerMinute: 1 << 40, Concurrent: 1 << 20},
	} {
		keys, err := serving.ShareKeys(b.Context(), db, time.Now)
		if err != nil {
			b.Fatal(err)
		}
		_, secret, err := keys.Add(serving.Key{Name: name, Limits: limits})
		if err != nil {
			b.Fatal(err)
		}
		s := serving.New(serving.Config{Keys: keys})
		s.Handle(serving.Route{Pattern: "POST /", Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})})
		once := func() {
			r := httptest.NewRequest(http.MethodPost, "http://localhost/", http.NoBody)
			r.Header.Set("X-Api-Key", secret)
			w := httptest.NewRecorder()
			if s.Handler().ServeHTTP(w, r); w.Code != http.StatusOK {
				b.Error(w.Code, w.Body)
			}
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				once()
			}
		})
		b.Run(name+"/crowd", func(b *testing.B) {
			b.SetParallelism(32 / runtime.GOMAXPROCS(0))
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					once()
				}
			})
		})
	}
}
