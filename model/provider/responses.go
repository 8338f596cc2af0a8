package provider

import (
	"bytes"
	"fmt"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/internal/replies"
)

// leastLimit is the smallest token limit that OpenAI's Responses take.
const leastLimit = 16

// responses is the dialect of OpenAI's Responses. It has no seed, no stop
// texts and no top_k; the endpoint's profile says so.
type responses struct{ replies.Responses }

type responsesRequest struct {
	Model       string              `json:"model"`
	Input       []adhere.Message    `json:"input"`
	Temperature *float64            `json:"temperature,omitempty"`
	TopP        *float64            `json:"top_p,omitempty"`
	Limit       *int                `json:"max_output_tokens,omitempty"`
	Reasoning   *responsesReasoning `json:"reasoning,omitempty"`
	Text        *responsesText      `json:"text,omitempty"`
	Store       bool                `json:"store"`
	Stream      bool                `json:"stream,omitempty"`
}

type responsesReasoning struct {
	Effort string `json:"effort"`
}

type responsesText struct {
	Format responsesFormat `json:"format"`
}

type responsesFormat struct {
	Type string `json:"type"`
	openAISchema
}

// encode writes the request. The provider is told to store nothing, which it
// otherwise does.
func (responses) encode(b *bytes.Buffer, model string, req *adhere.Request, stream bool) (ignored []string, err error) {
	p := &req.Params
	out := responsesRequest{
		Model: model, Input: req.Messages, Temperature: p.Temperature, TopP: p.TopP, Limit: p.MaxTokens, Stream: stream,
	}
	if out.Input == nil {
		out.Input = []adhere.Message{}
	}
	if p.MaxTokens != nil && *p.MaxTokens < leastLimit {
		out.Limit = new(leastLimit)
		ignored = append(ignored, fmt.Sprintf("max_tokens %d was raised to %d, the least that the provider takes", *p.MaxTokens, leastLimit))
	}
	if p.Effort != "" {
		out.Reasoning = &responsesReasoning{p.Effort}
	}
	if len(req.Schema) > 0 {
		out.Text = &responsesText{responsesFormat{"json_schema", openAISchema{Name: "reply", Strict: true, Schema: req.Schema}}}
	}
	return withoutThinking(p, ignored), plainjson.NewEncoder(b).Encode(out)
}
