package gateway

import (
	"adhere"
	"adhere/internal/replies"
)

// responses is the dialect of /responses.
func responses() *dialect {
	return &dialect{
		path: "/responses", field: "input", above: "instructions",
		aside: responsesAside, side: responsesSide, results: responsesResults,
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
