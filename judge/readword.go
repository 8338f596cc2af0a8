package judge

import (
	"strings"

	"adhere"
)

// wordReader reads the answer to one yes/no question.
func wordReader(r Reading) func(string) ([]finding, error) {
	read := readWord
	if r == Paper {
		read = readWordPaper
	}
	return func(reply string) ([]finding, error) {
		f, err := read(reply)
		return []finding{f}, err
	}
}

// readWord takes a reply that is one word; one that begins with the word and
// explains it without doubt or the opposite word; or one that ends with the
// word on a line of its own and says neither yes nor no before.
func readWord(reply string) (finding, error) {
	p := compiled()
	text := strings.TrimSpace(reply)
	text = text[len(p.label.FindString(text)):]
	if f, ok := outcomeOf(text); ok {
		return f, nil
	}
	if m := p.word.FindStringSubmatchIndex(text); m != nil {
		return explained(text[m[2]:m[3]], text[m[1]:])
	}
	all := lines(text)
	if len(all) < 2 {
		return finding{}, unreadable("it is neither YES nor NO")
	}
	last := all[len(all)-1]
	f, ok := outcomeOf(last[len(p.label.FindString(last)):])
	before := strings.Join(all[:len(all)-1], " ")
	if !ok || p.opposite.MatchString(before) || p.doubt.MatchString(before) {
		return finding{}, unreadable("it is neither YES nor NO")
	}
	f.reason = before
	return f, nil
}

// explained judges a word by the explanation that follows it.
func explained(word, rest string) (finding, error) {
	p := compiled()
	f, _ := outcomeOf(word)
	for _, said := range p.opposite.FindAllString(rest, -1) {
		if !strings.EqualFold(said, word) {
			return finding{}, unreadable("it says both YES and NO")
		}
	}
	if f.outcome.Decided() && p.doubt.MatchString(rest) || f.outcome == adhere.Met && p.denial.MatchString(rest) {
		return finding{}, unreadable("its explanation casts doubt on its answer")
	}
	f.reason = tidy(rest)
	return f, nil
}

// readWordPaper reads as the script does that belongs to InFoBench: the first
// letters decide, then which of YES and NO occurs alone.
func readWordPaper(reply string) (finding, error) {
	lower := strings.ToLower(reply)
	switch {
	case strings.HasPrefix(lower, "yes"):
		return finding{outcome: adhere.Met}, nil
	case strings.HasPrefix(lower, "no"):
		return finding{outcome: adhere.NotMet}, nil
	}
	yes, no := strings.Contains(reply, "YES"), strings.Contains(reply, "NO")
	if yes == no {
		return finding{}, unreadable("it holds neither YES nor NO, or both")
	}
	return finding{outcome: adhere.OutcomeOf(yes)}, nil
}
