package modeltest

import (
	"cmp"
	"strconv"
	"strings"

	"adhere"
)

// googleError is an error in Google's shape. A wait, in seconds, is part of it.
func (e *exchange) googleError(message, wait string) string {
	kind := cmp.Or(e.Kind, map[int]string{400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE"}[e.Status])
	var details string
	if e.RetryAfter > 0 {
		details = `,"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"` + wait + `s"}]`
	}
	return `{"error":{"code":` + strconv.Itoa(e.Status) + `,"message":` + quoted(message) + `,"status":` + quoted(kind) + details + `}}`
}

func (u StubUsage) gemini() string {
	return `{"promptTokenCount":` + strconv.Itoa(u.In) + `,"cachedContentTokenCount":` + strconv.Itoa(u.Cached) + `,"candidatesTokenCount":` + strconv.Itoa(u.Out-u.Thought) +
		`,"thoughtsTokenCount":` + strconv.Itoa(u.Thought) + `,"totalTokenCount":` + strconv.Itoa(u.In+u.Out) + `}`
}

// geminiPiece is a reply, or a piece of one, of some parts; the last names why
// it ends.
func (e *exchange) geminiPiece(parts []string, last bool, text string) string {
	c := `{"content":{"parts":[` + strings.Join(parts, ",") + `],"role":"model"}`
	if last {
		c += `,"finishReason":"` + e.ended() + `"`
	}
	if last && e.Finish == adhere.FinishFiltered {
		c += `,"safetyRatings":[{"category":"HARM_CATEGORY_HARASSMENT","probability":"NEGLIGIBLE"},{"category":"HARM_CATEGORY_DANGEROUS_CONTENT","probability":"HIGH","blocked":true}]`
	}
	return `{"candidates":[` + c + `,"index":0}],"usageMetadata":` + e.usage(text).gemini() + `,"modelVersion":` + quoted(e.model()) + `,"responseId":"stub"}`
}

func geminiPart(text string, thought bool) string {
	if thought {
		return `{"text":` + quoted(text) + `,"thought":true}`
	}
	return `{"text":` + quoted(text) + `}`
}

func (e *exchange) geminiWhole(text string) string {
	var parts []string
	if e.Reasoning != "" {
		parts = append(parts, geminiPart(e.Reasoning, true))
	}
	return e.geminiPiece(append(parts, geminiPart(text, false)), true, text)
}

// geminiEvents are the pieces of a stream, and the last of them, which nothing
// follows.
func (e *exchange) geminiEvents(text string) (events []string, end string) {
	add := func(part string) {
		events = append(events, "data: "+e.geminiPiece([]string{part}, false, text)+"\r\n\r\n")
	}
	for _, p := range pieces(e.Reasoning) {
		add(geminiPart(p, true))
	}
	for _, p := range pieces(text) {
		add(geminiPart(p, false))
	}
	if len(events) == 0 {
		add(geminiPart("", false))
	}
	return events, "data: " + e.geminiPiece([]string{geminiPart("", false)}, true, text) + "\r\n\r\n"
}
