package gateway

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"adhere"
)

// chat is the dialect of /chat/completions.
func chat() *dialect {
	return &dialect{
		path: "/chat/completions", field: "messages", object: "chat.completion.chunk",
		aside: chatAside, turns: chatTurns, side: chatSide, results: chatResults,
		format: func(d *document) []byte { return d.get("response_format") },
		reply:  chatReply, event: chatEvent, delta: []string{"choices", "delta", "content"},
		usage: chatUsage, closing: chatClosing, chunk: chatChunk,
	}
}

// chatAside says what of a request keeps it from being corrected, or "".
func chatAside(d *document) string {
	n, _ := number(d.get("n"))
	switch {
	case d.has("n") && n != 1:
		return "n"
	case d.has("audio") || slices.Contains(modalities(d), "audio"):
		return "audio"
	case d.has("functions"):
		return "functions"
	}
	return ""
}

// modalities are the forms that a request wants its answer in. What is no list of
// names is a form of its own.
func modalities(d *document) (names []string) {
	if json.Unmarshal(d.get("modalities"), &names) != nil && d.has("modalities") {
		return []string{"modalities"}
	}
	return names
}

func chatTurns(d *document) (*conversation, error) {
	c := &conversation{}
	return c, c.addAll(d, "messages", "messages is not a list")
}

// A chatMessage is an answer, or a piece of one.
type chatMessage struct {
	Content          json.RawMessage `json:"content"`
	Refusal          string          `json:"refusal"`
	ToolCalls        json.RawMessage `json:"tool_calls"`
	FunctionCall     json.RawMessage `json:"function_call"`
	Images           json.RawMessage `json:"images"`
	Audio            json.RawMessage `json:"audio"`
	ReasoningContent json.RawMessage `json:"reasoning_content"`
	Reasoning        json.RawMessage `json:"reasoning"`
}

type chatBody struct {
	ID      label  `json:"id"`
	Model   string `json:"model"`
	Created count  `json:"created"`
	Choices []struct {
		Message      *chatMessage `json:"message"`
		Delta        *chatMessage `json:"delta"`
		FinishReason string       `json:"finish_reason"`
	} `json:"choices"`
	Usage json.RawMessage `json:"usage"`
	Error json.RawMessage `json:"error"`
}

func chatReply(raw []byte, into *reply) error {
	var b chatBody
	if err := json.Unmarshal(raw, &b); err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	if len(b.Choices) == 0 || b.Choices[0].Message == nil {
		return noAnswer(raw, "choice")
	}
	into.raw = raw
	return into.chat(&b)
}

// chatEvent takes over what a chunk says.
func chatEvent(e *event, into *reply) error {
	if e.done() {
		into.ended = true
		return nil
	}
	var b chatBody
	if err := json.Unmarshal(e.data, &b); err != nil {
		return fmt.Errorf("an event of it is not JSON: %w", err)
	}
	switch {
	case given(b.Error):
		return &upstreamError{e.data}
	case e.name == "error":
		return &upstreamError{encoded(map[string]json.RawMessage{"error": e.data})}
	}
	e.id, e.ends = string(b.ID), len(b.Choices) > 0 && b.Choices[0].FinishReason != ""
	e.usage, e.bare = b.Usage != nil, len(b.Choices) == 0
	if e.ends && into.closing == 0 {
		into.closing = len(into.events)
	}
	had := into.text.Len()
	err := into.chat(&b)
	e.text = into.text.String()[had:]
	return err
}

func (r *reply) chat(b *chatBody) error {
	if b.ID != "" {
		r.id, r.model, r.created = string(b.ID), b.Model, int64(b.Created)
	}
	if used, ok := readTokens(b.Usage); ok {
		r.used = used
	}
	if len(b.Choices) == 0 {
		return nil
	}
	c := &b.Choices[0]
	m := c.Message
	if m == nil {
		m = c.Delta
	}
	if m != nil {
		r.text.WriteString(readTexts(m.Content, ""))
		r.reason.WriteString(cmp.Or(readContent(m.ReasoningContent), readContent(m.Reasoning)))
		r.addCalls(m.ToolCalls)
		r.tools = r.tools || given(m.ToolCalls) && string(m.ToolCalls) != "[]" || given(m.FunctionCall)
		r.refused = r.refused || m.Refusal != ""
		r.media = r.media || given(m.Images) && string(m.Images) != "[]" || given(m.Audio)
	}
	switch c.FinishReason {
	case "":
	case "length":
		r.finish = adhere.FinishLength
	case "content_filter":
		r.finish = adhere.FinishFiltered
	case "error", "insufficient_system_resource": // OpenRouter's and DeepSeek's: the answer is not whole
		r.finish, r.why = adhere.FinishStop, "failed"
	default:
		r.finish = adhere.FinishStop
	}
	return nil
}

// addCalls takes over calls of tools, or pieces of such.
func (r *reply) addCalls(raw json.RawMessage) {
	var calls []struct {
		Index    *int  `json:"index"`
		ID       label `json:"id"`
		Function struct {
			Name string `json:"name"`
			Args label  `json:"arguments"` // an object, from some servers
		} `json:"function"`
	}
	if !given(raw) || json.Unmarshal(raw, &calls) != nil {
		return
	}
	for _, c := range calls {
		at := len(r.called)
		if c.Index != nil && *c.Index >= 0 && *c.Index < at {
			at = *c.Index
		}
		if at == len(r.called) {
			r.called = append(r.called, &toolCall{})
		}
		one := r.called[at]
		one.id, one.name, one.args = cmp.Or(one.id, string(c.ID)), cmp.Or(one.name, c.Function.Name), one.args+string(c.Function.Args)
	}
}

// given reports whether a member is there and not null.
func given(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// chatUsage writes a sum of all calls.
func chatUsage(sum usageSum) []byte {
	type details struct {
		Cached    *int `json:"cached_tokens,omitempty"`
		Reasoning *int `json:"reasoning_tokens,omitempty"`
	}
	return encoded(struct {
		Prompt     int     `json:"prompt_tokens"`
		Completion int     `json:"completion_tokens"`
		Total      int     `json:"total_tokens"`
		In         details `json:"prompt_tokens_details"`
		Out        details `json:"completion_tokens_details"`
	}{sum.in, sum.out, sum.in + sum.out, details{Cached: &sum.cached}, details{Reasoning: &sum.reasoning}})
}

// chatClosing puts the id into a chunk, the report into the one that says why the answer ends,
// and the sum into the chunk with the usage, if the client wants that one.
func chatClosing(d *dialect, e *event, f *findings, usage bool, id string) []byte {
	if id == "" && !e.usage && (f == nil || !e.ends) {
		return e.raw
	}
	if e.usage && !usage && e.bare {
		return nil
	}
	doc, err := readDocument(e.data)
	if err != nil { // it was read before
		return e.raw
	}
	var changes []change
	if id != "" {
		changes = append(changes, change{"id", quoted(id)})
	}
	if f != nil && e.ends {
		changes = append(changes, change{"adhere", f.json})
	}
	switch {
	case e.usage && !usage:
		changes = append(changes, change{"usage", nil})
	case f != nil && doc.has("usage") && f.sum.calls > 1:
		changes = append(changes, change{"usage", d.summed(doc, f.sum)})
	}
	if len(changes) == 0 {
		return e.raw
	}
	return e.withData(doc.with(changes...))
}

// chatSide is a request of the gateway's own, with nothing of the client's.
func chatSide(model string, messages []adhere.Message) []byte {
	return encoded(struct {
		Model    string           `json:"model"`
		Messages []adhere.Message `json:"messages"`
	}{model, messages})
}

// chatChunk is a chunk with an empty delta and, unless it has no name,
// something of Adhere's.
func chatChunk(r *reply, name string, value []byte) []byte {
	var ours map[string]json.RawMessage
	if name != "" {
		ours = map[string]json.RawMessage{name: value}
	}
	return written("", encoded(struct {
		ID      string                     `json:"id"`
		Object  string                     `json:"object"`
		Created int64                      `json:"created"`
		Model   string                     `json:"model"`
		Choices json.RawMessage            `json:"choices"`
		Adhere  map[string]json.RawMessage `json:"adhere,omitempty"`
	}{r.id, "chat.completion.chunk", r.created, r.model, json.RawMessage(`[{"index":0,"delta":{},"finish_reason":null}]`), ours}))
}
