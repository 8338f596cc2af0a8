package provider

import (
	"bytes"
	"encoding/json"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/internal/replies"
)

// The names under which OpenAI-compatible servers take the token limit.
const (
	maxTokens           = "max_tokens"            // all compatible servers
	maxCompletionTokens = "max_completion_tokens" // OpenAI's reasoning models, which refuse the other
)

// openAI is the dialect of OpenAI's chat completions, which vLLM, Ollama,
// llama.cpp, OpenRouter, Azure and many others speak too.
type openAI struct {
	replies.Chat

	limitField string // maxTokens or maxCompletionTokens
	randomSeed bool   // the seed is called so
}

type openAIRequest struct {
	Model               string           `json:"model"`
	Messages            []adhere.Message `json:"messages"`
	Temperature         *float64         `json:"temperature,omitempty"`
	TopP                *float64         `json:"top_p,omitempty"`
	MaxTokens           *int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens *int             `json:"max_completion_tokens,omitempty"`
	Seed                *int64           `json:"seed,omitempty"`
	RandomSeed          *int64           `json:"random_seed,omitempty"` // Mistral
	Stop                []string         `json:"stop,omitempty"`
	TopK                *int             `json:"top_k,omitempty"`
	Effort              string           `json:"reasoning_effort,omitempty"`
	ResponseFormat      *openAIFormat    `json:"response_format,omitempty"`
	Stream              bool             `json:"stream,omitempty"`
	StreamOptions       *streamOptions   `json:"stream_options,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type openAIFormat struct {
	Type       string       `json:"type"`
	JSONSchema openAISchema `json:"json_schema"`
}

type openAISchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// encode writes the request. A schema is asked for strictly: the provider
// then guarantees the shape, or refuses a schema that it cannot guarantee.
func (d openAI) encode(b *bytes.Buffer, model string, req *adhere.Request, stream bool) ([]string, error) {
	p := &req.Params
	out := openAIRequest{
		Model: model, Messages: req.Messages, Temperature: p.Temperature, TopP: p.TopP,
		Seed: p.Seed, Stop: p.Stop, TopK: p.TopK, Effort: p.Effort, Stream: stream,
	}
	if out.Messages == nil {
		out.Messages = []adhere.Message{}
	}
	if d.limitField == maxCompletionTokens {
		out.MaxCompletionTokens = p.MaxTokens
	} else {
		out.MaxTokens = p.MaxTokens
	}
	if d.randomSeed {
		out.Seed, out.RandomSeed = nil, p.Seed
	}
	if stream {
		out.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	if len(req.Schema) > 0 {
		out.ResponseFormat = &openAIFormat{
			Type: "json_schema", JSONSchema: openAISchema{Name: "reply", Strict: true, Schema: req.Schema},
		}
	}
	return withoutThinking(p, nil), plainjson.NewEncoder(b).Encode(out)
}

// withoutThinking warns that a wire format has no bound on reasoning.
func withoutThinking(p *adhere.Params, ignored []string) []string {
	if p.Thinking != nil {
		ignored = append(ignored, "thinking budget was ignored: this wire format has none; extra fields of the body may say it")
	}
	return ignored
}
