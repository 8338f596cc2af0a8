package replies

import (
	"encoding/json"
	"strings"

	"adhere"
)

// Messages is Anthropic's.
type Messages struct{}

type messagesBody struct {
	ID      label           `json:"id"`
	Model   Word            `json:"model"`
	Content []messagesBlock `json:"content"`
	Stop    Word            `json:"stop_reason"`
	Why     whyStopped      `json:"stop_details"`
	Usage   usage           `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

// A messagesBlock is a part of an answer, or a piece of one.
type messagesBlock struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Thinking string `json:"thinking"`

	Signature Word `json:"signature"` // of a thought
	Data      Word `json:"data"`      // of one that is enciphered

	ID      Word            `json:"id"` // of a call, as what follows
	Name    Word            `json:"name"`
	Input   json.RawMessage `json:"input"`
	Partial Word            `json:"partial_json"` // in a stream

	Stop Word       `json:"stop_reason"` // of a message_delta
	Why  whyStopped `json:"stop_details"`
}

// whyStopped says why the answer was withheld.
type whyStopped = Lenient[struct {
	Category    Word `json:"category"`
	Explanation Word `json:"explanation"`
}]

// stop takes over why the answer ended.
func (r *Reply) stop(reason Word, why whyStopped) {
	r.End(reason)
	r.Because = strings.Trim(string(why.V.Category+": "+why.V.Explanation), ": ")
}

type messagesEvent struct {
	Type    string          `json:"type"`
	Message messagesBody    `json:"message"`       // message_start
	Block   messagesBlock   `json:"content_block"` // content_block_start
	Delta   messagesBlock   `json:"delta"`         // content_block_delta, message_delta
	Usage   usage           `json:"usage"`         // message_delta
	Error   json.RawMessage `json:"error"`
}

// Whole reads a reply that came at once.
func (Messages) Whole(raw []byte, into *Reply) error {
	var b messagesBody
	if err := into.Read(raw, &b); err != nil {
		return err
	}
	into.named(b.ID, b.Model, moment{})
	into.use(b.Usage)
	into.faulty(b.Error)
	if b.Content == nil {
		return Lacking("content", raw)
	}
	for i := range b.Content {
		into.block(&b.Content[i])
		into.piece(&b.Content[i], string(b.Content[i].Input))
	}
	into.stop(b.Stop, b.Why)
	return nil
}

// Event reads an event of a stream.
func (Messages) Event(_ string, data []byte, into *Reply) (Piece, error) {
	var b messagesEvent
	if err := into.Read(data, &b); err != nil {
		return Piece{}, err
	}
	if b.Type == "error" && !Present(b.Error) {
		b.Error = data
	}
	into.faulty(b.Error)
	into.use(b.Message.Usage)
	into.use(b.Usage)
	var p Piece
	switch b.Type {
	case "message_start":
		into.named(b.Message.ID, b.Message.Model, moment{})
	case PartBegins:
		into.block(&b.Block)
		p = into.piece(&b.Block, "")
	case "content_block_delta":
		p = into.piece(&b.Delta, string(b.Delta.Partial))
	case PartEnds:
		p.Whole = into.Text.Len() > 0
	case "message_delta":
		into.stop(b.Delta.Stop, b.Delta.Why)
		p.Ends = true
	case "message_stop":
		p.Last = true
	}
	if strings.HasPrefix(b.Type, "content_block_") {
		p.Part = b.Type
	}
	return p, nil // of ping, and what may come to be, nothing
}

// The types of events that begin and end a part of an answer of Anthropic's.
const (
	PartBegins = "content_block_start"
	PartEnds   = "content_block_stop"
)

// block begins a part of the answer.
func (r *Reply) block(b *messagesBlock) {
	switch r.at = b.Type; b.Type {
	case "", "text":
	case "thinking", "redacted_thinking":
		r.Thoughts = append(r.Thoughts, &Thought{kind: b.Type, data: string(b.Data)})
	case "tool_use":
		r.Calls = append(r.Calls, &Call{ID: string(b.ID), Name: string(b.Name)})
		fallthrough
	default:
		r.Tools = true
	}
}

// piece takes over a piece of the part that came last; args are of its call.
func (r *Reply) piece(b *messagesBlock, args string) Piece {
	p := Piece{Chunk: adhere.Chunk{Text: b.Text, Reasoning: b.Thinking}}
	r.Add(&p)
	switch r.at {
	case "thinking":
		last := r.Thoughts[len(r.Thoughts)-1]
		last.text.WriteString(b.Thinking)
		last.signature.WriteString(string(b.Signature))
	case "tool_use":
		p.Args = args
		r.Calls[len(r.Calls)-1].Args.WriteString(args)
	}
	return p
}
