package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestNearDuplicates holds that copies with a word changed are found, whatever
// their place, and that requests which only sound alike are not.
func TestNearDuplicates(t *testing.T) {
	const letter = "Write a letter to my landlord about the broken heating in the kitchen, and ask politely when somebody will come to mend it before the winter begins"
	got := nearDuplicates([]string{
		letter,
		"Tell me a joke about a horse",
		strings.Replace(letter, "broken", "faulty", 1),
		"Tell me a joke about a mule and an ass",
		strings.ToUpper(letter) + "!",
		"",
		"Write a letter to my landlord about the rent",
		"请帮我写一封信给房东，礼貌地询问什么时候会有人来修理厨房里坏掉的暖气，最好在冬天开始之前",
		"请帮我写一封信给房东，礼貌地询问什么时候会有人来修理浴室里坏掉的暖气，最好在冬天开始之前",
		"请帮我写一封信给房东，谈谈房租",
	})
	if want := []int{-1, -1, 0, -1, 0, -1, -1, -1, 7, -1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestNearDuplicatesAreFound holds that few pairs are missed of which more is the
// same than the threshold asks for: with 3 of 60 words changed, 51 of 65 shingles
// are in both.
func TestNearDuplicatesAreFound(t *testing.T) {
	const pairs = 300
	var texts []string
	for i := range pairs {
		var words []string
		for j := range 60 {
			words = append(words, fmt.Sprintf("w%dx%d", i, j))
		}
		texts = append(texts, strings.Join(words, " "))
		for _, j := range []int{10, 11, 40} {
			words[j] = "other"
		}
		texts = append(texts, strings.Join(words, " "))
	}
	found := 0
	for i, of := range nearDuplicates(texts) {
		if of == i-1 && i%2 == 1 {
			found++
		} else if of >= 0 {
			t.Errorf("%d is no duplicate of %d", i, of)
		}
	}
	if found < pairs*97/100 {
		t.Errorf("found %d of %d pairs of which 78 %% is the same", found, pairs)
	}
}

// TestPassages holds what counts as taken from a benchmark.
func TestPassages(t *testing.T) {
	p := Passages{}
	p.Add("b", "Write a short story about a robot who learns to paint in the rain.")
	p.Add("b", "Name three rivers.")
	for text, want := range map[string]string{
		"please write a short story about a ROBOT who learns, ok?": "b",
		"Name three rivers!":                  "b",
		"Name three rivers of Africa.":        "",
		"Write a short story about a dragon.": "",
	} {
		if got := p.In(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// BenchmarkNearDuplicates is the price of 10,000 requests of which one in ten
// is a near duplicate.
func BenchmarkNearDuplicates(b *testing.B) {
	texts := make([]string, 10000)
	for i := range texts {
		words := make([]string, 40)
		for j := range words {
			words[j] = fmt.Sprintf("w%d", (i*7919+j*j*31)%5000)
		}
		texts[i] = strings.Join(words, " ")
		if i%10 == 9 {
			texts[i] = texts[i-1] + " please"
		}
	}
	for b.Loop() {
		n := 0
		for _, j := range nearDuplicates(texts) {
			if j >= 0 {
				n++
			}
		}
		if n < 900 {
			b.Fatal(n)
		}
	}
}

// TestTextsWithoutWords holds that texts of marks alone are not all the same.
func TestTextsWithoutWords(t *testing.T) {
	lines := []*Request{{ID: "1", Text: "→ ↑ → ↓ → ↑ → ?"}, {ID: "2", Text: "∀ ∃ ∧ ∨ ¬ ⇒ ⇔ ?"}, {ID: "3", Text: "→ ↑ → ↓  → ↑ → ?"}}
	why, err := exactDuplicates(t.Context(), lines)
	if want := []string{"", "", "the same: as 1"}; err != nil || !slices.Equal(why, want) {
		t.Errorf("%q, %v", why, err)
	}
	if got := nearDuplicates([]string{lines[0].Text, lines[1].Text}); got[1] != -1 {
		t.Error(got)
	}
	p := Passages{}
	p.Add("b", lines[0].Text)
	if got := p.In(lines[1].Text); got != "" {
		t.Error(got)
	}
}
