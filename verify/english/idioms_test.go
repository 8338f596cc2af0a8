package english_test

import (
	"strconv"
	"strings"
	"testing"

	"adhere/verify/english"
	"adhere/verify/english/internal/lexicon"
)

// waysOf returns an idiom as people say it: once for each way of each choice,
// with the first of the others, and once without what may be left out.
func waysOf(words []string) [][]string {
	longest := 1
	var out [][]string
	for way := -1; way < longest; way++ {
		var said []string
		for i := 0; i < len(words); i++ {
			if words[i] != "(" && words[i] != "[" {
				said = append(said, words[i])
				continue
			}
			optional := words[i] == "["
			ways := [][]string{nil}
			depth := 0
			for i++; depth > 0 || words[i] != ")" && words[i] != "]"; i++ {
				switch w := words[i]; {
				case w == "|" && depth == 0:
					ways = append(ways, nil)
					continue
				case w == "(" || w == "[":
					depth++
				case w == ")" || w == "]":
					depth--
				}
				ways[len(ways)-1] = append(ways[len(ways)-1], words[i])
			}
			longest = max(longest, len(ways))
			if way < 0 && optional {
				continue
			}
			chosen := ways[max(way, 0)%len(ways)]
			if len(chosen) > 0 && strings.ContainsAny(strings.Join(chosen, " "), "([") {
				chosen = waysOf(chosen)[max(way, 0)%len(waysOf(chosen))]
			}
			said = append(said, chosen...)
		}
		out = append(out, said)
	}
	return out
}

// filledIn puts examples into the slots of an idiom.
func filledIn(words []string, given map[string]string) string {
	count := map[string]int{}
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w; given[w] == "" {
			continue
		}
		if count[w]++; count[w] > 1 && given[w+strconv.Itoa(count[w])] != "" {
			w += strconv.Itoa(count[w])
		}
		out[i] = given[w]
	}
	return strings.Join(out, " ")
}

// examples fill the slots of an idiom that says this.
func examples(is string) map[string]string {
	given := map[string]string{"N": "112", "N2": "120", "N3": "116", "U": "words", "U2": "words", "T": `"moon"`, "A": "your answer", "X": "at most 112 words"}
	switch {
	case strings.Contains(is, "N2 and N"):
		given["N"], given["N2"] = "120", "112"
	case strings.Contains(is, "N U2"):
		given["U"] = "sentence"
	case strings.Contains(is, "U2"):
		given["U2"] = "sentence"
	case !strings.Contains(is, "N"):
		given["U"] = "emoji"
	}
	return given
}

// TestIdioms holds that what each idiom says is read, and that each way of saying
// it reads as that.
func TestIdioms(t *testing.T) {
	n := 0
	for _, line := range lexicon.Idioms() {
		want, ok := english.Read(filledIn(strings.Fields(line[1]), examples(line[1])))
		if !ok || want.Decides != english.Whole {
			t.Errorf("%q: what it says is not read", line)
			continue
		}
		words := strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", "|", " | ").Replace(line[0])
		for _, way := range waysOf(strings.Fields(words)) {
			n++
			said := filledIn(way, examples(line[1]))
			if got, ok := english.Read(said); !ok || got.Decides != english.Whole || got.Check.String() != want.Check.String() {
				t.Errorf("Read(%q) = %s %q, want all %q", said, got.Decides, got.Check, want.Check)
			}
		}
	}
	t.Log(n, "ways")
}
