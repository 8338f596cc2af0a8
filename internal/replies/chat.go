package replies

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"adhere/internal/sse"
)

// Chat is OpenAI's chat completions, which many servers speak.
type Chat struct{}

type chatBody struct {
	ID      label        `json:"id"`
	Object  Word         `json:"object"`
	Model   Word         `json:"model"`
	Build   Word         `json:"system_fingerprint"`
	Created moment       `json:"created"`
	Choices []chatChoice `json:"choices"`
	Usage   usage        `json:"usage"`

	Error json.RawMessage `json:"error"`
}

type chatChoice struct {
	Index   Count           `json:"index"`
	Message *chatMessage    `json:"message"`
	Delta   *chatMessage    `json:"delta"` // in a stream
	Finish  Word            `json:"finish_reason"`
	Error   json.RawMessage `json:"error"` // OpenRouter, for a provider behind it that failed
}

type chatMessage struct {
	Content          content                      `json:"content"`
	Refusal          Word                         `json:"refusal"`
	ReasoningContent content                      `json:"reasoning_content"` // DeepSeek, vLLM, llama.cpp
	Reasoning        content                      `json:"reasoning"`         // OpenRouter, Ollama, later vLLM
	ToolCalls        Lenient[[]Lenient[chatCall]] `json:"tool_calls"`
	FunctionCall     json.RawMessage              `json:"function_call"`
	Images           json.RawMessage              `json:"images"`
	Audio            json.RawMessage              `json:"audio"`
}

type chatCall struct {
	Index    *Count `json:"index"`
	ID       label  `json:"id"`
	Function struct {
		Name Word  `json:"name"`
		Args label `json:"arguments"` // an object, from some servers
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"` // Gemini's signature
}

// Whole reads a reply that came at once.
func (Chat) Whole(raw []byte, into *Reply) error {
	var b chatBody
	if err := into.Read(raw, &b); err != nil {
		return err
	}
	into.chat(&b)
	if len(b.Choices) == 0 || b.Choices[0].Message == nil {
		return Lacking("choices", raw)
	}
	return nil
}

// Event reads a chunk of a stream.
func (Chat) Event(name string, data []byte, into *Reply) (Piece, error) {
	if sse.Ends(data) {
		return Piece{Last: true}, nil
	}
	var b chatBody
	if err := into.Read(data, &b); err != nil {
		return Piece{}, err
	}
	if (name == "error" || b.Object == "error") && !Present(b.Error) {
		b.Error = data
	}
	return into.chat(&b), nil
}

// chat takes over a reply, or a chunk of one.
func (r *Reply) chat(b *chatBody) Piece {
	p := Piece{ID: string(b.ID), Usage: b.Usage.named, Bare: len(b.Choices) == 0}
	r.named(b.ID, b.Model, b.Created)
	r.Build = cmp.Or(string(b.Build), r.Build)
	r.use(b.Usage)
	r.faulty(b.Error)
	if p.Bare { // the last chunk carries only the usage
		return p
	}
	c := Lowest(b.Choices, func(c *chatChoice) int { return c.Index.N })
	if r.Other(c.Index.N, len(b.Choices)) {
		return p
	}
	if m := cmp.Or(c.Message, c.Delta); m != nil {
		p.Text, p.Reasoning, p.Refusal = m.Content.text, m.thoughts(), string(m.Refusal)
		r.Add(&p)
		r.Echoed = r.Echoed || m.ReasoningContent.text != ""
		r.call(m)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](m.Content.odd); ok {
			wrong.Field, r.Odd = "choices.message.content", wrong
		}
		r.Media = r.Media || r.Odd != nil || Present(m.Images) || Present(m.Audio)
	}
	if Present(c.Error) {
		r.Lost = c.Error
	}
	r.End(c.Finish)
	p.Ends = c.Finish != ""
	p.Whole = p.Ends
	return p
}

// thoughts returns the reasoning, under whichever name it came. Servers that send
// two send the same.
func (m *chatMessage) thoughts() string {
	return cmp.Or(m.ReasoningContent.text, m.Reasoning.text) + m.Content.reasoning
}

// call takes over calls of tools, or pieces of such.
func (r *Reply) call(m *chatMessage) {
	r.Tools = r.Tools || m.ToolCalls.Odd || len(m.ToolCalls.V) > 0 || Present(m.FunctionCall)
	for i := range m.ToolCalls.V {
		c := &m.ToolCalls.V[i].V
		one := r.callOf(c)
		if Present(c.Extra) {
			one.Extra = c.Extra
		}
		one.ID, one.Name = cmp.Or(one.ID, string(c.ID)), cmp.Or(one.Name, string(c.Function.Name))
		one.Args.WriteString(string(c.Function.Args))
	}
}

// callOf returns the call that a piece is of, a new one where the piece begins it. The
// number does not tell alone: some servers give every call the same, or none.
func (r *Reply) callOf(c *chatCall) *Call {
	number := -1
	if c.Index != nil && !c.Index.Odd {
		number = c.Index.N
	}
	i := len(r.Calls) - 1
	for i >= 0 && r.Calls[i].number != number {
		i--
	}
	named := c.Function.Name != ""
	if i < 0 || number < 0 && named || (number < 0 || named) && c.ID != "" && string(c.ID) != r.Calls[i].ID {
		i = len(r.Calls)
		r.Calls = append(r.Calls, &Call{number: number})
	}
	return r.Calls[i]
}

// content is a message's content: a text, null, a part of which the text or the
// reasoning is read, or a list of these.
type content struct {
	text, reasoning string
	other           bool  // a part without either, such as a picture
	odd             error // it is something else
}

// UnmarshalJSON never fails.
func (c *content) UnmarshalJSON(b []byte) error {
	switch n := len(b); {
	case n >= 2 && b[0] == '"' && bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b):
		c.text = string(b[1 : n-1]) // nothing to decode, in the place where most of a reply is
	case n > 0 && b[0] == '[':
		var parts []content
		c.odd = json.Unmarshal(b, &parts)
		for _, p := range parts {
			c.text, c.reasoning = c.text+p.text, c.reasoning+p.reasoning
			if !p.other {
				c.odd = cmp.Or(c.odd, p.odd)
			}
		}
	case n > 0 && b[0] == '{':
		var part struct {
			Text     *string  `json:"text"`
			Thinking *content `json:"thinking"` // a text, or parts in turn
		}
		if c.odd = json.Unmarshal(b, &part); c.odd == nil && part.Text == nil && part.Thinking == nil {
			c.other, c.odd = true, &json.UnmarshalTypeError{Value: "object"}
		}
		if part.Text != nil {
			c.text = *part.Text
		}
		if part.Thinking != nil {
			c.reasoning = part.Thinking.text + part.Thinking.reasoning
		}
	default:
		c.odd = json.Unmarshal(b, &c.text)
	}
	return nil
}
