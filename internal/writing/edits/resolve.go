package edits

import (
	"cmp"
	"slices"
	"strings"
)

// resolve returns the units that a part is, or none where the mention is open.
func (v *version) resolve(m *mention, quotes []string) []int {
	switch {
	case m.quote >= 0 && m.quote < len(quotes):
		return v.quoted(m, quotes[m.quote])
	case m.middle:
		return v.middle(m)
	case len(m.which) > 0:
		return v.counted(m, quotes)
	default:
		return nil
	}
}

// parts lists what the noun counts, within the paragraph that is named.
func (v *version) parts(m *mention, quotes []string) [][]int {
	if m.noun == paragraph {
		var out [][]int
		for p := range v.paras {
			out = append(out, v.in(p))
		}
		return out
	}
	var in []int
	if m.within != nil {
		if in = v.resolve(m.within, quotes); in == nil {
			return nil
		}
	} else {
		in = v.without(nil)
	}
	var out [][]int
	for _, i := range in {
		switch {
		case m.noun == sentence || v.units[i].item:
			out = append(out, []int{i})
		case len(out) > 0 && v.units[out[len(out)-1][0]].para == v.units[i].para:
			out[len(out)-1] = append(out[len(out)-1], i)
		}
	}
	return out
}

func (v *version) counted(m *mention, quotes []string) []int {
	parts := v.parts(m, quotes)
	var out []int
	for _, n := range m.which {
		if n < 0 {
			n += len(parts) + 1
		}
		if n < 1 || n > len(parts) {
			return nil
		}
		out = append(out, parts[n-1]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (v *version) middle(m *mention) []int {
	parts := v.parts(m, nil)
	if len(parts)%2 == 0 {
		return nil
	}
	return parts[len(parts)/2]
}

// quoted finds the part that a quoted text tells: the part itself, or that
// which starts or ends with it or has it. Several that fit leave it open.
func (v *version) quoted(m *mention, quote string) []int {
	want := bare(quote)
	if want == "" {
		return nil
	}
	one := *m
	one.within = nil
	var hits [][]int
	for _, how := range []string{m.how, "start", "has"} {
		for _, at := range v.parts(&one, nil) {
			if fits(bare(v.textOf(at)), want, how) {
				hits = append(hits, at)
			}
		}
		if len(hits) > 0 {
			break
		}
	}
	if m.noun == sentence && len(hits) == 0 {
		hits = v.runs(want)
	}
	if len(hits) == 0 || len(hits) > 1 && !m.all {
		return nil
	}
	return slices.Concat(hits...)
}

// runs finds neighbouring units that together are the text.
func (v *version) runs(want string) (hits [][]int) {
	for i := range v.units {
		for n := 1; n <= 6 && i+n <= len(v.units); n++ {
			at := make([]int, n)
			for k := range at {
				at[k] = i + k
			}
			if bare(v.textOf(at)) == want {
				hits = append(hits, at)
			}
		}
	}
	return hits
}

// bare is a text as quotations are compared: small, without marks at its ends.
func bare(s string) string {
	return strings.Trim(strings.ToLower(fold(marker.ReplaceAllString(s, ""))), " .,;:!?\"'*_()")
}

func fits(text, want, how string) bool {
	switch how {
	case "start":
		return strings.HasPrefix(text, want)
	case "end":
		return strings.HasSuffix(text, want)
	case "has":
		return strings.Contains(text, want)
	default:
		return text == want
	}
}

// A score says how well a part fits a topic.
type scored struct {
	at    []int
	score float64
}

// topical ranks the parts by the words that they share with the topic, rare
// words first. Parts that share none are left out.
func (v *version) topical(m *mention, quotes []string) []scored {
	parts := v.parts(m, quotes)
	in := map[string]int{}
	for _, at := range parts {
		for w := range stems(v.textOf(at)) {
			in[w]++
		}
	}
	var out []scored
	for _, at := range parts {
		score := 0.0
		has := stems(v.textOf(at))
		for _, w := range slices.Sorted(keysOf(stems(m.topic))) {
			if has[w] {
				score += 1 / float64(in[w])
			}
		}
		if score > 0 {
			out = append(out, scored{at, score})
		}
	}
	slices.SortStableFunc(out, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	return out
}

func keysOf(m map[string]bool) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// stems returns the beginnings of the words that mean something.
func stems(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words(s) {
		if len(w) > 3 && !slices.Contains(emptyWords, w) {
			out[w[:min(len(w), 5)]] = true
		}
	}
	return out
}

var emptyWords = strings.Fields("this that these those with from into about than then they them their there here have has been being were will would should could which what when where while also only just very more most some such each other your answer text sentence paragraph")
