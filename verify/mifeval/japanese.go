package mifeval

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lists"

	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/ifeval"
	"adhere/verify/parity"
)

func japanese() []kind {
	const own, byWord = "it is about characters and marks of Japanese", "words are found with a Japanese dictionary"
	return append(shared(
		"language:response_language", "length_constraints:number_paragraphs", "detectable_content:number_placeholders",
		"detectable_format:json_format", "combination:two_responses",
	),
		kind{name: "keywords:existence", doc: "each of `keywords` occurs as a word of the dictionary", check: ofWords(keywords), note: byWord},
		kind{name: "keywords:forbidden_words", doc: "none of `forbidden_words` occurs as a word of the dictionary", check: ofWords(forbiddenJapanese), note: byWord},
		kind{name: "keywords:frequency", doc: "`keyword` occurs `relation` (at least, less than) `frequency` times as a word of the dictionary", check: ofWords(keywordFrequency), note: byWord},
		kind{name: "keywords:letter_frequency", doc: "`letter`, a hiragana, occurs `let_relation` (at least, less than) `let_frequency` times, as hiragana or katakana", check: kanaFrequency, note: own},
		kind{name: "length_constraints:number_sentences", doc: "there are `relation` (at least, less than) `num_sentences` sentences; marks between 「」 or brackets end none, lines do", check: verify.Counting("num_sentences", "relation", "sentence", "", func(t *verify.Text) int {
			return countJapaneseSentences(t.String())
		}), note: own},
		kind{name: "length_constraints:number_letters", doc: "there are `relation` (at least, less than) `num_letters` characters", check: verify.Counting("num_letters", "relation", "character", "", func(t *verify.Text) int {
			return utf8.RuneCountInString(t.String())
		}), note: "line breaks count"},
		kind{name: "length_constraints:nth_paragraph_first_word", doc: "there are `num_paragraphs` paragraphs with an empty line between them, and number `nth_paragraph` begins with `first_word`, 「 and 『 aside", check: japaneseOpening, note: own},
		kind{name: "detectable_content:postscript", doc: "a postscript begins with `postscript_marker`", check: japanesePostscript, note: own},
		kind{name: "detectable_format:number_bullet_lists", doc: "exactly `num_bullets` lines are bullet points, with ・", check: verify.CountingExactly("num_bullets", "bullet point", "", func(t *verify.Text) int {
			return ifeval.CountLines(t.String(), ifeval.Bullet("・"))
		}), note: own},
		kind{name: "detectable_format:number_numbered_lists", doc: "exactly `num_items` lines begin with a number, a full stop and white space", check: verify.CountingExactly("num_items", "numbered item", "", func(t *verify.Text) int {
			return ifeval.CountLines(t.String(), itemNumber)
		}), note: "items of all lists count together"},
		kind{name: "detectable_format:number_highlighted_sections", doc: "at least `num_highlights` passages are highlighted 《like this》", check: verify.Counting("num_highlights", "", "passage", " between 《 and 》", countHighlights), note: own},
		kind{name: "detectable_format:multiple_sections", doc: "at least `num_sections` sections begin with 第, a number and `section_spliter`", check: sections, note: own},
		kind{name: "detectable_format:constrained_response", doc: "one of the sentences はい、そうです。, いいえ、違います。 and どちらとも言えません。 occurs", check: always(ifeval.Option("はい、そうです。", "いいえ、違います。", "どちらとも言えません。")), note: own},
		kind{name: "detectable_format:title", doc: "there is a title 『like this』", check: always(ifeval.Title("『", "』")), note: own},
		kind{name: "detectable_format:nominal_ending", doc: "at least `count` sentences end in a noun, quotations aside", check: ofWords(nominalEndings), note: byWord},
		kind{name: "combination:repeat_prompt", doc: "the answer begins with `prompt_to_repeat`", check: repeated, note: "Latin letters are compared by case"},
		kind{name: "startend:end_checker", doc: "the answer ends with `end_phrase`; 」 and 』 may follow", check: ending(unclosed, unclosed), note: own},
		kind{name: "startend:quotation", doc: "the whole answer stands in 「」", check: inMarks("「」"), note: own},
		kind{name: "startend:sentence_unified_end", doc: "every sentence ends with `ending`, quotations aside", check: unifiedEnding, note: own},
		kind{name: "letters:furigana", doc: "each run of kanji has its reading in hiragana behind it, in full-width brackets", check: always(furigana), note: own},
		kind{name: "letters:kansuuji", doc: "the answer has no digit", check: without("digit", unicode.IsDigit), note: "the algebra counts ASCII digits"},
		kind{name: "letters:kanji", doc: "there are `relation` (at least, less than) `kanji_limit` kanji", check: verify.Counting("kanji_limit", "relation", "kanji", "", func(t *verify.Text) int {
			return countRunes(t.String(), isKanji)
		}), note: own},
		kind{name: "letters:no_hiragana", doc: "the answer has no hiragana", check: without("hiragana", in('ぁ', 'ゖ')), note: own},
		kind{name: "letters:no_katakana", doc: "the answer has no katakana", check: without("katakana", func(r rune) bool { return in('ァ', 'ヺ')(r) || halfWidth(r) }), note: own},
		kind{name: "letters:hiragana_only", doc: "all letters are hiragana", check: without("letter but hiragana", func(r rune) bool {
			return unicode.IsLetter(r) && !in('ぁ', 'ん')(r) && r != 'ー'
		}), note: own},
		kind{name: "letters:katakana_only", doc: "all letters are katakana", check: without("letter but katakana", func(r rune) bool {
			return unicode.IsLetter(r) && !in('ァ', 'ン')(r) && r != 'ー' && !halfWidth(r)
		}), note: own},
		kind{name: "punctuation:no_comma", doc: "the answer has no 、", check: without("、", func(r rune) bool { return r == '、' }), note: own},
		kind{name: "punctuation:no_period", doc: "the answer has no 。", check: without("。", func(r rune) bool { return r == '。' }), note: own},
	)
}

func in(first, last rune) func(rune) bool {
	return func(r rune) bool { return first <= r && r <= last }
}

func halfWidth(r rune) bool { return 'ｦ' <= r && r <= 'ﾟ' }

func isKanji(r rune) bool { return 0x4e00 <= r && r <= 0x9faf }

func countRunes(s string, is func(rune) bool) (n int) {
	for _, r := range s {
		if is(r) {
			n++
		}
	}
	return n
}

func keywords(a *verify.Args, by Cutter) verify.Check {
	wanted := a.Texts("keywords")
	return func(t *verify.Text) verify.Finding {
		count := japaneseWords(by, t.String())
		f := verify.Finding{Met: true, Measured: "nothing is missing", Wanted: "each of " + strings.Join(wanted, ", ")}
		for _, w := range wanted {
			if count[w] == 0 {
				f.Met, f.Measured = false, "missing: "+verify.Quote(w)
			}
		}
		return f
	}
}

func forbiddenJapanese(a *verify.Args, by Cutter) verify.Check {
	unwanted := a.Texts("forbidden_words")
	return func(t *verify.Text) verify.Finding {
		count := japaneseWords(by, t.String())
		f := verify.Finding{Met: true, Measured: "none is found", Wanted: "none of " + strings.Join(unwanted, ", ")}
		if i := slices.IndexFunc(unwanted, func(w string) bool { return count[w] > 0 }); i >= 0 {
			f.Met, f.Measured = false, "found: "+verify.Quote(unwanted[i])
		}
		return f
	}
}

func keywordFrequency(a *verify.Args, by Cutter) verify.Check {
	word := parity.TrimSpace(a.Text("keyword"))
	b := verify.ReadBound(a, "frequency", "relation")
	return func(t *verify.Text) verify.Finding {
		return b.Finding(japaneseWords(by, t.String())[word], "time", " "+verify.Quote(word))
	}
}

func nominalEndings(a *verify.Args, by Cutter) verify.Check {
	b := verify.Bound{N: a.Count("count")}
	return func(t *verify.Text) verify.Finding {
		return b.Finding(countNominalEndings(by, unquoted(t.String())), "sentence", " ending in a noun")
	}
}

func kanaFrequency(a *verify.Args) (verify.Check, error) {
	letter := a.Text("letter")
	b := verify.ReadBound(a, "let_frequency", "let_relation")
	r, size := utf8.DecodeRuneInString(letter)
	if size != len(letter) || !in('ぁ', 'ん')(r) {
		return nil, fmt.Errorf("letter: expected one hiragana, got %s", verify.Quote(letter))
	}
	return func(t *verify.Text) verify.Finding {
		const toKatakana = 'ァ' - 'ぁ'
		n := countRunes(t.String(), func(c rune) bool { return c == r || c == r+toKatakana })
		return b.Finding(n, "time", " "+verify.Quote(letter))
	}, nil
}

func japaneseOpening(a *verify.Args) (verify.Check, error) {
	return ifeval.Opening(a, func(paragraph, word string) (string, bool) {
		paragraph = strings.TrimLeft(strings.TrimLeft(parity.TrimSpace(paragraph), "「"), "『")
		shown := []rune(paragraph)
		return string(shown[:min(len(shown), utf8.RuneCountInString(word))]), strings.HasPrefix(paragraph, word)
	})
}

// marked are the markers that may be spaced, in lower case.
var marked = map[string]*lazyregexp.Regexp{
	"P.P.S": lazyregexp.New(`p\.[\s\p{Z}]?p\.[\s\p{Z}]?s`),
	"P.S.":  lazyregexp.New(`p\.[\s\p{Z}]?s\.`),
}

func japanesePostscript(a *verify.Args) (verify.Check, error) {
	marker := parity.TrimSpace(a.Text("postscript_marker"))
	return func(t *verify.Text) verify.Finding {
		f := verify.Finding{Met: strings.Contains(t.Folded(), parity.Fold(marker)), Wanted: "a postscript that begins with " + verify.Quote(marker)}
		if spaced := marked[marker]; spaced != nil {
			f.Met = spaced.MatchString(t.Folded())
		}
		f.Measured = "no " + verify.Quote(marker)
		if f.Met {
			f.Measured = verify.Quote(marker) + " is there"
		}
		return f
	}, nil
}

// itemNumber measures a number with a full stop and white space behind it.
func itemNumber(s string) int {
	rest := strings.TrimLeftFunc(s, unicode.IsDigit)
	after, ok := strings.CutPrefix(rest, ".")
	r, size := utf8.DecodeRuneInString(after)
	if !ok || rest == s || !parity.IsSpace(r) || size == 0 {
		return 0
	}
	return len(s) - len(after) + size
}

var highlighted = lazyregexp.New(`《[^\n《》]*》`)

func countHighlights(t *verify.Text) int {
	return lists.Count(highlighted.FindAllString(t.String(), -1), func(passage string) bool { return !parity.Blank(strings.Trim(passage, "《》")) })
}

var section = lazyregexp.New(`第\p{Nd}+`)

func sections(a *verify.Args) (verify.Check, error) {
	splitter := parity.TrimSpace(a.Text("section_spliter"))
	b := verify.Bound{N: a.Count("num_sections")}
	return func(t *verify.Text) verify.Finding {
		s := t.String()
		n := lists.Count(section.FindAllStringIndex(s, -1), func(at []int) bool { return strings.HasPrefix(s[at[1]:], splitter) })
		return b.Finding(n, "section", " begun by 第, a number and "+verify.Quote(splitter))
	}, nil
}

func repeated(a *verify.Args) (verify.Check, error) {
	prompt := parity.TrimSpace(a.Text("prompt_to_repeat"))
	return func(t *verify.Text) verify.Finding {
		f := verify.Finding{Met: strings.HasPrefix(t.Trimmed(), prompt), Measured: "it begins otherwise", Wanted: "the request first, word for word: " + verify.Quote(prompt)}
		if f.Met {
			f.Measured = "the request is repeated"
		}
		return f
	}, nil
}

func unclosed(s string) string { return strings.Trim(s, "」』") }

var quotes = []*lazyregexp.Regexp{lazyregexp.New(`「.*?」`), lazyregexp.New(`『.*?』`)}

// unquoted takes quotations within a line away.
func unquoted(s string) string {
	for _, q := range quotes {
		s = q.ReplaceAllString(s, "")
	}
	return s
}

func unifiedEnding(a *verify.Args) (verify.Check, error) {
	wanted := a.Text("ending")
	return func(t *verify.Text) verify.Finding {
		for _, s := range strings.FieldsFunc(unquoted(t.String()), func(r rune) bool { return strings.ContainsRune("。！？", r) }) {
			if !strings.HasSuffix(s, wanted) {
				return verify.Finding{Measured: "a sentence " + verify.Quote(s), Wanted: "the ending " + verify.Quote(wanted)}
			}
		}
		return verify.Finding{Met: true, Measured: "every sentence ends so", Wanted: "the ending " + verify.Quote(wanted)}
	}, nil
}

var read = lazyregexp.New(`[\x{4e00}-\x{9faf}]+（[ぁ-ん]+）`)

func furigana(t *verify.Text) verify.Finding {
	runs, last := 0, rune(0)
	for _, r := range t.String() {
		if isKanji(r) && !isKanji(last) {
			runs++
		}
		last = r
	}
	with := len(read.FindAllStringIndex(t.String(), -1))
	return verify.Finding{Met: runs == with, Measured: fmt.Sprintf("%d of %s with a reading", with, verify.Amount(runs, "run")+" of kanji"), Wanted: "all"}
}
