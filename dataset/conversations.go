package dataset

import (
	"cmp"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// A Conversation is one between a person and a model, as services and public
// collections record them.
type Conversation struct {
	ID    string           // the file's own, or its name with the line
	Place string           // the file and its line
	Turns []adhere.Message // empty where the line holds no conversation
	// Flagged says that the collection's own moderation found something.
	Flagged bool
	// Later says that the line is one turn that answers another, as in rows of
	// OASST's trees.
	Later bool
	// Err says why the line could not be read; nothing but the ID stands beside it.
	Err error
}

// ReadConversations hands out conversations one by one: those of ShareGPT
// (conversations or items, from, value), WildChat and LMSYS-Chat (conversation,
// role, content), OpenAI's messages, responses and batch requests, requests that
// adhere gateway kept, and OASST's trees and single messages (prompt; text, role,
// parent_id); questions of MT-Bench (turns); what people export of ChatGPT, Claude, Open WebUI and LibreChat, of
// which the branch is taken that was shown last; and a prompt or an instruction
// alone, with its input or context. They come as JSON lines, a
// JSON list, CSV or Parquet; turns may be a text that holds their JSON. A line
// without any of these is a Conversation without turns, one that cannot be read a
// Conversation with an Err. The error is that of a file that cannot be read, of
// which no line can or holds a turn, or which is empty.
func ReadConversations(ctx context.Context, path string, files Files, each func(Conversation)) (warnings []string, err error) {
	var first error
	sound, said, fields := false, false, ""
	err = anyObject(ctx, path, files, func(o *object) error {
		c := conversation(o)
		c.Place = filepath.Base(path) + " line " + strconv.Itoa(o.line)
		if c.ID == "" {
			c.ID = filepath.Base(path) + ":" + strconv.Itoa(o.line)
		}
		sound, first = sound || c.Err == nil, cmp.Or(first, c.Err)
		if said = said || len(c.Turns) > 0; !said {
			fields = cmp.Or(fields, o.fieldsHere())
		}
		each(c)
		return nil
	}, &warnings)
	switch {
	case err == nil && !sound:
		err = cmp.Or(first, error(invalid(filepath.Base(path)+" is empty")))
	case err == nil && !said:
		err = invalid(filepath.Base(path) + ": no line holds what somebody said, expected messages, conversation, conversations, items, input, mapping, chat, body, request, prompt, instruction, text or turns" + fields)
	}
	return warnings, err
}

func conversation(o *object) Conversation {
	c := Conversation{
		Flagged: flagged(o.raw),
		Later:   o.raw["role"] != nil && quietText(o.raw["parent_id"]) != "",
		Err:     *o.err,
	}
	for _, field := range []string{"conversation_id", "conversation_hash", "conversationId", "uuid", "id"} {
		c.ID = cmp.Or(c.ID, quietText(o.raw[field]))
	}
	for _, t := range spoken(o.raw) {
		if text := t.text(); text != "" {
			c.Turns = append(c.Turns, adhere.Message{Role: adhere.Role(t.speaker()), Text: text})
		}
	}
	return c
}

// spoken finds the turns of a conversation.
func spoken(raw map[string]json.RawMessage) []turn {
	for _, field := range []string{"messages", "conversation", "conversations", "items", "input", "chat_messages", "conversation_a"} {
		if turns := turnsIn(inText(raw[field])); len(turns) > 0 {
			return turns
		}
	}
	if turns := branch(raw); len(turns) > 0 {
		return turns
	}
	for _, field := range []string{"body", "request", "chat", "history"} { // a batch request; what a gateway was sent; of Open WebUI
		if inside := members(inText(raw[field])); inside != nil {
			return spoken(inside)
		}
	}
	for _, field := range []string{"prompt", "instruction", "text", "input"} {
		if text := quietText(raw[field]); text != "" {
			text = behind(behind(text, quietText(raw["input"])), quietText(raw["context"])) // of Alpaca, of Dolly
			return []turn{{Role: cmp.Or(quietText(raw["role"]), "user"), Value: text}}
		}
	}
	var asked []turn
	for _, said := range elements(raw["turns"]) { // of MT-Bench and Arena-Hard: what the person says
		inside := members(said)
		asked = append(asked, turn{Role: cmp.Or(quietText(inside["role"]), "user"), Content: inside["content"], Value: quietText(said)})
	}
	if asked != nil {
		return asked
	}
	if tree := members(raw["prompt"]); tree != nil {
		return spoken(tree)
	}
	return nil
}

// branch returns the turns of a conversation that people export of ChatGPT (mapping), of
// Open WebUI (messages) or of LibreChat (messagesTree): from the one that was shown
// last back to the first, or from the first on to the last of those that follow it.
func branch(raw map[string]json.RawMessage) (turns []turn) {
	take := func(said json.RawMessage) {
		turns = append(turns, turnsIn(slices.Concat([]byte("["), said, []byte("]")))...)
	}
	for list := elements(raw["messagesTree"]); len(list) > 0; list = elements(members(list[len(list)-1])["children"]) {
		take(list[len(list)-1])
	}
	nodes := members(raw["mapping"])
	if nodes == nil {
		nodes = members(raw["messages"])
	}
	id := cmp.Or(quietText(raw["current_node"]), quietText(raw["currentId"]))
	for id != "" && len(turns) <= len(nodes) { // more would go round in a circle
		node := members(nodes[id])
		if said, ok := node["message"]; ok {
			take(said)
		} else {
			take(nodes[id])
		}
		id = cmp.Or(quietText(node["parent"]), quietText(node["parentId"]))
	}
	if nodes != nil {
		slices.Reverse(turns)
	}
	return turns
}

// inText returns the JSON that a text holds, as tables keep it; any other value as it is.
func inText(raw json.RawMessage) json.RawMessage {
	if text := quietText(raw); json.Valid([]byte(text)) {
		return json.RawMessage(strings.TrimSpace(text))
	}
	return raw
}

// flagged reads the marks of moderation that public collections carry.
func flagged(raw map[string]json.RawMessage) bool {
	if string(raw["toxic"]) == "true" || strings.EqualFold(quietText(raw["toxic"]), "true") { // a CSV has texts
		return true
	}
	type moderation struct {
		Flagged bool `json:"flagged"`
	}
	var list []moderation
	return json.Unmarshal(raw["openai_moderation"], &list) == nil && slices.ContainsFunc(list, func(m moderation) bool { return m.Flagged })
}
