package metric

// A Scale says how far apart two values are.
type Scale string

// The scales of Krippendorff's alpha.
const (
	Nominal Scale = "nominal" // values are the same or not
	Ordinal Scale = "ordinal" // values have an order: that of the table
)

// KrippendorffAlpha returns Krippendorff's alpha over the items with at least
// two ratings (Krippendorff 2011, "Computing Krippendorff's
// alpha-reliability"): 1 - Do/De, the disagreement observed in pairs of
// ratings of one item over that in pairs of any ratings. Raters may leave
// items out. It is undefined where all ratings are the same value.
func KrippendorffAlpha(t *Table, scale Scale) Coefficient {
	k := len(t.values)
	s, n := newSums(k*k, t.groups), 0
	for i := range t.items {
		es := t.of(i)
		if len(es) < 2 {
			continue
		}
		n++
		v, weight := s.at(t.clusters[i]), 1/float64(len(es)-1)
		for a := range es {
			for b := range es {
				if a != b {
					v[int(es[a].value)*k+int(es[b].value)] += weight
				}
			}
		}
	}
	return s.coefficient(n, func(m []float64) (float64, string) { return alpha(m, k, scale) }, func(size float64) []float64 {
		return evenly(k * k)(2 * size)
	})
}

// alpha works on the matrix of coincidences.
func alpha(m []float64, k int, scale Scale) (float64, string) {
	given, total := make([]float64, k), 0.0
	for i, x := range m {
		given[i/k] += x
		total += x
	}
	observed, expected := 0.0, 0.0
	for c := range k {
		between := 0.0 // ratings strictly between c and d
		for d := c + 1; d < k; d++ {
			distance := 1.0
			if scale == Ordinal {
				distance = between + (given[c]+given[d])/2
				distance *= distance
			}
			observed += float64(m[c*k+d] * distance)
			expected += float64(given[c] * given[d] * distance)
			between += given[d]
		}
	}
	if expected == 0 {
		return 0, "all ratings are the same value: nothing varies that raters could agree on"
	}
	return 1 - (total-1)*observed/expected, ""
}
