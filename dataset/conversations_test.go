package dataset_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"adhere/dataset"
)

// TestReadConversations holds the shapes in which conversations are recorded.
func TestReadConversations(t *testing.T) {
	for name, tt := range map[string]struct{ file, line, want string }{
		"sharegpt":   {"a.json", `[{"id":"x1","conversations":[{"from":"human","value":"Hi"},{"from":"gpt","value":"Ho"}]}]`, "x1 user:Hi assistant:Ho"},
		"items":      {"a.jsonl", `{"id":"x2","items":[{"from":"human","value":"Hi"}]}`, "x2 user:Hi"},
		"wildchat":   {"a.jsonl", `{"conversation_hash":"h","model":"m","conversation":[{"role":"user","content":"Hi","language":"English"}],"toxic":true}`, "h user:Hi flagged"},
		"lmsys":      {"a.jsonl", `{"conversation_id":"c","conversation":[{"role":"user","content":"Hi"}],"openai_moderation":[{"flagged":false},{"flagged":true}]}`, "c user:Hi flagged"},
		"messages":   {"a.jsonl", `{"messages":[{"role":"system","content":"Be kind."},{"role":"user","content":[{"type":"text","text":"Hi"}]}]}`, "a.jsonl:1 system:Be kind. user:Hi"},
		"batch":      {"a.jsonl", `{"custom_id":"1","body":{"messages":[{"role":"user","content":"Hi"}]}}`, "a.jsonl:1 user:Hi"},
		"gateway":    {"a.jsonl", `{"id":"r1","request":"{\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}"}`, "r1 user:Hi"},
		"prompt":     {"a.jsonl", `{"prompt":"Hi"}`, "a.jsonl:1 user:Hi"},
		"alpaca":     {"a.json", `[{"instruction":"Sum it up.","input":"Once upon.","output":"Once."}]`, "a.json:1 user:Sum it up.\n\nOnce upon."},
		"no input":   {"a.json", `[{"instruction":"Say hi.","input":"","output":"Hi."}]`, "a.json:1 user:Say hi."},
		"dolly":      {"a.jsonl", `{"instruction":"Who is it?","context":"It is Ann.","response":"Ann","category":"closed_qa"}`, "a.jsonl:1 user:Who is it?\n\nIt is Ann."},
		"mt-bench":   {"a.jsonl", `{"question_id":81,"category":"writing","turns":["Hi","And?"]}`, "a.jsonl:1 user:Hi user:And?"},
		"arena-hard": {"a.jsonl", `{"question_id":"q","turns":[{"content":"Hi"}]}`, "a.jsonl:1 user:Hi"},
		"with roles": {"a.jsonl", `{"turns":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Ho"}]}`, "a.jsonl:1 user:Hi assistant:Ho"},
		"csv":        {"a.csv", "id,instruction\n7,Hi\n", "7 user:Hi"},
		"flat":       {"a.jsonl", `{"message_id":"m","parent_id":null,"role":"prompter","text":"Hi"}`, "a.jsonl:1 user:Hi"},
		"answer":     {"a.jsonl", `{"message_id":"m","parent_id":"l","role":"assistant","text":"Ho"}`, "a.jsonl:1 assistant:Ho later"},
		"later":      {"a.jsonl", `{"message_id":"m","parent_id":"l","role":"prompter","text":"And?"}`, "a.jsonl:1 user:And? later"},
		"tree":       {"a.jsonl", `{"message_tree_id":"t","prompt":{"text":"Hi","role":"prompter","replies":[{"text":"Ho","role":"assistant"}]}}`, "a.jsonl:1 user:Hi"},
		"response":   {"a.jsonl", `{"custom_id":"1","body":{"model":"m","input":"Hi"}}`, "a.jsonl:1 user:Hi"},
		"parts":      {"a.jsonl", `{"input":[{"role":"user","content":[{"type":"input_text","text":"Hi"}]}]}`, "a.jsonl:1 user:Hi"},
		"bing":       {"a.jsonl", `{"conversations":[{"from":"human","value":"Hi"},{"from":"bing","value":"Ho"}]}`, "a.jsonl:1 user:Hi assistant:Ho"},
		"toxic csv":  {"a.csv", "toxic,prompt\nTrue,Hi\n", "a.csv:1 user:Hi flagged"},
		"pandas csv": {"a.csv", "conversation_id,conversation,openai_moderation\nc,\"[{'content': 'Hi \"\"you\"\"', 'role': 'user', 'at': datetime.datetime(2023, 4, 9)}\n {'content': \"\"It's\"\", 'role': 'assistant', 'tags': array(['x'], dtype=object)}]\",\"[{'flagged': True, 'scores': {'x': 1e-05, 'y': nan}}]\"\n", `c user:Hi "you" assistant:It's flagged`},
		"chatgpt": {"a.json", `[{"title":"t","mapping":{"r":{"id":"r","message":null,"parent":null,"children":["c"]},
			"c":{"message":{"author":{"role":"user"},"content":{"content_type":"user_editable_context","user_profile":"Me"}},"parent":"r"},
			"q":{"message":{"author":{"role":"user"},"content":{"content_type":"multimodal_text","parts":[{"asset_pointer":"file://x"},"Hi"]}},"parent":"c"},
			"old":{"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["No"]}},"parent":"q"},
			"a":{"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["Ho"]}},"parent":"q"}},"current_node":"a","conversation_id":"c1"}]`, "c1 user:Hi assistant:Ho"},
		"claude":      {"a.json", `[{"uuid":"u1","chat_messages":[{"sender":"human","text":"Hi","content":[{"type":"text","text":"Hi"}]},{"sender":"assistant","text":"Ho","content":[]}]}]`, "u1 user:Hi assistant:Ho"},
		"open webui":  {"a.json", `[{"id":"w","chat":{"history":{"currentId":"2","messages":{"1":{"parentId":null,"role":"user","content":"Hi"},"2":{"parentId":"1","role":"assistant","content":"Ho"}}}}}]`, "w user:Hi assistant:Ho"},
		"older webui": {"a.json", `[{"id":"w","chat":{"messages":[{"role":"user","content":"Hi"}]}}]`, "w user:Hi"},
		"librechat":   {"a.json", "{\n\"conversationId\":\"l\",\"messagesTree\":[{\"isCreatedByUser\":true,\"sender\":\"user\",\"text\":\"Hi\",\"children\":[{\"isCreatedByUser\":false,\"sender\":\"GPT-3.5\",\"text\":\"Ho\",\"children\":[]}]}]}", "l user:Hi assistant:Ho"},
		"arena":       {"a.json", `[{"question_id":"7","conversation_a":[{"role":"user","content":"Hi"}],"conversation_b":[{"role":"user","content":"Hi"}]}]`, "a.json:1 user:Hi"},
		"in a text":   {"a.jsonl", `{"messages":"[{\"role\":\"user\",\"content\":\"Hi\"}]"}`, "a.jsonl:1 user:Hi"},
	} {
		files := dataset.FromFS(fstest.MapFS{tt.file: {Data: []byte(tt.line)}})
		list, err := conversations(tt.file, files)
		if err != nil || len(list) != 1 {
			t.Errorf("%s: %d, %v", name, len(list), err)
			continue
		}
		var got strings.Builder
		got.WriteString(list[0].ID)
		for _, m := range list[0].Turns {
			fmt.Fprintf(&got, " %s:%s", m.Role, m.Text)
		}
		if list[0].Flagged {
			got.WriteString(" flagged")
		}
		if list[0].Later {
			got.WriteString(" later")
		}
		if got.String() != tt.want {
			t.Errorf("%s: %q, want %q", name, got.String(), tt.want)
		}
	}
}

func conversations(name string, files dataset.Files) (list []dataset.Conversation, err error) {
	_, err = dataset.ReadConversations(context.Background(), name, files, func(c dataset.Conversation) { list = append(list, c) })
	return list, err
}

// TestUnreadableConversations holds that a line that cannot be read has its
// place and reason, and ends nothing unless no line can be read.
func TestUnreadableConversations(t *testing.T) {
	for name, tt := range map[string]struct{ text, bad string }{
		"a.jsonl": {"{\"prompt\":\"Hi\"}\n{\"prompt\":\n{\"prompt\":\"Ho\"}\n", "a.jsonl line 2: expected a JSON object"},
		"a.csv":   {"id,prompt\n1,Hi\n2,Hi,and more\n3,Ho\n", "a.csv row 3: wrong number of fields"},
		"b.csv":   {"id,prompt\n1,Hi\n2,H\"i\n3,Ho\n", "b.csv row 3: bare"},
	} {
		list, err := conversations(name, dataset.FromFS(fstest.MapFS{name: {Data: []byte(tt.text)}}))
		if err != nil || len(list) != 3 || list[2].Place != name+" line 3" || list[0].Err != nil || list[1].ID != name+":2" || list[1].Err == nil || !strings.HasPrefix(list[1].Err.Error(), tt.bad) || list[2].Turns[0].Text != "Ho" {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
	}
	var keyed strings.Builder // a file of many fields, of which the first are named
	for i := range 40 {
		fmt.Fprintf(&keyed, `{"w%02d":0,`[min(i, 1):], i)
	}
	for text, want := range map[string]string{
		`{"x":1}` + "\n" + `{"messages":[{"role":"user","content":null}]}`: "a.jsonl: no line holds what somebody said, expected messages, conversation, conversations, items, input, mapping, chat, body, request, prompt, instruction, text or turns; the fields here are x",
		keyed.String() + `"z":0}`: "w28, w29 and 11 more",
		"no\nlines\n":             "a.jsonl line 1", "": "a.jsonl is empty", "\n\n": "a.jsonl is empty", "[]": "a.jsonl",
		`[{"prompt":"Hi"}] thanks`:            "a.jsonl: expected a list of JSON objects, but something follows its end (byte 19)",
		`[{"prompt":"Hi"}, {"prompt": oops}]`: "a.jsonl: expected a list of JSON objects, invalid character 'o' looking for beginning of value (byte 30)",
	} {
		list, err := conversations("a.jsonl", dataset.FromFS(fstest.MapFS{"a.jsonl": {Data: []byte(text)}}))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v, want %q", text, list, err, want)
		}
	}
}

// FuzzConversations holds that any bytes give conversations or an error.
func FuzzConversations(f *testing.F) {
	for _, s := range []string{"conversation,x\n\"[{'role': 'user', 'content': 'Hi'} array([f(1)])]\",{'a': {\n", `{"messages":[{"role":"user","content":"Hi"}]}`, `[{"conversations":[{"from":"gpt"}]}]`, `{"request":"{\"request\":\"{}\"}"}`, `{"body":{"body":{"prompt":"x"}}}`, `{"mapping":{"a":{"parent":"a","message":{"content":{"parts":["x"]}}}},"current_node":"a"}`, `{"chat":{"history":{"messages":{"1":{}},"currentId":"1"}},"messagesTree":[{"children":[1]}]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range []string{"a.jsonl", "a.csv"} {
			list, err := conversations(name, dataset.FromFS(fstest.MapFS{name: {Data: []byte(s)}}))
			if err != nil {
				continue
			}
			for _, c := range list {
				for _, m := range c.Turns {
					if m.Text == "" {
						t.Errorf("%q: an empty turn", s)
					}
				}
			}
		}
	})
}
