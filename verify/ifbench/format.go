package ifbench

import (
	"fmt"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/parity"
)

func formats() []verify.Checker {
	return []verify.Checker{
		checker("format:parentheses", "brackets ( [ { are nested at least five deep and one of them is closed in order", always(parentheses)),
		checker("format:quotes", "straight quotation marks of two kinds are nested at least three deep", always(nestedQuotes)),
		checker("format:options", "the answer is one of `options`, which are divided by slashes, else by \"or\", else by commas; punctuation and case do not matter unless the options are letters a, b, c", options),
		checker("format:newline", "each word is on a line of its own; punctuation is taken out first", always(newlines)),
		checker("format:emoji", "one of the last two characters of each sentence is an emoji, or the next sentence begins with one", always(emojiEnds)),
		checker("format:line_indent", "each line begins with more blanks than the one before", always(stairs)),
		checker("format:quote_unquote", "no two straight quotation marks are next to each other, white space aside, and none is at the end", always(quoteUnquote)),
		checker("format:list", "`sep` occurs at least twice, anywhere", list),
		checker("format:thesis", "there is a text in <i> or <em> with more text behind it", always(thesis)),
		checker("format:sub-bullets", "a hyphen stands behind each asterisk and before the next", always(subBullets)),
		checker("format:no_bullets_bullets", "lines with at least two sentences are followed by at least two lines that begin with an asterisk, and by nothing else", always(proseThenBullets)),
		checker("format:title_case", "no word is written in lower case; words are tokens that begin with a letter", always(titleCase)),
		checker("format:output_template", "the answer has the labels My Answer:, My Conclusion: and Future Outlook:", always(template)),
		checker("format:no_whitespace", "the answer has no white space", always(noSpace)),
	}
}

// optionLetters tells lists of letters, "a), b), c)", from other options.
var optionLetters = lazyregexp.New(`^[^\p{L}\p{N}_]*[aA][^\p{L}\p{N}_]*[bB][^\p{L}\p{N}_]*[cC]`)

func options(a *verify.Args) (verify.Check, error) {
	text := a.Text("options")
	plain := plainOption(text)
	known := optionsOf(text)
	wanted := "only one of " + verify.Quote(text)
	return func(t *verify.Text) verify.Finding {
		return verify.Found(slices.Contains(known, plain(t.String())), "the answer is "+verify.Quote(t.String()), wanted)
	}, nil
}

func newlines(t *verify.Text) verify.Finding {
	s := parity.TrimSpace(bare(t.String()))
	lines := 0
	for line := range strings.SplitSeq(s, "\n") {
		if line != "" {
			lines++
		}
	}
	words := len(parity.Fields(s))
	return verify.Found(lines == words, fmt.Sprintf("%s on %s", verify.Amount(words, "word"), verify.Amount(lines, "line")), "a line for each")
}

func list(a *verify.Args) (verify.Check, error) {
	sep := a.Text("sep")
	wanted := fmt.Sprintf("at least two items marked with %q", sep)
	return func(t *verify.Text) verify.Finding {
		n := strings.Count(t.String(), sep)
		return verify.Found(n >= 2, fmt.Sprintf("%q %s", sep, often(n)), wanted)
	}, nil
}

// thesis takes <i> before <em> wherever they stand, and cuts both at the
// length of the shorter tag, as the evaluator does.
func thesis(t *verify.Text) verify.Finding {
	const wanted = "a thesis in <i> or <em> with text behind it"
	s, found := fromTag(t.String(), "<i>", "<em>")
	if !found {
		return verify.Found(false, "no text in italics", wanted)
	}
	rest, found := fromTag(s, "</i>", "</em>")
	if !found {
		return verify.Found(false, "italics that are never closed", wanted)
	}
	statement := s[len("<i>") : len(s)-len(rest)]
	switch {
	case parity.Blank(statement):
		return verify.Found(false, "empty italics", wanted)
	case parity.Blank(rest[len("</i>"):]):
		return verify.Found(false, "nothing behind the italics", wanted)
	default:
		return verify.Found(true, "the thesis "+verify.Quote(statement), wanted)
	}
}

// fromTag returns s from its first tag on, and from the other only if s has
// none of the first.
func fromTag(s string, tags ...string) (string, bool) {
	for _, tag := range tags {
		if at := strings.Index(s, tag); at >= 0 {
			return s[at:], true
		}
	}
	return "", false
}

func subBullets(t *verify.Text) verify.Finding {
	const wanted = "a sub-bullet - under each bullet *"
	_, rest, found := strings.Cut(t.String(), "*")
	n := 0
	for found {
		var bullet string
		bullet, rest, found = strings.Cut(rest, "*")
		if n++; !strings.Contains(bullet, "-") {
			return verify.Found(false, fmt.Sprintf("no hyphen behind asterisk %d, %s", n, verify.Quote(bullet)), wanted)
		}
	}
	return verify.Found(true, verify.Amount(n, "bullet")+" with sub-bullets", wanted)
}

func template(t *verify.Text) verify.Finding {
	missing := lists.Filter([]string{"My Answer:", "My Conclusion:", "Future Outlook:"}, func(label string) bool { return !strings.Contains(t.String(), label) })
	measured := "all labels"
	if len(missing) > 0 {
		measured = "no " + strings.Join(missing, ", no ")
	}
	return verify.Found(len(missing) == 0, measured, "My Answer:, My Conclusion: and Future Outlook:")
}

func noSpace(t *verify.Text) verify.Finding {
	n := 0
	for _, r := range t.String() {
		if parity.IsSpace(r) {
			n++
		}
	}
	return verify.Found(n == 0, verify.Amount(n, "white space character"), "none")
}

// plainOption returns the form in which answers and options are compared.
func plainOption(text string) func(string) string {
	if optionLetters.MatchString(text) {
		return func(s string) string { return s }
	}
	return func(s string) string { return parity.Lower(strings.Trim(s, edge)) }
}

// optionsOf returns the options of a text in that form.
func optionsOf(text string) []string {
	separator := ","
	if strings.Contains(text, "/") {
		separator = "/"
	} else if strings.Contains(text, "or") {
		separator = "or"
	}
	var known []string
	plain := plainOption(text)
	for o := range strings.SplitSeq(text, separator) {
		known = append(known, plain(parity.TrimSpace(o)))
	}
	return known
}
