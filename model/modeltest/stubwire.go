package modeltest

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"adhere"
)

// parsed is a request in any wire format.
type parsed struct {
	Model               string   `json:"model"`
	System              string   `json:"system"`
	Messages            turns    `json:"messages"`
	Temperature         *float64 `json:"temperature"`
	TopP                *float64 `json:"top_p"`
	MaxTokens           *int     `json:"max_tokens"`
	MaxCompletionTokens *int     `json:"max_completion_tokens"`
	Seed                *int64   `json:"seed"`
	Stop                []string `json:"stop"`
	StopSequences       []string `json:"stop_sequences"`
	Stream              bool     `json:"stream"`
	ResponseFormat      struct {
		JSONSchema struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`

	// OpenAI's Responses
	Input           turns `json:"input"`
	MaxOutputTokens *int  `json:"max_output_tokens"`
	Text            struct {
		Format struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"text"`

	// Gemini
	Instruction geminiTurn   `json:"systemInstruction"`
	Contents    []geminiTurn `json:"contents"`
	Config      geminiConfig `json:"generationConfig"`
}

type geminiTurn struct {
	Role  string `json:"role"`
	Parts []struct {
		Text string `json:"text"`
	} `json:"parts"`
}

func (t geminiTurn) text() string {
	var all strings.Builder
	for _, p := range t.Parts {
		all.WriteString(p.Text)
	}
	return all.String()
}

type geminiConfig struct {
	Temperature *float64        `json:"temperature"`
	TopP        *float64        `json:"topP"`
	Limit       *int            `json:"maxOutputTokens"`
	Seed        *int64          `json:"seed"`
	Stop        []string        `json:"stopSequences"`
	Schema      json.RawMessage `json:"responseJsonSchema"`
}

// settle brings what the formats call by other names under one.
func (p *parsed) settle(a *Asked) {
	switch a.Format {
	case OpenAI, Anthropic:
	case Responses:
		p.Messages, p.MaxTokens, p.ResponseFormat.JSONSchema.Schema = p.Input, p.MaxOutputTokens, p.Text.Format.Schema
	case Gemini:
		_, name, _ := strings.Cut(a.URL, "/models/")
		p.Model, _, _ = strings.Cut(name, ":")
		c := &p.Config
		p.Temperature, p.TopP, p.MaxTokens, p.Seed, p.Stop = c.Temperature, c.TopP, c.Limit, c.Seed, c.Stop
		p.ResponseFormat.JSONSchema.Schema, p.System = c.Schema, p.Instruction.text()
		for _, t := range p.Contents {
			role := adhere.User
			if t.Role == "model" {
				role = adhere.Assistant
			}
			p.Messages = append(p.Messages, adhere.Message{Role: role, Text: t.text()})
		}
	}
}

// turns are messages whose content is a text or, in Anthropic's format and in
// Responses, a list of blocks; in Responses a text alone stands for one message.
type turns []adhere.Message

// UnmarshalJSON reads either.
func (t *turns) UnmarshalJSON(b []byte) error {
	var alone string
	if json.Unmarshal(b, &alone) == nil {
		*t = turns{{Role: adhere.User, Text: alone}}
		return nil
	}
	var raw []struct {
		Role    adhere.Role     `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	for _, m := range raw {
		var text string
		if json.Unmarshal(m.Content, &text) != nil {
			var blocks []struct{ Text string }
			if err := json.Unmarshal(m.Content, &blocks); err != nil {
				return err
			}
			var all strings.Builder
			for _, b := range blocks {
				all.WriteString(b.Text)
			}
			text = all.String()
		}
		*t = append(*t, adhere.Message{Role: m.Role, Text: text})
	}
	return nil
}

// parse reads the body once. A body that is not JSON reads as an empty
// request.
func (a *Asked) parse() *parsed {
	if a.parsed == nil {
		a.parsed = &parsed{}
		if err := json.Unmarshal(a.Body, a.parsed); err != nil {
			a.parsed = &parsed{}
		}
		a.parsed.settle(a)
	}
	return a.parsed
}

func (p *parsed) request() *adhere.Request {
	r := &adhere.Request{
		Messages: p.Messages, Schema: p.ResponseFormat.JSONSchema.Schema,
		Params: adhere.Params{
			Temperature: p.Temperature, TopP: p.TopP, MaxTokens: p.MaxTokens, Seed: p.Seed,
			Stop: append(p.Stop, p.StopSequences...),
		},
	}
	if p.MaxCompletionTokens != nil {
		r.Params.MaxTokens = p.MaxCompletionTokens
	}
	if p.System != "" {
		r.Messages = append([]adhere.Message{{Role: adhere.System, Text: p.System}}, r.Messages...)
	}
	return r
}

// An exchange is one request being answered.
type exchange struct {
	Behaviour
	stub  *Stub
	asked *Asked
	w     http.ResponseWriter
	ctx   context.Context
	leave func() // counts the request out; before the last byte leaves
	good  bool   // what leaves is a whole answer
}

func (e *exchange) answer() {
	switch {
	case e.Status != 0 && e.Status != http.StatusOK:
		e.complain()
	case e.Fault == Hang:
		<-e.ctx.Done()
	case e.Fault == Empty:
		e.send("")
	case e.Fault == Malformed:
		e.send(`{"model":"m","choices":[{"message":{"content":"half`)
	case e.Fault == NoAnswer:
		e.send(`{"model":"m","choices":[],"type":"message","content":null,"output":null,"candidates":[]}`)
	case e.asked.Stream():
		e.stream()
	default:
		e.whole()
	}
}

// complain sends an error in the provider's shape.
func (e *exchange) complain() {
	e.headers()
	h := e.w.Header()
	wait := strconv.Itoa(int((e.RetryAfter + time.Second - 1) / time.Second))
	if e.RetryAfter > 0 {
		h.Set("Retry-After", wait)
	}
	message := cmp.Or(e.Message, "the stub was told to answer "+strconv.Itoa(e.Status))
	kind, body := "application/json", `{"type":"error","error":{"type":`+quoted(e.Kind)+`,"message":`+quoted(message)+`}}`
	if e.asked.Format == Gemini {
		kind, body = "application/json; charset=UTF-8", e.googleError(message, wait)
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	e.leave()
	e.w.WriteHeader(e.Status)
	_, _ = e.w.Write([]byte(body)) // the client may be gone
}

func (e *exchange) send(body string) {
	h := e.w.Header()
	h["Content-Type"] = []string{"application/json"}
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	if e.Fault == Cut {
		_, _ = e.w.Write([]byte(body[:len(body)/2]))
		e.leave()
		e.flush()
		panic(http.ErrAbortHandler)
	}
	e.leave()
	_, _ = e.w.Write([]byte(body)) // the client may be gone
}

func (e *exchange) whole() {
	e.good = e.Fault == None
	e.headers()
	text := e.text()
	switch e.asked.Format {
	case Anthropic:
		e.send(e.anthropicWhole(text))
	case Responses:
		e.send(e.responsesWhole(text))
	case Gemini:
		e.send(e.geminiWhole(text))
	default:
		e.send(e.openAIWhole(text))
	}
}

func (e *exchange) headers() {
	if e.stub.Header == nil {
		return
	}
	maps.Copy(e.w.Header(), e.stub.Header(e.asked))
}

func (e *exchange) text() string {
	if e.stub.Reply == nil {
		return "ok"
	}
	return e.stub.Reply(e.asked)
}

func (e *exchange) model() string {
	return cmp.Or(e.Model, e.asked.parse().Model)
}

func (e *exchange) usage(text string) StubUsage {
	if e.stub.Usage != nil {
		return e.stub.Usage(e.asked)
	}
	return StubUsage{In: quarter(len(e.asked.Body)), Out: quarter(len(text) + len(e.Reasoning))}
}

// ended says why the answer ends, in the words of the wire format.
func (e *exchange) ended() string {
	words := map[Format][3]string{
		OpenAI:    {"stop", "length", "content_filter"},
		Anthropic: {"end_turn", "max_tokens", "refusal"},
		Responses: {"", "max_output_tokens", "content_filter"},
		Gemini:    {"STOP", "MAX_TOKENS", "SAFETY"},
	}[e.asked.Format]
	switch e.Finish {
	case adhere.FinishLength:
		return words[1]
	case adhere.FinishFiltered:
		return words[2]
	default:
		return words[0]
	}
}

func (e *exchange) openAIWhole(text string) string {
	u := e.usage(text)
	message := `{"role":"assistant","content":` + quoted(text)
	if e.Refuse {
		message = `{"role":"assistant","content":null,"refusal":` + quoted(text)
	}
	if e.Reasoning != "" {
		message += `,"reasoning_content":` + quoted(e.Reasoning)
	}
	return `{"id":"stub","object":"chat.completion","created":1,"model":` + quoted(e.model()) +
		`,"choices":[{"index":0,"message":` + message + `},"finish_reason":"` + e.ended() + `"}],"usage":` + u.openAI() + `}`
}

func (u StubUsage) openAI() string {
	return `{"prompt_tokens":` + strconv.Itoa(u.In) + `,"completion_tokens":` + strconv.Itoa(u.Out) +
		`,"total_tokens":` + strconv.Itoa(u.In+u.Out) + `,"prompt_tokens_details":{"cached_tokens":` + strconv.Itoa(u.Cached) + `}}`
}

func (u StubUsage) anthropic() string {
	return `{"input_tokens":` + strconv.Itoa(u.In-u.Cached) + `,"cache_creation_input_tokens":0,"cache_read_input_tokens":` +
		strconv.Itoa(u.Cached) + `,"output_tokens":` + strconv.Itoa(u.Out) + `}`
}

func (e *exchange) anthropicWhole(text string) string {
	blocks := `{"type":"text","text":` + quoted(text) + `}`
	if e.Reasoning != "" {
		blocks = `{"type":"thinking","thinking":` + quoted(e.Reasoning) + `,"signature":"c3R1Yg=="},` + blocks
	}
	return `{"id":"stub","type":"message","role":"assistant","model":` + quoted(e.model()) + `,"content":[` + blocks +
		`],"stop_reason":"` + e.ended() + `","stop_sequence":null,"usage":` + e.usage(text).anthropic() + `}`
}

// pieces cuts a text into pieces as models stream it, sometimes within a
// word and never within a character.
func pieces(text string) []string {
	var out []string
	for text != "" {
		n := min(len(text), 7)
		for n < len(text) && text[n]&0xC0 == 0x80 {
			n++
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return out
}

func quoted(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r > '~' }) {
		return `"` + s + `"`
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always has a JSON form
	}
	return string(b)
}
