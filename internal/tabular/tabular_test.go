package tabular_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"adhere/internal/tabular"
)

func TestReader(t *testing.T) {
	for _, c := range []struct {
		text string
		name string
		want string
	}{
		{"a,b\n1,\"2\n3\"\n", "", "a|b/1|2\n3"},
		{"\ufeff\"a\";b \r\n1;2,5\r\n;\r\n3;\r\n;\r\n", "", "a|b/1|2,5/-/3|/-"},
		{"a;b,c\n1;2,3\n", "", "a;b|c/1;2|3"},
		{"a\tb\n1\t2\n", "", "a|b/1|2"},
		{"a,b\tc\n1\tthe \"2\" x\n", "a.TSV", "a,b|c/1|the \"2\" x"},
		{"a\tb\r\n1\t\"Roses\" are red\r\n2\t\"Violets\" are blue\r\n", "a.tsv", "a|b/1|\"Roses\" are red/2|\"Violets\" are blue"},
		{"a\tb\tc\n\"1\"\t\"x \"\"y\"\"\tz\r\n\r\n\"\t\"\"\n\"", "a.tsv", "a|b|c/1|x \"y\"\tz\n\n|/3: wrong number of fields"},
		{"a\tb\n\n\t\n1\t\"never closed\n2\t\n3", "a.tsv", "a|b/-/1|\"never closed/2|/5: wrong number of fields"},
		{"a\nb,c\n", "", "a/2: wrong number of fields"},
		{"a,,b,\n1,,2,\n", "", "a||b|/1||2|"},
		{"a;b\n \t;\u00a0\n", "", "a|b/-"},
		{"a,b\n,\nx,\"y\nf\xfcr\"\n", "", "a|b/-/3: cell 2 is not valid UTF-8"},
	} {
		r, err := tabular.New(strings.NewReader(c.text), c.name)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{strings.Join(r.Head, "|")}
		for {
			row, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			switch {
			case err != nil:
				got = append(got, fmt.Sprint(r.Row, ": ", err))
			case row == nil:
				got = append(got, "-")
			default:
				got = append(got, strings.Join(row, "|"))
			}
		}
		if all := strings.Join(got, "/"); all != c.want {
			t.Errorf("%q: %q, want %q", c.text, all, c.want)
		}
	}
}

// TestColumnsOfOneName holds that no column takes the place of another.
func TestColumnsOfOneName(t *testing.T) {
	if _, err := tabular.New(strings.NewReader("id,answer, answer\na,b,c\n"), "a.csv"); err == nil || !strings.Contains(err.Error(), `two columns are called "answer"`) {
		t.Error(err)
	}
}

func TestItems(t *testing.T) {
	for cell, want := range map[string][]string{
		"":                                nil,
		"one":                             {"one"},
		"1. one\n\n 2)\ttwo\r\n(3) three": {"one", "two", "three"},
		"- one\n•\u00a0two":               {"one", "two"},
		"- no emojis":                     {"no emojis"},
		"1. one\ntwo":                     {"1. one", "two"},
		"2. one\n3. two":                  {"2. one", "3. two"},
		"1.5 pages\n-5 degrees":           {"1.5 pages", "-5 degrees"},
	} {
		if got := tabular.Items(cell); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}
