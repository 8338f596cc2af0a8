package replies_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"adhere/internal/replies"
)

// shown is what was read of a reply, on one line.
func shown(r *replies.Reply) string {
	var parts []string
	say := func(name string, v any) {
		if s := fmt.Sprint(v); s != "" && s != "0" && s != "false" && s != "[]" {
			parts = append(parts, name+"="+s)
		}
	}
	say("id", r.ID)
	say("model", r.Model)
	say("build", r.Build)
	say("created", r.Created)
	say("text", r.Text.String())
	say("reasoning", r.Reasoning.String())
	say("refusal", r.Refusal.String())
	say("refused", r.Refused())
	for _, c := range r.Calls {
		say("call", c.ID+":"+c.Name+":"+c.Args.String())
	}
	for _, t := range r.Thoughts {
		b, _ := json.Marshal(t.Members()) // texts
		say("thought", string(b))
	}
	say("tools", r.Tools)
	say("media", r.Media)
	say("not text", r.Odd != nil)
	say("several", r.Several)
	say("reason", r.Reason)
	say("because", r.Because)
	say("finish", r.Finish)
	say("unknown", r.Reason != "" && !r.Known())
	say("fault", string(r.Fault))
	say("lost", string(r.Lost))
	u := r.Usage
	say("usage", strings.Trim(fmt.Sprint([]int{u.In, u.Cached, u.Created, u.Out, u.Thought}), "[]"))
	say("odd", u.Odd)
	return strings.ReplaceAll(strings.Join(parts, " "), " usage=0 0 0 0 0", "")
}

// streamed reads events, one a line, and what their pieces add up to.
func streamed(t *testing.T, f replies.Format, events string) (*replies.Reply, replies.Piece) {
	t.Helper()
	r, all := &replies.Reply{}, replies.Piece{}
	for data := range strings.SplitSeq(events, "\n") {
		p, err := f.Event("", []byte(data), r)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		all.Text, all.Reasoning, all.Refusal, all.Args = all.Text+p.Text, all.Reasoning+p.Reasoning, all.Refusal+p.Refusal, all.Args+p.Args
		all.Ends, all.Last, all.Whole, all.Usage = all.Ends || p.Ends, all.Last || p.Last, all.Whole || p.Whole, all.Usage || p.Usage
	}
	return r, all
}

// A reply is read the same whether it comes whole or as a stream.
func TestWholeAndStreamed(t *testing.T) {
	for name, c := range map[string]struct {
		format        replies.Format
		whole, stream string
		want          string
	}{
		"chat": {
			replies.Chat{},
			`{"id":"c","model":"m","system_fingerprint":"f","created":7.5,"choices":[{"index":0,"message":{"content":"Tea \u2615","reasoning_content":"hm"},"finish_reason":"model_length"}],"usage":{"prompt_tokens":"9","completion_tokens":4,"prompt_cache_hit_tokens":6,"completion_tokens_details":{"reasoning_tokens":3}}}`,
			`{"id":"c","model":"m","system_fingerprint":"f","created":7.5,"choices":[{"index":0,"delta":{"reasoning":"hm"},"finish_reason":null}],"usage":null}
{"id":"c","choices":[{"index":0,"delta":{"content":"Tea "}}]}
{"id":"c","choices":[{"index":0,"delta":{"content":"\u2615"},"finish_reason":"model_length"}]}
{"id":"c","choices":[],"usage":{"prompt_tokens":"9","completion_tokens":4,"prompt_cache_hit_tokens":6,"completion_tokens_details":{"reasoning_tokens":3}}}
[DONE]`,
			`id=c model=m build=f created=7 text=Tea ☕ reasoning=hm reason=model_length finish=length usage=9 6 0 4 3`,
		},
		"chat that calls": {
			replies.Chat{},
			`{"id":7,"choices":[{"message":{"content":null,"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},{"index":1,"id":"b","function":{"name":"g","arguments":{}}}]},"finish_reason":"tool_calls"}]}`,
			`{"id":7,"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}]}}]}
{"id":7,"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":":1}"}},{"index":1,"id":"b","function":{"name":"g","arguments":{}}}]},"finish_reason":"tool_calls"}]}
[DONE]`,
			`id=7 call=a:f:{"x":1} call=b:g:{} tools=true reason=tool_calls finish=stop`,
		},
		"chat in parts": {
			replies.Chat{},
			`{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Te"},{"type":"text","text":"a"}],"images":[{}]},"finish_reason":"stop"}]}`,
			`{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Te"}]}}]}
{"choices":[{"delta":{"content":[{"type":"text","text":"a"}],"images":[{}]},"finish_reason":"stop"}]}
[DONE]`,
			`text=Tea reasoning=hm media=true reason=stop finish=stop`,
		},
		"chat that refuses, several times": {
			replies.Chat{},
			`{"choices":[{"index":1,"message":{"content":"Tea"},"finish_reason":"length"},{"index":0,"message":{"content":null,"refusal":"No."},"finish_reason":"stop"}]}`,
			`{"choices":[{"index":0,"delta":{"refusal":"No"}},{"index":1,"delta":{"content":"Tea"}}]}
{"choices":[{"index":1,"delta":{"content":"!"},"finish_reason":"length"}]}
{"choices":[{"index":0,"delta":{"refusal":"."},"finish_reason":"stop"}]}
[DONE]`,
			`refusal=No. refused=true several=true reason=stop finish=stop`,
		},
		"chat that breaks off": {
			replies.Chat{},
			`{"choices":[{"message":{"content":"Te"},"finish_reason":"error","error":{"code":502}}],"usage":[]}`,
			`{"choices":[{"delta":{"content":"Te"}}]}
{"choices":[{"delta":{},"finish_reason":"error","error":{"code":502}}],"usage":[]}
[DONE]`,
			`text=Te reason=error finish=broken lost={"code":502} odd=true`,
		},
		"chat of another shape": {
			replies.Chat{},
			`{"choices":[{"message":{"content":{"a":"Tea"},"reasoning":4},"finish_reason":"stop"}]}`,
			`{"choices":[{"delta":{"content":{"a":"Tea"},"reasoning":4},"finish_reason":"stop"}]}
[DONE]`,
			`media=true not text=true reason=stop finish=stop`,
		},
		"messages": {
			replies.Messages{},
			`{"id":"m","model":"c","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"redacted_thinking","data":"d"},{"type":"text","text":"Tea"},{"type":"tool_use","id":"t","name":"f","input":{"x":1}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"cache_read_input_tokens":3,"cache_creation_input_tokens":2,"output_tokens":4,"output_tokens_details":{"thinking_tokens":3}}}`,
			`{"type":"message_start","message":{"id":"m","model":"c","content":[],"usage":{"input_tokens":5,"cache_read_input_tokens":3,"cache_creation_input_tokens":2,"output_tokens":1}}}
{"type":"content_block_start","content_block":{"type":"thinking","thinking":""}}
{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"hm"}}
{"type":"content_block_delta","delta":{"type":"signature_delta","signature":"s"}}
{"type":"content_block_start","content_block":{"type":"redacted_thinking","data":"d"}}
{"type":"content_block_start","content_block":{"type":"text","text":""}}
{"type":"content_block_delta","delta":{"type":"text_delta","text":"Tea"}}
{"type":"content_block_stop"}
{"type":"content_block_start","content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}
{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{\"x\":1}"}}
{"type":"ping"}
{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":4,"output_tokens_details":{"thinking_tokens":3}}}
{"type":"message_stop"}`,
			`id=m model=c text=Tea reasoning=hm call=t:f:{"x":1} thought={"signature":"s","thinking":"hm","type":"thinking"} thought={"data":"d","type":"redacted_thinking"} tools=true reason=tool_use finish=stop usage=10 3 2 4 3`,
		},
		"messages that search and refuse": {
			replies.Messages{},
			`{"content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{}},{"type":"text","text":"Tea"}],"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":null},"usage":{"output_tokens":-4}}`,
			`{"type":"content_block_start","content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}
{"type":"content_block_start","content_block":{"type":"text","text":"Tea"}}
{"type":"content_block_stop"}
{"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"type":"refusal","category":"cyber","explanation":null}},"usage":{"output_tokens":-4}}
{"type":"message_stop"}`,
			`text=Tea refused=true tools=true reason=refusal because=cyber finish=filtered odd=true`,
		},
		"responses": {
			replies.Responses{},
			`{"id":"r","model":"m","created_at":7,"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[{"type":"reasoning","summary":[{"text":"hm. "}]},{"type":"message","phase":"commentary","content":[{"type":"output_text","text":"I see."}]},{"type":"message","content":[{"type":"output_text","text":"Te"},{"type":"output_text","text":"a"}]}],"usage":{"input_tokens":5,"output_tokens":4,"input_tokens_details":{"cached_tokens":3},"output_tokens_details":{"reasoning_tokens":2}}}`,
			`{"type":"response.created","response":{"id":"r","model":"m","status":"in_progress","output":[],"usage":null}}
{"type":"response.reasoning_summary_text.delta","delta":"hm. "}
{"type":"response.output_item.added","output_index":1,"item":{"type":"message","phase":"commentary"}}
{"type":"response.output_text.delta","output_index":1,"delta":"I see."}
{"type":"response.output_item.added","output_index":2,"item":{"type":"message"}}
{"type":"response.output_text.delta","output_index":2,"delta":"Tea"}
{"type":"response.output_text.done","output_index":2}
{"type":"response.incomplete","response":{"id":"r","model":"m","created_at":7,"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[],"usage":{"input_tokens":5,"output_tokens":4,"input_tokens_details":{"cached_tokens":3},"output_tokens_details":{"reasoning_tokens":2}}}}`,
			`id=r model=m created=7 text=Tea reasoning=hm. I see. reason=max_output_tokens finish=length usage=5 3 0 4 2`,
		},
		"responses that call": {
			replies.Responses{},
			`{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]}`,
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"message"}}
{"type":"response.refusal.delta","output_index":0,"delta":"No"}
{"type":"response.output_text.done","output_index":0}
{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"refusal","refusal":"No."}]},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]}}`,
			`refusal=No. refused=true call=a:f:{} tools=true reason=completed finish=stop`,
		},
		"responses that fail": {
			replies.Responses{},
			`{"status":"failed","error":{"code":"server_error"},"output":[]}`,
			`{"type":"response.output_text.done"}
{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error"},"output":[]}}`,
			`reason=failed finish=broken fault={"code":"server_error"}`,
		},
	} {
		whole := &replies.Reply{}
		if err := c.format.Whole([]byte(c.whole), whole); err != nil || shown(whole) != c.want {
			t.Errorf("%s: %v\n%s, want\n%s", name, err, shown(whole), c.want)
		}
		r, all := streamed(t, c.format, c.stream)
		if shown(r) != c.want {
			t.Errorf("%s, streamed:\n%s, want\n%s", name, shown(r), c.want)
		}
		if all.Text != r.Text.String() || all.Reasoning != r.Reasoning.String() || !strings.HasPrefix(r.Refusal.String(), all.Refusal) || !all.Ends || !all.Last {
			t.Errorf("%s: the pieces make %+v", name, all)
		}
		if text := r.Text.Len() > 0; text && !all.Whole {
			t.Errorf("%s: no event says that the text is whole", name)
		}
	}
}

// What is no answer is an error, with what the server says of it.
func TestNoReply(t *testing.T) {
	for body, c := range map[string]struct {
		format     replies.Format
		err, fault string
	}{
		`[]`:                                     {replies.Chat{}, "not JSON of this format", ""},
		`{"choices":[{"finish_reason":"stop"}]}`: {replies.Chat{}, "no choices", ""},
		`{"error":{"message":"busy"}}`:           {replies.Chat{}, "no choices", `{"message":"busy"}`},
		`{"type":"error","error":{"type":"overloaded_error"}}`: {replies.Messages{}, "no content", `{"type":"overloaded_error"}`},
		`{"id":"r","error":null}`:                              {replies.Responses{}, "no output", ""},
	} {
		r := &replies.Reply{}
		if err := c.format.Whole([]byte(body), r); err == nil || !strings.Contains(err.Error(), c.err) || string(r.Fault) != c.fault {
			t.Errorf("%s: %v, fault %s", body, err, r.Fault)
		}
	}
	for data, f := range map[string]replies.Format{
		`{"type":"error","detail":"busy"}`:                      replies.Messages{},
		`{"type":"error","code":"server_error","message":"bu"}`: replies.Responses{},
	} {
		r := &replies.Reply{}
		if _, err := f.Event("error", []byte(data), r); err != nil || string(r.Fault) != data {
			t.Errorf("%s: %v, fault %s", data, err, r.Fault)
		}
	}
	r := &replies.Reply{}
	if _, err := (replies.Chat{}).Event("error", []byte(`{"message":"busy"}`), r); err != nil || string(r.Fault) != `{"message":"busy"}` {
		t.Errorf("%v, fault %s", err, r.Fault)
	}
}

// The calls of a stream are told apart however a server numbers them: some count from 1,
// give every call the number 0 or -1, or none, and some write another id on every piece.
func TestNumbersOfCalls(t *testing.T) {
	const want = `a:f:{"x":1} b:g:{"y":2}`
	for name, events := range map[string]string{
		"from 1": `{"index":1,"id":"a","function":{"name":"f","arguments":"{\"x\""}}
{"index":1,"function":{"arguments":":1}"}}
{"index":2,"id":"b","function":{"name":"g","arguments":"{\"y\""}}
{"index":2,"function":{"arguments":":2}"}}`,
		"one for all": `{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}},{"index":0,"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}}`,
		"below 0": `{"index":-1,"id":"a","function":{"name":"f","arguments":{"x":1}}}
{"index":-1,"id":"b","function":{"name":"g","arguments":{"y":2}}}`,
		"none": `{"id":"a","function":{"name":"f","arguments":"{\"x\""}}
{"function":{"arguments":":1}"}}
{"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}}`,
		"none, and the id on all": `{"id":"a","function":{"name":"f","arguments":"{\"x\""}}
{"id":"a","function":{"arguments":":1}"}}
{"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}}`,
		"ids of pieces": `{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}},{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\""}}
{"index":0,"id":"c","function":{"arguments":":1}"}},{"index":1,"id":"d","function":{"arguments":":2}"}}`,
		"names on all": `{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\""}}
{"index":0,"id":"a","function":{"name":"f","arguments":":1}"}}
{"index":1,"id":"b","function":{"name":"g","arguments":"{\"y\":2}"}}`,
	} {
		r := &replies.Reply{}
		for pieces := range strings.SplitSeq(events, "\n") {
			if _, err := (replies.Chat{}).Event("", []byte(`{"choices":[{"delta":{"tool_calls":[`+pieces+`]}}]}`), r); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for _, c := range r.Calls {
			got = append(got, c.ID+":"+c.Name+":"+c.Args.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Whatever comes in many small pieces is put together in a time, and memory, that is in
// proportion to its length: a file that is written by a call, or what a model thinks.
func TestPiecesAreNotCopiedOverAndOver(t *testing.T) {
	taken := func(f replies.Format, begins, piece string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := &replies.Reply{}
		for i := range 5000 {
			event := piece
			if i == 0 {
				event = begins
			}
			if _, err := f.Event("", []byte(event), r); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	const text = `{"choices":[{"delta":{"content":"abcd"}}]}`
	most := 5 * taken(replies.Chat{}, text, text)
	for name, got := range map[string]uint64{
		"arguments of a chat": taken(replies.Chat{}, `{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"abcd"}}]}}]}`),
		"arguments of a message": taken(replies.Messages{}, `{"type":"content_block_start","content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`,
			`{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"abcd"}}`),
		"thoughts": taken(replies.Messages{}, `{"type":"content_block_start","content_block":{"type":"thinking","thinking":"","signature":""}}`,
			`{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"abcd"}}`),
	} {
		if got > most {
			t.Errorf("%s: %d bytes of memory, at most %d", name, got, most)
		}
	}
}

// What is said of an event tells a gateway which of them it may hold back or leave out.
func TestPieces(t *testing.T) {
	for _, c := range []struct {
		format replies.Format
		events string
		want   replies.Piece // of the last event
	}{
		{replies.Chat{}, `{"id":"c","choices":[{"delta":{}}],"usage":null}`, replies.Piece{ID: "c", Usage: true}},
		{replies.Chat{}, `{"id":"c","choices":[]}`, replies.Piece{ID: "c", Bare: true}},
		{replies.Messages{}, `{"type":"content_block_start","content_block":{"type":"text","text":""}}`, replies.Piece{Part: replies.PartBegins}},
		{replies.Messages{}, `{"type":"content_block_stop"}`, replies.Piece{Part: replies.PartEnds}},
		{replies.Responses{}, `{"type":"response.output_item.added","item":{"type":"message","phase":"commentary"}}
{"type":"response.output_text.done"}`, replies.Piece{}},
	} {
		r, got := &replies.Reply{}, replies.Piece{}
		for data := range strings.SplitSeq(c.events, "\n") {
			var err error
			if got, err = c.format.Event("", []byte(data), r); err != nil {
				t.Fatal(err)
			}
		}
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.events, got, c.want)
		}
	}
	for _, member := range []string{`"audio":{"id":"a"}`, `"function_call":{"name":"f"}`, `"images":[{}]`} {
		r := &replies.Reply{}
		if err := (replies.Chat{}).Whole([]byte(`{"choices":[{"message":{`+member+`}}]}`), r); err != nil || r.Media == r.Tools {
			t.Errorf("%s: %v, media %v, tools %v", member, err, r.Media, r.Tools)
		}
	}
	a, _ := replies.ReadUsage([]byte(`{"output_tokens":4}`))
	b, _ := replies.ReadUsage([]byte(`{"input_tokens":9}`))
	if u := a.Larger(b); u.In != 9 || u.Out != 4 {
		t.Errorf("%+v", u)
	}
}
