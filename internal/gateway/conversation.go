package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/rawjson"
	"adhere/internal/replies"
	"adhere/internal/serving"
)

// A conversation is the turns of a request, as they were written and as the
// rest of the program reads them.
type conversation struct {
	raw      []json.RawMessage
	messages []adhere.Message // the same turns; roles that are not the root's keep their names
	above    []adhere.Message // what stands outside the turns: instructions
	ofTools  []bool           // by turn: it has what a tool returned, or is no message of anybody's but such as a call
}

// A dialect is one way of asking for an answer: a route with its shapes.
type dialect struct {
	path   string // below the base URL
	field  string // the member that holds the turns
	above  string // the one with instructions that stand outside them; "" where there is none
	object string // what its streams' chunks are called; "" where they have no empty one

	aside   func(*document) string                               // what keeps a request from being corrected, or ""
	format  func(*document) []byte                               // the form that the answer is wanted in, as it is written
	side    func(model string, messages []adhere.Message) []byte // a request of our own
	results func(last *reply, said []string) []byte              // the turns that say in the place of results what is wrong with calls

	replies.Format                                                                       // of what is answered
	delta          []string                                                              // the members that lead to the piece of text in an event of a stream
	usage          func(sum replies.Usage) []byte                                        // what all calls used, as a member of a reply
	closing        func(d *dialect, e *event, f *findings, usage bool, id string) []byte // an event with the report, if there is one, with or without usage, under another id unless that is empty; nil drops it
	chunk          func(r *reply, name string, value []byte) []byte                      // an event of ours; value is a member of its adhere object
}

// dialects lists the dialects by their routes.
func dialects() map[string]*dialect {
	all := map[string]*dialect{}
	for _, d := range []*dialect{chat(), responses(), messages()} {
		all["/v1"+d.path] = d
	}
	return all
}

// reported returns a reply, or an event that ends one, with the report and the
// sum of all usage.
func (d *dialect) reported(raw []byte, f *findings) []byte {
	doc, err := readDocument(raw)
	if err != nil { // it was read before
		return raw
	}
	changes := []change{{"adhere", f.json}}
	if f.sum.Calls > 1 {
		changes = append(changes, change{"usage", d.summed(doc, f.sum)})
	}
	return doc.with(changes...)
}

// summed returns the usage of a reply with the sum of all calls in it.
func (d *dialect) summed(doc *document, sum replies.Usage) []byte {
	all, err := readDocument(d.usage(sum))
	if err != nil { // it is ours
		return doc.get("usage")
	}
	return doc.in("usage").summed(all)
}

// closingEvent puts report and sum into the event that says why the answer ends, or
// into the whole reply that it holds. Its stream has ids and usage in any case.
func closingEvent(d *dialect, e *event, f *findings, _ bool, _ string) []byte {
	if f == nil || !e.Ends {
		return e.raw
	}
	if doc, err := readDocument(e.data); err == nil && doc.has("response") {
		return e.withData(doc.with(change{"response", d.reported(doc.get("response"), f)}))
	}
	return e.withData(d.reported(e.data, f))
}

// eventOfOurs makes events of ours; clients pass over types that they do not
// know. Without a name it is a sign of life; nil where the dialect has none.
func eventOfOurs(sign []byte) func(*reply, string, []byte) []byte {
	return func(_ *reply, name string, value []byte) []byte {
		if name == "" {
			return sign
		}
		kind := "adhere." + name
		return written(kind, encoded(map[string]json.RawMessage{"type": quoted(kind), name: value}))
	}
}

// compose returns the request's turns as messages say. Turns that are the
// request's own stay as they were written.
func (d *dialect) compose(c *conversation, messages []adhere.Message) []byte {
	size := 0
	for _, raw := range c.raw {
		size += len(raw) + 1
	}
	out := append(make([]byte, 0, size+len(c.raw)), '[')
	last := len(c.messages) - 1
	for i, m := range messages {
		if i > 0 {
			out = append(out, ',')
		}
		switch {
		case i <= last && m == c.messages[i]:
			out = append(out, c.raw[i]...)
		default:
			out = append(out, c.turn(i, m)...)
		}
	}
	return append(out, ']')
}

// turn returns a turn that is not as it was written. The last one of the user
// keeps what it has besides its text.
func (c *conversation) turn(i int, m adhere.Message) []byte {
	if last := len(c.messages) - 1; i == last && m.Role == c.messages[last].Role {
		if raw, err := reworded(c.raw[last], m.Text); err == nil {
			return raw
		}
	}
	return encoded(m)
}

// answered is the place of the turn of the user that the answer is to: the last turn
// or, where that has what tools returned, the last one of the user before their calls.
// It is -1 where no such text is here for certain.
func (c *conversation) answered() int {
	last := len(c.messages) - 1
	for i, m := range slices.Backward(c.messages) {
		switch {
		case m.Role == adhere.User && strings.TrimSpace(m.Text) != "":
			return i
		case !c.ofTools[i] && (i == last || m.Role != adhere.Assistant && m.Role != adhere.System):
			return -1
		}
	}
	return -1
}

// afterCalls reports whether the last turn has what tools returned.
func (c *conversation) afterCalls() bool {
	return len(c.ofTools) > 0 && c.ofTools[len(c.ofTools)-1]
}

// asking returns the turns with one of the user at the end, which a rewrite is asked
// for in: with the words that the answer is to, as far as they are here.
func (c *conversation) asking() []adhere.Message {
	turns, asked := slices.Clone(c.messages), adhere.Message{Role: adhere.User}
	if at := c.answered(); at >= 0 {
		asked = c.messages[at]
	}
	if n := len(turns); n > 0 && turns[n-1].Role == adhere.User {
		turns = turns[:n-1]
	}
	return append(turns, asked)
}

// asked returns the texts that constraints are read from: what stands above
// the conversation, and what the user says last.
func (c *conversation) asked() []adhere.Message {
	out, at := slices.Clone(c.above), c.answered()
	if at < 0 {
		at = len(c.messages) - 1
	}
	for i, m := range c.messages {
		if m.Role == adhere.System || i == at {
			out = append(out, m)
		}
	}
	return out
}

// whole returns the conversation with what stands above it, as far as it was
// said before the answer was begun: what tools were asked and answered is no word of
// anybody's, and what stands beside their calls is no answer.
func (c *conversation) whole() []adhere.Message {
	out, at := slices.Clone(c.above), c.answered()
	for i, m := range c.messages {
		if m.Role == adhere.System || (m.Role == adhere.User || m.Role == adhere.Assistant) && (i <= at || at < 0) {
			out = append(out, m)
		}
	}
	return out
}

// said returns the turns that have words, without those of a model that calls tools,
// and what these returned as what it is: material before the turn that is answered.
func (c *conversation) said() []adhere.Message {
	out, at := slices.Clone(c.above), c.answered()
	for i, m := range c.messages {
		if c.ofTools[i] {
			for _, text := range returned(c.raw[i]) {
				out = append(out, adhere.Message{Role: ofTool, Text: text})
			}
		}
		words := !c.ofTools[i] || m.Role == adhere.User && m.Text != ""
		if words && !m.Open() && (i < at || at < 0 || m.Role == adhere.System) {
			out = append(out, m)
		}
	}
	room := mostResults
	for i, m := range slices.Backward(out) {
		if m.Role == ofTool {
			most := min(mostResult, room)
			room -= min(len(m.Text), most)
			out[i].Text = material(m.Text, most)
		}
	}
	if at >= 0 {
		out = append(out, c.messages[at])
	}
	return out
}

// ofTool is the role of what tools returned, where it is shown.
const ofTool adhere.Role = "tool"

// How many bytes of what a tool returned are shown to a judge at the most, and how many
// of all results, of which the last have the first right.
const (
	mostResult  = 16 << 10
	mostResults = 64 << 10
)

// newLines puts a sign before each line, wherever one might be seen to begin.
var newLines = strings.NewReplacer("\r\n", "\n> ", "\n", "\n> ", "\r", "\n> ", "\v", "\n> ", "\f", "\n> ", "\u0085", "\n> ", "\u2028", "\n> ", "\u2029", "\n> ")

// material returns the beginning of a text with a sign before each line, so that no line
// of it passes for the beginning of a turn, and with a note of how much is left out.
func material(text string, most int) string {
	shown, note := text, ""
	if len(text) > most {
		shown = strings.ToValidUTF8(text[:most], "")
		note = fmt.Sprintf("\n[%d bytes more]", len(text)-len(shown))
	}
	return "> " + newLines.Replace(shown) + note
}

// returned are the texts of what tools returned in a turn.
func returned(raw json.RawMessage) (texts []string) {
	d, err := readDocument(raw)
	if err != nil { // it was read before
		return nil
	}
	add := func(text string) {
		if text != "" {
			texts = append(texts, text)
		}
	}
	switch {
	case !d.has("role"):
		add(readContent(d.get("output")))
	case roleOf(d.text("role")) != adhere.User:
		add(readContent(d.get("content")))
	default:
		for _, part := range d.objects("content") {
			if part.has("tool_use_id") {
				add(readContent(part.get("content")))
			}
		}
	}
	return texts
}

// roleOf maps a role of the wire to the root's.
func roleOf(role string) adhere.Role {
	if role == "developer" {
		return adhere.System
	}
	return adhere.Role(role)
}

// turns reads the turns of a request, if they are there: what a provider keeps can do
// without. What stands above them is read for its constraints; it is no turn.
func (d *dialect) turns(doc *document) (*conversation, error) {
	c := &conversation{}
	if text := readContent(doc.get(d.above)); d.above != "" && text != "" {
		c.above = []adhere.Message{{Role: adhere.System, Text: text}}
	}
	raw := doc.get(d.field)
	turns, err := rawjson.Elements(raw)
	switch {
	case !doc.has(d.field):
		return c, nil
	case d.field == "input" && raw[0] == '"': // a text of the user
		turns = []json.RawMessage{encoded(adhere.Message{Role: adhere.User, Text: doc.text("input")})}
	case err != nil:
		return nil, serving.BadRequest(d.field, d.field+" is not a list")
	}
	for _, raw := range turns {
		if err := c.add(raw, d.field); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// add reads one turn.
func (c *conversation) add(raw json.RawMessage, param string) error {
	d, err := readDocument(raw)
	if err != nil {
		return serving.BadRequest(param, fmt.Sprintf("%s[%d] is not an object with a role and a content", param, len(c.raw)))
	}
	role := roleOf(d.text("role"))
	if role == "" {
		role = adhere.Role(d.text("type")) // a function_call, a function_call_output, a reasoning
	}
	c.raw = append(c.raw, raw)
	c.messages = append(c.messages, adhere.Message{Role: role, Text: readContent(d.get("content"))})
	c.ofTools = append(c.ofTools, isOfTools(d, role))
	return nil
}

// isOfTools reports whether a turn has what a tool returned, or is no message but such
// as a call. What is referred to may be a message, unless its id says what it is.
func isOfTools(d *document, role adhere.Role) bool {
	switch role {
	case adhere.System, adhere.Assistant:
		return false
	case adhere.User:
		return slices.ContainsFunc(d.objects("content"), func(part *document) bool { return part.has("tool_use_id") })
	case "item_reference":
		return strings.HasPrefix(d.text("id"), "fc_") || strings.HasPrefix(d.text("id"), "rs_")
	}
	return role == "tool" || role == "function" || !d.has("role")
}

// readContent returns the text of a turn: the content is a text or a list of
// parts. Anything else has no text.
func readContent(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	var text string
	if raw[0] == '"' {
		if json.Unmarshal(raw, &text) != nil {
			return ""
		}
		return text
	}
	parts, err := rawjson.Elements(raw)
	if err != nil {
		return ""
	}
	var texts []string
	for _, p := range parts {
		if text, ok := readPart(p); ok {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// readPart returns the text of a part, if it is one.
func readPart(raw json.RawMessage) (string, bool) {
	d, err := readDocument(raw)
	if err != nil || !strings.HasSuffix(d.text("type"), "text") {
		return "", false
	}
	return d.text("text"), true
}

// reworded returns a turn with another text and everything else as it was
// written: its other fields, and what its content has besides text. Of several
// texts the last is replaced and the others go.
func reworded(raw json.RawMessage, text string) (json.RawMessage, error) {
	d, err := readDocument(raw)
	if err != nil {
		return nil, err
	}
	content := d.get("content")
	if len(content) == 0 || content[0] != '[' {
		return d.with(change{"content", quoted(text)}), nil
	}
	parts, err := rawjson.Elements(content)
	if err != nil {
		return nil, err
	}
	var kept [][]byte
	value := quoted(text)
	for i := len(parts) - 1; i >= 0; i-- {
		if _, ok := readPart(parts[i]); !ok {
			kept = append(kept, parts[i])
			continue
		}
		if value == nil {
			continue
		}
		part, err := readDocument(parts[i])
		if err != nil {
			return nil, err
		}
		kept, value = append(kept, part.with(change{"text", value})), nil
	}
	slices.Reverse(kept)
	if value != nil {
		kept = append(kept, encoded(map[string]json.RawMessage{"type": quoted(textType(parts)), "text": value}))
	}
	content = slices.Concat([]byte("["), bytes.Join(kept, []byte(",")), []byte("]"))
	return d.with(change{"content", content}), nil
}

// textType is the type of a text among such parts.
func textType(parts []json.RawMessage) string {
	for _, raw := range parts {
		if d, err := readDocument(raw); err == nil && strings.HasPrefix(d.text("type"), "input_") {
			return "input_text"
		}
	}
	return "text"
}

// begun is the text of an answer that the request itself begins, in a last turn of
// the assistant; else it is "". Some upstreams go on with it, and the client joins
// the two; others answer anew.
func (c *conversation) begun() string {
	if n := len(c.messages); n > 0 && c.messages[n-1].Role == adhere.Assistant && strings.TrimSpace(c.messages[n-1].Text) != "" {
		return c.messages[n-1].Text
	}
	return ""
}

// unread says why nothing is read from what the user said last, or "".
func (c *conversation) unread() string {
	switch n := len(c.messages); {
	case n == 0:
		return "no_turns"
	case c.answered() >= 0:
		return ""
	case c.messages[n-1].Role == adhere.User && !c.afterCalls():
		return "no_text"
	}
	return "no_user_turn"
}
