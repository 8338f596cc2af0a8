// Package replies reads what language models answer, whole and streamed, in three
// wire formats: OpenAI's chat completions and Responses, and Anthropic's Messages; and
// what servers say in the place of an answer.
//
// What stands beside the answer is read leniently: a server that writes a number
// as a text, or nonsense where usage belongs, has been paid all the same, and its
// answer must not be thrown away for it.
package replies

import (
	"cmp"
	"encoding/json"
	"strings"

	"adhere"
)

// A Format is one wire format.
type Format interface {
	// Whole reads a reply that came at once. What could be read is in the reply even
	// where there is an error.
	Whole(raw []byte, into *Reply) error
	// Event reads an event of a streamed reply and returns what it adds. Events that
	// are not known add nothing.
	Event(name string, data []byte, into *Reply) (Piece, error)
}

// A Reply is what a server answered, or what has come of it so far.
type Reply struct {
	ID, Model string // as the server calls them; may be empty
	Build     string // as the server calls the set-up behind the model; may be empty
	Created   int64  // in seconds since 1970; 0 if not said

	Text, Reasoning strings.Builder
	Refusal         strings.Builder // where it came apart from the text
	Calls           []*Call         // of functions of the client's
	Thoughts        []*Thought      // as Anthropic wants them back
	Echoed          bool            // the reasoning came as reasoning_content, which DeepSeek wants back with calls
	Tools           bool            // tools are called, of the client's or the server's
	Media           bool            // there are pictures, sound, or what else is not text
	Odd             error           // what is where the text belongs is none
	Several         bool            // there were other answers, which are passed over

	Reason  string          // why the answer ended, as the server calls it; empty if not said
	Because string          // that in full, for people; may be empty
	Finish  adhere.Finish   // what Reason means, FinishBroken for an answer that failed; empty if not said
	Fault   json.RawMessage // what the server says went wrong, in the place of an answer or behind its beginning
	Lost    json.RawMessage // the same, as said of the answer by a server that passes it on
	Usage   Usage
	Mended  []byte // what was read in the place of the last body or event that was no JSON; nil if all was. Who passes it on takes it and sets nil; who only warns leaves it to the end

	number     *int         // of the answer that is read
	at         string       // the kind of the part that comes
	commentary map[int]bool // the items that are said on the way to the answer
}

// A Call is a call of a function.
type Call struct {
	ID, Space, Name string
	Args            strings.Builder
	Extra           json.RawMessage // that Gemini wants back with it

	number int // in a stream of chat completions; -1 where it has none
}

// Tool is the called tool's name, with the namespace that it may stand in.
func (c *Call) Tool() string { return strings.TrimPrefix(c.Space+"."+c.Name, ".") }

// A Thought is a part of an answer of Anthropic's that holds what the model thought.
type Thought struct {
	kind            string
	text, signature strings.Builder
	data            string // of one that is enciphered
}

// Members are what stands of the thought in JSON.
func (t *Thought) Members() map[string]string {
	if t.kind == "redacted_thinking" {
		return map[string]string{"type": t.kind, "data": t.data}
	}
	return map[string]string{"type": t.kind, "thinking": t.text.String(), "signature": t.signature.String()}
}

// A Piece is what an event of a stream adds to the reply.
type Piece struct {
	adhere.Chunk
	Refusal string
	Args    string // of the last call

	ID    string // of the reply, where the event says it
	Ends  bool   // it says why the answer ends
	Last  bool   // nothing of the reply follows
	Whole bool   // no text follows
	Usage bool   // it has a member for the usage
	Bare  bool   // it holds no part of the answer
	Part  string // its type, where it is about a part of an answer of Anthropic's
}

// finishes are the words by which servers say why an answer ended.
var finishes = map[string]adhere.Finish{
	"stop": adhere.FinishStop, "eos": adhere.FinishStop, "eos_token": adhere.FinishStop, "stop_sequence": adhere.FinishStop,
	"end_turn": adhere.FinishStop, "completed": adhere.FinishStop,
	"tool_calls": adhere.FinishStop, "function_call": adhere.FinishStop, "tool_use": adhere.FinishStop,
	"length": adhere.FinishLength, "max_tokens": adhere.FinishLength, "max_output_tokens": adhere.FinishLength,
	"model_length": adhere.FinishLength, "model_context_window_exceeded": adhere.FinishLength, "continuation": adhere.FinishLength,
	"content_filter": adhere.FinishFiltered, "safety": adhere.FinishFiltered, "sensitive": adhere.FinishFiltered, "refusal": adhere.FinishFiltered,
	"content_filtered": adhere.FinishFiltered, "guardrail_intervened": adhere.FinishFiltered, // Bedrock's
	"recitation": adhere.FinishFiltered, "blocklist": adhere.FinishFiltered, "prohibited_content": adhere.FinishFiltered, // Gemini's
	"spii": adhere.FinishFiltered, "language": adhere.FinishFiltered, "image_safety": adhere.FinishFiltered,
	"model_armor": adhere.FinishFiltered, "escalation": adhere.FinishFiltered, "pup_limited_disabled": adhere.FinishFiltered,
	"failed": adhere.FinishBroken, "cancelled": adhere.FinishBroken, "error": adhere.FinishBroken,
	"abort": adhere.FinishBroken, "network_error": adhere.FinishBroken, // of vLLM and SGLang, Zhipu
	"insufficient_system_resource": adhere.FinishBroken, // DeepSeek's
}

// End takes over why the answer ended, if that is said. What is not known is read
// as a stop.
func (r *Reply) End(reason Word) {
	if reason != "" {
		r.Reason = string(reason)
		r.Finish = cmp.Or(r.meaning(), adhere.FinishStop)
	}
}

// Known reports whether it is known what the reason means for which the answer ended.
func (r *Reply) Known() bool { return r.meaning() != "" }

func (r *Reply) meaning() adhere.Finish {
	word, _, _ := strings.Cut(strings.ToLower(r.Reason), ":") // Gemini: "content_filter: PROHIBITED_CONTENT"
	return finishes[word]
}

// Refused reports whether the model refused, and the server says so apart from the
// text.
func (r *Reply) Refused() bool { return r.Refusal.Len() > 0 || r.Reason == "refusal" }

// named takes over what names the reply.
func (r *Reply) named(id label, model Word, created moment) {
	r.ID, r.Model = cmp.Or(string(id), r.ID), cmp.Or(string(model), r.Model)
	r.Created = cmp.Or(int64(created.V), r.Created)
}

// faulty takes over an error of the server's, if it is one.
func (r *Reply) faulty(raw json.RawMessage) {
	if Present(raw) {
		r.Fault = raw
	}
}

// Add takes over a piece of the answer.
func (r *Reply) Add(p *Piece) {
	r.Text.WriteString(p.Text)
	r.Reasoning.WriteString(p.Reasoning)
	r.Refusal.WriteString(p.Refusal)
}

// Other reports whether an answer, one of so many that came at once, is another
// than the first that came.
func (r *Reply) Other(number, of int) bool {
	if r.number == nil {
		r.number = &number
	}
	other := number != *r.number
	r.Several = r.Several || other || of > 1
	return other
}

// Lowest returns the answer with the lowest number.
func Lowest[T any](answers []T, number func(*T) int) *T {
	best := &answers[0]
	for i := range answers {
		if number(&answers[i]) < number(best) {
			best = &answers[i]
		}
	}
	return best
}
