package gateway

import (
	"encoding/json"
	"slices"

	"adhere"
	"adhere/internal/replies"
)

// chat is the dialect of /chat/completions.
func chat() *dialect {
	return &dialect{
		path: "/chat/completions", field: "messages", object: "chat.completion.chunk",
		aside: chatAside, side: chatSide, results: chatResults,
		format: func(d *document) []byte { return d.get("response_format") },
		Format: replies.Chat{}, delta: []string{"choices", "delta", "content"},
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

// chatUsage writes a sum of all calls.
func chatUsage(sum replies.Usage) []byte {
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
	}{sum.In, sum.Out, sum.In + sum.Out, details{Cached: &sum.Cached}, details{Reasoning: &sum.Thought}})
}

// chatClosing puts the id into a chunk, the report into the one that says why the answer ends,
// and the sum into those with the usage. The one that has only this goes where the client did
// not want it: then the upstream was asked on the gateway's behalf.
func chatClosing(d *dialect, e *event, f *findings, usage bool, id string) []byte {
	if id == "" && !e.Usage && (f == nil || !e.Ends) {
		return e.raw
	}
	if e.Usage && !usage && e.Bare {
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
	if f != nil && e.Ends {
		changes = append(changes, change{"adhere", f.json})
	}
	switch {
	case e.Usage && !usage && !doc.has("usage"): // as OpenAI has it in each chunk where it is asked for
		changes = append(changes, change{"usage", nil})
	case f != nil && doc.has("usage") && f.sum.Calls > 1:
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
	}{r.ID, "chat.completion.chunk", r.Created, r.Model, json.RawMessage(`[{"index":0,"delta":{},"finish_reason":null}]`), ours}))
}
