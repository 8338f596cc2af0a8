package algebra

import (
	"strings"
	"testing"

	"adhere/verify"
)

// TestWorkIsLinear counts the bytes that checks read, over all passes: of a
// text that is eight times as long they may read at most twice eight
// times as many, whatever the text repeats.
func TestWorkIsLinear(t *testing.T) {
	const size, times = 60, 8
	for _, english := range []string{
		`each word is in title case`,
		`each word of each sentence of each line contains the word "a"`,
		`for each paragraph, (each sentence has at most 3 words and each word has at least 1 letter)`,
		`the answer has at least 1 sentence that contains the word "a"`,
		`the answer has at least 2 words in the first line in the last paragraph`,
		"the answer has at least 1 occurrence of a match of `(?s)(.*a){3}z|.`",
		"the answer has at least 1 occurrence of a match of `a[^x]*x|a`",
		"each line is equal to a match of `(a+)+b`",
		`each text under the heading "a" has at least 1 word`,
		`each part divided by "a" has at least 1 word`,
		`the answer has all the words different`,
		`the answer has the lines in rising order of words`,
		`the answer has the words all among "a" and "b"`,
		`the answer has at most 3 words in the longest of the sentences`,
		`the answer has at least 50 percent as many words that start with "a" as words`,
		`at least 2 of these hold: (each word is a palindrome), (each line has at least 1 word), (the answer has the first word equal to the last word)`,
	} {
		for _, reading := range []string{"", "in the parity reading, "} {
			c, err := Parse(reading + english)
			if err != nil {
				t.Fatal(err)
			}
			for _, piece := range []string{"a", "a ", "a. ", "a\n", "- a\n", "  - a\n", "# a\n", "a\n\n", "| a |\n|---|\n", "*a* ", "\"a\" ", "```\na\n", "é", "你。", "xa"} {
				short := bytesRead(t, c, strings.Repeat(piece, size))
				long := bytesRead(t, c, strings.Repeat(piece, times*size))
				if long > 2*times*short {
					t.Errorf("%s on %q: %d bytes read of a text, %d of one %d times as long", c, piece, short, long, times)
				}
			}
		}
	}
}

func bytesRead(t *testing.T, c Check, text string) int {
	t.Helper()
	n, err := c.compile()
	if err != nil {
		t.Fatal(err)
	}
	scope := newScope(verify.NewText(text), c.Reading == Plain)
	n.met(scope)
	n.measured(scope)
	return scope.shared.read
}
