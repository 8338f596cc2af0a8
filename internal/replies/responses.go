package replies

import (
	"cmp"
	"encoding/json"
	"strings"

	"adhere/internal/sse"
)

// Responses is OpenAI's.
type Responses struct{}

type responsesBody struct {
	ID         label                    `json:"id"`
	Model      Word                     `json:"model"`
	Created    moment                   `json:"created_at"`
	Status     Word                     `json:"status"`
	Incomplete Lenient[responsesReason] `json:"incomplete_details"`
	Output     []responsesItem          `json:"output"`
	Usage      usage                    `json:"usage"`
	Error      json.RawMessage          `json:"error"`
}

type responsesReason struct {
	Reason Word `json:"reason"`
}

// A responsesItem is a message, a piece of reasoning, or a call of a tool.
type responsesItem struct {
	Type    string          `json:"type"`
	Phase   Word            `json:"phase"` // "commentary" for what is said on the way to the answer
	Content []responsesPart `json:"content"`
	Summary []responsesPart `json:"summary"` // of reasoning

	CallID label `json:"call_id"`
	Space  Word  `json:"namespace"`
	Name   Word  `json:"name"`
	Args   label `json:"arguments"`
}

type responsesPart struct {
	Text    string `json:"text"`
	Refusal string `json:"refusal"`
}

type responsesEvent struct {
	Type     string          `json:"type"`
	Index    Count           `json:"output_index"`
	Delta    Word            `json:"delta"`
	Item     responsesItem   `json:"item"`
	Response responsesBody   `json:"response"`
	Error    json.RawMessage `json:"error"`
}

// Whole reads a reply that came at once.
func (Responses) Whole(raw []byte, into *Reply) error {
	var b responsesBody
	if err := into.Read(raw, &b); err != nil {
		return err
	}
	into.response(&b)
	if b.Output == nil && b.Status == "" {
		return Lacking("output", raw)
	}
	return nil
}

// Event reads an event of a stream. The last one holds the whole reply.
func (Responses) Event(_ string, data []byte, into *Reply) (Piece, error) {
	if sse.Ends(data) {
		return Piece{}, nil
	}
	var b responsesEvent
	if err := into.Read(data, &b); err != nil {
		return Piece{}, err
	}
	if b.Type == "error" && !Present(b.Error) {
		b.Error = data
	}
	into.faulty(b.Error)
	switch b.Type {
	case "response.output_item.added":
		into.item(&b.Item)
		if b.Item.Phase == "commentary" {
			into.onTheWay(b.Index.N)
		}
	case "response.output_text.delta", "response.refusal.delta", "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		return into.delta(&b), nil
	case "response.output_text.done":
		return Piece{Whole: !into.commentary[b.Index.N]}, nil
	case "response.completed", "response.incomplete", "response.failed":
		into.response(&b.Response)
		return Piece{Ends: true, Last: true}, nil
	}
	return Piece{}, nil // what repeats the pieces, and what may come to be
}

// onTheWay notes that an item is no part of the answer.
func (r *Reply) onTheWay(number int) {
	if r.commentary == nil {
		r.commentary = map[int]bool{}
	}
	r.commentary[number] = true
}

// delta takes over a piece of an item.
func (r *Reply) delta(b *responsesEvent) (p Piece) {
	switch {
	case strings.HasPrefix(b.Type, "response.reasoning"), r.commentary[b.Index.N]:
		p.Reasoning = string(b.Delta)
	case b.Type == "response.refusal.delta":
		p.Refusal = string(b.Delta)
	default:
		p.Text = string(b.Delta)
	}
	r.Add(&p)
	return p
}

// response takes over a whole reply. At the end of a stream it counts, as far as it
// says anything, and not the pieces before.
func (r *Reply) response(b *responsesBody) {
	r.named(b.ID, b.Model, b.Created)
	r.use(b.Usage)
	r.faulty(b.Error)
	r.End(cmp.Or(b.Incomplete.V.Reason, b.Status))
	var all Reply
	for i := range b.Output {
		item := &b.Output[i]
		r.item(item)
		if item.Type == "function_call" {
			call := &Call{ID: string(item.CallID), Space: string(item.Space), Name: string(item.Name)}
			call.Args.WriteString(string(item.Args))
			r.Calls = append(r.Calls, call)
		}
		all.Add(new(item.said()))
	}
	for _, part := range []struct{ of, all *strings.Builder }{{&r.Text, &all.Text}, {&r.Reasoning, &all.Reasoning}, {&r.Refusal, &all.Refusal}} {
		if part.all.Len() > 0 {
			part.of.Reset()
			part.of.WriteString(part.all.String())
		}
	}
}

// item takes over of what kind an item is.
func (r *Reply) item(i *responsesItem) {
	r.Tools = r.Tools || i.Type != "message" && i.Type != "reasoning"
}

// said returns what an item says. Reasoning has either its own words or a summary
// of them.
func (i *responsesItem) said() (p Piece) {
	parts := i.Content
	if len(parts) == 0 {
		parts = i.Summary
	}
	var words strings.Builder
	for _, part := range parts {
		words.WriteString(part.Text)
		p.Refusal += part.Refusal
	}
	switch {
	case i.Type == "reasoning", i.Phase == "commentary":
		p.Reasoning = words.String()
	case i.Type == "message":
		p.Text = words.String()
	}
	return p
}
