package modeltest

import (
	"net/http"
	"strings"
)

// stream sends the answer as server-sent events. Comments, CRLF and an event
// over two data lines are part of it, as some servers send them.
func (e *exchange) stream() {
	e.headers()
	e.w.Header().Set("Content-Type", "text/event-stream")
	text := e.text()
	var events []string
	var end string
	switch e.asked.Format {
	case Anthropic:
		events, end = e.anthropicEvents(text), "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
	case Responses:
		events, end = e.responsesEvents(text)
	case Gemini:
		events, end = e.geminiEvents(text)
	case OpenAI:
		events, end = e.openAIEvents(text), "data: [DONE]\n\n"
	}
	for i, ev := range events {
		if e.Fault == Cut && i == len(events)/2 {
			e.flush()
			e.leave()
			panic(http.ErrAbortHandler)
		}
		if e.Fault == ErrorEvent && i == len(events)/2 {
			e.write("event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"overloaded\"}}\n\n")
			return
		}
		if e.Drip > 0 {
			e.flush()
			if wait(e.ctx, e.Drip) != nil {
				return
			}
		}
		e.write(ev)
	}
	if e.Fault == NoEnd {
		return
	}
	e.good = e.Fault == None
	e.leave()
	e.write(end)
}

func (e *exchange) write(s string) { _, _ = e.w.Write([]byte(s)) } // the client may be gone

func (e *exchange) flush() {
	if f, ok := e.w.(http.Flusher); ok {
		f.Flush()
	}
}

func (e *exchange) openAIEvents(text string) []string {
	head := `data: {"id":"stub","object":"chat.completion.chunk","created":1,"model":` + quoted(e.model()) + `,`
	delta := func(field, text string) string {
		return head + `"choices":[{"index":0,"delta":{` + field + `:` + quoted(text) + `},"finish_reason":null}]}` + "\n\n"
	}
	events := []string{": keep-alive\n\n", head + `"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}` + "\r\n\r\n"}
	for _, p := range pieces(e.Reasoning) {
		events = append(events, delta(`"reasoning_content"`, p))
	}
	field := `"content"`
	if e.Refuse {
		field = `"refusal"`
	}
	for _, p := range pieces(text) {
		events = append(events, delta(field, p))
	}
	if e.Fault == NoEnd {
		return events
	}
	return append(events,
		head+`"choices":[{"index":0,"delta":{},"finish_reason":"`+e.ended()+`"}]}`+"\n\n",
		": keep-alive\n",
		strings.TrimSuffix(head, ",")+",\ndata: "+`"choices":[],"usage":`+e.usage(text).openAI()+`}`+"\n\n",
	)
}

func (e *exchange) anthropicEvents(text string) []string {
	u := e.usage(text)
	event := func(name, rest string) string {
		return "event: " + name + "\ndata: {\"type\":\"" + name + "\"," + rest + "}\n\n"
	}
	begin := u
	begin.Out = 1
	events := []string{event("message_start", `"message":{"id":"stub","type":"message","role":"assistant","model":`+quoted(e.model())+
		`,"content":[],"stop_reason":null,"stop_sequence":null,"usage":`+begin.anthropic()+`}`)}
	if e.Reasoning != "" {
		events = append(events, event("content_block_start", `"index":0,"content_block":{"type":"thinking","thinking":""}`))
		for _, p := range pieces(e.Reasoning) {
			events = append(events, event("content_block_delta", `"index":0,"delta":{"type":"thinking_delta","thinking":`+quoted(p)+`}`))
		}
		events = append(events, event("content_block_stop", `"index":0`))
	}
	events = append(events, event("content_block_start", `"index":1,"content_block":{"type":"text","text":""}`), "event: ping\ndata: {\"type\":\"ping\"}\n\n")
	for _, p := range pieces(text) {
		events = append(events, event("content_block_delta", `"index":1,"delta":{"type":"text_delta","text":`+quoted(p)+`}`))
	}
	return append(events,
		event("content_block_stop", `"index":1`),
		event("message_delta", `"delta":{"stop_reason":"`+e.ended()+`","stop_sequence":null},"usage":`+u.anthropic()),
	)
}
