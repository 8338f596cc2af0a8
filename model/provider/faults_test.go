package provider_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
	"adhere/model/provider"
)

// A faulty is one wire format, with the parts that its faults are made of.
type faulty struct {
	name, spec, base string
	good             string // a whole reply
	text, usage      string // what stands in it for the text and for the usage
	events           []string
	finish           string            // what stands in it for the end
	none             string            // what stands for the text of a reply without one
	texts            map[string]string // what stands for other texts, by the name of the fault
	ends             [2]string         // of a filtered answer, and of one that is cut; by the provider's word
	noEnd            int               // which event names the end of a stream
}

var dialects = []faulty{
	{
		name: "openai", spec: "openai-api/local/m", base: "http://server.test/v1",
		good:   `{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":3}}`,
		text:   `"hello"`,
		usage:  `{"prompt_tokens":7,"completion_tokens":3}`,
		finish: `"finish_reason":"stop"`, none: "null", noEnd: 2,
		ends: [2]string{`"finish_reason":"content_filter"`, `"finish_reason":"length"`},
		texts: map[string]string{
			"number": `5`, "object": `{"a":1}`, "empty": `""`, "blank": `" \n\u200b\ufeff"`, "null": `[null]`,
			"list": `[{"type":"text","text":"hel"},{"type":"text","text":"lo"}]`, "image": `[{"type":"image_url","image_url":{"url":"x"}}]`,
			"reasoning": `null,"reasoning_content":"hm"`, "tagged": `"<think>hm</think>"`, "tool": `null,"tool_calls":[{"id":"1","function":{"name":"f"}}]`,
		},
		events: []string{
			`data: {"model":"m","choices":[{"index":0,"delta":{"content":"hel"}}]}`,
			`data: {"choices":[{"index":0,"delta":{"content":"lo"}}]}`,
			`data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`,
			`data: [DONE]`,
		},
	},
	{
		name: "anthropic", spec: "anthropic/m", base: "http://server.test",
		good:   `{"type":"message","model":"m","content":[{"type":"text","text":"hello"}],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":3}}`,
		text:   `[{"type":"text","text":"hello"}]`,
		usage:  `{"input_tokens":7,"output_tokens":3}`,
		finish: `"stop_reason":"end_turn"`, none: "[]", noEnd: 2,
		ends: [2]string{`"stop_reason":"refusal"`, `"stop_reason":"max_tokens"`},
		texts: map[string]string{
			"number": `[{"type":"text","text":5}]`, "object": `{"a":1}`, "empty": `[]`, "blank": `[{"type":"text","text":" \n\u200b\ufeff"}]`, "null": `[null]`,
			"list": `[{"type":"text","text":"hel"},{"type":"text","text":"lo"}]`, "image": `[{"type":"image","source":{}}]`,
			"reasoning": `[{"type":"thinking","thinking":"hm"}]`, "tagged": `[{"type":"text","text":"<think>hm</think>"}]`, "tool": `[{"type":"tool_use","name":"f","input":{}}]`,
		},
		events: []string{
			`data: {"type":"message_start","message":{"model":"m","usage":{"input_tokens":7}}}`,
			`data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"hello"}}`,
			`data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}`,
			`data: {"type":"message_stop"}`,
		},
	},
	{
		name: "responses", spec: "openai-responses/m", base: "http://server.test/v1",
		good:   `{"object":"response","status":"completed","error":null,"incomplete_details":null,"model":"m","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"hello"}]}],"usage":{"input_tokens":7,"output_tokens":3}}`,
		text:   `[{"type":"output_text","text":"hello"}]`,
		usage:  `{"input_tokens":7,"output_tokens":3}`,
		finish: `"status":"completed"`, none: "[]", noEnd: 3,
		ends: [2]string{`"status":"incomplete","incomplete_details":{"reason":"content_filter"}`, `"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}`},
		texts: map[string]string{
			"number": `[{"type":"output_text","text":5}]`, "object": `{"a":1}`, "empty": `[]`, "blank": `[{"type":"output_text","text":" \n\u200b\ufeff"}]`, "null": `[null]`,
			"list": `[{"type":"output_text","text":"hel"},{"type":"output_text","text":"lo"}]`, "image": `[{"type":"output_image","image_url":"x"}]`,
			"reasoning": `[]},{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]`, "tagged": `[{"type":"output_text","text":"<think>hm</think>"}]`, "tool": `[]},{"type":"function_call","name":"f","arguments":"{}"`,
		},
		events: []string{
			`data: {"type":"response.created","response":{"model":"m","status":"in_progress","output":[]}}`,
			`data: {"type":"response.output_text.delta","output_index":0,"delta":"hello"}`,
			`data: {"type":"response.output_text.done","output_index":0,"text":"hello"}`,
			`data: {"type":"response.completed","response":{"status":"completed","model":"m","output":[],"usage":{"input_tokens":7,"output_tokens":3}}}`,
		},
	},
	{
		name: "gemini", spec: "google/m", base: "http://server.test/v1beta",
		good:   `{"modelVersion":"m","candidates":[{"content":{"role":"model","parts":[{"text":"hello"}]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":3,"totalTokenCount":10}}`,
		text:   `[{"text":"hello"}]`,
		usage:  `{"promptTokenCount":7,"candidatesTokenCount":3,"totalTokenCount":10}`,
		finish: `"finishReason":"STOP"`, none: "[]", noEnd: 3,
		ends: [2]string{`"finishReason":"SAFETY"`, `"finishReason":"MAX_TOKENS"`},
		texts: map[string]string{
			"number": `[{"text":5}]`, "object": `{"a":1}`, "empty": `[]`, "blank": `[{"text":" \n\u200b\ufeff"}]`, "null": `[null]`,
			"list": `[{"text":"hel"},{"text":"lo"}]`, "image": `[{"inlineData":{"mimeType":"image/png","data":"x"}}]`,
			"reasoning": `[{"text":"hm","thought":true}]`, "tagged": `[{"text":"<think>hm</think>"}]`, "tool": `[{"functionCall":{"name":"f","args":{}}}]`,
		},
		events: []string{
			`data: {"modelVersion":"m","candidates":[{"content":{"parts":[{"text":"h"}]},"index":0}],"usageMetadata":{"promptTokenCount":7}}`,
			`data: {"candidates":[{"content":{"parts":[{"text":"el"}]},"index":0}]}`,
			`data: {"candidates":[{"content":{"parts":[{"text":"lo"}]},"index":0}]}`,
			`data: {"candidates":[{"content":{"parts":[]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":3}}`,
		},
	},
}

// with returns the good reply with one part replaced.
func (d faulty) with(old, by string) http.HandlerFunc {
	if !strings.Contains(d.good, old) {
		panic(d.name + ": no " + old)
	}
	return says(strings.Replace(d.good, old, by, 1))
}

// ofText returns the good reply with other text, by the name of the fault.
func (d faulty) ofText(kind string) http.HandlerFunc { return d.with(d.text, d.texts[kind]) }

// ofEnd returns a reply without text that ends otherwise.
func (d faulty) ofEnd(end string) http.HandlerFunc {
	return says(strings.NewReplacer(d.finish, end, d.text, d.none).Replace(d.good))
}

// ofUsage puts n, as JSON, in the place of both token counts.
func (d faulty) ofUsage(n string) http.HandlerFunc {
	return says(strings.NewReplacer(`tokens":7`, `tokens":`+n, `tokens":3`, `tokens":`+n, `TokenCount":7`, `TokenCount":`+n, `TokenCount":3`, `TokenCount":`+n).Replace(d.good))
}

func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
}

func status(code int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(body))
	}
}

func gzipped(body string) http.HandlerFunc {
	return status(http.StatusOK, packed(body), "Content-Encoding", "gzip")
}

var gzippedError = status(http.StatusBadRequest, packed(`{"error":{"message":"bad"}}`), "Content-Encoding", "gzip")

// slow sends a body byte by byte, so long apart.
func slow(body string, apart time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := range len(body) {
			select {
			case <-r.Context().Done():
				return
			case <-time.After(apart):
			}
			_, _ = w.Write([]byte{body[i]})
			_ = http.NewResponseController(w).Flush()
		}
	}
}

// cut announces more than it sends and closes.
func cut(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		_, _ = w.Write([]byte(body[:len(body)/2]))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// raw sends bytes that need not be HTTP, and closes.
func raw(said string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = c.Write([]byte(said))
		_ = c.Close()
	}
}

func silent(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func dropped(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// packed is a text in gzip.
func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

// blanks are 64 MB of text as some 64 KB.
var blanks = sync.OnceValue(func() string { return packed(strings.Repeat(" ", 64<<20)) })

func bomb(code int) http.HandlerFunc {
	return status(code, blanks(), "Content-Encoding", "gzip")
}

// events sends a stream.
func events(list ...string) http.HandlerFunc {
	return says(strings.Join(list, "\n\n") + "\n\n")
}

// A fault is something that a provider does, and what is to come of it.
type fault struct {
	name   string
	do     http.HandlerFunc
	base   string // where to ask, if not at the server's own name
	secure bool   // over TLS
	unpack bool   // the client asks for gzip
	trust  bool   // the client trusts the server's certificate, which is for example.com
	stream bool

	code   adhere.Code // of the error; empty where there is a usable answer
	usable string      // part of a warning that comes with the answer; empty for none
	most   int64       // requests
	again  int64       // requests of the same call made once more
	key    string      // faultKey where it is empty
}

const (
	faultKey   = "sk-secret-0123456789"
	escapedKey = `sk-\u0073ecret-0123456789` // the same as JSON
)

// faultyTries are the policy's bounds: of calls that may fail, and of rate
// limits. A reply that came with status 200 is bought once.
const faultyTries, limitedTries = 8, 100

func faults(d faulty) []fault {
	other := status(http.StatusTemporaryRedirect, "", "Location", "http://other.test/v1/steal")
	half := len(d.events) / 2
	list := []fault{
		{name: "301", do: status(301, "", "Location", "/elsewhere"), code: adhere.Permanent, most: 1},
		{name: "307 to another host", do: other, code: adhere.Permanent, most: 1},
		{name: "302 without an address", do: status(302, ""), code: adhere.Permanent, most: 1},
		{name: "400", do: status(400, `{"error":{"message":"bad"}}`), code: adhere.Invalid, most: 1, again: 1},
		{name: "401", do: status(401, `{"error":{"message":"bad key `+faultKey+`"}}`), code: adhere.Refused, most: 1, again: 1},
		{name: "402", do: status(402, ``), code: adhere.Refused, most: 1, again: 1},
		{name: "403", do: status(403, `{"error":{"message":"no"}}`), code: adhere.Refused, most: 1, again: 1},
		{name: "403 of a firewall", do: status(403, `<html>no</html>`), code: adhere.Unusable, most: 1, again: 1},
		{name: "404", do: status(404, `404 page not found`), code: adhere.NotFound, most: 1, again: 1},
		{name: "413", do: status(413, `too large`), code: adhere.Invalid, most: 1, again: 1},
		{name: "422", do: status(422, `{"detail":[{"loc":["body"],"msg":"x"}]}`), code: adhere.Invalid, most: 1, again: 1},
		{name: "429", do: status(429, `{"error":"slow down"}`), code: adhere.RateLimited, most: limitedTries, again: limitedTries},
		{name: "429 for a second", do: status(429, ``, "Retry-After", "1"), code: adhere.RateLimited, most: limitedTries, again: limitedTries},
		{name: "429 for an hour", do: status(429, ``, "Retry-After", "3600"), code: adhere.RateLimited, most: 1, again: 1},
		{name: "429 for longer than there is time", do: status(429, ``, "Retry-After", "1e300"), code: adhere.RateLimited, most: 1, again: 1},
		{name: "429 for a negative time", do: status(429, ``, "Retry-After", "-5"), code: adhere.RateLimited, most: limitedTries, again: limitedTries},
		{name: "429 of a used-up account", do: status(429, `{"error":{"message":"pay","type":"insufficient_quota"}}`), code: adhere.Refused, most: 1, again: 1},
		{name: "500", do: status(500, `{"error":null}`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "502 of a proxy", do: status(502, `<html>bad gateway</html>`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "503 for 30 seconds", do: status(503, ``, "Retry-After", "30"), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "529", do: status(529, `{"type":"error","error":{"type":"overloaded_error","message":"busy"}}`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "204", do: status(204, ``), code: adhere.Invalid, most: 1, again: 1},
		{name: "an error in place of a reply", do: says(`{"error":{"message":"no"}}`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "a filtered prompt", do: status(400, `{"error":{"message":"no","code":"content_filter"}}`), code: adhere.Unusable, most: 1, again: 1},
		{name: "a gzip bomb as an error", do: bomb(500), unpack: true, code: adhere.Unavailable, most: faultyTries, again: faultyTries},

		{name: "the key as an error", do: status(400, `{"error":{"message":"`+escapedKey+`","type":"`+faultKey+`","code":"`+faultKey+`","param":"`+faultKey+`"}}`, "Retry-After", faultKey), code: adhere.Invalid, most: 1, again: 1},
		{name: "the key as an address", do: status(302, "", "Location", "http://other.test/"+faultKey), code: adhere.Permanent, most: 1},
		{name: "the key as the model", do: d.with(`"m"`, `"`+faultKey+`"`), usable: "wrong model", most: 1},
		{name: "the key as the end", do: d.with(d.finish, strings.Split(d.finish, ":")[0]+`:"`+escapedKey+`"`), usable: "***", most: 1},
		{name: "the key in the answer", do: d.with("hello", "hello "+faultKey+" "+escapedKey), usable: "", most: 1},
		{name: "the key in half a body", do: cut(d.good + faultKey + d.good + faultKey + d.good), code: adhere.Unusable, most: 1},
		{name: "the key in an answer of the wrong form", do: says(`{"error":["` + escapedKey + `"]}`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "the key in a stream", stream: true, do: events(strings.Split(strings.ReplaceAll(strings.Join(d.events, "\n"), "hel", "hel"+faultKey), "\n")...), most: 1},

		{name: "no HTTP", do: raw("220 ready for " + faultKey + "\r\n"), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "a status in words", do: raw("HTTP/1.1 fine\r\n\r\n"), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "a status beyond all", do: raw("HTTP/1.1 999 x\r\nContent-Length: 0\r\n\r\n"), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "headers without an end", do: raw("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 2<<20)), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "hints without an end", do: raw(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", 30_000)), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "pieces of no length", do: raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nlong\r\n" + d.good), code: adhere.Unusable, most: 1},
		{name: "two lengths", do: raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n" + d.good), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "longer than it says", do: raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" + d.good), code: adhere.Unusable, most: 1},
		{name: "shorter than it says", do: raw("HTTP/1.1 200 OK\r\nContent-Length: 9999999999999\r\n\r\n" + d.good), code: adhere.Unusable, most: 1},
		{name: "two replies", do: says(d.good + d.good), code: adhere.Unusable, most: 1},
		{name: "dropped", do: dropped, code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "half a body", do: cut(d.good), code: adhere.Unusable, most: 1},
		{name: "half a body as if whole", do: says(d.good[:len(d.good)/2]), code: adhere.Unusable, most: 1},
		{name: "silence", do: silent, code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "a byte a second", do: slow(d.good, time.Second), most: 1},
		{name: "a byte a minute", do: slow(d.good, time.Minute), code: adhere.Unusable, most: 1},
		{name: "self-signed", do: says(d.good), base: "https://example.com", secure: true, code: adhere.Permanent},
		{name: "wrong name", do: says(d.good), base: "https://server.test", secure: true, trust: true, code: adhere.Permanent},
		{name: "no TLS", do: says(d.good), base: "https://server.test", code: adhere.Permanent},
		{name: "unknown host", do: says(d.good), base: "http://unknown.test", code: adhere.Permanent},
		{name: "refused port", do: says(d.good), base: "http://refused.test", code: adhere.Permanent},

		{name: "empty", do: says(""), code: adhere.Unusable, most: 1},
		{name: "blank", do: says(" \r\n\t"), code: adhere.Unusable, most: 1},
		{name: "HTML", do: says("<html>Authorization: " + faultKey + "</html>"), code: adhere.Unusable, most: 1},
		{name: "HTML where the key is a word of the error", do: says("<html>"), key: "character", code: adhere.Unusable, most: 1},
		{name: "a list", do: says("[" + d.good + "]"), code: adhere.Unusable, most: 1},
		{name: "null", do: says("null"), code: adhere.Unusable, most: 1},
		{name: "no fields", do: says("{}"), code: adhere.Unusable, most: 1},
		{name: "a number as text", do: d.ofText("number"), code: adhere.Unusable, most: 1},
		{name: "an object as text", do: d.ofText("object"), code: adhere.Unusable, most: 1},
		{name: "nested 20,000 deep", do: d.with(d.usage, strings.Repeat("[", 20000)+strings.Repeat("]", 20000)), code: adhere.Unusable, most: 1},
		{name: "gzip unasked", do: bomb(200), code: adhere.Unusable, most: 1},
		{name: "a gzip bomb", do: bomb(200), unpack: true, code: adhere.Unusable, most: 1},
		{name: "UTF-16", do: says("\xff\xfe" + strings.Join(strings.Split(d.good, ""), "\x00") + "\x00"), code: adhere.Unusable, most: 1},
		{name: "longer than allowed", do: d.with(`hello`, strings.Repeat("x", 2<<20)), code: adhere.Unusable, most: 1},

		{name: "gzip", do: gzipped(d.good), most: 1},
		{name: "gzip in name only", do: status(200, d.good, "Content-Encoding", "gzip"), most: 1},
		{name: "gzip as an error", do: gzippedError, code: adhere.Invalid, most: 1, again: 1},
		{name: "201", do: status(201, d.good), most: 1},
		{name: "comments that keep alive", do: says(": wait\n\n: wait\n\n" + d.good), most: 1},
		{name: "a stream that nobody asked for", do: events(d.events...), most: 1},
		{name: "a stream that nobody asked for and that is cut", do: events(d.events[:half]...), code: adhere.Unusable, most: 1},
		{name: "a status of the proxy's own", do: status(499, ``), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "an empty error beside the answer", do: d.with(`"m"`, `"m","error":{}`), most: 1},
		{name: "no tokens of the answer", do: says(strings.NewReplacer(`tokens":3`, `tokens":0`, `TokenCount":3`, `TokenCount":0`).Replace(d.good)), usable: "usage", most: 1},
		{name: "no tokens of the prompt", do: says(strings.NewReplacer(`tokens":7`, `tokens":0`, `TokenCount":7`, `TokenCount":0`).Replace(d.good)), usable: "usage", most: 1},
		{name: "a byte order mark", do: says("\ufeff" + d.good), most: 1},
		{name: "numbers that JSON does not have", do: d.with(`"m"`, `"m","score":[NaN,-Infinity,Infinity],"NaN":"NaN"`), usable: "no JSON", most: 1},
		{name: "a line break in a text", do: d.with("hello", "hello\n"), usable: "no JSON", most: 1},
		{name: "an end mark behind the JSON", do: says(d.good + "\n\ndata: [DONE]\n\n"), usable: "no JSON", most: 1},
		{name: "a bare end mark behind the JSON", do: says(d.good + "[DONE]"), usable: "no JSON", most: 1},
		{name: "half a character", do: d.with("hello", `hello \ud83d`), usable: "U+FFFD", most: 1},
		{name: "half a character in a stream", stream: true, do: events(strings.Split(strings.ReplaceAll(strings.Join(d.events, "\n"), `lo"`, `lo\ud83d"`), "\n")...), usable: "U+FFFD", most: 1},
		{name: "a stream with numbers that JSON does not have", stream: true, do: events(strings.Split(strings.ReplaceAll(strings.Join(d.events, "\n"), `lo"`, `lo","score":NaN`), "\n")...), usable: "no JSON", most: 1},
		{name: "Latin-1", do: d.with("hello", "caf\xe9"), usable: "UTF-8", most: 1},
		{name: "wrong model", do: d.with(`"m"`, `"other"`), usable: "wrong model", most: 1},
		{name: "model as a number", do: says(strings.NewReplacer(`"model":"m"`, `"model":5`, `"modelVersion":"m"`, `"modelVersion":5`).Replace(d.good)), most: 1},
		{name: "no end", do: d.with(d.finish, `"x":1`), usable: "reason", most: 1},
		{name: "end as a number", do: d.with(d.finish, strings.Split(d.finish, ":")[0]+":1"), usable: "reason", most: 1},
		{name: "an unknown end", do: d.with(d.finish, strings.Split(d.finish, ":")[0]+`:"whim"`), usable: "whim", most: 1},
		{name: "no usage", do: d.with(d.usage, `null`), usable: "usage", most: 1},
		{name: "empty usage", do: d.with(d.usage, `{}`), usable: "usage", most: 1},
		{name: "usage a list", do: d.with(d.usage, `[1]`), usable: "usage", most: 1},
		{name: "usage a text", do: d.with(d.usage, `"many"`), usable: "usage", most: 1},
		{name: "usage huge", do: d.ofUsage(`9223372036854775807`), usable: "usage", most: 1},
		{name: "usage beyond numbers", do: d.ofUsage(`1e999`), usable: "usage", most: 1},
		{name: "usage negative", do: d.ofUsage(`-7`), usable: "usage", most: 1},
		{name: "usage in words", do: d.ofUsage(`"seven"`), usable: "usage", most: 1},
		{name: "usage as texts", do: d.ofUsage(`"7"`), most: 1},
		{name: "usage as floats", do: d.ofUsage(`7.0`), most: 1},
		{name: "usage true", do: d.ofUsage(`true`), usable: "usage", most: 1},

		{name: "content null", do: d.with(d.text, `null`), code: adhere.Unusable, most: 1},
		{name: "content empty", do: d.ofText("empty"), code: adhere.Unusable, most: 1},
		{name: "content blank", do: d.ofText("blank"), code: adhere.Unusable, most: 1},
		{name: "null in the list", do: d.ofText("null"), code: adhere.Unusable, most: 1},
		{name: "content a list", do: d.ofText("list"), most: 1},
		{name: "only an image", do: d.ofText("image"), code: adhere.Unusable, most: 1},
		{name: "only reasoning", do: d.ofText("reasoning"), code: adhere.Unusable, most: 1},
		{name: "only tagged reasoning", do: d.ofText("tagged"), code: adhere.Unusable, most: 1},
		{name: "only a tool call", do: d.ofText("tool"), code: adhere.Unusable, most: 1},
		{name: "a filtered answer", do: d.ofEnd(d.ends[0]), code: adhere.Unusable, most: 1},
		{name: "all tokens used up", do: d.ofEnd(d.ends[1]), code: adhere.Unusable, most: 1},

		{name: "a stream that closes early", stream: true, do: events(d.events[:half]...), code: adhere.Unusable, most: 1},
		{name: "a stream of nothing", stream: true, do: events(), code: adhere.Unusable, most: 1},
		{name: "a stream without an end", stream: true, do: events(append(d.events[:d.noEnd:d.noEnd], d.events[d.noEnd+1:]...)...), code: adhere.Unusable, most: 1},
		{name: "a stream that turns into an error", stream: true, do: events(append(d.events[:2:2], `data: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}`)...), code: adhere.Unavailable, most: 1, again: 1},
		{name: "a stream that is an error", stream: true, do: events(`data: {"type":"error","error":{"type":"overloaded_error","message":"busy"}}`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		{name: "a stream that comes whole", stream: true, do: status(200, d.good, "Content-Type", "application/json"), most: 1},
		{name: "a stream that comes whole, and empty", stream: true, do: status(200, "", "Content-Type", "application/json"), code: adhere.Unusable, most: 1},
		{name: "a stream of JSON", stream: true, do: says(d.good), code: adhere.Unusable, most: 1},
		{name: "a stream of no JSON", stream: true, do: events(`data: <html>`), code: adhere.Unusable, most: 1},
		{name: "a stream without line ends", stream: true, do: says("data: " + strings.Repeat("x", 6<<20)), code: adhere.Unusable, most: 1},
	}
	if d.name == "openai" {
		list = append(list,
			fault{name: "half an answer and an error", do: d.with(d.finish, `"error":{"code":502,"message":"lost"}`), code: adhere.Unusable, most: 1},
			fault{name: "half an answer beside an error", do: d.with(`"m"`, `"m","error":{"code":502,"message":"lost"}`), code: adhere.Unusable, most: 1},
			fault{name: "an answer that was given up", do: d.with(d.finish, `"finish_reason":"abort"`), code: adhere.Unusable, most: 1},
			fault{name: "an end that is an error", do: d.with(d.finish, `"finish_reason":"error"`), code: adhere.Unusable, most: 1},
			fault{name: "an error in place of an answer", do: says(`{"choices":[{"message":{"content":null},"error":{"code":502,"message":"lost"}}]}`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
			fault{name: "no choices", do: says(`{"choices":[]}`), code: adhere.Unusable, most: 1},
			fault{name: "choices an object", do: says(`{"choices":{}}`), code: adhere.Unusable, most: 1},
			fault{name: "an empty choice", do: says(`{"choices":[{}]}`), code: adhere.Unusable, most: 1},
			fault{name: "a choice that is null", do: says(`{"choices":[null]}`), code: adhere.Unusable, most: 1},
			fault{name: "two choices", do: d.with(`"choices":[`, `"choices":[{"index":1,"message":{"content":"other"},"finish_reason":"stop"},`), usable: "choices", most: 1},
			fault{name: "two choices in a stream", stream: true, do: events(append([]string{d.events[0], `data: {"choices":[{"index":1,"delta":{"content":"other"}}]}`}, d.events[1:]...)...), usable: "choices", most: 1},
		)
	}
	if d.name == "responses" {
		list = append(list,
			fault{name: "a failed response with its usage", do: d.with(`"status":"completed","error":null`, `"status":"failed","error":{"code":"server_error","message":"lost"}`), code: adhere.Unusable, most: 1},
			fault{name: "a cancelled response with its usage", do: d.with(d.finish, `"status":"cancelled"`), code: adhere.Unusable, most: 1},
			fault{name: "a failed response", do: says(`{"status":"failed","error":{"code":"server_error","message":"lost"},"output":[],"usage":null}`), code: adhere.Unavailable, most: faultyTries, again: faultyTries},
		)
	}
	return list
}

// TestProviderFaults holds what comes of each fault through all that a run
// puts around a model: an error with a reason or an answer that can be used,
// never the key, and never more requests than the policy says.
func TestProviderFaults(t *testing.T) {
	for _, d := range dialects {
		for _, f := range faults(d) {
			t.Run(d.name+"/"+f.name, func(t *testing.T) { runFault(t, d, f) })
		}
	}
}

func runFault(t *testing.T, d faulty, f fault) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		n := newNetwork(f.do, f.secure)
		defer n.stop()
		n.transport().DisableCompression = !f.unpack
		if f.trust {
			pool := x509.NewCertPool()
			pool.AddCert(n.server.Certificate())
			n.transport().TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
		}
		calls := newCalls()
		m := stacked(t, d, f, n.client, calls)
		f.check(t, m, n, f.most)
		if f.code != "" {
			f.check(t, m, n, f.again)
		} else {
			f.check(t, m, n, 0) // what is stored is not bought again
		}
		keyless(t, calls.replies)
	})
}

// stacked opens a model as a run does.
func stacked(t *testing.T, d faulty, f fault, client *http.Client, calls model.Calls) adhere.Model {
	t.Helper()
	base := d.base
	if f.base != "" {
		base = f.base
	}
	lookup := func(name string) string {
		if strings.HasSuffix(name, "_API_KEY") {
			return cmp.Or(f.key, faultKey)
		}
		return ""
	}
	wire, err := provider.Open(d.spec, lookup, provider.Options{BaseURL: base, Client: client, MaxReply: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	prices, err := model.BuiltInPrices()
	if err != nil {
		t.Fatal(err)
	}
	return model.Answering(new(model.Meter).Count("subject", model.Stack(wire, model.Layers{
		Calls: calls, Budget: model.NewBudget(0, 1e9), Retry: &model.Policy{}, Breaker: &model.Breaker{},
		Limiter: model.NewLimiter(model.Limits{Connections: 2}), Prices: prices,
	})))
}

// check makes the call once and looks at what came of it.
func (f fault) check(t *testing.T, m adhere.Model, n *network, most int64) {
	t.Helper()
	before := n.requests.Load()
	resp, err := f.call(t, m)
	keyless(t, resp, fmt.Sprintf("%+v %s", err, adhere.HintOf(err)))
	if made := n.requests.Load() - before; made > most {
		t.Errorf("%d requests, at most %d allowed (%v)", made, most, err)
	}
	if f.code != "" {
		f.failed(t, resp, err)
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(resp.Text, "hel") && !strings.HasPrefix(resp.Text, "caf") || strings.Contains(resp.Text, "other") {
		t.Errorf("text %q", resp.Text)
	}
	if u := resp.Usage; u.In <= 0 || u.Out <= 0 || u.In > 1e8 || u.Out > 1e8 {
		t.Errorf("usage %+v", u)
	}
	if said := strings.Join(resp.Warnings, "; "); !strings.Contains(said, f.usable) {
		t.Errorf("warnings %q, want one of %q", said, f.usable)
	}
}

// keyless holds that nowhere in what is kept or shown is the key.
func keyless(t *testing.T, what ...any) {
	t.Helper()
	for _, x := range what {
		b, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), faultKey) {
			t.Errorf("the key shows: %s", b)
		}
	}
}

// failed holds an error to its code.
func (f fault) failed(t *testing.T, resp *adhere.Response, err error) {
	t.Helper()
	if err == nil {
		t.Fatalf("an answer: %+v", resp)
	}
	if adhere.CodeOf(err) != f.code || len(err.Error()) < 20 {
		t.Errorf("%s: %v; want %s", adhere.CodeOf(err), err, f.code)
	}
}

func (f fault) call(t *testing.T, m adhere.Model) (*adhere.Response, error) {
	if f.stream {
		return model.Stream(t.Context(), m, modeltest.Ask("say hello"), func(adhere.Chunk) error { return nil })
	}
	return m.Generate(t.Context(), modeltest.Ask("say hello"))
}
