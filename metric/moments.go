package metric

// moments are what is kept of clusters: for each stratum the sums of x and of
// y = n - x, their products over all strata, and the number of clusters. From
// these the variance of any mean of shares follows, so memory does not grow
// with the number of clusters. (Keeping y and not n spares the digits when
// nearly all is met.)
type moments struct {
	strata    int
	sum       []float64 // x and y of each stratum in turn
	products  []float64 // of every two of them
	clusters  []float64 // by stratum
	all       float64   // clusters in any stratum
	positions []int     // scratch: those of a cluster that are not 0
	values    []float64
}

func newMoments(strata int) moments {
	return moments{
		strata: strata, sum: make([]float64, 2*strata), products: make([]float64, 4*strata*strata),
		clusters: make([]float64, strata),
	}
}

// add takes the cells of one cluster.
func (m *moments) add(cells []cell, part func(*cell) share) {
	m.positions, m.values = m.positions[:0], m.values[:0]
	for i := range cells {
		s := part(&cells[i])
		if s.n == 0 {
			continue
		}
		at := int(cells[i].stratum)
		m.clusters[at]++
		m.positions = append(m.positions, 2*at, 2*at+1)
		m.values = append(m.values, s.x, s.n-s.x)
	}
	if len(m.positions) == 0 {
		return
	}
	m.all++
	for i, p := range m.positions {
		m.sum[p] += m.values[i]
		for j, q := range m.positions {
			m.products[p*2*m.strata+q] += float64(m.values[i] * m.values[j])
		}
	}
}

// An estimate is a mean over strata of shares, with what its interval needs.
type estimate struct {
	value    float64
	smooth   float64 // the value, scaled to 0..1 and drawn in from the ends
	variance float64 // of the scaled value, never 0
	df       float64 // degrees of freedom of the variance
}

// estimate works out the mean over strata of sum(x)/sum(n) and its
// cluster-robust (linearised, "sandwich") variance.
//
// Plain variances vanish when all clusters agree, at 0/N and N/N above all,
// and are too small near them. So to each stratum one pseudo-cluster of
// average size is added, half of it met whole and half missed whole; it
// stands for the cluster that was not seen, weighs little when there are many
// clusters, and makes 0 of N no better known than its number of clusters
// allows. The value itself stays as it is.
func (m *moments) estimate(s span) (estimate, bool) {
	used := 0.0
	for _, c := range m.clusters {
		if c > 0 {
			used++
		}
	}
	if used == 0 {
		return estimate{}, false
	}
	est := estimate{df: m.all}
	influence := make([]float64, 2*m.strata) // of one unit of x or y on the value
	for i, clusters := range m.clusters {
		if clusters == 0 {
			continue
		}
		x, n := m.sum[2*i], m.sum[2*i]+m.sum[2*i+1]
		size := n / clusters
		scaled := min(1, max(0, (x/n-s.min)/(s.max-s.min)))
		smooth := (float64(scaled*clusters) + 0.5) / (clusters + 1)
		est.value += x / n / used
		est.smooth += smooth / used
		weight := 1 / ((n + size) * used)
		influence[2*i] = ((1-s.min)/(s.max-s.min) - smooth) * weight
		influence[2*i+1] = (-s.min/(s.max-s.min) - smooth) * weight
		est.variance += float64(size*size*weight*weight) * (float64(smooth*smooth) + float64((1-smooth)*(1-smooth))) / 2
	}
	if used == 1 { // one division, so that 698/834 is 698/834
		est.value = m.only()
	}
	for p, a := range influence {
		for q, b := range influence {
			est.variance += float64(a*b) * m.products[p*2*m.strata+q]
		}
	}
	return est, true
}

// only is the share of the only stratum in use.
func (m *moments) only() float64 {
	for i, clusters := range m.clusters {
		if clusters > 0 {
			return m.sum[2*i] / (m.sum[2*i] + m.sum[2*i+1])
		}
	}
	return 0
}
