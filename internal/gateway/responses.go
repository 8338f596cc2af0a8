package gateway

import (
	"adhere"
	"adhere/internal/replies"
)

// responses is the dialect of /responses.
func responses() *dialect {
	return &dialect{
		path: "/responses", field: "input",
		aside: responsesAside, turns: responsesTurns, side: responsesSide, results: responsesResults,
		format: responsesFormat,
		Format: replies.Responses{}, delta: []string{"delta"},
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
	c := &conversation{}
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

// responsesUsage writes a sum of all calls.
func responsesUsage(sum replies.Usage) []byte {
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
	}{sum.In, in{sum.Cached}, sum.Out, out{sum.Thought}, sum.In + sum.Out})
}
