package gateway

import (
	"encoding/json"
	"fmt"

	"adhere"
)

// responses is the dialect of /responses.
func responses() *dialect {
	return &dialect{
		path: "/responses", field: "input",
		aside: responsesAside, turns: responsesTurns, side: responsesSide, results: responsesResults,
		format: responsesFormat,
		reply:  responsesReply, event: responsesEvent, delta: []string{"delta"},
		usage: responsesUsage, closing: closingEvent, chunk: eventOfOurs(nil),
	}
}

func responsesFormat(d *document) []byte { return d.in("text").get("format") }

func responsesAside(d *document) string {
	if d.is("background") {
		return "background"
	}
	return ""
}

// responsesTurns reads the input: one text of the user, or a list of items.
// The instructions are read for their constraints; they are no turn.
func responsesTurns(d *document) (*conversation, error) {
	c := &conversation{kept: d.has("previous_response_id") || d.has("conversation")}
	if text := d.text("instructions"); text != "" {
		c.above = []adhere.Message{{Role: adhere.System, Text: text}}
	}
	if input := d.get("input"); len(input) > 0 && input[0] == '"' {
		turn := encoded(adhere.Message{Role: adhere.User, Text: d.text("input")})
		return c, c.add(turn, "input")
	}
	return c, c.addAll(d, "input", "input is neither a text nor a list")
}

func responsesSide(model string, messages []adhere.Message) []byte {
	return encoded(struct {
		Model string           `json:"model"`
		Input []adhere.Message `json:"input"`
		Store bool             `json:"store"`
	}{model, messages, false})
}

type responsesBody struct {
	ID      string `json:"id"`
	Model   string `json:"model"`
	Created count  `json:"created_at"`
	Status  string `json:"status"`
	Output  []struct {
		Type    string `json:"type"`
		CallID  string `json:"call_id"`
		Name    string `json:"name"`
		Args    string `json:"arguments"`
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	} `json:"output"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Usage json.RawMessage `json:"usage"`
}

func responsesReply(raw []byte, into *reply) error {
	var b responsesBody
	if err := json.Unmarshal(raw, &b); err != nil {
		return fmt.Errorf("it is not JSON: %w", err)
	}
	if b.Output == nil && b.Status == "" {
		return noAnswer(raw, "output")
	}
	into.raw = raw
	if b.Status == "failed" || b.Status == "cancelled" {
		into.why = "failed"
	}
	into.id, into.model, into.created = b.ID, b.Model, int64(b.Created)
	into.finish = adhere.FinishStop
	switch b.Incomplete.Reason {
	case "max_output_tokens":
		into.finish = adhere.FinishLength
	case "content_filter":
		into.finish = adhere.FinishFiltered
	}
	into.text.Reset()
	into.called = nil
	for _, item := range b.Output {
		into.tools = into.tools || item.Type != "message" && item.Type != "reasoning"
		if item.Type == "function_call" {
			into.called = append(into.called, &toolCall{item.CallID, item.Name, item.Args})
		}
		if item.Type != "message" {
			continue
		}
		for _, part := range item.Content {
			into.refused = into.refused || part.Type == "refusal"
			into.text.WriteString(part.Text)
		}
	}
	if used, ok := readTokens(b.Usage); ok {
		into.used = used
	}
	return nil
}

// A responsesEventBody is what of an event matters here.
type responsesEventBody struct {
	Type     string          `json:"type"`
	Delta    json.RawMessage `json:"delta"`
	Response json.RawMessage `json:"response"`
	Item     struct {
		Type string `json:"type"`
	} `json:"item"`
}

// responsesEvent takes over what an event says. The last one holds the whole
// reply.
func responsesEvent(e *event, into *reply) error {
	if e.done() {
		return nil
	}
	var b responsesEventBody
	if err := json.Unmarshal(e.data, &b); err != nil {
		return fmt.Errorf("an event of it is not JSON: %w", err)
	}
	switch b.Type {
	case "response.output_text.done":
		if into.closing == 0 {
			into.closing = len(into.events)
		}
	case "response.output_item.added":
		into.tools = into.tools || b.Item.Type != "message" && b.Item.Type != "reasoning"
	case "response.output_text.delta":
		var delta string
		if err := json.Unmarshal(b.Delta, &delta); err != nil {
			return fmt.Errorf("a delta of the upstream's stream: %w", err)
		}
		into.text.WriteString(delta)
		e.text = delta
	case "response.completed", "response.incomplete":
		into.ended, e.ends = true, true
		return responsesReply(b.Response, into)
	case "error", "response.failed":
		return &upstreamError{e.data}
	}
	return nil
}

// responsesUsage writes a sum of all calls.
func responsesUsage(sum usageSum) []byte {
	type in struct {
		Cached int `json:"cached_tokens"`
	}
	type out struct {
		Reasoning int `json:"reasoning_tokens"`
	}
	return encoded(struct {
		Input  int `json:"input_tokens"`
		In     in  `json:"input_tokens_details"`
		Output int `json:"output_tokens"`
		Out    out `json:"output_tokens_details"`
		Total  int `json:"total_tokens"`
	}{sum.in, in{sum.cached}, sum.out, out{sum.reasoning}, sum.in + sum.out})
}
