package dataset

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"
)

// chatTurns reads a conversation whose last turn is the answer: a dump of a
// chat, a line of training data, a row of a data hub.
func chatTurns(o *object) (a Answer, texts []string, ok bool) {
	var turns []turn
	for _, field := range []string{"infer_results", "messages", "conversations"} { // the first are those of SysBench
		if len(turns) == 0 {
			turns = turnsIn(o.raw[field])
		}
	}
	if len(turns) == 0 {
		return a, nil, false
	}
	last := turns[len(turns)-1]
	for _, field := range answerFields() { // EvalScope has the reply of the endpoint beside the conversation
		if o.raw[field] != nil && (kind(o.raw[field]) != "an object" || last.speaker() != "assistant") {
			return a, nil, false
		}
	}
	a = o.recorded()
	if last.speaker() != "assistant" {
		return a, nil, true
	}
	if kind(last.Content) == "an object" && last.text() == "" {
		o.fail("messages", "the content of the last is an object without text, expected a text or a list of parts")
	}
	a.Prompt = cmp.Or(quietText(o.raw["prompt"]), lastOf(turns[:len(turns)-1], "user"))
	a.Earlier = saidBy(turns[:len(turns)-1], "assistant")
	return a, []string{last.text()}, true
}

// turnsSoFar reads a row that Multi-IF's program writes after each turn: what
// was said before the last answer, and that answer.
func turnsSoFar(o *object) (a Answer, texts []string, ok bool) {
	turns := turnsIn(o.raw["turns"])
	if len(turns) == 0 || o.raw["responses"] == nil {
		return a, nil, false
	}
	a = Answer{Key: o.name("key"), Model: quietText(o.raw["model"]), Earlier: saidBy(turns, "assistant")}
	text := quietText(o.raw["responses"])
	if kind(o.raw["responses"]) != "a string" { // an answer in JSON
		text = string(o.raw["responses"])
	}
	return a, []string{text}, true
}

// A turn of a conversation, as chat interfaces write it.
type turn struct {
	Role    string          `json:"role"`
	From    string          `json:"from"`
	Content json.RawMessage `json:"content"`
	Value   string          `json:"value"`
	Prompt  string          `json:"prompt"` // of OpenCompass

	Sender json.RawMessage `json:"sender"`          // of Claude and LibreChat
	ByUser json.RawMessage `json:"isCreatedByUser"` // of LibreChat
	Author json.RawMessage `json:"author"`          // of ChatGPT
	Text   json.RawMessage `json:"text"`            // of Claude and LibreChat
}

func (t turn) speaker() string {
	switch string(t.ByUser) {
	case "true":
		return "user"
	case "false":
		return "assistant"
	}
	switch who := cmp.Or(t.Role, t.From, quietText(t.Sender), quietText(members(t.Author)["role"])); who {
	case "human", "prompter", "HUMAN":
		return "user"
	case "gpt", "model", "bot", "chatgpt", "bing", "bard":
		return "assistant"
	default:
		return who
	}
}

// text is what was said: a string, the pieces of text in a list of parts,
// without reasoning, or in an object the answer, as in Arena-Hard, or the
// parts, as in exports of ChatGPT.
func (t turn) text() string {
	var parts []struct {
		Type, Text string
	}
	if json.Unmarshal(t.Content, &parts) != nil {
		inside := members(t.Content)
		return cmp.Or(quietText(t.Content), quietText(inside["answer"]), strings.TrimSpace(strings.Join(textsIn(inside["parts"]), "\n")), t.Value, t.Prompt, quietText(t.Text))
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" || p.Type == "input_text" {
			b.WriteString(p.Text)
		}
	}
	return cmp.Or(b.String(), quietText(t.Text))
}

func turnsIn(raw json.RawMessage) []turn {
	var turns []turn
	if kind(bytes.TrimLeft(raw, " \t\r\n")) != "a list" || json.Unmarshal(raw, &turns) != nil {
		return nil
	}
	return turns
}

func saidBy(turns []turn, who string) (texts []string) {
	for _, t := range turns {
		if t.speaker() == who {
			texts = append(texts, t.text())
		}
	}
	return texts
}

func lastOf(turns []turn, who string) string {
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].speaker() == who {
			return turns[i].text()
		}
	}
	return ""
}
