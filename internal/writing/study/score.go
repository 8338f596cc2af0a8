package study

import (
	"math"
	"math/rand/v2"

	"adhere/internal/writing"
)

// Scores are what tables 5 and 7 say of a judge, each between 0 and 1. With
// two grades precision, recall and F1 are those of good; with three, the means
// over the grades. A share without a denominator is 0, as in the paper.
type Scores struct {
	Accuracy  float64   `json:"accuracy"`
	Precision float64   `json:"precision"`
	Recall    float64   `json:"recall"`
	F1        float64   `json:"f1"`
	Predicted []float64 `json:"predicted"` // share of each grade, good first
}

// score compares grades with people's. What is undecided, "", counts nowhere.
func score(got, want []writing.Rating, s Scheme) Scores {
	classes := s.Classes()
	out := Scores{Predicted: make([]float64, len(classes))}
	n, right := 0, 0
	for i := range got {
		if got[i] != "" {
			n++
			if got[i] == want[i] {
				right++
			}
		}
	}
	out.Accuracy = ratio(right, n)
	over := classes
	if s == Two {
		over = classes[:1]
	}
	for k, c := range classes {
		said, are, both := 0, 0, 0
		for i := range got {
			if got[i] == "" {
				continue
			}
			said += count(got[i] == c)
			are += count(want[i] == c)
			both += count(got[i] == c && want[i] == c)
		}
		out.Predicted[k] = ratio(said, n)
		if k < len(over) {
			p, r := ratio(both, said), ratio(both, are)
			out.Precision += p
			out.Recall += r
			if p+r > 0 {
				out.F1 += float64(2*p*r) / (p + r)
			}
		}
	}
	m := float64(len(over))
	out.Precision, out.Recall, out.F1 = out.Precision/m, out.Recall/m, out.F1/m
	return out
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func ratio(x, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(x) / float64(n)
}

// moments returns mean and standard deviation of several scores.
func moments(all []Scores) (mean, sd Scores) {
	if len(all) == 0 {
		return
	}
	at := []func(*Scores) *float64{
		func(s *Scores) *float64 { return &s.Accuracy }, func(s *Scores) *float64 { return &s.Precision },
		func(s *Scores) *float64 { return &s.Recall }, func(s *Scores) *float64 { return &s.F1 },
	}
	mean.Predicted, sd.Predicted = make([]float64, len(all[0].Predicted)), make([]float64, len(all[0].Predicted))
	for k := range mean.Predicted {
		at = append(at, func(s *Scores) *float64 { return &s.Predicted[k] })
	}
	for _, f := range at {
		sum, squares := 0.0, 0.0
		for i := range all {
			sum += *f(&all[i])
		}
		m := sum / float64(len(all))
		for i := range all {
			d := *f(&all[i]) - m
			squares += float64(d * d)
		}
		*f(&mean) = m
		*f(&sd) = math.Sqrt(squares / float64(max(len(all)-1, 1)))
	}
	return mean, sd
}

// draws is how many bootstrap samples the figures of people rest on.
const draws = 1000

// bootstrap scores samples of the turns, drawn with replacement (KIWI,
// section 5, "human").
func bootstrap(got, want []writing.Rating, s Scheme, seed uint64) (mean, sd Scores) {
	r := rand.New(rand.NewPCG(seed, 1<<33))
	all := make([]Scores, draws)
	a, b := make([]writing.Rating, len(got)), make([]writing.Rating, len(got))
	for d := range all {
		for i := range a {
			k := r.IntN(len(got))
			a[i], b[i] = got[k], want[k]
		}
		all[d] = score(a, b, s)
	}
	return moments(all)
}
