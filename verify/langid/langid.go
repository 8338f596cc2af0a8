// Package langid names the language of a text. It is langdetect's method
// (naive Bayes over n-grams of up to three characters, sampled at random)
// with langdetect's 55 profiles, and gives what langdetect gives with its
// seed set to 0.
//
// It is our own code because official evaluators decide "answer in language
// X" and "in English capitals" with langdetect, whose mistakes are part of
// the score, and no Go library reproduces them; general libraries are either
// less often right on short texts or a hundred times larger.
package langid

import (
	"slices"
	"sync"
)

//go:generate go run ./profiles -from langdetect -to profiles.bin

// The settings of langdetect's detector.
const (
	trials     = 7
	smoothing  = 0.5     // mean of the smoothing drawn for each trial
	spread     = 0.05    // and its standard deviation
	countBase  = 10000   // smoothing is in parts of this
	converged  = 0.99999 // a trial ends when one language is this probable
	iterations = 1000    // or after this many n-grams
	threshold  = 0.1     // a language less probable than this is not named
)

// A Guess is the most probable language.
type Guess struct {
	Language    string  // ISO 639-1 code; Chinese is zh-cn or zh-tw
	Probability float64 // 0 to 1
}

// Detect names the language of text, by its first 10,000 characters. It
// reports false if text has no letters that any profile knows. The Guess is
// empty where no language reaches a tenth. Equal texts get equal guesses.
func Detect(text string) (Guess, bool) {
	return detect(text, trials)
}

// Language is Detect without the probability. It ends when the trials that are
// left can no longer change the language.
func Language(text string) (code string, ok bool) {
	guess, ok := detect(text, 1)
	return guess.Language, ok
}

// detect carries out at least as many trials.
func detect(text string, least int) (Guess, bool) {
	p, b := profiles(), buffers.Get().(*buffer)
	defer buffers.Put(b)
	p.clean(b, text)
	p.find(b)
	if len(b.grams) == 0 {
		return Guess{}, false
	}
	return p.best(p.probabilities(b.grams, least)), true
}

// A buffer holds what is made of a text, and is used again for the next.
type buffer struct {
	chars []rune
	grams []found
}

var buffers = sync.Pool{New: func() any { return new(buffer) }}

// best returns the most probable language, if there is one.
func (p *profileSet) best(probabilities []float64) Guess {
	best := Guess{}
	for i, probability := range probabilities {
		if probability > threshold && probability > best.Probability {
			best = Guess{p.languages[i].code, probability}
		}
	}
	return best
}

// settled reports whether one mean leads by more than the trials that are left
// can add to another.
func settled(mean []float64, left int) bool {
	first, second := 0.0, 0.0
	for _, m := range mean {
		if m > first {
			first, second = m, first
		} else if m > second {
			second = m
		}
	}
	const rounding = 1e-9 // much more than there can be
	return first-second > float64(left)/trials+rounding
}

// Known reports whether code is one of the languages that Detect can name.
func Known(code string) bool {
	return slices.ContainsFunc(profiles().languages, func(l language) bool { return l.code == code })
}

// probabilities averages trials, each of which multiplies the likelihoods of
// n-grams drawn at random until one language stands out. After the least number
// of trials it goes on only until the best language is settled.
func (p *profileSet) probabilities(grams []found, least int) []float64 {
	mean := make([]float64, len(p.languages))
	chance := make([]float64, len(p.languages))
	random := new(*seeded())
	for done := range trials {
		if done >= least && settled(mean, trials-done) {
			break
		}
		for i := range chance {
			chance[i] = 1 / float64(len(chance))
		}
		// The conversion keeps compilers from fusing the multiplication with
		// the addition, which would round differently on some machines.
		alpha := smoothing + float64(random.gauss()*spread)
		sum := p.try(chance, grams, alpha/countBase, random)
		for i, c := range chance {
			mean[i] += c / sum / trials
		}
	}
	return mean
}

// try carries out a trial and returns the sum of the chances. They are not
// brought to a sum of 1 at each step: only ratios count.
func (p *profileSet) try(chance []float64, grams []found, weight float64, random *twister) (sum float64) {
	for i := 0; ; i++ {
		p.update(chance, p.gram(grams[random.below(len(grams))]), weight)
		if i%5 != 0 {
			continue
		}
		sum, most := 0.0, 0.0
		for _, c := range chance {
			sum += c
			if c > most {
				most = c
			}
		}
		if most > converged*sum || i >= iterations {
			return sum
		}
		if sum < 0x1p-400 {
			for i := range chance {
				chance[i] *= 0x1p400 // exact, so that it changes no ratio
			}
		}
	}
}

// update multiplies each language's chance by its likelihood of g, which is
// weight for a language that does not know it.
func (p *profileSet) update(chance []float64, g gram, weight float64) {
	if g&commonGram != 0 {
		row := p.rows[int(g&^commonGram)*len(chance):][:len(chance)]
		for i, frequency := range row {
			chance[i] *= weight + frequency
		}
		return
	}
	known, frequency := p.known[g.from():g.to()], p.frequency[g.from():g.to()]
	var updated [commonFrom]float64
	for i, language := range known {
		updated[i] = chance[language] * (weight + frequency[i])
	}
	for i := range chance {
		chance[i] *= weight
	}
	for i, language := range known {
		chance[language] = updated[i]
	}
}
