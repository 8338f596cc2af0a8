package lexicon

import (
	"strings"
	"sync"
)

// lemmas are words that the grammar knows by another form: the first of each
// line of forms.txt.
var lemmas = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, fields := range wordLines("forms") {
		for _, f := range fields {
			m[f] = fields[0]
		}
	}
	return m
})

// Text returns a file of the lexicon.
func Text(name string) string {
	text, err := files.ReadFile(name + ".txt")
	if err != nil {
		panic("english: " + err.Error())
	}
	return string(text)
}

// wordLines returns the words of each line of a file of the lexicon.
func wordLines(name string) (out [][]string) {
	for line := range strings.Lines(Text(name)) {
		out = append(out, strings.Fields(line))
	}
	return out
}

// pairList returns the names of a file of the lexicon with their values.
func pairList(name string) (out [][2]string) {
	for line := range strings.Lines(Text(name)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
			out = append(out, [2]string{key, value})
		}
	}
	return out
}

// Pairs returns the values of a file of the lexicon by their names.
func Pairs(name string) map[string]string {
	m := map[string]string{}
	for _, p := range pairList(name) {
		m[p[0]] = p[1]
	}
	return m
}

// WordSet is a set of words, made when it is first asked for.
func WordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for _, w := range strings.Fields(list) {
			m[w] = true
		}
		return m
	})
}

// Set is a set of words of sets.txt.
func Set(name string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return WordSet(setLists()[name])() })
}

var setLists = sync.OnceValue(func() map[string]string { return Pairs("sets") })

// lemmaOf returns the form of a lower-case word that the grammar knows, or
// the word itself.
func lemmaOf(low string) string {
	if l, ok := lemmas()[low]; ok {
		return l
	}
	return low
}

// spellOut writes contractions as the one or two words they stand for.
func spellOut(low string) (first, second string) {
	if slip := misspelt()[low]; slip != "" {
		low = slip
	}
	switch {
	case low == "atleast", low == "atmost":
		return "at", low[2:]
	case !strings.ContainsAny(low, "'’"):
		return low, ""
	}
	low = strings.ReplaceAll(low, "’", "'")
	stem, end, _ := strings.Cut(low, "'")
	switch {
	case low == "can't":
		return "can", "not"
	case low == "won't":
		return "will", "not"
	case end == "t" && strings.HasSuffix(stem, "n"):
		return stem[:len(stem)-1], "not"
	case end == "s" && contracted()[stem]:
		return stem, "is"
	case end == "s":
		return stem, "'s"
	case contractions[end] != "":
		return stem, contractions[end]
	default:
		return low, ""
	}
}

// misspelt are common slips of the fingers in words that the grammar knows.
var misspelt = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, slip := range wordLines("slips") {
		m[slip[0]] = slip[1]
	}
	return m
})

// contractions are what stands for words behind an apostrophe.
var contractions = map[string]string{"m": "am", "ve": "have", "d": "would", "re": "are", "ll": "will"}

// contracted are words behind which "'s" stands for "is".
var contracted = WordSet(`it that there here what let he she`)

// SingularOf is the singular of a regular noun.
func SingularOf(low string) string {
	if stem, ok := strings.CutSuffix(low, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(low, "s")
}

// Idioms returns the idioms of the lexicon, each with what it says; names such
// as $cut are replaced by the phrases that they stand for.
func Idioms() (lines [][2]string) {
	var names []string
	inFull := strings.NewReplacer()
	for line := range strings.Lines(Text("idioms")) {
		line = strings.TrimSpace(line)
		eq := strings.LastIndex(line, " = ")
		if eq < 0 || strings.HasPrefix(line, "//") {
			continue
		}
		if left, right := line[:eq], line[eq+len(" = "):]; left[0] == '$' {
			names = append(names, left, right)
			inFull = strings.NewReplacer(names...)
		} else {
			lines = append(lines, [2]string{inFull.Replace(left), right})
		}
	}
	return lines
}
