package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/internal/replies"
)

// gemini is the dialect of Google's generateContent.
type gemini struct{}

type geminiRequest struct {
	System   *geminiContent  `json:"systemInstruction,omitempty"`
	Contents []geminiContent `json:"contents"`
	Config   geminiConfig    `json:"generationConfig,omitzero"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"` // "user" or "model"
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text    string          `json:"text"`
	Thought bool            `json:"thought,omitempty"`
	Call    json.RawMessage `json:"functionCall,omitempty"`
}

type geminiConfig struct {
	Temperature *float64        `json:"temperature,omitempty"`
	TopP        *float64        `json:"topP,omitempty"`
	TopK        *int            `json:"topK,omitempty"`
	Limit       *int            `json:"maxOutputTokens,omitempty"`
	Seed        *int64          `json:"seed,omitempty"`
	Stop        []string        `json:"stopSequences,omitempty"`
	Type        string          `json:"responseMimeType,omitempty"`
	Schema      json.RawMessage `json:"responseJsonSchema,omitempty"`
	Thinking    *geminiThinking `json:"thinkingConfig,omitempty"`
}

type geminiThinking struct {
	Budget   *int   `json:"thinkingBudget,omitempty"`
	Level    string `json:"thinkingLevel,omitempty"`
	Thoughts bool   `json:"includeThoughts,omitempty"`
}

// budgets are the tokens that Google's OpenAI-compatible interface takes a
// reasoning effort for, where a model has a budget and no levels.
var budgets = map[string]int{"none": 0, "minimal": 1024, "low": 1024, "medium": 8192, "high": 24576}

// leastBudget is the least that Gemini 2.5 Pro takes, which always reasons.
const leastBudget = 128

// think says how much to reason. A model takes a budget or a level, not both;
// levels came with Gemini 3, and none of them turns reasoning off.
func (c *geminiConfig) think(model string, p *adhere.Params) (ignored []string) {
	budget, level := p.Thinking, p.Effort
	switch n, known := budgets[level]; {
	case !known || budget != nil:
	case strings.Contains(model, "gemini-2.5-pro") && n < leastBudget:
		n = leastBudget
		budget, level = &n, ""
		ignored = append(ignored, fmt.Sprintf("reasoning effort none was sent as a budget of %d tokens: this model always reasons", n))
	case strings.Contains(model, "gemini-2.5"):
		budget, level = &n, ""
	case level == "none":
		level = "low"
		ignored = append(ignored, "reasoning effort none was sent as low, the least that all Gemini models from 3 on take: they always reason")
	}
	switch {
	case budget != nil:
		c.Thinking = &geminiThinking{Budget: budget, Thoughts: *budget != 0}
		if level != "" {
			ignored = append(ignored, "reasoning effort was ignored: the provider takes either it or a thinking budget")
		}
	case level != "":
		c.Thinking = &geminiThinking{Level: level, Thoughts: true}
	}
	return ignored
}

// encode writes the request. System messages become one instruction before the
// conversation; turns of one side that follow each other stay apart.
func (gemini) encode(b *bytes.Buffer, model string, req *adhere.Request, _ bool) (ignored []string, err error) {
	p := &req.Params
	out := geminiRequest{Contents: []geminiContent{}, Config: geminiConfig{
		Temperature: p.Temperature, TopP: p.TopP, TopK: p.TopK, Limit: p.MaxTokens, Seed: p.Seed, Stop: p.Stop,
	}}
	for _, m := range req.Messages {
		part := geminiPart{Text: m.Text}
		switch m.Role {
		case adhere.System:
			if len(out.Contents) > 0 {
				ignored = append(ignored, "a system message inside the conversation was moved to its start")
			}
			if out.System == nil {
				out.System = &geminiContent{}
			}
			out.System.Parts = append(out.System.Parts, part)
		case adhere.Assistant:
			out.Contents = append(out.Contents, geminiContent{"model", []geminiPart{part}})
		default:
			out.Contents = append(out.Contents, geminiContent{"user", []geminiPart{part}})
		}
	}
	if len(req.Schema) > 0 {
		out.Config.Type, out.Config.Schema = "application/json", req.Schema
	}
	return append(ignored, out.Config.think(model, p)...), plainjson.NewEncoder(b).Encode(out)
}

type geminiReply struct {
	Model      replies.Word                    `json:"modelVersion"`
	Candidates []geminiCandidate               `json:"candidates"`
	Feedback   replies.Lenient[geminiFeedback] `json:"promptFeedback"`
	Usage      *replies.Lenient[geminiUsage]   `json:"usageMetadata"`
	Error      json.RawMessage                 `json:"error"`
}

type geminiCandidate struct {
	Index   replies.Count                   `json:"index"`
	Content geminiContent                   `json:"content"`
	Finish  replies.Word                    `json:"finishReason"`
	Message replies.Word                    `json:"finishMessage"`
	Ratings replies.Lenient[[]geminiRating] `json:"safetyRatings"`
}

// A geminiFeedback says why a prompt was not answered at all.
type geminiFeedback struct {
	Reason  replies.Word                    `json:"blockReason"`
	Message replies.Word                    `json:"blockReasonMessage"`
	Ratings replies.Lenient[[]geminiRating] `json:"safetyRatings"`
}

type geminiRating struct {
	Category    replies.Word `json:"category"`
	Probability replies.Word `json:"probability"`
	Blocked     bool         `json:"blocked"`
}

// geminiUsage counts reasoning apart from the other tokens of the reply.
type geminiUsage struct {
	Prompt   replies.Count `json:"promptTokenCount"`
	Tools    replies.Count `json:"toolUsePromptTokenCount"`
	Cached   replies.Count `json:"cachedContentTokenCount"`
	Answer   replies.Count `json:"candidatesTokenCount"`
	Thoughts replies.Count `json:"thoughtsTokenCount"`
}

func (g *geminiReply) count(r *replies.Reply) {
	if g.Usage == nil {
		return
	}
	u := &g.Usage.V
	in := u.Prompt.N + u.Tools.N
	r.Usage.Usage = adhere.Usage{In: in, Cached: min(u.Cached.N, in), Out: u.Answer.N + u.Thoughts.N, Thought: u.Thoughts.N}
	r.Usage.Odd = g.Usage.Odd || u.Prompt.Odd || u.Answer.Odd || u.Thoughts.Odd
}

// Whole reads a reply, which has the shape of a part of a stream.
func (g gemini) Whole(raw []byte, into *replies.Reply) error {
	piece, err := g.Event("", raw, into)
	if err == nil && piece.Bare && into.Reason == "" {
		err = replies.Lacking("candidates", raw)
	}
	return err
}

// why names the categories for which a filter withheld something.
func why(reason, message replies.Word, ratings []geminiRating) string {
	var all []string
	for _, r := range ratings {
		if r.Blocked {
			all = append(all, strings.TrimPrefix(string(r.Category), "HARM_CATEGORY_"))
		}
	}
	text := string(reason)
	if len(all) > 0 {
		text += " (" + strings.Join(all, ", ") + ")"
	}
	if message != "" {
		text += ": " + string(message)
	}
	return text
}

// Event reads a part of a stream. Nothing marks the end of one: the reason why the
// answer ends, or that the prompt was blocked, is the sign that it is whole.
func (gemini) Event(_ string, data []byte, into *replies.Reply) (replies.Piece, error) {
	var in geminiReply
	if err := into.Read(data, &in); err != nil {
		return replies.Piece{}, err
	}
	if in.Model != "" {
		into.Model = strings.TrimPrefix(string(in.Model), "models/")
	}
	in.count(into)
	if replies.Present(in.Error) {
		into.Fault = in.Error
	}
	if f := &in.Feedback.V; f.Reason != "" {
		into.End(f.Reason)
		into.Finish, into.Because = adhere.FinishFiltered, "the prompt was blocked: "+why(f.Reason, f.Message, f.Ratings.V)
	}
	if len(in.Candidates) == 0 {
		return replies.Piece{Bare: true}, nil
	}
	c := replies.Lowest(in.Candidates, func(c *geminiCandidate) int { return c.Index.N })
	if into.Other(c.Index.N, len(in.Candidates)) {
		return replies.Piece{}, nil
	}
	return c.piece(into), nil
}

func (c *geminiCandidate) piece(r *replies.Reply) (p replies.Piece) {
	for _, part := range c.Content.Parts {
		r.Tools = r.Tools || replies.Present(part.Call)
		if part.Thought {
			p.Reasoning += part.Text
		} else {
			p.Text += part.Text
		}
	}
	r.Add(&p)
	if c.Finish != "" {
		r.End(c.Finish)
		r.Because = why(c.Finish, c.Message, c.Ratings.V)
		r.Tools = r.Tools || strings.Contains(r.Reason, "_CALL") // of a tool, which failed
	}
	return p
}
