package judge

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
)

// reader reads the decisions on what is asked, of which the wording is known.
func reader(asked []string) func(string) ([]finding, error) {
	return func(reply string) ([]finding, error) { return readDecisions(reply, asked) }
}

// readDecisions reads a decision on each thing asked: as JSON, as a list in
// brackets, numbered, or one a line.
func readDecisions(reply string, asked []string) ([]finding, error) {
	reply, err := verdictPart(reply)
	if err != nil {
		return nil, err
	}
	left := withoutFaultAnswers(reply, asked)
	text := mask(left)
	found, err := readList(left, text, asked)
	if err != nil && left != reply {
		return nil, unclearAnswer
	}
	if len(asked) > 1 && (err == nil || errors.Is(err, bothDecisions)) {
		all := allMetRE.FindStringIndex(text)
		after := corrected(left, text, asked)
		switch {
		case after != nil:
			found, err = after, nil
		case err != nil:
		case all != nil && !withheld(terms(sentenceBefore(text, all[0]))) && asWhole(found) != adhere.Met:
			return nil, bothDecisions
		case takenBack(left, text, found, asked):
			return nil, unreadable("what follows its decisions changes them")
		}
	}
	for i, f := range found {
		if contrary(f.reason, asked[i], f.outcome) {
			return nil, contraryReason
		}
	}
	return found, err
}

// mostTakenBack bounds the places of each kind at which a reply is cut in two.
const mostTakenBack = 20

// takenBack reports whether a reply that has decided all goes on to change it, and
// does not decide the same again: in its own words from there on, or from the line on
// that holds a doubt, or words of change in a paragraph that names a decision or an item.
func takenBack(reply, text string, found []finding, asked []string) bool {
	text = blank(harmlessRE, text, " ")
	for _, sign := range []struct {
		of   *lazyregexp.Regexp
		from string // what the words that are read again begin behind
	}{{recantsRE, ""}, {hedgeRE, "\n"}, {revisesRE, "\n"}} {
		for _, m := range sign.of.FindAllStringIndex(text, mostTakenBack) {
			end := strings.LastIndex(text[:m[0]], sign.from)
			if end < 0 {
				continue
			}
			paragraph, _, _ := strings.Cut(strings.TrimLeft(text[end:], "\n"), "\n\n")
			if sign.of == revisesRE && !slices.ContainsFunc(terms(paragraph), func(t term) bool { return t.decides() || has([]term{t}, number, placeWord, tickSign, crossSign) }) {
				continue
			}
			before, _ := readPart(reply, text, 0, end, asked)
			after, _ := readPart(reply, text, end, len(text), asked)
			if before != nil && (after == nil || !agree(before, found) || !agree(after, found)) {
				return true
			}
		}
	}
	return false
}

// corrected returns the decisions that a reply which has decided all announces instead.
// What others say, or the judge said before, announces nothing.
func corrected(reply, text string, asked []string) []finding {
	for _, m := range correctionRE.FindAllStringIndex(text, mostTakenBack) {
		if before, _ := readPart(reply, text, 0, m[0], asked); before != nil {
			after, _ := readPart(reply, text, m[1], len(text), asked)
			rest := text[m[1]:]
			if othersRE.MatchString(rest) || hedgeRE.MatchString(rest) || recantsRE.MatchString(rest) || goesOnRE.MatchString(rest) {
				return nil
			}
			return after
		}
	}
	return nil
}

// readPart reads what is under a part of a reply's mask by itself.
func readPart(reply, text string, start, end int, asked []string) ([]finding, error) {
	part := original(reply, text, start, end)
	return readList(part, mask(part), asked)
}

// readList reads a reply with its mask.
func readList(reply, text string, asked []string) ([]finding, error) {
	n, whole := len(asked), reply
	values, rest := jsonIn(reply)
	if len(values) == 0 {
		reply = rest // without lists that are mentioned
	} else {
		found, err := fromJSON(values, reply, rest, asked)
		if err == nil || errors.Is(err, bothDecisions) || strings.TrimSpace(rest) == "" {
			return found, err
		}
		if slices.ContainsFunc(values, func(v node) bool { return !v.array }) {
			reply = rest // an object that decides nothing is matter, not a decision
		}
	}
	if reply != whole {
		text = mask(reply)
	}
	if n > 1 {
		found, err := bracketed(text, n)
		if found != nil && err == nil {
			rest := blank(listRE, text, " ")
			if items, _ := runs(rest, n); items == nil { // its numbers are those of steps
				rest = placeRE.ReplaceAllString(rest, "$1")
			}
			err = agreesWith(found, rest, asked)
		}
		if found != nil || err != nil {
			return found, err
		}
	}
	found, prose, err := tabled(reply, asked)
	switch {
	case err != nil:
		return nil, err
	case len(found) > n: // about the parts of what is asked
		whole, err := first(decideIn(prose, mask(prose)))
		if err == nil && whole[0].outcome != asWhole(found) {
			err = bothDecisions
		}
		return whole, err
	case found != nil && n == 1:
		return found, contradicted(reply, prose, found[0])
	case found != nil:
		return found, agreesWith(found, mask(prose), asked)
	case prose != reply:
		reply, text = prose, mask(prose)
	}
	if n == 1 {
		return first(decideOne(reply, text, asked[0]))
	}
	return inProse(reply, text, asked)
}

// inProse reads a list of decisions that is neither JSON nor in brackets or a table.
func inProse(reply, text string, asked []string) ([]finding, error) {
	n := len(asked)
	var found []finding
	for _, read := range []func(reply, text string, n int) ([]finding, error){plainly, numberedItems, eachPart} {
		got, err := read(reply, text, n)
		switch {
		case errors.Is(err, bothDecisions), got != nil && found != nil && !agree(got, found):
			return nil, bothDecisions
		case found == nil && err != nil:
			return nil, err
		case got != nil && !slices.ContainsFunc(found, func(f finding) bool { return f.reason != "" }):
			found = got
		}
	}
	if found == nil {
		return nil, unreadable("it does not state one decision on each thing asked")
	}
	return inNamedOrder(found, text, asked)
}

// allMetRE says of all that is asked, in whatever words, that it is met.
var allMetRE = pattern(`\b(?:meets|follows|satisfies|fulfill?s|(?:complies|adheres) (?:with|to)) (?:all|both)(?: of the)?(?: ` + amount + `)?(?: of the)? (?:criteri(?:a|on)|constraints?|requirements?|conditions?|questions?|demands?)\b`)

// agreesWith reports that the rest of a reply, as a mask, says otherwise than a list
// that was found in it: as another list, or in as many lines that decide.
func agreesWith(found []finding, rest string, asked []string) error {
	other, err := readList(rest, rest, asked)
	if errors.Is(err, bothDecisions) || other != nil && !agree(found, other) {
		return bothDecisions
	}
	lines := slices.DeleteFunc(strings.Split(rest, "\n"), silent)
	if said := eachOf(lines, len(found)); said != nil {
		if said, err = inNamedOrder(said, strings.Join(lines, "\n"), asked); err != nil || !agree(found, said) {
			return bothDecisions
		}
	}
	return nil
}

func first(f finding, err error) ([]finding, error) {
	if err != nil {
		return nil, err
	}
	return []finding{f}, nil
}

// decideOne reads one decision, which may stand in a list of one.
func decideOne(reply, text, asked string) (finding, error) {
	if _, err := bracketed(text, 1); err != nil {
		return finding{}, err
	}
	if namesSeveral(text) {
		return finding{}, unreadable("it decides on several things, and was asked about one")
	}
	f, err := decideIn(reply, text)
	if said := claims(text); errors.Is(err, bothDecisions) && concludes(text, said, asked) {
		return finding{outcome: adhere.NotMet, reason: besides(reply, text, said)}, nil
	}
	return f, err
}

// concludes reports whether the last of some decisions is a no on the whole of what is
// asked, and those before it are on its parts, one of them a no.
func concludes(text string, said []claim, asked string) bool {
	last := said[len(said)-1]
	ts := terms(text[last.start:last.end])
	return last.outcome == adhere.NotMet && bare(last.tail) == "" && has(ts, judging, leadWord) && !has(ts, content) &&
		slices.ContainsFunc(said[:len(said)-1], func(c claim) bool { return c.outcome == adhere.NotMet }) &&
		!slices.ContainsFunc(said[:len(said)-1], func(c claim) bool { return !isPart(text[c.start:c.end], asked) })
}

// fromJSON reads what the JSON of a reply decides; prose around it must not
// say otherwise, and neither must a second value.
func fromJSON(values []node, reply, rest string, asked []string) ([]finding, error) {
	n := len(asked)
	if n > 1 && len(values) == n { // an object for each
		if got, err := (&node{array: true, values: values}).decisions(asked); err == nil {
			return got, agreesWith(got, mask(rest), asked)
		}
	}
	var found []finding
	var why error
	for i := range values {
		got, err := values[i].decisions(asked)
		if n == 1 && err != nil {
			got, err = first(values[i].decision())
		}
		switch {
		case err != nil && (why == nil || errors.Is(err, bothDecisions)):
			why = err
		case err == nil && found != nil && !agree(found, got):
			return nil, bothDecisions
		case err == nil:
			found = got
		}
	}
	if found == nil {
		return nil, why
	}
	if n == 1 {
		return found, contradicted(reply, rest, found[0])
	}
	return found, agreesWith(found, mask(rest), asked)
}

// contradicted reports that the rest of a reply says otherwise than a decision in
// brackets or between bars, or that what follows it casts doubt on it.
func contradicted(reply, rest string, f finding) error {
	if other, err := decide(rest); errors.Is(err, bothDecisions) || err == nil && other.outcome.Decided() && other.outcome != f.outcome {
		return bothDecisions
	}
	after := mask(reply[strings.LastIndexAny(reply, "}]|")+1:])
	return (&claim{finding: f, tail: after}).doubted(after, blank(harmlessRE, after, " "))
}

func agree(a, b []finding) bool {
	return slices.EqualFunc(a, b, func(x, y finding) bool { return x.outcome == y.outcome })
}

func wrongCount(got, want int) error {
	return unreadable(fmt.Sprintf("it holds %d decisions, not %d", got, want))
}

// bracketed reads lists of words in brackets: the last must have n, and no
// other of n may differ. It finds nothing where there are none.
func bracketed(text string, n int) ([]finding, error) {
	var last []finding
	var all [][]finding
	for _, m := range listRE.FindAllStringSubmatchIndex(text, -1) {
		got := words(text[m[2]:m[3]])
		if got == nil {
			continue
		}
		if before := sentenceBefore(text, m[0]); withheld(terms(before)) || exampleRE.MatchString(before) || supposedRE.MatchString(text[m[1]:]) {
			return nil, unreadable("its list is part of a longer sentence")
		}
		last = got
		all = append(all, got)
	}
	switch alone := !slices.ContainsFunc(all, func(list []finding) bool { return len(list) > 1 }); {
	case last == nil, alone && n > 1 && len(all) == n: // a list for each is a mark around it
		return nil, nil
	case len(last) != n:
		return nil, wrongCount(len(last), n)
	}
	for _, other := range all {
		if len(other) == n && !agree(other, last) {
			return nil, bothDecisions
		}
	}
	return last, nil
}

// words reads decisions between commas, each a word and no more.
func words(list string) []finding {
	var found []finding
	parts := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == '、' })
	if len(parts) > 1 && bare(parts[len(parts)-1]) == "" && !strings.ContainsAny(parts[len(parts)-1], `'"`) {
		parts = parts[:len(parts)-1]
	}
	for _, part := range parts {
		if t := ticks(part); len(t) == 1 && bare(part) == "" {
			found = append(found, t[0].finding)
			continue
		}
		if l := letters(part); len(l) == 1 {
			found = append(found, l[0].finding)
			continue
		}
		c, ok := claimIn(part)
		if !ok || bare(c.tail) != "" || len(strings.Fields(part)) > 3 {
			return nil
		}
		found = append(found, c.finding)
	}
	return found
}

// numberedItems reads items numbered from 1 to n, each with its decision. A
// reply that counts to n twice must say the same twice.
func numberedItems(reply, text string, n int) ([]finding, error) {
	var found []finding
	all, err := runs(text, n)
	if err != nil {
		return nil, err
	}
	cut := cutter{reply: reply, text: text}
	for _, run := range all {
		got := make([]finding, n)
		silent := 0
		for i, item := range run {
			got[i], err = decideItem(cut.part(item[0], item[1]))
			switch {
			case errors.Is(err, noDecision):
				silent++
			case err != nil:
				return nil, unreadable(fmt.Sprintf("item %d: %s", i+1, err))
			}
		}
		switch {
		case silent == n && len(all) > 1:
			continue // explanations numbered like the decisions
		case silent > 0:
			return nil, unreadable(fmt.Sprintf("an item of its list: %s", noDecision))
		}
		if found != nil && !agree(found, got) {
			return nil, bothDecisions
		}
		found = got
	}
	return found, nil
}

// decideItem reads one item. What follows a blank line is talk about the list.
func decideItem(item string) (finding, error) {
	head, _, _ := strings.Cut(strings.TrimLeft(item, "\n "), "\n\n")
	if f, err := decide(head); err == nil {
		return f, nil
	}
	return decide(item)
}

// original returns the part of a reply that is under a part of its mask.
func original(reply, text string, start, end int) string {
	return (&cutter{reply: reply, text: text}).part(start, end)
}

// A cutter cuts a reply as its mask is cut, part by part from its start on.
type cutter struct {
	reply string // what is left of it
	text  string
	at    int // in the mask
}

func (c *cutter) part(start, end int) string {
	c.to(start)
	return c.to(end)
}

// to cuts the reply up to a place of the mask.
func (c *cutter) to(end int) string {
	if end <= c.at {
		return ""
	}
	size := 0
	for range utf8.RuneCountInString(c.text[c.at:end]) {
		_, n := utf8.DecodeRuneInString(c.reply[size:])
		size += n
	}
	part := c.reply[:size]
	c.reply, c.at = c.reply[size:], end
	return part
}

// runs returns where the items of each run from 1 to n, or from 0 to n-1, stand in a
// mask.
func runs(text string, n int) ([][][2]int, error) {
	var all [][][2]int
	var run [][2]int
	base := 1
	for _, re := range []*lazyregexp.Regexp{itemRE, inlineRE} {
		marks := re.FindAllStringSubmatchIndex(text, -1)
		for _, m := range marks {
			number, _ := strconv.Atoi(text[m[4]:m[5]])
			switch {
			case number == 0, number == 1 && (base == 1 || len(run) != 1):
				run, base = nil, number
			case len(run) == n && number == base+n:
				return nil, wrongCount(n+1, n)
			case number != base+len(run):
				continue
			}
			if len(run) > 0 {
				run[len(run)-1][1] = m[3]
			} else if len(all) > 0 {
				all[len(all)-1][n-1][1] = m[3]
			}
			if run = append(run, [2]int{itemStart(m), len(text)}); len(run) == n {
				all = append(all, run)
			}
		}
		if all != nil {
			break
		}
		run = nil
	}
	return all, nil
}

// itemStart returns where the text of an item begins.
func itemStart(mark []int) int {
	for i := 6; i < len(mark); i += 2 {
		if mark[i] >= 0 {
			return mark[i] // the decision itself marks the item
		}
	}
	return mark[1]
}
