package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/model"
)

// The names under which OpenAI-compatible servers take the token limit.
const (
	maxTokens           = "max_tokens"            // all compatible servers
	maxCompletionTokens = "max_completion_tokens" // OpenAI's reasoning models, which refuse the other
)

// openAI is the dialect of OpenAI's chat completions, which vLLM, Ollama,
// llama.cpp, OpenRouter, Azure and many others speak too.
type openAI struct {
	limitField string // maxTokens or maxCompletionTokens
}

type openAIRequest struct {
	Model               string           `json:"model"`
	Messages            []adhere.Message `json:"messages"`
	Temperature         *float64         `json:"temperature,omitempty"`
	TopP                *float64         `json:"top_p,omitempty"`
	MaxTokens           *int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens *int             `json:"max_completion_tokens,omitempty"`
	Seed                *int64           `json:"seed,omitempty"`
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

type openAIReply struct {
	Model   word                  `json:"model"`
	Build   word                  `json:"system_fingerprint"`
	Choices []openAIChoice        `json:"choices"`
	Usage   *lenient[openAIUsage] `json:"usage"`
	Error   json.RawMessage       `json:"error"`
}

type openAIChoice struct {
	Index        count           `json:"index"`
	Message      openAIMessage   `json:"message"`
	Delta        openAIMessage   `json:"delta"` // in a stream
	FinishReason word            `json:"finish_reason"`
	Error        json.RawMessage `json:"error"` // OpenRouter, for a provider behind it that failed
}

type openAIMessage struct {
	Content          content                    `json:"content"`
	Refusal          word                       `json:"refusal"`
	ReasoningContent word                       `json:"reasoning_content"` // DeepSeek, vLLM, llama.cpp
	Reasoning        word                       `json:"reasoning"`         // OpenRouter, Ollama, later vLLM
	ToolCalls        lenient[[]json.RawMessage] `json:"tool_calls"`
}

// thoughts returns the reasoning, under whichever name it came. Servers that
// send both send the same.
func (m *openAIMessage) thoughts() string {
	if m.ReasoningContent != "" {
		return string(m.ReasoningContent)
	}
	return string(m.Reasoning)
}

// content is a message's content: a text, null, or a list of parts, of which
// some are text and some reasoning.
type content struct{ text, reasoning string }

// UnmarshalJSON reads any of the three.
func (c *content) UnmarshalJSON(b []byte) error {
	if n := len(b); n >= 2 && b[0] == '"' && bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b) {
		c.text = string(b[1 : n-1]) // nothing to decode, in the place where most of a reply is
		return nil
	}
	if len(b) == 0 || b[0] != '[' {
		return json.Unmarshal(b, &c.text)
	}
	var parts []struct {
		Type     string          `json:"type"`
		Text     string          `json:"text"`
		Thinking json.RawMessage `json:"thinking"` // a text, or parts in turn
	}
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		c.text += p.Text
		if len(p.Thinking) == 0 {
			continue
		}
		var inner content
		if err := json.Unmarshal(p.Thinking, &inner); err != nil {
			return err
		}
		c.reasoning += inner.text + inner.reasoning
	}
	return nil
}

type openAIUsage struct {
	PromptTokens         count                  `json:"prompt_tokens"`
	CompletionTokens     count                  `json:"completion_tokens"`
	PromptTokensDetails  lenient[openAIDetails] `json:"prompt_tokens_details"`
	OutDetails           lenient[openAIDetails] `json:"completion_tokens_details"`
	PromptCacheHitTokens count                  `json:"prompt_cache_hit_tokens"` // DeepSeek
}

type openAIDetails struct {
	CachedTokens    count `json:"cached_tokens"`
	ReasoningTokens count `json:"reasoning_tokens"`
}

// count enters what the reply says of its tokens, if anything.
func (r *reply) count(in *lenient[openAIUsage]) {
	if in == nil {
		return
	}
	u := &in.v
	cached := max(u.PromptTokensDetails.v.CachedTokens.n, u.PromptCacheHitTokens.n)
	r.usage = adhere.Usage{
		In: u.PromptTokens.n, Cached: min(cached, u.PromptTokens.n), Out: u.CompletionTokens.n,
		Thought: min(u.OutDetails.v.ReasoningTokens.n, u.CompletionTokens.n),
	}
	r.oddUsage = in.odd || u.PromptTokens.odd || u.CompletionTokens.odd
}

// present reports whether an optional JSON value is there and says something.
func present(raw json.RawMessage) bool {
	switch string(bytes.TrimSpace(raw)) {
	case "", "null", `""`, "{}", "[]", "false", "0":
		return false
	default:
		return true
	}
}

func (d openAI) decode(body []byte) (*reply, error) {
	var in openAIReply
	fault := read(body, &in, &in.Error)
	if len(in.Choices) == 0 {
		return nil, cmp.Or(fault, lacking(body, "choices"))
	}
	c := lowest(in.Choices, (*openAIChoice).number)
	r := &reply{
		model: string(in.Model), build: string(in.Build), text: c.Message.Content.text,
		reasoning: c.Message.thoughts() + c.Message.Content.reasoning, tool: len(c.Message.ToolCalls.v) > 0,
	}
	if len(in.Choices) > 1 {
		r.warnings = append(r.warnings, manyChoices)
	}
	r.count(in.Usage)
	r.refuse(string(c.Message.Refusal))
	if fault == nil && present(c.Error) {
		fault = inReply(c.Error)
	}
	end := r.end(string(c.FinishReason))
	return r, cmp.Or(fault, end)
}

func (c *openAIChoice) number() int { return c.Index.n }

// refuse makes a refusal, which some models send apart from the text, the
// text: it is the answer.
func (r *reply) refuse(refusal string) {
	if refusal == "" {
		return
	}
	r.warnings = append(r.warnings, "the model refused: its refusal was read as the text")
	r.text = cmp.Or(r.text, refusal)
}

// end reads an OpenAI finish reason, and the words that other servers use.
func (r *reply) end(reason string) error {
	word, _, _ := strings.Cut(strings.ToLower(reason), ":") // Gemini: "content_filter: PROHIBITED_CONTENT"
	switch word {
	case "stop", "eos", "eos_token", "stop_sequence", "end_turn":
		r.finish = adhere.FinishStop
	case "length", "max_tokens", "max_output_tokens", "model_length":
		r.finish = adhere.FinishLength
	case "tool_calls", "function_call", "tool_use":
		r.finish, r.tool = adhere.FinishStop, true
		r.warnings = append(r.warnings, fmt.Sprintf("finish reason %q was read as stop", reason))
	case "content_filter", "content_filtered", "safety", "sensitive", "guardrail_intervened": // Bedrock, Zhipu
		r.finish = adhere.FinishFiltered
	case "error", "abort", "network_error", "insufficient_system_resource": // vLLM and SGLang, Zhipu, DeepSeek: the answer is not whole
		return &model.ProviderError{Message: fmt.Sprintf("the reply ended with finish reason %q", reason)}
	case "":
		r.finish = adhere.FinishStop
		r.warnings = append(r.warnings, "the reply names no finish reason")
	default:
		r.finish = adhere.FinishStop
		r.warnings = append(r.warnings, fmt.Sprintf("finish reason %q was read as stop", reason))
	}
	return nil
}

func (d openAI) stream() stream { return &openAIStream{} }

// openAIStream gathers the chunks of one streamed reply.
type openAIStream struct {
	gathered
	refusal strings.Builder
	finish  string
}

func (s *openAIStream) event(name string, data []byte) (adhere.Chunk, error) {
	if string(data) == "[DONE]" {
		return adhere.Chunk{}, io.EOF
	}
	var in openAIReply
	if err := json.Unmarshal(data, &in); err != nil {
		return adhere.Chunk{}, err
	}
	if name == "error" && !present(in.Error) {
		in.Error = data
	}
	if present(in.Error) {
		return adhere.Chunk{}, inReply(in.Error)
	}
	if in.Model != "" {
		s.said.model = string(in.Model)
	}
	if in.Build != "" {
		s.said.build = string(in.Build)
	}
	s.said.count(in.Usage)
	if len(in.Choices) == 0 { // the last chunk carries only the usage
		return adhere.Chunk{}, nil
	}
	c := lowest(in.Choices, (*openAIChoice).number)
	if s.other(c.Index.n, len(in.Choices)) {
		return adhere.Chunk{}, nil
	}
	return s.delta(c)
}

func (s *openAIStream) delta(c *openAIChoice) (adhere.Chunk, error) {
	if present(c.Error) {
		return adhere.Chunk{}, inReply(c.Error)
	}
	if c.FinishReason != "" {
		s.finish = string(c.FinishReason)
	}
	s.said.tool = s.said.tool || len(c.Delta.ToolCalls.v) > 0
	chunk := s.take(adhere.Chunk{Text: c.Delta.Content.text, Reasoning: c.Delta.thoughts() + c.Delta.Content.reasoning})
	if c.Delta.Refusal != "" {
		s.refusal.WriteString(string(c.Delta.Refusal))
		if s.text.Len() == 0 {
			chunk.Text = string(c.Delta.Refusal)
		}
	}
	return chunk, nil
}

// ended reports whether the answer is whole: what may still follow is its usage
// and the end mark, which some servers leave out.
func (s *openAIStream) ended() bool { return s.finish != "" }

func (s *openAIStream) reply() (*reply, error) {
	if s.finish == "" {
		return nil, errors.New("the stream ended without a finish reason")
	}
	r := s.whole()
	r.refuse(s.refusal.String())
	return r, r.end(s.finish)
}
