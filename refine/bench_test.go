package refine_test

import (
	"strings"
	"testing"

	"adhere/refine"
)

// BenchmarkRefine measures what refinement itself adds to a step: its model
// and its critic answer at once. A step is a draft or a rewrite, with its
// critique, of an answer of 4,000 characters.
func BenchmarkRefine(b *testing.B) {
	long := strings.Repeat("waves ", 4000/6)
	r := mustNew(b, "decrim", refine.Options{Model: rewriter(long, func(answer string, _ []string) string { return long })})
	in := wants("salt", "waves", "gulls", "foam", "wind", "keel", "mast", "rope", "sail", "tide")
	steps := 0
	for b.Loop() {
		trace, err := r.Refine(b.Context(), in, nil)
		if err != nil {
			b.Fatal(err)
		}
		steps += len(trace.Attempts)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(steps), "ns/step")
}
