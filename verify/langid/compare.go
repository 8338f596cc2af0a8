package langid

import "math"

// mostCompared is how many n-grams of a text Compare looks at, about: those of
// a page.
const mostCompared = 4000

// Compare returns for the code of each language how much less likely it makes
// text than the most likely language does: the difference of the logarithms
// (natural) of the likelihoods of all n-grams, in each of which a letter counts
// up to three times. It returns also the number of n-grams, which is 0 for a text
// without letters that any profile knows. Unlike the probability of a Guess, the
// difference grows with the text, and is small for a text of a few letters.
func Compare(text string) (behind map[string]float64, grams int) {
	p, b := profiles(), buffers.Get().(*buffer)
	defer buffers.Put(b)
	p.clean(b, text)
	p.find(b)
	logs, most := p.logarithms(b.grams[:min(len(b.grams), mostCompared)]), math.Inf(-1)
	for _, l := range logs {
		most = max(most, l)
	}
	behind = map[string]float64{}
	for i, l := range logs {
		behind[p.languages[i].code] = most - l
	}
	return behind, min(len(b.grams), mostCompared)
}

// logarithms returns the logarithm of each language's likelihood of the n-grams.
func (p *profileSet) logarithms(grams []found) []float64 {
	logs, chance, powers := make([]float64, len(p.languages)), make([]float64, len(p.languages)), make([]int, len(p.languages))
	for i := range chance {
		chance[i] = 1
	}
	const together = 50 // n-grams whose likelihoods, each above 1e-5, a float64 holds
	for from := 0; from < len(grams); from += together {
		for _, g := range grams[from:min(from+together, len(grams))] {
			p.update(chance, p.gram(g), smoothing/countBase)
		}
		for i, c := range chance {
			fraction, power := math.Frexp(c)
			chance[i], powers[i] = fraction, powers[i]+power
		}
	}
	for i, c := range chance {
		logs[i] = math.Log(c) + float64(powers[i])*math.Ln2
	}
	return logs
}
