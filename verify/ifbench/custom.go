package ifbench

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"adhere/verify"
	"adhere/verify/parity"
)

func customs() []verify.Checker {
	return []verify.Checker{
		checker("custom:multiples", "the numbers in the answer are 14, 21, 28, 35, 42 and 49, in this order", always(multiples)),
		checker("custom:mcq_count_length", "there are four questions, each longer than the one before and with five options A to E, and nothing before the first \"Question\"", always(questions)),
		checker("custom:reverse_newline", "from the line with Zimbabwe on there are at least 52 lines in reverse alphabetical order", always(reverseLines)),
		checker("custom:word_reverse", "the words, read backwards, have bald eagle in them", always(wordReverse)),
		checker("custom:character_reverse", "the answer has elgae dlab in it", always(characterReverse)),
		checker("custom:sentence_alphabet", "there are 26 sentences, which begin with the letters of the alphabet in order", always(sentenceAlphabet)),
		checker("custom:european_capitals_sort", "the answer is the list of the 27 capitals from north to south, with commas between; accents do not matter", always(capitalsSorted)),
		checker("custom:csv_city", "the answer is CSV with the columns ID, Country, City, Year, Count and 7 rows", always(cityTable)),
		checker("custom:csv_special_character", "the answer is CSV with the columns ProductID, Category, Brand, Price, Stock and 14 rows, with a quoted field that has a special character", always(productTable)),
		checker("custom:csv_quotes", "the answer is a table with tabs, the columns StudentID, Subject, Grade, Semester, Score and 3 rows, with quotation marks around each field", always(studentTable)),
		checker("custom:date_format_list", "the answer is a list of dates YYYY-MM-DD from 1769 to 1821, with commas between", always(dateList)),
	}
}

func multiples(t *verify.Text) verify.Finding {
	got := digits(t.String())
	met := slices.Equal(got, []string{"14", "21", "28", "35", "42", "49"})
	return verify.Found(met, "the numbers "+verify.Quote(strings.Join(got, " ")), "14 21 28 35 42 49")
}

func reverseLines(t *verify.Text) verify.Finding {
	const wanted = "at least 52 lines from Zimbabwe on in reverse order"
	var lines []string
	for line := range strings.SplitSeq(t.String(), "\n") {
		if line = strings.Trim(line, edge); line != "" && (len(lines) > 0 || strings.Contains(line, "Zimbabwe")) {
			lines = append(lines, ascii(line))
		}
	}
	if len(lines) < 52 {
		return verify.Found(false, verify.Amount(len(lines), "line")+" from Zimbabwe on", wanted)
	}
	for i := 1; i < len(lines); i++ {
		if lines[i] > lines[i-1] {
			return verify.Found(false, verify.Quote(lines[i])+" after "+verify.Quote(lines[i-1]), wanted)
		}
	}
	return verify.Found(true, verify.Amount(len(lines), "line")+" in reverse order", wanted)
}

// ascii returns s without accents and without what is no ASCII then.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			return r
		}
		return -1
	}, norm.NFKD.String(s))
}

func wordReverse(t *verify.Text) verify.Finding {
	list := parity.Fields(bare(t.Lower()))
	slices.Reverse(list)
	s := strings.Join(list, " ")
	return verify.Found(strings.Contains(s, "bald eagle"), "backwards it reads "+verify.Quote(s), "a sentence with bald eagle, word by word backwards")
}

func characterReverse(t *verify.Text) verify.Finding {
	met := strings.Contains(t.Lower(), "elgae dlab")
	return verify.Found(met, "the answer is "+verify.Quote(t.String()), "elgae dlab, which is bald eagle backwards")
}

func sentenceAlphabet(t *verify.Text) verify.Finding {
	const wanted = "26 sentences that begin with A to Z"
	list := t.Sentences()
	if len(list) != 26 {
		return verify.Found(false, verify.Amount(len(list), "sentence"), wanted)
	}
	for i, s := range list {
		if first(parity.Lower(parity.FirstField(s))) != 'a'+rune(i) {
			return verify.Found(false, fmt.Sprintf("sentence %d is %s", i+1, verify.Quote(s)), wanted)
		}
	}
	return verify.Found(true, "26 sentences in order", wanted)
}

func capitalsSorted(t *verify.Text) verify.Finding {
	want := strings.Fields(capitals)
	wanted := "27 capitals, from " + want[0] + " to " + want[len(want)-1]
	var got []string
	for piece := range strings.SplitSeq(ascii(t.String()), ",") {
		if piece = parity.TrimSpace(piece); piece != "" {
			got = append(got, piece)
		}
	}
	if len(got) != len(want) {
		return verify.Found(false, verify.Amount(len(got), "name"), wanted)
	}
	for i, name := range got {
		if name != want[i] {
			return verify.Found(false, fmt.Sprintf("%s where %s was due", verify.Quote(name), want[i]), wanted)
		}
	}
	return verify.Found(true, "all 27 in order", wanted)
}
