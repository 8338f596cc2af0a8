package modeltest

import (
	"strconv"
	"strings"

	"adhere"
)

// responsesShell is the object around a reply of OpenAI's Responses.
func (e *exchange) responsesShell(status, output, usage string) string {
	incomplete := "null"
	if why := e.ended(); why != "" && status != "in_progress" {
		status, incomplete = "incomplete", `{"reason":"`+why+`"}`
	}
	return `{"id":"resp_stub","object":"response","created_at":1,"status":"` + status + `","background":false,"error":null,"incomplete_details":` + incomplete +
		`,"instructions":null,"metadata":{},"model":` + quoted(e.model()) + `,"output":[` + output +
		`],"parallel_tool_calls":true,"temperature":1.0,"tool_choice":"auto","tools":[],"top_p":1.0,"usage":` + usage + `}`
}

func (u StubUsage) responses() string {
	return `{"input_tokens":` + strconv.Itoa(u.In) + `,"input_tokens_details":{"cached_tokens":` + strconv.Itoa(u.Cached) + `},"output_tokens":` + strconv.Itoa(u.Out) +
		`,"output_tokens_details":{"reasoning_tokens":` + strconv.Itoa(u.Thought) + `},"total_tokens":` + strconv.Itoa(u.In+u.Out) + `}`
}

// responsesPart is the content of the message.
func (e *exchange) responsesPart(text string) string {
	if e.Refuse {
		return `{"type":"refusal","refusal":` + quoted(text) + `}`
	}
	return `{"type":"output_text","text":` + quoted(text) + `,"annotations":[],"logprobs":[]}`
}

func (e *exchange) responsesItems(text string) []string {
	items := []string{}
	if e.Reasoning != "" {
		items = append(items, `{"id":"rs_stub","type":"reasoning","summary":[{"type":"summary_text","text":`+quoted(e.Reasoning)+`}]}`)
	}
	return append(items, `{"id":"msg_stub","type":"message","status":"completed","role":"assistant","content":[`+e.responsesPart(text)+`]}`)
}

func (e *exchange) responsesWhole(text string) string {
	return e.responsesShell("completed", strings.Join(e.responsesItems(text), ","), e.usage(text).responses())
}

// responsesEvents are the events of a stream, and the last of them.
func (e *exchange) responsesEvents(text string) (events []string, end string) {
	event := func(name, rest string) {
		events = append(events, "event: "+name+"\ndata: {\"type\":\""+name+"\",\"sequence_number\":"+strconv.Itoa(len(events))+","+rest+"}\n\n")
	}
	begun := e.responsesShell("in_progress", "", "null")
	event("response.created", `"response":`+begun)
	event("response.in_progress", `"response":`+begun)
	number := 0
	if e.Reasoning != "" {
		event("response.output_item.added", `"output_index":0,"item":{"id":"rs_stub","type":"reasoning","summary":[]}`)
		for _, p := range pieces(e.Reasoning) {
			event("response.reasoning_summary_text.delta", `"item_id":"rs_stub","output_index":0,"summary_index":0,"delta":`+quoted(p))
		}
		event("response.reasoning_summary_text.done", `"item_id":"rs_stub","output_index":0,"summary_index":0,"text":`+quoted(e.Reasoning))
		event("response.output_item.done", `"output_index":0,"item":`+e.responsesItems(text)[0])
		number = 1
	}
	at := `"item_id":"msg_stub","output_index":` + strconv.Itoa(number) + `,"content_index":0`
	event("response.output_item.added", `"output_index":`+strconv.Itoa(number)+`,"item":{"id":"msg_stub","type":"message","status":"in_progress","role":"assistant","content":[]}`)
	event("response.content_part.added", at+`,"part":`+e.responsesPart(""))
	kind, whole, more := "output_text", "text", `,"logprobs":[]`
	if e.Refuse {
		kind, whole, more = "refusal", "refusal", ""
	}
	for _, p := range pieces(text) {
		event("response."+kind+".delta", at+`,"delta":`+quoted(p)+more)
	}
	event("response."+kind+".done", at+`,"`+whole+`":`+quoted(text)+more)
	event("response.content_part.done", at+`,"part":`+e.responsesPart(text))
	event("response.output_item.done", `"output_index":`+strconv.Itoa(number)+`,"item":`+e.responsesItems(text)[number])
	last := "response.completed"
	if e.Finish != "" && e.Finish != adhere.FinishStop {
		last = "response.incomplete"
	}
	event(last, `"response":`+e.responsesWhole(text))
	return events[:len(events)-1], events[len(events)-1]
}
