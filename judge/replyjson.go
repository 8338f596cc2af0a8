package judge

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kaptinlin/jsonrepair"

	"adhere"
)

// A node is a JSON value that keeps the order of its fields and those that
// stand twice.
type node struct {
	keys   []string // of an object, in lower case
	values []node   // of an object or an array
	array  bool
	scalar any // string, bool, float64 or nil
}

// mostTried bounds what is read in search of JSON: each of many brackets without an end
// could begin some that reaches to the end of the reply.
const mostTried = 1 << 20

// mostRepaired bounds what is repaired, in bytes: it takes the square of the brackets
// without an end.
const mostRepaired = 1 << 16

// jsonIn returns the objects and arrays of JSON that a reply holds, and the
// reply without them. The first that is not quite JSON is repaired.
func jsonIn(reply string) (found []node, rest string) {
	var b strings.Builder
	repaired := false
	tried := 0 // how much of the reply was read in vain, in bytes
	for at := 0; at < len(reply); {
		if (reply[at] == '{' || reply[at] == '[') && tried < mostTried {
			d := json.NewDecoder(strings.NewReader(reply[at:]))
			n, err := parse(d)
			length := int(d.InputOffset())
			if err != nil {
				tried += length
			}
			if err != nil && !repaired && nearlyRE.MatchString(reply[at:]) {
				repaired = true
				n, length, err = repair(reply[at:])
			}
			if err == nil {
				at += length
				if n.array && mentioned(b.String()) {
					b.WriteByte(' ')
				} else {
					found = append(found, n)
				}
				continue
			}
		}
		b.WriteByte(reply[at])
		at++
	}
	return found, b.String()
}

// repair reads what was meant as JSON and breaks its rules: quotes of another
// kind or none, comments, a comma too many, Python's True, an end that is
// missing. What follows the last closing bracket is no part of it.
func repair(text string) (n node, length int, err error) {
	if length = strings.LastIndexAny(text, "}]") + 1; length == 0 || strings.Count(text[:length], "{") > strings.Count(text[:length], "}") {
		length = len(text)
	}
	if length > mostRepaired {
		return node{}, 0, unreadable("its JSON is too long to repair")
	}
	fixed, err := jsonrepair.JSONRepair(text[:length])
	if err != nil {
		return node{}, 0, err
	}
	n, err = parse(json.NewDecoder(strings.NewReader(fixed)))
	return n, length, err
}

func parse(d *json.Decoder) (node, error) {
	token, err := d.Token()
	if err != nil {
		return node{}, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return node{scalar: token}, nil
	}
	n := node{array: delim == '['}
	for d.More() {
		if !n.array {
			key, err := d.Token()
			if err != nil {
				return n, err
			}
			n.keys = append(n.keys, strings.ToLower(humpRE.ReplaceAllString(key.(string), "${1}_${2}")))
		}
		value, err := parse(d)
		if err != nil {
			return n, err
		}
		n.values = append(n.values, value)
	}
	_, err = d.Token()
	return n, err
}

// The fields in which models put decisions and reasons.
var (
	decisionKeys = []string{"answer", "verdict", "decision", "result", "judgment", "judgement", "conclusion", "outcome", "response", "label", "met", "followed", "satisfied", "fulfilled", "respected", "compliant", "complies", "passed", "correct", "value", "final", "答案", "结论", "判断", "结果", "判定", "回答", "是否符合", "是否满足"}
	metStems     = []string{"meet", "satisf", "follow", "fulfil", "compl", "respect", "adher", "pass", "correct", "valid"} // in the names of fields that are true or false
	breachKeys   = []string{"not_met", "unmet", "violated", "violation", "not_followed", "not_satisfied", "failed"}
	faultKeys    = []string{"violations", "issue", "issues", "error", "errors", "problem", "problems", "breach", "breached", "broken", "fails", "wrong"}
	reasonKeys   = []string{"reason", "explanation", "rationale", "reasoning", "justification", "comment", "analysis", "evidence", "理由", "原因"}
	nameKeys     = []string{"name", "constraint", "requirement", "question", "criterion", "text"}
	placeKeys    = []string{"number", "id", "question", "constraint", "index", "item", "n"}
)

// text returns the value of the first field of that name that is text.
func (n *node) text(names []string) string {
	for i, key := range n.keys {
		if s, ok := n.values[i].scalar.(string); ok && slices.Contains(names, key) {
			return tidy(s)
		}
	}
	return ""
}

// decision reads a value that holds one decision.
func (n *node) decision() (finding, error) {
	switch v := n.scalar.(type) {
	case bool:
		return finding{outcome: adhere.OutcomeOf(v)}, nil
	case string:
		return decide(v)
	}
	var got []finding
	faulty := false
	why := error(unreadable("its JSON holds no decision"))
	for i, key := range n.keys {
		_, flag := n.values[i].scalar.(bool)
		breach := breaches(key)
		if breach && !n.values[i].answers() {
			faulty = faulty || n.values[i].tells()
			continue
		}
		if decides := ends(key, decisionKeys) || breach || flag && calledMet(key); !decides {
			continue
		}
		f, err := n.values[i].decision()
		switch {
		case errors.Is(err, bothDecisions):
			return finding{}, err
		case err != nil:
			why = err
			continue
		case breach:
			f.outcome = opposite(f.outcome)
		}
		got = append(got, f)
	}
	switch {
	case n.array && len(n.values) == 1:
		return n.values[0].decision()
	case len(got) == 0:
		return n.nested(why)
	}
	for _, f := range got {
		if f.outcome != got[0].outcome || faulty && f.outcome == adhere.Met {
			return finding{}, bothDecisions
		}
	}
	if reason := n.text(reasonKeys); reason != "" {
		got[0].reason = reason
	}
	return got[0], nil
}

// calledMet reports whether the name of a field says that something is met.
func calledMet(key string) bool {
	name := strings.NewReplacer("_", " ", "-", " ").Replace(key)
	return !has(terms(name), negation, noWord, failWord, unmetWord, breakVerb) && slices.ContainsFunc(strings.Fields(name), func(word string) bool {
		return slices.ContainsFunc(metStems, func(stem string) bool { return strings.HasPrefix(word, stem) })
	})
}

// ends reports whether the name of a field ends with one of some words:
// "requirement_met", "finalAnswer".
func ends(key string, words []string) bool {
	key = strings.NewReplacer(" ", "_", "-", "_").Replace(key)
	return slices.ContainsFunc(words, func(w string) bool { return key == w || strings.HasSuffix(key, "_"+w) })
}

// breaches reports whether a yes under the name of a field says that something is
// not met.
func breaches(key string) bool {
	return ends(key, breachKeys) && !strings.HasPrefix(key, "no_") || slices.Contains(faultKeys, key)
}

// nested reads the decision of an object's only field that holds one, of those whose
// names do not say so.
func (n *node) nested(why error) (finding, error) {
	var got []finding
	for i, key := range n.keys {
		text, isText := n.values[i].scalar.(string)
		if ends(key, decisionKeys) || n.values[i].values == nil && (!isText || len(text) > 20 || slices.Contains(reasonKeys, key)) {
			continue
		}
		if f, err := n.values[i].decision(); err == nil {
			got = append(got, f)
		}
	}
	if len(got) != 1 {
		return finding{}, why
	}
	return got[0], nil
}

// decisions reads a value that holds n decisions in order.
func (n *node) decisions(asked []string) ([]finding, error) {
	count := len(asked)
	if key := n.twice(); key != "" {
		return nil, unreadable(fmt.Sprintf("it holds %.20q twice", key))
	}
	if !n.array && !n.numbered(count) {
		if got := n.named(asked); got != nil {
			return got, nil
		}
		why := error(unreadable("its JSON holds no list of decisions"))
		for i := range n.keys {
			if n.values[i].values == nil {
				continue
			}
			got, err := n.values[i].decisions(asked)
			if err == nil && breaches(n.keys[i]) && !slices.ContainsFunc(n.values[i].values, func(v node) bool { return !v.answers() }) {
				for k := range got {
					got[k].outcome = opposite(got[k].outcome)
				}
			}
			if err == nil && !strings.HasPrefix(n.keys[i], "has_") { // what it has need not be what was asked
				return got, nil
			}
			why = cmp.Or(err, error(unclearAnswer))
		}
		return nil, why
	}
	if len(n.values) != count {
		return nil, wrongCount(len(n.values), count)
	}
	got := make([]finding, count)
	places, err := placesOf(n.labels(), asked)
	if err != nil {
		return nil, err
	}
	for i := range n.values {
		if places == nil && !n.values[i].placed(i+1) {
			return nil, unreadable("its decisions are not in the order asked")
		}
		place := i
		if places != nil {
			place = places[i]
		}
		if got[place], err = n.values[i].decision(); err != nil {
			return nil, err
		}
	}
	return got, nil
}

// named reads an object with one field for each decision, called as the
// judge liked.
func (n *node) named(asked []string) []finding {
	count := len(asked)
	places, _ := placesOf(n.keys, asked)
	if places == nil && (len(n.keys) != count || count == 1 || slices.ContainsFunc(n.keys, func(key string) bool {
		return ends(key, decisionKeys) || breaches(key) || strings.ContainsAny(key, "0123456789")
	})) {
		return nil
	}
	got := make([]finding, count)
	for i := range n.values {
		var err error
		if got[i], err = n.values[i].decision(); err != nil {
			return nil
		}
	}
	return atPlaces(got, places)
}

// labels returns what each object of a list calls the thing it decides.
func (n *node) labels() []string {
	var names []string
	for i := range n.values {
		if name := n.values[i].text(nameKeys); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// answers reports whether a value is a yes or no, and nothing else.
func (n *node) answers() bool {
	text, isText := n.scalar.(string)
	_, flag := n.scalar.(bool)
	ts := terms(text)
	return flag || isText && len(ts) == 1 && has(ts, yesWord, noWord)
}

// tells reports whether a value names a fault, or counts some.
func (n *node) tells() bool {
	switch v := n.scalar.(type) {
	case bool:
		return v
	case float64:
		return v != 0
	case string:
		none := faultlessRE.FindString(v)
		rest := withinRE.ReplaceAllString(v[len(none):], "")
		return has(terms(v), content, number, countWord) && (none == "" || butLaterRE.MatchString(v) || faultRE.MatchString(rest) || limitingRE.MatchString(rest) ||
			has(terms(rest), negation, noWord, noneWord, contrast, condition, denial, unsureWord, unmetWord, breakVerb, number, countWord))
	}
	return slices.ContainsFunc(n.values, func(v node) bool { return v.tells() })
}

// numbered reports whether an object's fields are called 1 to count, with or
// without a word before.
func (n *node) numbered(count int) bool {
	for i, key := range n.keys {
		if strings.TrimLeft(key, "abcdefghijklmnopqrstuvwxyz_ .") != strconv.Itoa(i+1) {
			return false
		}
	}
	return len(n.keys) == count
}

// placed reports whether a decision does not say of itself that it stands
// elsewhere.
func (n *node) placed(place int) bool {
	for i, key := range n.keys {
		if slices.Contains(placeKeys, key) && elsewhere(fmt.Sprint(n.values[i].scalar), place, math.MaxInt) {
			return false
		}
	}
	return true
}

// decisions is the form of a reply with n decisions.
func decisions(n int, read func(string) ([]finding, error)) form[[]finding] {
	return form[[]finding]{
		read:   read,
		schema: answersSchema(),
		fields: fmt.Sprintf(`{"answers": [{"reason": one sentence, "answer": "YES", "NO" or "UNKNOWN"}]}, with %d in the list, in the order asked`, n),
	}
}

// answersSchema leaves the length of the list to the reader: not every
// provider takes it in a schema.
func answersSchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["answers"],"properties":{"answers":{"type":"array",` +
		`"items":{"type":"object","additionalProperties":false,"required":["reason","answer"],` +
		`"properties":{"reason":{"type":"string"},"answer":{"type":"string","enum":["YES","NO","UNKNOWN"]}}}}}}`)
}

// object returns the one JSON object in a reply. One that is broken is refused, and
// so is one that holds a field twice: there is no telling what was meant.
func object(reply string) (json.RawMessage, error) {
	for at := strings.IndexByte(reply, '{'); at >= 0 && at < len(reply); at++ {
		if reply[at] != '{' {
			continue
		}
		d := json.NewDecoder(strings.NewReader(reply[at:]))
		n, err := parse(d)
		switch {
		case err != nil && nearlyRE.MatchString(reply[at:]): // what stands inside it may say the contrary
			return nil, unreadable("its JSON object is not valid: " + err.Error())
		case err != nil:
		case n.twice() != "":
			return nil, unreadable(fmt.Sprintf("it holds %.20q twice", n.twice()))
		default:
			end := at + int(d.InputOffset())
			if others, _ := jsonIn(reply[end:]); len(others) > 0 {
				return nil, unreadable("it holds more than one JSON object")
			}
			return json.RawMessage(reply[at:end]), nil
		}
	}
	return nil, unreadable("it holds no JSON object")
}

// twice returns a field that stands twice in one object.
func (n *node) twice() string {
	for i, key := range n.keys {
		if slices.Contains(n.keys[:i], key) {
			return key
		}
	}
	for i := range n.values {
		if key := n.values[i].twice(); key != "" {
			return key
		}
	}
	return ""
}
