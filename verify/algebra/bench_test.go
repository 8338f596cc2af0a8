package algebra_test

import (
	"strings"
	"testing"

	"adhere/verify"
	a "adhere/verify/algebra"
)

// mix is a set of checks like those that benchmarks of verifiable
// instructions ask for, in both readings.
var mix = []string{
	`the answer has at least 200 words`,
	`in the parity reading, the answer has at least 200 words`,
	`the answer has at most 30 sentences`,
	`in the parity reading, the answer has at most 30 sentences`,
	`the answer has exactly 4 paragraphs`,
	`the answer has exactly 3 parts divided by "***"`,
	`the answer contains the word "station" and the answer contains the word "board"`,
	`in the parity reading, the answer does not contain the word "train"`,
	`the answer has at least 2 occurrences of the word "rain"`,
	`the answer has fewer than 40 occurrences of "e"`,
	`the answer has no occurrences of ","`,
	`the answer has exactly 3 bullet points`,
	`the answer has at least 3 highlighted passages`,
	`the answer has at least 2 placeholders`,
	`the answer has at least 1 title in angle brackets`,
	`the answer is in lowercase letters`,
	`the answer has at least 5 all-caps words`,
	`the answer ends with "Is there anything else?"`,
	`the answer starts with "\"" and the answer ends with "\""`,
	`the answer is valid JSON`,
	`the first word of the second paragraph is equal to "the"`,
	`the answer is in English`,
	`the answer contains "P.S."`,
	"the answer has at least 2 occurrences of a match of `SECTION \\d+`",
	`each sentence has at most 40 words`,
}

const paragraph = "The rain kept falling on the old station's roof. *Nobody* came, and Mr. Lind read (again) the [date] board.\n\n"

// BenchmarkMix measures a check on an answer of 300 words that was not looked
// at before: what ns/op says is the price of one (answer, check) pair.
func BenchmarkMix(b *testing.B) {
	answer := strings.Repeat(paragraph, 15)
	var checks []verify.Check
	for _, english := range mix {
		c, err := a.Parse(english)
		if err != nil {
			b.Fatal(err)
		}
		check, err := c.Compile()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.ReplaceAll(english, " ", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				check(verify.NewText(answer))
			}
		})
		checks = append(checks, check)
	}
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			for _, check := range checks {
				check(verify.NewText(answer))
			}
		}
		b.ReportMetric(float64(b.N*len(checks))/b.Elapsed().Seconds(), "pairs/s")
	})
}
