package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
	"adhere/prompt"
)

// A Listing is what a model finds that a conversation demands.
type Listing struct {
	Demands []adhere.Demand // in the order of the list; IDs c1, c2, …
	By      string          // the decomposer's name
	// Verdicts are on the answer that DemandsMet judges, by demand; nil where
	// the reply gives none that can be read.
	Verdicts  []adhere.Verdict
	Corrected string // that answer, as the same reply corrects it; "" where it does not
	Usage     adhere.Usage
}

// Requirements returns, in order, what certainly binds the next answer, each
// placed as adhere.Requirement.Placed has it, and what is in doubt.
func (l *Listing) Requirements() (certain []adhere.Requirement, doubtful []adhere.Demand) {
	for i := range l.Demands {
		if d := &l.Demands[i]; d.MayEnforce() {
			certain = append(certain, d.Placed())
		} else {
			doubtful = append(doubtful, *d)
		}
	}
	return certain, doubtful
}

// Demands lists what a whole conversation demands of the answer to its last
// message: each demand with what of the answer it binds and the message it
// stands in. Demands of earlier messages are listed where they last and are
// not revised. A demand is Certain unless the model says that it is unsure, or
// names no scope or no message that can bind. Errors are those of Decompose.
func (d *Decomposer) Demands(ctx context.Context, messages []adhere.Message) (Listing, error) {
	return d.DemandsMet(ctx, messages, "", false)
}

// DemandsMet lists demands as Demands does, and has the model say in the same
// reply which of them an answer meets and, where correct is set, write it anew if
// it does not meet them all.
func (d *Decomposer) DemandsMet(ctx context.Context, messages []adhere.Message, answer string, correct bool) (Listing, error) {
	if err := d.ready(); err != nil {
		return Listing{}, err
	}
	data := prompt.Data{"Roles": []string{}, "Texts": []string{}, "Answer": answer, "Correct": ""}
	if correct {
		data["Correct"] = "yes"
	}
	for _, m := range messages {
		data["Roles"] = append(data["Roles"].([]string), string(m.Role))
		data["Texts"] = append(data["Texts"].([]string), m.Text)
	}
	got, err := askTemplate(ctx, d.c, "list-demands", data, form[judgedLines]{
		read: func(reply string) (judgedLines, error) { return readJudged(reply, answer != "") },
		schema: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["demands","none"],"properties":{"none":{"type":"boolean"},"demands":{"type":"array","items":` +
			`{"type":"object","additionalProperties":false,"required":["message","binds","demand","sure"],"properties":{"message":{"type":"integer"},"binds":{"type":"string"},"demand":{"type":"string"},"sure":{"type":"boolean"}}}}}}`),
		fields: `{"demands": [{"message": number, "binds": text, "demand": text, "sure": true or false}], "none": true only if nothing is demanded}`,
	})
	if err != nil {
		return Listing{}, err
	}
	if got.Why != "" {
		return Listing{Usage: got.Usage}, d.failed(got.Raw, got.Why)
	}
	l := Listing{By: "list-demands/" + d.label, Usage: got.Usage}
	if correct {
		l.Corrected = got.Value.corrected
	}
	for i, line := range got.Value.lines {
		l.Demands = append(l.Demands, line.demand(fmt.Sprintf("c%d", i+1), messages))
	}
	for i, f := range got.Value.verdicts {
		l.Verdicts = append(l.Verdicts, adhere.Verdict{Requirement: l.Demands[i].ID, Judge: l.By, Outcome: f.outcome, Reason: f.reason, Evidence: f.evidence, Raw: got.Raw})
	}
	return l, nil
}

// A judgedLines is a list, and what is said of each line; no verdicts where they
// cannot be read: then they are asked for again, and the list stands.
type judgedLines struct {
	lines     []demandLine
	verdicts  []finding
	corrected string // the answer
}

// The lines between a list, the verdicts on it, and a corrected answer. What
// follows on the last line is the answer's.
var (
	verdictsBelow  = pattern(`(?im)^[ \t]*[#*_]*[ \t]*verdicts?[ \t]*[:*_]*[ \t]*$`)
	correctedBelow = pattern(`(?m)^[ \t]*[#*_]*[ \t]*corrected (?:answer|response)[ \t]*(?:[:：][*_]*|[*_]+[:：]?)[ \t]*`)
)

func readJudged(reply string, judged bool) (judgedLines, error) {
	list, said := reply, ""
	if at := verdictsBelow.FindStringIndex(reply); judged && at != nil {
		list, said = reply[:at[0]], reply[at[1]:]
	}
	lines, err := readDemands(list)
	if err != nil || len(lines) == 0 || said == "" {
		return judgedLines{lines: lines}, err
	}
	corrected := ""
	if at := correctedBelow.FindStringIndex(said); at != nil {
		said, corrected = said[:at[0]], unrowed(said[at[1]:])
	}
	asked := lists.Map(lines, func(line demandLine) string { return line.text })
	verdicts, err := readDecisions(said, asked)
	if err != nil || len(verdicts) != len(lines) {
		return judgedLines{lines: lines}, nil //nolint:nilerr // the list can be read
	}
	return judgedLines{lines, verdicts, corrected}, nil
}

// unrowed returns what stands between the rows of quotation marks that a text
// begins with and has again; without them, all of it.
func unrowed(text string) string {
	text = strings.TrimSpace(text)
	row, rest, _ := strings.Cut(text, "\n")
	if row = strings.TrimSpace(row); len(row) < 3 || strings.Trim(row, `"`) != "" {
		return text
	}
	rest = "\n" + rest
	if end := strings.LastIndex(rest, "\n"+row); end >= 0 {
		rest = rest[:end]
	}
	return strings.Trim(rest, "\r\n")
}

// A demandLine is one demand as a reply gives it.
type demandLine struct {
	text, binds string
	message     int // from 1; 0 where it names none
	unsure      bool
}

// demandUnsure are the words of a line that is in doubt.
const demandUnsure = `unsure|not sure|uncertain|not certain`

// The patterns of what a line of a list says in square brackets, and of doubt
// that stands beside the demand.
var (
	demandLineRE   = lazyregexp.New(`(?i)^[\[(【［*]+\s*(?:message|msg|turn|nachricht|mensaje|mensagem|messaggio|bericht|сообщение|消息|メッセージ|메시지)?\s*#?([\d０-９]{1,4})\s*(?:[;,:|；，：]\s*([^\])】］]*?))?\s*[\])】］]+[*:：]*\s*(\S.*)$`)
	demandWholeRE  = lazyregexp.New(`(?i)^(?:the )?(?:whole|entire|full|complete)? ?(?:answer|response|reply|text|output|整个回答|回答)$|^(?:die )?(?:ganze|gesamte) antwort$|^(?:toute la réponse|(?:la )?réponse entière)$|^(?:toda la respuesta|(?:la )?respuesta completa)$|^(?:toda a resposta|(?:a )?resposta inteira)$|^весь ответ$|^回答全体$|^whole$`)
	demandEachRE   = lazyregexp.New(`(?i)^(?:each|every|all(?: of)?(?: the)?|any|per) (.+)$`)
	demandAfterRE  = lazyregexp.New(`(?i)^(?:what (?:follows|comes after|stands after)|after|following) (?:the )?(.+)$`)
	demandUnsureRE = lazyregexp.New(`(?i)[,，]?\s*\b(?:` + demandUnsure + `)\b|[,，]?\s*不确定`)
	demandSureRE   = lazyregexp.New(`(?i)(?:^|[,，])\s*(?:sure|certain)\s*$`)
	demandAsideRE  = lazyregexp.New(`(?i)^[\[(（【*_]*(?:` + demandUnsure + `|不确定)[*_]*[\])）】:：][*_]*\s*|\s*[*_]*[\[(（【][*_]*(?:` + demandUnsure + `|不确定)(?:[^\w\])）】][^\])）】]*)?[\])）】][*_]*[.。]?$|\s*(?:[;；—–]|[.。]\s|\s-)[\s*_]*(?:` + demandUnsure + `|不确定)[*_]*[.?。]?$`)
	demandNestedRE = lazyregexp.New(`(?i)\s[-*•–]\s+[*]*[\[(【]\s*(?:message|msg|turn)\s*#?\d{1,4}\s*[;,:]`)
	demandScopeRE  = lazyregexp.New(`^[*]*\[\s*([^\]\d\s][^\]]*)\][*:：]*\s*(\S.*)$`)
)

// readDemands reads a list of demands, with what stands in square brackets
// before each, or JSON. A list of which no line says where it stands or what it
// binds is none.
func readDemands(reply string) ([]demandLine, error) {
	if list, ok, err := demandsInJSON(reply); ok {
		return list, err
	}
	items, err := listedConstraints(reply)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	var list []demandLine
	scopes := true // in all brackets, and no message
	for _, item := range items {
		from := 0
		for _, at := range append(demandNestedRE.FindAllStringIndex(item, -1), []int{len(item)}) {
			piece := item[from:at[0]]
			if from > 0 {
				piece = strings.TrimLeft(piece, " \t\n-*•–")
			}
			line := lineOf(piece)
			list, scopes, from = append(list, line), scopes && line.message == 0 && demandScopeRE.MatchString(line.text), at[0]
		}
	}
	for i := range list {
		if m := demandScopeRE.FindStringSubmatch(list[i].text); scopes {
			list[i].text = m[2]
			list[i].bind(m[1])
			list[i] = list[i].sure()
		}
	}
	if !scopes && !slices.ContainsFunc(list, func(l demandLine) bool { return l.message > 0 }) {
		return nil, unreadable("no line says in square brackets which message it stands in and what it binds")
	}
	return list, nil
}

func lineOf(item string) demandLine {
	line := demandLine{text: item}
	if m := demandLineRE.FindStringSubmatch(item); m != nil {
		line.message, _ = strconv.Atoi(strings.Map(fold, m[1]))
		line.text = m[3]
		line.bind(m[2])
	}
	return line.sure()
}

// sure takes away what stands beside the demand and says that it is in doubt.
func (l demandLine) sure() demandLine {
	plain := demandAsideRE.ReplaceAllString(l.text, "")
	l.text, l.unsure = plain, l.unsure || plain != l.text
	return l
}

// bind reads what a line says that it binds, and whether that is sure. It is not
// where a further field says anything else: "perhaps", in any language.
func (l *demandLine) bind(said string) {
	l.unsure = l.unsure || demandUnsureRE.MatchString(said)
	l.binds = ""
	for field := range strings.FieldsFuncSeq(demandUnsureRE.ReplaceAllString(said, ""), func(r rune) bool { return strings.ContainsRune(";；|", r) }) {
		field = strings.TrimSpace(demandSureRE.ReplaceAllString(field, ""))
		l.unsure = l.unsure || l.binds != "" && strings.Trim(field, " ()?*_") != ""
		l.binds = cmp.Or(l.binds, field)
	}
}

// demandsInJSON reads the list from an object in a reply, or from a list or table
// that stands alone, if it has one.
func demandsInJSON(reply string) ([]demandLine, bool, error) {
	n, at := constraintsIn(reply)
	if n == nil {
		n = demandsAlone(reply)
	}
	if n == nil {
		return nil, false, nil
	}
	if key := n.twice(); key != "" {
		return nil, true, unreadable("it holds " + strconv.Quote(key) + " twice")
	}
	p, err := n.parts(at)
	list := make([]demandLine, len(p.constraints))
	for k, text := range p.constraints {
		list[k] = n.values[at].values[k].demandLine(text)
	}
	return list, true, err
}

// demandsAlone returns the list that stands in no object, in JSON or as a table, as
// the only field of one: nil where another list stands beside it, or an entry does not
// say where its demand stands or what it binds. It may be an answer, not a list.
func demandsAlone(reply string) *node {
	values, rest := jsonIn(unfence(reply))
	if len(values) == 0 {
		values, rest = demandTable(rest)
	}
	for line := range strings.SplitSeq(rest, "\n") {
		if partNumberedRE.MatchString(line) || partBulletRE.MatchString(line) {
			return nil
		}
	}
	if len(values) != 1 || !values[0].array || len(values[0].values) == 0 {
		return nil
	}
	for i := range values[0].values {
		v := &values[0].values[i]
		text, ok := v.scalar.(string)
		if !ok {
			text = v.text(demandKeys)
		}
		placed := slices.ContainsFunc(v.keys, func(key string) bool { return slices.Contains([]string{"message", "turn", "binds", "scope"}, key) })
		if !placed && !demandLineRE.MatchString(text) {
			return nil
		}
	}
	return &node{keys: []string{"demands"}, values: values}
}

func (n *node) demandLine(text string) demandLine {
	line := lineOf(text)
	if binds := n.text([]string{"binds", "scope"}); binds != "" {
		line.bind(binds)
	}
	for i, key := range n.keys {
		said := strings.ToLower(strings.TrimSpace(fmt.Sprint(n.values[i].scalar)))
		switch key {
		case "message", "turn":
			line.message, _ = strconv.Atoi(strings.TrimPrefix(said, "message "))
		case "sure", "certain":
			line.unsure = line.unsure || said != "true" && said != "yes"
		case "unsure":
			line.unsure = line.unsure || said != "false" && said != "no"
		}
	}
	return line
}

// demand places a line in the conversation.
func (l demandLine) demand(id string, messages []adhere.Message) adhere.Demand {
	d := adhere.Demand{
		Requirement: adhere.Requirement{ID: id, Text: strings.TrimSpace(l.text), Weight: 1, Scope: scopeOf(l.binds)},
		Source:      adhere.Source{Turn: len(messages) - 1, Origin: adhere.FromInstruction},
	}
	if l.message == 0 && len(messages) == 1 {
		l.message = 1 // there is no other
	}
	switch {
	case l.message < 1 || l.message > len(messages):
		d.Doubt = "the list names no message that it stands in"
	case messages[l.message-1].Role == adhere.Assistant:
		d.Doubt = "it stands in a message of the assistant"
	default:
		d.Source.Turn = l.message - 1
		d.Source.Origin = originOf(l.message-1, messages)
	}
	switch {
	case d.Doubt != "":
	case d.Scope.Reach == "":
		d.Doubt = "the list does not say what of the answer it binds"
	case l.unsure:
		d.Doubt = "the model is not sure of it"
	}
	d.Certain = d.Doubt == ""
	return d
}

func originOf(turn int, messages []adhere.Message) adhere.Origin {
	switch {
	case messages[turn].Role == adhere.System:
		return adhere.FromSystem
	case turn == len(messages)-1:
		return adhere.FromInstruction
	default:
		return adhere.FromEarlierTurn
	}
}

func scopeOf(binds string) adhere.Scope {
	binds = strings.Trim(tidy(binds), "*.")
	key := strings.Trim(binds, `"'`)
	named := key != binds && !strings.Contains(key, " ") && key != "whole" // "answer" in quotation marks is a key or label
	if binds = key; binds == "" {
		return adhere.Scope{}
	}
	if named && demandWholeRE.MatchString(binds) {
		return adhere.Scope{Reach: adhere.NamedPart, Of: "part named " + binds}
	}
	if demandWholeRE.MatchString(binds) {
		return adhere.Scope{Reach: adhere.WholeAnswer}
	}
	if m := demandEachRE.FindStringSubmatch(binds); m != nil {
		return adhere.Scope{Reach: adhere.EachUnit, Of: m[1]}
	}
	if m := demandAfterRE.FindStringSubmatch(binds); m != nil {
		return adhere.Scope{Reach: adhere.WhatFollows, Of: m[1]}
	}
	return adhere.Scope{Reach: adhere.NamedPart, Of: strings.TrimPrefix(binds, "the ")}
}
