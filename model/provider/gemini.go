package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
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
	Model      word                    `json:"modelVersion"`
	Candidates []geminiCandidate       `json:"candidates"`
	Feedback   lenient[geminiFeedback] `json:"promptFeedback"`
	Usage      *lenient[geminiUsage]   `json:"usageMetadata"`
	Error      json.RawMessage         `json:"error"`
}

type geminiCandidate struct {
	Index   count                   `json:"index"`
	Content geminiContent           `json:"content"`
	Finish  word                    `json:"finishReason"`
	Message word                    `json:"finishMessage"`
	Ratings lenient[[]geminiRating] `json:"safetyRatings"`
}

// A geminiFeedback says why a prompt was not answered at all.
type geminiFeedback struct {
	Reason  word                    `json:"blockReason"`
	Message word                    `json:"blockReasonMessage"`
	Ratings lenient[[]geminiRating] `json:"safetyRatings"`
}

type geminiRating struct {
	Category    word `json:"category"`
	Probability word `json:"probability"`
	Blocked     bool `json:"blocked"`
}

// geminiUsage counts reasoning apart from the other tokens of the reply.
type geminiUsage struct {
	Prompt   count `json:"promptTokenCount"`
	Tools    count `json:"toolUsePromptTokenCount"`
	Cached   count `json:"cachedContentTokenCount"`
	Answer   count `json:"candidatesTokenCount"`
	Thoughts count `json:"thoughtsTokenCount"`
}

func (g *geminiReply) count(r *reply) {
	if g.Usage == nil {
		return
	}
	u := &g.Usage.v
	in := u.Prompt.n + u.Tools.n
	r.usage = adhere.Usage{In: in, Cached: min(u.Cached.n, in), Out: u.Answer.n + u.Thoughts.n, Thought: u.Thoughts.n}
	r.oddUsage = g.Usage.odd || u.Prompt.odd || u.Answer.odd || u.Thoughts.odd
}

func (gemini) decode(body []byte) (*reply, error) {
	s := &geminiStream{}
	if _, err := s.event("", body); err != nil {
		return nil, err
	}
	if !s.blocked && !s.answered {
		return nil, lacking(body, "candidates")
	}
	s.over = true
	return s.reply()
}

// why names the categories for which a filter withheld something.
func why(reason, message word, ratings []geminiRating) string {
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

func (gemini) stream() stream { return &geminiStream{} }

// geminiStream gathers the parts of one reply, each of which has the shape of
// a whole one. Nothing marks the end of the stream: the reason why the answer
// ends, or that the prompt was blocked, is the sign that it is whole.
type geminiStream struct {
	gathered
	answered bool // a candidate came
	blocked  bool // the prompt was
	finish   word
	because  string // in full
	over     bool   // nothing more can come
}

func (s *geminiStream) event(_ string, data []byte) (adhere.Chunk, error) {
	var in geminiReply
	if err := read(data, &in, &in.Error); err != nil {
		return adhere.Chunk{}, err
	}
	if in.Model != "" {
		s.said.model = strings.TrimPrefix(string(in.Model), "models/")
	}
	in.count(&s.said)
	if f := &in.Feedback.v; f.Reason != "" {
		s.blocked, s.because = true, "the prompt was blocked: "+why(f.Reason, f.Message, f.Ratings.v)
	}
	if len(in.Candidates) == 0 {
		return adhere.Chunk{}, nil
	}
	c := lowest(in.Candidates, func(c *geminiCandidate) int { return c.Index.n })
	if s.other(c.Index.n, len(in.Candidates)) {
		return adhere.Chunk{}, nil
	}
	return s.piece(c), nil
}

func (s *geminiStream) piece(c *geminiCandidate) (chunk adhere.Chunk) {
	s.answered = true
	for _, p := range c.Content.Parts {
		s.said.tool = s.said.tool || present(p.Call)
		if p.Thought {
			chunk.Reasoning += p.Text
		} else {
			chunk.Text += p.Text
		}
	}
	if c.Finish != "" {
		s.finish, s.because = c.Finish, why(c.Finish, c.Message, c.Ratings.v)
	}
	return s.take(chunk)
}

// ended reports whether the stream may close here.
func (s *geminiStream) ended() bool { return s.blocked || s.finish != "" }

func (s *geminiStream) reply() (*reply, error) {
	r := s.whole()
	return r, s.end(r)
}

// end reads Gemini's finish reason.
func (s *geminiStream) end(r *reply) error {
	r.finish = adhere.FinishStop
	switch s.finish {
	case "STOP":
	case "MAX_TOKENS":
		r.finish = adhere.FinishLength
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE", "IMAGE_SAFETY", "MODEL_ARMOR", "ESCALATION":
		r.withhold(s.because)
	case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS":
		r.tool = true
		r.warnings = append(r.warnings, "finish reason "+s.because+" was read as a call of a tool")
	case "":
		if s.blocked {
			r.withhold(s.because)
			return nil
		}
		if !s.over {
			return errors.New("the stream ended without a finish reason")
		}
		r.warnings = append(r.warnings, "the reply names no finish reason")
	default: // OTHER, and what may come to be
		r.warnings = append(r.warnings, fmt.Sprintf("finish reason %s was read as stop", s.because))
	}
	return nil
}

func (r *reply) withhold(because string) {
	r.finish = adhere.FinishFiltered
	r.warnings = append(r.warnings, adhere.Withheld+because)
}
