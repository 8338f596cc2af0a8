package replies_test

import (
	"strings"
	"testing"

	"adhere/internal/replies"
)

// FuzzReplies reads anything, whole and as events: nothing panics, and no piece has
// text that the reply has not.
func FuzzReplies(f *testing.F) {
	for _, seed := range []string{
		`{"choices":[{"index":1,"delta":{"content":[{"text":"Te"}],"tool_calls":[{"index":0,"function":{"arguments":{}}}]},"finish_reason":"stop"}]}`,
		`{"type":"content_block_delta","delta":{"thinking":"hm","signature":"s","partial_json":"{"}}`,
		"{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"thinking\"}}\n{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"tool_use\"}}\n{\"type\":\"content_block_delta\",\"delta\":{\"text\":\"Tea\"}}",
		`{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"text":"Tea"}]},{"type":"function_call"}]}}`,
		`{"id":7,"content":[{"type":"redacted_thinking"}],"output":[{"type":"reasoning","summary":[{}]}],"usage":{"output_tokens":-1}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, format := range []replies.Format{replies.Chat{}, replies.Messages{}, replies.Responses{}} {
			_ = format.Whole([]byte(body), &replies.Reply{}) // an error, or not
			r := &replies.Reply{}
			for data := range strings.SplitSeq(body, "\n") {
				before := r.Text.Len()
				p, err := format.Event("", []byte(data), r)
				if err == nil && p.Text != r.Text.String()[before:] && p.Text != "" {
					t.Errorf("%q adds %q to a reply that has %q", data, p.Text, r.Text.String())
				}
			}
		}
	})
}
