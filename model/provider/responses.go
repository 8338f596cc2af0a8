package provider

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/model"
)

// leastLimit is the smallest token limit that OpenAI's Responses take.
const leastLimit = 16

// responses is the dialect of OpenAI's Responses. It has no seed, no stop
// texts and no top_k; the endpoint's profile says so.
type responses struct{}

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

type responsesReply struct {
	Model      word                     `json:"model"`
	Status     word                     `json:"status"`
	Incomplete lenient[responsesReason] `json:"incomplete_details"`
	Error      json.RawMessage          `json:"error"`
	Output     []responsesItem          `json:"output"`
	Usage      *lenient[responsesUsage] `json:"usage"`
}

type responsesReason struct {
	Reason word `json:"reason"`
}

// A responsesItem is a message, a piece of reasoning, or a call of a tool.
type responsesItem struct {
	Type    string          `json:"type"`
	Phase   word            `json:"phase"` // "commentary" for what is said on the way to the answer
	Content []responsesPart `json:"content"`
	Summary []responsesPart `json:"summary"` // of reasoning
}

type responsesPart struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Refusal string `json:"refusal"`
}

type responsesUsage struct {
	In         count                  `json:"input_tokens"`
	Out        count                  `json:"output_tokens"`
	InDetails  lenient[openAIDetails] `json:"input_tokens_details"`
	OutDetails lenient[openAIDetails] `json:"output_tokens_details"`
}

// spent enters what the reply says of its tokens, if anything.
func (r *reply) spent(in *lenient[responsesUsage]) {
	if in == nil {
		return
	}
	u := &in.v
	r.usage = adhere.Usage{
		In: u.In.n, Cached: min(u.InDetails.v.CachedTokens.n, u.In.n),
		Out: u.Out.n, Thought: min(u.OutDetails.v.ReasoningTokens.n, u.Out.n),
	}
	r.oddUsage = in.odd || u.In.odd || u.Out.odd
}

func (responses) decode(body []byte) (*reply, error) {
	var in responsesReply
	fault := read(body, &in, &in.Error)
	if in.Output == nil {
		return nil, cmp.Or(fault, lacking(body, "output"))
	}
	r := &reply{}
	var refusal strings.Builder
	for _, item := range in.Output {
		text, said := item.text()
		refusal.WriteString(said)
		switch {
		case item.Type == "reasoning", item.Phase == "commentary":
			r.reasoning += text
		case item.Type == "message":
			r.text += text
		default:
			r.tool = r.tool || strings.HasSuffix(item.Type, "_call")
		}
	}
	r.refuse(refusal.String())
	end := in.end(r)
	return r, cmp.Or(fault, end)
}

// text returns what an item says, and what it refuses with. Reasoning has
// either its own words or a summary of them.
func (i *responsesItem) text() (text, refusal string) {
	parts := i.Content
	if len(parts) == 0 {
		parts = i.Summary
	}
	var words, refusals strings.Builder
	for _, p := range parts {
		words.WriteString(p.Text)
		refusals.WriteString(p.Refusal)
	}
	return words.String(), refusals.String()
}

// end enters what is said of the whole reply: who answered, what it cost and
// why it ended.
func (in *responsesReply) end(r *reply) error {
	r.model = string(in.Model)
	r.spent(in.Usage)
	r.finish = adhere.FinishStop
	switch why := in.Incomplete.v.Reason; {
	case in.Status == "failed", in.Status == "cancelled":
		return &model.ProviderError{Message: fmt.Sprintf("the reply has the status %q", in.Status)}
	case in.Status == "queued", in.Status == "in_progress":
		return fmt.Errorf("the reply is not finished: its status is %q", in.Status)
	case why == "max_output_tokens", why == "max_tokens":
		r.finish = adhere.FinishLength
	case why == "content_filter":
		r.finish = adhere.FinishFiltered
	case why != "":
		r.warnings = append(r.warnings, fmt.Sprintf("incomplete for the reason %q: read as stop", why))
	case in.Status == "":
		r.warnings = append(r.warnings, "the reply names no status: the reason of its end is not known")
	case in.Status != "completed":
		r.warnings = append(r.warnings, fmt.Sprintf("status %q was read as stop", in.Status))
	}
	return nil
}

func (responses) stream() stream { return &responsesStream{} }

// responsesStream gathers the events of one streamed reply. The last of them
// holds the reply as a whole.
type responsesStream struct {
	gathered
	refusal    strings.Builder
	commentary map[int]bool // numbers of the items that are said on the way
	last       responsesReply
}

type responsesEvent struct {
	Type     string          `json:"type"`
	Index    count           `json:"output_index"`
	Delta    word            `json:"delta"`
	Item     responsesItem   `json:"item"`
	Response responsesReply  `json:"response"`
	Error    json.RawMessage `json:"error"`
	Code     json.RawMessage `json:"code"`    // of an event of type error
	Message  word            `json:"message"` // of the same
}

func (s *responsesStream) event(_ string, data []byte) (adhere.Chunk, error) {
	if string(data) == "[DONE]" {
		return adhere.Chunk{}, nil
	}
	var in responsesEvent
	if err := json.Unmarshal(data, &in); err != nil {
		return adhere.Chunk{}, err
	}
	switch in.Type {
	case "response.completed", "response.incomplete", "response.failed":
		s.last = in.Response
		return adhere.Chunk{}, s.ended()
	case "response.output_item.added":
		s.begin(in.Index.n, &in.Item)
	case "response.output_text.delta", "response.refusal.delta", "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		return s.piece(&in), nil
	}
	if in.Type == "error" && !present(in.Error) {
		in.Error = data
	}
	if present(in.Error) {
		return adhere.Chunk{}, inReply(in.Error)
	}
	return adhere.Chunk{}, nil // what repeats the pieces, and what may come to be
}

// begin takes an item's beginning in.
func (s *responsesStream) begin(number int, item *responsesItem) {
	s.said.tool = s.said.tool || strings.HasSuffix(item.Type, "_call")
	if item.Phase != "commentary" {
		return
	}
	if s.commentary == nil {
		s.commentary = map[int]bool{}
	}
	s.commentary[number] = true
}

func (s *responsesStream) piece(in *responsesEvent) adhere.Chunk {
	piece := string(in.Delta)
	switch {
	case strings.HasPrefix(in.Type, "response.reasoning"), s.commentary[in.Index.n]:
		return s.take(adhere.Chunk{Reasoning: piece})
	case in.Type == "response.refusal.delta":
		s.refusal.WriteString(piece)
		if s.text.Len() > 0 {
			return adhere.Chunk{}
		}
		return adhere.Chunk{Text: piece}
	default:
		return s.take(adhere.Chunk{Text: piece})
	}
}

// ended ends the stream, or says with what error it did.
func (s *responsesStream) ended() error {
	if present(s.last.Error) {
		return inReply(s.last.Error)
	}
	return io.EOF
}

func (s *responsesStream) reply() (*reply, error) {
	r := s.whole()
	r.refuse(s.refusal.String())
	return r, s.last.end(r)
}
