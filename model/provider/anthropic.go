package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/internal/replies"
)

// anthropicLimit is the token limit sent where the request sets none and the
// model's own is not known, since this provider demands one. A model that
// answers less long says so, which is learned.
const anthropicLimit = 32000

// anthropic is the dialect of Anthropic's Messages.
type anthropic struct {
	replies.Messages

	longest    int  // tokens of a reply; 0 if not known
	structured bool // the model's reply can be held to a schema
	unforced   bool // the model cannot be made to call a tool
	adaptive   bool // the model decides itself how much it reasons
}

type anthropicRequest struct {
	Model         string             `json:"model"`
	System        string             `json:"system,omitempty"`
	Messages      []anthropicTurn    `json:"messages"`
	MaxTokens     int                `json:"max_tokens"`
	Temperature   *float64           `json:"temperature,omitempty"`
	TopP          *float64           `json:"top_p,omitempty"`
	StopSequences []string           `json:"stop_sequences,omitempty"`
	TopK          *int               `json:"top_k,omitempty"`
	Thinking      *anthropicThinking `json:"thinking,omitempty"`
	Tools         []anthropicTool    `json:"tools,omitempty"`
	ToolChoice    map[string]string  `json:"tool_choice,omitempty"`
	Output        anthropicOutput    `json:"output_config,omitzero"`
	Stream        bool               `json:"stream,omitempty"`
}

type anthropicThinking struct {
	Type   string `json:"type"`
	Budget int    `json:"budget_tokens,omitempty"`

	Display string `json:"display,omitempty"` // of what was thought
}

type anthropicOutput struct {
	Effort string           `json:"effort,omitempty"`
	Format *anthropicFormat `json:"format,omitempty"`
}

type anthropicFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

// An anthropicTool is how a reply of a given shape is asked of models without
// structured outputs: the model is made to call a tool that takes it.
type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`
}

// replyTool is the tool whose input is the reply.
const replyTool = "reply"

// shape asks for a reply by a schema. The provider refuses to force a call of a
// tool on a model that reasons.
func (r *anthropicRequest) shape(schema json.RawMessage, d anthropic) (ignored []string) {
	switch {
	case len(schema) == 0:
		return nil
	case d.structured:
		r.Output.Format = &anthropicFormat{"json_schema", schema}
		return nil
	}
	r.Tools = []anthropicTool{{replyTool, "Give your reply here.", schema}}
	r.ToolChoice = map[string]string{"type": "tool", "name": replyTool}
	if d.unforced || r.Thinking != nil && r.Thinking.Type != "disabled" {
		r.ToolChoice = map[string]string{"type": "auto"}
		ignored = append(ignored, "the reply may break its schema: the provider does not hold a model that reasons to a tool")
	}
	return ignored
}

// leastTopP is the least top_p that the provider takes with reasoning.
const leastTopP = 0.95

// think says how much to reason: by a budget, which this provider wants below
// the token limit and with no other sampling than its own, or by an effort. An
// adaptive model takes no budget, and reasons only when it is told to.
func (r *anthropicRequest) think(budget *int, effort string, adaptive bool) (ignored []string) {
	if effort == "none" {
		if budget == nil {
			budget = new(int)
		}
		effort = ""
	}
	r.Output.Effort = effort
	switch {
	case budget != nil && *budget <= 0:
		r.Thinking = &anthropicThinking{Type: "disabled"}
		return nil
	case adaptive && (budget != nil || effort != ""):
		r.Thinking = &anthropicThinking{Type: "adaptive", Display: "summarized"}
		if budget != nil {
			ignored = append(ignored, "the thinking budget was not sent: the model decides itself how much it reasons")
		}
	case budget == nil:
		return nil
	default:
		r.Thinking = &anthropicThinking{Type: "enabled", Budget: *budget}
	}
	if budget != nil && r.MaxTokens <= *budget {
		r.MaxTokens += *budget
	}
	if r.Temperature != nil || r.TopK != nil {
		r.Temperature, r.TopK = nil, nil
		ignored = append(ignored, "temperature and top_k were left out: the provider takes neither with reasoning")
	}
	if r.TopP != nil && *r.TopP < leastTopP {
		r.TopP = nil
		ignored = append(ignored, "top_p was left out: with reasoning, the provider takes none below 0.95")
	}
	return ignored
}

// An anthropicTurn is a message. Its content is a text, or where the provider
// is to keep what leads up to it, a list of one block that says so.
type anthropicTurn struct {
	Role    adhere.Role `json:"role"`
	Content any         `json:"content"`
}

type anthropicText struct {
	Type         string            `json:"type"`
	Text         string            `json:"text"`
	CacheControl map[string]string `json:"cache_control"`
}

// keepPrefix asks the provider to keep the conversation so far: one that has
// turns behind it, such as a judge's question after question, goes on. This
// provider keeps nothing unasked, and charges a quarter more for what it
// keeps, so a first turn is sent plain.
func (r *anthropicRequest) keepPrefix() {
	if n := len(r.Messages); n > 2 {
		last := &r.Messages[n-1]
		last.Content = []anthropicText{{"text", last.Content.(string), map[string]string{"type": "ephemeral"}}}
	}
}

// encode writes the request. System messages become one text before the
// conversation; there is no seed.
func (d anthropic) encode(b *bytes.Buffer, model string, req *adhere.Request, stream bool) ([]string, error) {
	p := &req.Params
	out := anthropicRequest{
		Model: model, Messages: []anthropicTurn{}, MaxTokens: cmp.Or(d.longest, anthropicLimit), Temperature: p.Temperature,
		TopP: p.TopP, TopK: p.TopK, StopSequences: p.Stop, Stream: stream,
	}
	var ignored []string
	if p.MaxTokens != nil {
		out.MaxTokens = *p.MaxTokens
	} else {
		ignored = append(ignored, fmt.Sprintf("max_tokens was not set; the provider demands it and got %d", out.MaxTokens))
	}
	var system []string
	for _, m := range req.Messages {
		if m.Role != adhere.System {
			out.Messages = append(out.Messages, anthropicTurn{m.Role, m.Text})
			continue
		}
		if len(out.Messages) > 0 {
			ignored = append(ignored, "a system message inside the conversation was moved to its start")
		}
		system = append(system, m.Text)
	}
	out.System = strings.Join(system, "\n\n")
	out.keepPrefix()
	if p.Seed != nil {
		ignored = append(ignored, "seed was ignored: the provider has none")
	}
	ignored = append(ignored, out.think(p.Thinking, p.Effort, d.adaptive)...)
	ignored = append(ignored, out.shape(req.Schema, d)...)
	return ignored, plainjson.NewEncoder(b).Encode(out)
}

// Whole reads a reply; the input of our own tool is the text.
func (d anthropic) Whole(raw []byte, into *replies.Reply) error {
	err := d.Messages.Whole(raw, into)
	for _, c := range into.Calls {
		if c.Name == replyTool {
			into.Text.WriteString(c.Args.String())
		}
	}
	return err
}

// Event reads an event of a stream; the input of our own tool is the text.
func (d anthropic) Event(name string, data []byte, into *replies.Reply) (replies.Piece, error) {
	p, err := d.Messages.Event(name, data, into)
	if p.Args != "" && into.Calls[len(into.Calls)-1].Name == replyTool {
		p.Text = p.Args
		into.Text.WriteString(p.Args)
	}
	return p, err
}
