package judge

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
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
	reply, err := lastWord(reply)
	if err != nil {
		return nil, err
	}
	reply = enumerated(reply)
	left := withoutFaultAnswers(reply, asked)
	found, err := readList(left, asked)
	if err != nil && left != reply {
		return nil, unclearAnswer
	}
	return found, err
}

func readList(reply string, asked []string) ([]finding, error) {
	n := len(asked)
	if n > 1 {
		if found, err := boxed(reply, asked); found != nil || err != nil {
			return found, err
		}
	}
	values, rest := jsonIn(reply)
	if len(values) == 0 {
		reply = rest // without lists that are mentioned
	} else {
		found, err := fromJSON(values, rest, asked)
		if err == nil || errors.Is(err, bothDecisions) || strings.TrimSpace(rest) == "" {
			return found, err
		}
		if slices.ContainsFunc(values, func(v node) bool { return !v.array }) {
			reply = rest // an object that decides nothing is matter, not a decision
		}
	}
	if n == 1 {
		return first(decideOne(reply, asked))
	}
	text := mask(reply)
	if found, err := bracketed(text, n); found != nil || err != nil {
		return found, err
	}
	if found, err := tabled(reply, text, asked); found != nil || err != nil {
		return found, err
	}
	for _, read := range []func(reply, text string, n int) ([]finding, error){plainly, numberedItems, bulleted, eachPart} {
		if found, err := read(reply, text, n); err != nil {
			return nil, err
		} else if found != nil {
			return inNamedOrder(found, text, asked)
		}
	}
	found, err := oneALine(text, n)
	if err != nil {
		return nil, err
	}
	return inNamedOrder(found, text, asked)
}

// enumerated numbers the items of a list in LaTeX.
func enumerated(reply string) string {
	number := 0
	return itemsRE.ReplaceAllStringFunc(reply, func(m string) string {
		if m != `\item` {
			number = 0
			return ""
		}
		number++
		return strconv.Itoa(number) + "."
	})
}

// boxed reads n boxes or ticks and crosses, a line each, ticked where the answer
// is yes. Boxes that stand before a yes and a no are another thing, and so is a
// form of which none is ticked.
func boxed(reply string, asked []string) ([]finding, error) {
	var found []finding
	var labels []string
	ticked, decides, boxes := 0, false, false
	for i, m := range boxRE.FindAllStringSubmatch(reply, -1) {
		if m[4] != "" && m[4] != strconv.Itoa(i+1) {
			return nil, nil // in another order
		}
		met := strings.TrimSpace(m[1]) != "" || m[2] != ""
		if met {
			ticked++
		}
		if _, ok := claimIn(mask(m[5])); ok {
			decides = true
		}
		boxes = boxes || m[2] == "" && m[3] == "" || strings.ContainsAny(m[2]+m[3], "☑☐☒")
		found = append(found, finding{outcome: adhere.OutcomeOf(met), reason: tidy(m[5])})
		labels = append(labels, m[5])
	}
	places, err := placesOf(labels, asked)
	switch n := len(asked); {
	case len(found) != n, decides && (ticked == n || !boxes):
		return nil, nil
	case decides, ticked == 0:
		return nil, unreadable("its boxes do not say which is met")
	case err != nil, !slices.IsSorted(places):
		return nil, contraryNames
	}
	return found, nil
}

// bulleted reads n items behind bullets, each with its decision.
func bulleted(reply, _ string, n int) ([]finding, error) {
	marks := bulletRE.FindAllStringIndex(reply, -1)
	if len(marks) != n {
		return nil, nil
	}
	found := make([]finding, n)
	for i, m := range marks {
		end := len(reply)
		if i+1 < n {
			end = marks[i+1][0]
		}
		var err error
		if found[i], err = decideItem(reply[m[1]:end]); err != nil {
			return nil, unreadable(fmt.Sprintf("item %d: %s", i+1, err))
		}
	}
	return found, nil
}

var numerals = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

func first(f finding, err error) ([]finding, error) {
	if err != nil {
		return nil, err
	}
	return []finding{f}, nil
}

// decideOne reads one decision, which may stand in a list of one.
func decideOne(reply string, asked []string) (finding, error) {
	text := mask(reply)
	if found, err := tabled(reply, text, asked); err != nil {
		return finding{}, err
	} else if found != nil {
		prose := slices.DeleteFunc(strings.Split(reply, "\n"), func(line string) bool { return strings.Contains(line, "|") })
		return found[0], contradicted(strings.Join(prose, "\n"), found[0])
	}
	if found, err := bracketed(text, 1); found != nil && len(claims(text)) == 0 || err != nil {
		if err != nil {
			return finding{}, err
		}
		return found[0], nil
	}
	if namesSeveral(text) {
		return finding{}, unreadable("it decides on several things, and was asked about one")
	}
	return decide(reply)
}

// fromJSON reads what the JSON of a reply decides; prose around it must not
// say otherwise, and neither must a second value.
func fromJSON(values []node, rest string, asked []string) ([]finding, error) {
	n := len(asked)
	if n > 1 && len(values) == n { // an object for each
		if got, err := (&node{array: true, values: values}).decisions(asked); err == nil {
			return got, nil
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
		return found, contradicted(rest, found[0])
	}
	return found, nil
}

// contradicted reports that the rest of a reply says otherwise than a decision.
func contradicted(rest string, f finding) error {
	if other, err := decide(rest); errors.Is(err, bothDecisions) || err == nil && other.outcome.Decided() && other.outcome != f.outcome {
		return bothDecisions
	}
	return nil
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
		if withheld(terms(text[strings.LastIndexAny(text[:m[0]], ".!?\n")+1 : m[0]])) {
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
	if after := text[strings.LastIndexAny(text, "])"):]; hedgeRE.MatchString(after) || amendedRE.MatchString(after) {
		return nil, unreadable("what follows its list casts doubt on it")
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
	for _, run := range all {
		got := make([]finding, n)
		silent := 0
		for i, item := range run {
			got[i], err = decideItem(original(reply, text, item[0], item[1]))
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

// decideItem reads one item. What follows a blank line is talk about the
// list, unless it corrects it.
func decideItem(item string) (finding, error) {
	head, rest, talks := strings.Cut(strings.TrimLeft(item, "\n "), "\n\n")
	switch {
	case talks && (amendedRE.MatchString(rest) || reversalRE.MatchString(rest) && numberedAsRE.MatchString(rest)):
		return finding{}, unreadable("what follows its decisions changes them")
	case talks && !reversalRE.MatchString(rest):
		if f, err := decide(head); err == nil {
			return f, nil
		}
	}
	return decide(item)
}

// original returns the part of a reply that is under a part of its mask.
func original(reply, text string, start, end int) string {
	runes := []rune(reply)
	from := utf8.RuneCountInString(text[:start])
	return string(runes[from : from+utf8.RuneCountInString(text[start:end])])
}

// runs returns where the items of each run from 1 to n stand in a mask.
func runs(text string, n int) ([][][2]int, error) {
	var all [][][2]int
	var run [][2]int
	for _, re := range []*lazyregexp.Regexp{itemRE, inlineRE} {
		marks := re.FindAllStringSubmatchIndex(text, -1)
		if run := shuffled(text, marks, n); run != nil {
			return [][][2]int{run}, nil
		}
		for _, m := range marks {
			number, _ := strconv.Atoi(text[m[4]:m[5]])
			switch {
			case number == 1:
				run = nil
			case len(run) == n && number == n+1:
				return nil, wrongCount(n+1, n)
			case number != len(run)+1:
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

// shuffled returns where the items 1 to n stand that are numbered out of order,
// each once and no other.
func shuffled(text string, marks [][]int, n int) [][2]int {
	if len(marks) != n {
		return nil
	}
	run := make([][2]int, n)
	for i, m := range marks {
		number, _ := strconv.Atoi(text[m[4]:m[5]])
		if number < 1 || number > n || run[number-1] != [2]int{} {
			return nil
		}
		end := len(text)
		if i+1 < n {
			end = marks[i+1][3]
		}
		run[number-1] = [2]int{itemStart(m), end}
	}
	return run
}

// oneALine reads n lines that are a decision each
// and hold nothing else.
func oneALine(text string, n int) ([]finding, error) {
	if strings.ContainsRune(text, '[') {
		return nil, unreadable("its list does not end")
	}
	var found []finding
	for line := range strings.SplitSeq(text, "\n") {
		if got := words(line); len(got) == 1 && !unicode.IsDigit(firstRune(bare(line))) {
			if m := numberedAsRE.FindStringSubmatch(line); m != nil && m[1] != strconv.Itoa(len(found)+1) {
				return nil, unreadable("its decisions are not in the order asked")
			}
			found = append(found, got[0])
		} else if strings.TrimSpace(line) != "" && len(found) > 0 && len(found) < n {
			return nil, unreadable("its lines are not a decision each")
		}
	}
	if len(found) != n {
		return nil, wrongCount(len(found), n)
	}
	return found, nil
}

// plainly reads a reply that says nothing but its decisions, or whose first or
// last paragraph or line does. Two of these that differ contradict each other, and
// so does a numbered list that says otherwise.
func plainly(reply, text string, n int) ([]finding, error) {
	text = strings.TrimSpace(text)
	parts := []string{text}
	if strings.Count(text, "[") != strings.Count(text, "]") {
		return nil, nil // its list does not end
	}
	if !amendedRE.MatchString(text) && !reversalRE.MatchString(text) {
		opening, _, _ := strings.Cut(text, "\n\n")
		closing := text[strings.LastIndex(text, "\n\n")+1:]
		last := text[strings.LastIndexByte(text, '\n')+1:]
		parts = append(parts, opening, closing, behindRE.ReplaceAllString(last, ""))
		// "None is met, because": the reason must bring no doubt.
		if m := becauseRE.FindStringSubmatch(text); m != nil && len(claims(m[2])) == 0 && !limitsRE.MatchString(m[2]) && !hedgeRE.MatchString(m[2]) && !numberedAsRE.MatchString(m[2]) {
			parts = append(parts, m[1])
		}
	}
	var found []finding
	for i, part := range parts {
		if i == 1 && found != nil {
			return found, nil
		}
		got, err := plain(part, n)
		if err != nil || got != nil && found != nil && !agree(found, got) {
			return nil, bothDecisions
		}
		if found == nil {
			found = got
		}
	}
	if found != nil { // what stands besides must not say otherwise
		for _, read := range []func(reply, text string, n int) ([]finding, error){numberedItems, eachPart} {
			if other, _ := read(reply, text, n); other != nil && !agree(found, other) {
				return nil, bothDecisions
			}
		}
	}
	return found, nil
}

// eachPart reads n lines, or n sentences, that hold a decision each and some
// reason with it.
func eachPart(reply, text string, n int) ([]finding, error) {
	var lines, sentences []string
	for line := range strings.Lines(reply) {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	for _, s := range statements(text) {
		sentences = append(sentences, original(reply, text, s[0], s[1]))
	}
	if found := eachOf(lines, n); found != nil {
		return found, nil
	}
	return eachOf(sentences, n), nil
}

// eachOf reads n texts that decide, none of which says that it stands elsewhere.
func eachOf(texts []string, n int) []finding {
	if len(texts) != n {
		return nil
	}
	var found []finding
	for i, text := range texts {
		f, err := decide(text)
		if err != nil || !f.outcome.Decided() || unicode.IsDigit(firstRune(bare(text))) {
			return nil
		}
		if m := numberedAsRE.FindStringSubmatch(text); m != nil && m[1] != strconv.Itoa(i+1) {
			return nil
		}
		found = append(found, f)
	}
	return found
}
