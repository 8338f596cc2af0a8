package dataset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"adhere"
	"adhere/internal/tabular"
)

func instructionFields() []string {
	return append(systemFields(), "id", "dataset", "prompt", "messages", "input", "requirements", "rubric", "rubrics", "group", "level", "path", "reference", "tags", "doubtful")
}

// systemFields hold the system message beside a prompt.
func systemFields() []string { return []string{"system", "system_prompt", "system_message"} }

// requirementFields has the names of rubrics too.
func requirementFields() []string {
	return []string{"id", "name", "text", "requirement", "criterion", "scope", "labels", "tags", "rule", "weight", "points", "needs", "part_rule", "turn", "options", "scale_type"}
}

func readOwn(p *pass) error {
	var bare []string
	err := p.eachLine(func(o *object) *adhere.Instruction {
		o.refuseMisspelt(instructionFields())
		in := &adhere.Instruction{
			ID: ownName(p, o), Messages: withSystem(o, withInput(o, ownMessages(o))), Input: o.text("input"),
			Group: o.text("group"), Level: o.count("level"), Path: o.texts("path"),
			Reference: o.text("reference"),
		}
		o.into("tags", "an object of strings", &in.Tags)
		o.into("doubtful", "a list of demands", &in.Doubtful)
		seen, places := map[string]bool{}, []string(nil)
		list := o.either("requirements", "rubric", "rubrics")
		for i, raw := range requirementsIn(o, list) {
			at := fmt.Sprintf("%s[%d]", list, i)
			one := o.inside(at, raw)
			for _, r := range degrees(one, ownRequirement(p, one, i)) {
				if seen[r.ID] {
					o.fail(at+".id", fmt.Sprintf("%q is taken already by another requirement", r.ID))
				}
				seen[r.ID] = true
				in.Requirements, places = append(in.Requirements, r), append(places, at)
			}
		}
		if !o.has(list) {
			in.Requirements = readGroundTruth(p, o)
			places = make([]string, len(in.Requirements))
		}
		for i := range in.Requirements {
			setTurn(o, places[i]+".turn", in, &in.Requirements[i])
			checkNeeds(o, places[i]+".needs", &in.Requirements[i], seen)
		}
		if len(in.Requirements) == 0 && in.Group == "" { // in a group, the start of a path
			bare = append(bare, in.ID)
		}
		return in
	})
	if len(bare) > 0 {
		p.warnings = append(p.warnings, count(len(bare), "instruction has", "instructions have")+" no requirements, and so nothing to be judged by: "+some(bare))
	}
	return err
}

// ownName returns what an instruction is called, in our format and others.
func ownName(p *pass, o *object) string {
	return p.called(o, p.rows, "id", "prompt_id", "uid", "key", "question_id", "task_id", "idx") // pandas writes rows with its index or without
}

// called returns an instruction's name, which is in the first of the fields that it
// has, or its number, where the first instruction has no name and need not have one.
func (p *pass) called(o *object, optional bool, fields ...string) string {
	field := o.either(fields...)
	named := o.has(field) && string(o.raw[field]) != `""`
	if !p.begun {
		p.begun, p.numbered = true, p.set.opts.Unnamed || optional && !named
	}
	switch {
	case !named && p.numbered:
		return strconv.Itoa(o.line)
	case named && p.numbered && !p.set.opts.Unnamed:
		o.fail(field, "the first row has none: expected one in each row, or in none")
	}
	return o.needName(field)
}

// promptFields hold what is asked, where neither messages nor prompt do. Turns
// are asked one after another.
func promptFields() []string { return []string{"instruction", "question", "task", "turns"} }

// readGroundTruth reads the verifiable instructions of a row for training, which a
// string holds as JSON. What is no such list is another task's solution.
func readGroundTruth(p *pass, o *object) (out []adhere.Requirement) {
	o.unpack("ground_truth")
	for i, raw := range elements(o.raw["ground_truth"]) {
		one := &object{place: o.place, path: o.path + fmt.Sprintf("ground_truth[%d].", i), raw: members(raw), err: o.err}
		if one.has("instruction_id") {
			out = append(out, verifiables(p, one, "instruction_id", "kwargs", func(string) string { return "ifrlvr" })...)
		}
	}
	return out
}

// setTurn has a requirement of an instruction with several turns name its own:
// the last if it does not say.
func setTurn(o *object, at string, in *adhere.Instruction, r *adhere.Requirement) {
	turns := in.Turns()
	switch {
	case r.Turn > turns:
		o.fail(at, fmt.Sprintf("expected 1 to %d, the answers that the messages ask for, got %d", turns, r.Turn))
	case turns == 1:
		r.Turn = 0
	case r.Turn == 0:
		r.Turn = turns
	}
}

// checkNeeds refuses needs that are no other requirement of the instruction.
func checkNeeds(o *object, at string, r *adhere.Requirement, ids map[string]bool) {
	for _, need := range r.Needs {
		if !ids[need] || need == r.ID {
			o.fail(at, fmt.Sprintf("expected ids of other requirements of the instruction, got %q", need))
		}
	}
}

// requirementsIn returns the requirements as objects. Written by hand, they may
// be texts in a list, or one text with a requirement a line, as a cell of a
// table holds them.
func requirementsIn(o *object, field string) []json.RawMessage {
	var lines string
	var list []json.RawMessage
	if json.Unmarshal(o.raw[field], &lines) == nil && o.has(field) {
		for _, line := range tabular.Items(lines) {
			list = append(list, asRequirement(line))
		}
		return list
	}
	for _, raw := range o.list(field) {
		var text string
		if json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
			raw = asRequirement(text)
		}
		list = append(list, raw)
	}
	return list
}

func asRequirement(text string) json.RawMessage {
	b, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return b
}

// either returns the first of the fields that the object has, else the first.
func (o *object) either(fields ...string) string {
	for _, f := range fields {
		if o.has(f) {
			return f
		}
	}
	return fields[0]
}

// ownMessages reads either prompt or messages. A prompt may be a list of
// messages too, as HealthBench writes it.
func ownMessages(o *object) []adhere.Message {
	field := o.either("messages", "prompt")
	if field == "messages" && o.has("prompt") {
		o.fail("messages", "expected either prompt or messages, got both")
	}
	if !o.has(field) {
		field = o.either(append([]string{"prompt"}, promptFields()...)...)
	}
	if field == "turns" {
		return askedInTurn(o)
	}
	if field != "messages" && kind(o.raw[field]) != "a list" {
		return user(o.needWords(field))
	}
	return conversationIn(o, field)
}

// conversationIn reads a list of messages, of which the user's is the last.
func conversationIn(o *object, field string) (list []adhere.Message) {
	for i, raw := range o.list(field) {
		at := fmt.Sprintf("%s[%d]", field, i)
		m := o.inside(at, raw)
		role := adhere.Role(m.needText("role"))
		if !slices.Contains([]adhere.Role{adhere.System, adhere.User, adhere.Assistant}, role) {
			m.fail("role", fmt.Sprintf("expected system, user or assistant, got %q", role))
		}
		said := adhere.Message{Role: role}
		if open := role == adhere.Assistant && !m.has("content"); !open {
			said.Text = m.saying("content")
		}
		if said.Open() && (i == 0 || list[i-1].Role != adhere.User) {
			m.fail("content", "expected a text: one that is left for the model to answer follows a message of the user's")
		}
		list = append(list, said)
	}
	if len(list) == 0 || list[len(list)-1].Role != adhere.User {
		o.fail(field, "expected the last message to be the user's")
	}
	return list
}

// withInput puts the text to work on behind the first message that is to be
// answered, unless a message has it already.
func withInput(o *object, list []adhere.Message) []adhere.Message {
	input := o.text("input")
	if len(list) == 0 || *o.err != nil || slices.ContainsFunc(list, func(m adhere.Message) bool { return m.Text != "" && m.Text == behind(m.Text, input) }) {
		return list
	}
	at := slices.IndexFunc(list, func(m adhere.Message) bool { return m.Open() })
	if at < 0 {
		at = len(list)
	}
	list[at-1].Text = behind(list[at-1].Text, input)
	return list
}

// behind returns a prompt with the text to work on. It stands there already
// where the prompt ends with it or has it on lines of its own; a word of the
// prompt may equal a short one.
func behind(prompt, input string) string {
	text, end := strings.TrimSpace(input), strings.TrimSpace(prompt)
	before, ends := strings.CutSuffix(end, text)
	last, _ := utf8.DecodeLastRuneInString(before)
	ends = ends && !unicode.IsLetter(last) && !unicode.IsDigit(last)
	if text == "" || end == "" || ends || strings.Contains("\n"+end+"\n", "\n"+text+"\n") {
		return prompt
	}
	return prompt + "\n\n" + input
}

// withSystem puts the system message before the others, unless it is there.
func withSystem(o *object, list []adhere.Message) []adhere.Message {
	first, said := "messages", ""
	if len(list) > 0 && list[0].Role == adhere.System {
		said = list[0].Text
	}
	for _, field := range systemFields() {
		switch text := o.text(field); {
		case text == "" || text == said:
		case said != "" && first == "messages":
			o.fail(field, "expected the same text as the system message in messages, or only one of them")
		case said != "":
			o.fail(field, "expected one system message, and "+first+" has another")
		default:
			first, said = field, text
			list = append([]adhere.Message{{Role: adhere.System, Text: text}}, list...)
		}
	}
	return list
}

// askedInTurn leaves the answers to all turns to the model.
func askedInTurn(o *object) (list []adhere.Message) {
	for i, text := range o.texts("turns") {
		if i > 0 {
			list = append(list, adhere.Message{Role: adhere.Assistant})
		}
		list = append(list, user(text)...)
	}
	if len(list) == 0 {
		o.fail("turns", "expected at least one text")
	}
	return list
}

// saying returns what a message says: a string or, as chat interfaces write it
// too, a list of parts that are all text.
func (o *object) saying(field string) string {
	if kind(o.raw[field]) != "a list" {
		return o.needText(field)
	}
	var b strings.Builder
	for i, raw := range o.list(field) {
		part := o.inside(fmt.Sprintf("%s[%d]", field, i), raw)
		if which := part.text("type"); !slices.Contains([]string{"text", "input_text", "output_text"}, which) {
			part.fail("type", fmt.Sprintf("expected text, got %q: messages hold text only", which))
		}
		b.WriteString(part.needText("text"))
	}
	return b.String()
}

// ownRequirement reads the requirement at index i, whose id is i+1 unless it
// has one.
func ownRequirement(p *pass, o *object, i int) adhere.Requirement {
	o.refuseMisspelt(requirementFields())
	r := adhere.Requirement{ID: o.name(o.either("id", "name")), Text: o.text(o.either("text", "requirement", "criterion")), Labels: o.texts(o.either("labels", "tags")), Weight: 1}
	weight := o.either("weight", "points")
	r.ID = cmp.Or(r.ID, strconv.Itoa(i+1))
	if o.has(weight) {
		o.into(weight, "a number other than 0", &r.Weight)
		if !adhere.ValidWeight(r.Weight) {
			o.fail(weight, "expected a number other than 0, up to 1e9; below 0 is what an answer should not meet")
		}
	}
	if o.has("rule") {
		r.Rule = ownRule(p, o.inside("rule", o.raw["rule"]))
	}
	if o.has("part_rule") {
		r.PartRule = ownRule(p, o.inside("part_rule", o.raw["part_rule"]))
		if r.Rule != nil || r.Text == "" {
			o.fail("part_rule", "expected a text that says which part of the answer it is about, and no rule beside it")
		}
	}
	if o.has("scope") {
		r.Scope = ownScope(o.inside("scope", o.raw["scope"]))
		r = r.Placed() // judges are shown the text alone
	}
	r.Needs, r.Turn = o.texts("needs"), o.count("turn")
	if adhere.Blank(r.Text) && r.Rule == nil {
		o.fail("text", "expected a text for a judge, or a rule")
	}
	return r
}

func ownScope(o *object) adhere.Scope {
	o.refuseMisspelt([]string{"reach", "of"})
	s := adhere.Scope{Reach: adhere.Reach(o.needWords("reach")), Of: o.text("of")}
	switch {
	case !slices.Contains([]adhere.Reach{adhere.WholeAnswer, adhere.EachUnit, adhere.NamedPart, adhere.WhatFollows}, s.Reach):
		o.fail("reach", fmt.Sprintf("expected %s, %s, %s or %s, got %q", adhere.WholeAnswer, adhere.EachUnit, adhere.NamedPart, adhere.WhatFollows, s.Reach))
	case (s.Of == "") != (s.Reach == adhere.WholeAnswer):
		o.fail("of", "expected the unit or part in words, and none where the reach is "+string(adhere.WholeAnswer))
	}
	return s
}

func ownRule(p *pass, o *object) *adhere.Rule {
	o.refuseMisspelt([]string{"name", "args"})
	rule := &adhere.Rule{Name: o.needWords("name"), Args: o.raw["args"]}
	if k := kind(rule.Args); o.has("args") && k != "an object" {
		o.fail("args", "expected an object, got "+k)
	}
	p.rule(o, rule, "name", "args")
	return rule
}

// refuseMisspelt fails on a field that is not known but nearly is: what a slip of the
// pen leaves out would change the result in silence.
func (o *object) refuseMisspelt(known []string) {
	var names []string
	for name := range o.raw {
		if !slices.Contains(known, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		for _, k := range known {
			if _, both := o.raw[k]; !both && wrongLetters(name, k) <= mostWrong(k) {
				o.fail(name, fmt.Sprintf("unknown field, did you mean %q?", k))
			}
		}
	}
}

// wrongLetters is how many letters are wrong, where two that are exchanged are one.
func wrongLetters(name, word string) int {
	n := levenshtein.ComputeDistance(name, word)
	if n <= mostWrong(word) || max(len(name)-len(word), len(word)-len(name)) > mostWrong(word) {
		return n
	}
	for i := 1; i < len(name); i++ {
		n = min(n, 1+levenshtein.ComputeDistance(name[:i-1]+name[i:i+1]+name[i-1:i]+name[i+1:], word))
	}
	return n
}

// mostWrong is how many wrong letters still look like the word.
func mostWrong(word string) int {
	switch {
	case len(word) < 4:
		return 0
	case len(word) < 8:
		return 1
	default:
		return 2
	}
}

// readRealInstruct reads a user's instruction that was split into its task
// and constraints; see DeCRIM, section 4.1. The task becomes a tag.
func readRealInstruct(p *pass) error {
	return p.eachLine(func(o *object) *adhere.Instruction {
		in := &adhere.Instruction{
			ID: "realinstruct/" + o.needName("id"), Messages: user(o.needWords("instruction")),
			Tags: tags("task", o.text("task"), "context", o.text("context")),
		}
		texts := o.texts("constraints")
		if len(texts) == 0 {
			o.fail("constraints", "expected at least one constraint")
		}
		for i, text := range texts {
			in.Requirements = append(in.Requirements, adhere.Requirement{ID: strconv.Itoa(i + 1), Text: text, Weight: 1})
		}
		return in
	})
}
