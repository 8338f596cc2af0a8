package edits

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A noun is the size of a part of the text.
type noun string

const (
	sentence  noun = "sentence"
	paragraph noun = "paragraph"
	item      noun = "item"
)

// A mention is a part of the text that an instruction names.
type mention struct {
	noun   noun
	which  []int  // ordinals from 1, from the end below 0; empty: told by quote or topic
	quote  int    // number of a quoted text, -1 for none
	how    string // "", "start", "end", "has": how the quote tells the part
	topic  string
	within *mention
	at     [2]int // bytes in the clause
	middle bool
	all    bool // every such part
}

var numberWords = []string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
	"eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
	"opening": 1, "initial": 1, "introductory": 1, "starting": 1, "beginning": 1, "very first": 1, "topmost": 1,
	"last": -1, "final": -1, "closing": -1, "concluding": -1, "ending": -1, "very last": -1, "bottom": -1,
	"penultimate": -2, "second-to-last": -2, "second to last": -2, "next-to-last": -2, "next to last": -2, "second-last": -2, "second last": -2, "last but one": -2, "third-to-last": -3, "third to last": -3, "antepenultimate": -3,
}

const (
	ordinal  = `(?:very first|very last|first|second[- ]to[- ]last|third[- ]to[- ]last|next[- ]to[- ]last|second[- ]last|last but one|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|\d{1,2}(?:st|nd|rd|th)|opening|initial|introductory|starting|beginning|topmost|last|final|closing|concluding|ending|bottom|antepenultimate|penultimate)`
	number   = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})`
	portions = `(sentences?|paragraphs?|paras?|bullet points?|bullets?|list items?|items?|entry|entries|points?|lines?|parts?|sections?|passages?)`
	nouns    = `(sentences?|paragraphs?|paras?|bullet points?|bullets?|list items?|items?|entry|entries|points?|lines?)`
)

var (
	byOrdinal = regexp.MustCompile(`\b(` + ordinal + `(?:(?:, and |, | and | & | or | with the | and the )` + ordinal + `)*)(?: (` + number + `|couple of))? (?:` + nouns + `|ones?)\b`)
	byNumber  = regexp.MustCompile(`\b` + nouns + ` (?:number |no\. ?|#)?(` + number + `(?:(?:, and |, | and | & | to |-| through )#?` + number + `)*)\b`)
	byShare   = regexp.MustCompile(`\b(middle) ` + nouns + `\b`)
	byName    = regexp.MustCompile(`\b(?:the|this|your|an?) (introduction|intro|conclusion)\b`)
	byQuote   = regexp.MustCompile(`\b` + nouns + `\b,?(?: (that|which|where|in which|saying|reading|stating|containing|mentioning|including|with|has|have|says?|reads?|states?|contains?|mentions?|includes?|starts?|starting|begins?|beginning|opens?|opening|ends?|ending|ended|the|words?|phrase|text|string|term|is|it)|:)*:? ?⟦(\d+)⟧`)
	byTopic   = regexp.MustCompile(`\b` + portions + ` (?:(?:that|which) (?:is|are|talks?|discuss(?:es)?|describes?|deals?|covers?|mentions?|explains?|concerns?|introduces?|refers?|lists?|compares?|says?|states?|argues?|reports?|warns?|notes?|gives?|presents?|tells?|addresses|claims?|defines?|summari[sz]es)|about|on|discussing|describing|concerning|regarding|covering|dealing|mentioning|explaining|introducing|listing|talking|comparing|addressing|where|defining|stating|saying|with|reporting)\b ?([^,.;:⟦]*)`)
	loose     = regexp.MustCompile(`\b(?:the|this|that) ` + nouns + `\b`)
	placeTail = regexp.MustCompile(`\b(?:to (?:the|just|right)|before the|after the|so that|so it|and (?:then )?(?:` + verbs + `)|in(?:to)? (?:the|a|an|one|two)|from the|at the|as the|using|by|without|while|but)\b.*$`)
)

func nounOf(s string) noun {
	switch {
	case strings.HasPrefix(s, "sentence"):
		return sentence
	case strings.HasPrefix(s, "pa"), strings.HasPrefix(s, "section"):
		return paragraph
	case strings.HasPrefix(s, "line"):
		return sentence
	default:
		return item
	}
}

// mentions lists the parts that a clause, in lower case, names, in order.
func mentions(c string) []mention {
	var found []mention
	add := func(m mention) {
		for i := range found {
			if m.at[0] < found[i].at[1] && found[i].at[0] < m.at[1] {
				return
			}
		}
		found = append(found, m)
	}
	for _, p := range byOrdinal.FindAllStringSubmatchIndex(c, -1) {
		add(ordinalMention(c, p))
	}
	for _, p := range byQuote.FindAllStringSubmatchIndex(c, -1) {
		n, err := strconv.Atoi(c[p[6]:p[7]])
		if err == nil {
			add(mention{noun: nounOf(c[p[2]:p[3]]), quote: n, how: manner(c[p[3]:p[6]]), at: [2]int{p[0], p[1]}, all: every(c, p[0])})
		}
	}
	for _, p := range byNumber.FindAllStringSubmatchIndex(c, -1) {
		end := p[5]
		if sized.MatchString(c[end:]) { // "paragraph 2 to one sentence" is no range
			end = p[4] + max(strings.LastIndex(c[p[4]:end], " to "), 0)
		}
		if end > p[4] {
			add(mention{noun: nounOf(c[p[2]:p[3]]), which: listed(c[p[4]:end]), quote: -1, at: [2]int{p[0], end}})
		}
	}
	for _, p := range byShare.FindAllStringSubmatchIndex(c, -1) {
		add(mention{noun: nounOf(c[p[4]:p[5]]), quote: -1, middle: true, at: [2]int{p[0], p[1]}})
	}
	for _, p := range byName.FindAllStringSubmatchIndex(c, -1) {
		which := 1
		if strings.HasPrefix(c[p[2]:p[3]], "conc") {
			which = -1
		}
		add(mention{noun: paragraph, which: []int{which}, quote: -1, at: [2]int{p[0], p[1]}})
	}
	for _, p := range byTopic.FindAllStringSubmatchIndex(c, -1) {
		topic := placeTail.ReplaceAllString(c[p[4]:p[5]], "")
		add(mention{noun: nounOf(c[p[2]:p[3]]), quote: -1, topic: topic, at: [2]int{p[0], p[4] + len(topic)}, all: every(c, p[0])})
	}
	for _, p := range loose.FindAllStringSubmatchIndex(c, -1) {
		add(mention{noun: nounOf(c[p[2]:p[3]]), quote: -1, at: [2]int{p[0], p[1]}})
	}
	slices.SortFunc(found, func(a, b mention) int { return a.at[0] - b.at[0] })
	for i := range found { // "the last one"
		if found[i].noun == "" {
			found[i].noun = paragraph
			if i > 0 {
				found[i].noun = found[i-1].noun
			}
		}
	}
	return nest(c, found)
}

func every(c string, at int) bool {
	head := strings.TrimSpace(c[:at])
	return strings.HasSuffix(head, "every") || strings.HasSuffix(head, "all") || strings.HasSuffix(head, "all the") || strings.HasSuffix(head, "any")
}

func ordinalMention(c string, p []int) mention {
	m := mention{quote: -1, at: [2]int{p[0], p[1]}}
	if p[6] >= 0 {
		m.noun = nounOf(c[p[6]:p[7]])
	}
	for _, w := range regexp.MustCompile(ordinal).FindAllString(c[p[2]:p[3]], -1) {
		m.which = append(m.which, ordinalOf(w))
	}
	if p[4] >= 0 { // "the last two sentences"
		n, first := numberOf(c[p[4]:p[5]]), m.which[len(m.which)-1]
		for k := 1; k < n; k++ {
			if first > 0 {
				m.which = append(m.which, first+k)
			} else {
				m.which = append(m.which, first-k)
			}
		}
	}
	return m
}

func ordinalOf(w string) int {
	if n, ok := ordinals[w]; ok {
		return n
	}
	n, err := strconv.Atoi(strings.TrimRight(w, "stndrh"))
	if err != nil {
		return 0
	}
	return n
}

func numberOf(w string) int {
	if w == "couple of" {
		return 2
	}
	if i := slices.Index(numberWords, w); i >= 0 {
		return i + 1
	}
	n, err := strconv.Atoi(w)
	if err != nil {
		return 0
	}
	return n
}

var (
	sized   = regexp.MustCompile(`^ (?:short |brief |full |single )?(?:sentence|word|line|paragraph|bullet|item|point)`)
	numbers = regexp.MustCompile(number)
	through = regexp.MustCompile(` to |-| through `)
)

// listed reads "2 and 3" and "2 to 4".
func listed(s string) []int {
	var out []int
	for _, w := range numbers.FindAllString(s, -1) {
		out = append(out, numberOf(w))
	}
	if len(out) == 2 && through.MatchString(s) {
		for n := out[0] + 1; n < out[1]; n++ {
			out = append(out, n)
		}
	}
	return out
}

var holding = regexp.MustCompile(`contain|mention|including|include|with|has|have`)

func manner(s string) string {
	switch {
	case strings.Contains(s, "start") || strings.Contains(s, "begin") || strings.Contains(s, "open"):
		return "start"
	case strings.Contains(s, "end"):
		return "end"
	case holding.MatchString(s):
		return "has"
	default:
		return ""
	}
}

// opening is what stands before a part in which others are counted.
var opening = regexp.MustCompile(`(?:^|[.!?;,] )(?:please )?(?:in|from|within|inside|for|of) (?:the )?$`)

var inside = regexp.MustCompile(`^,? ?(?:of|in|from|within|inside) (?:the |your )?$`)

// nest puts a sentence into the paragraph that it is said to be in: "the last
// sentence of the second paragraph", "in the second paragraph, … the last
// sentence".
func nest(c string, all []mention) []mention {
	var out []mention
	for i := 0; i < len(all); i++ {
		m := all[i]
		if m.noun != paragraph && i+1 < len(all) && all[i+1].noun == paragraph && inside.MatchString(c[m.at[1]:all[i+1].at[0]]) {
			whole := all[i+1]
			m.within, m.at[1] = &whole, whole.at[1]
			i++
		}
		out = append(out, m)
	}
	if len(out) < 2 || out[0].noun != paragraph || !opening.MatchString(c[:out[0].at[0]]) {
		return out
	}
	nested := false
	for i := 1; i < len(out); i++ {
		if out[i].noun != paragraph && out[i].within == nil {
			out[i].within, nested = &out[0], true
		}
	}
	if nested {
		return out[1:]
	}
	return out
}
