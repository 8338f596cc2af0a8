package batch

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzOperation reads what a server says of a batch, and its results, as a
// plain reading of the whole does.
func FuzzOperation(f *testing.F) {
	for _, seed := range []string{
		`{"name":"batches/1","done":true,"metadata":{"displayName":"a","state":"BATCH_STATE_SUCCEEDED"},"response":{"inlinedResponses":{"inlinedResponses":[{"metadata":{"key":"k"},"response":{"a":[1,{}]}},{"error":{"code":3,"message":"m"}}]}}}`,
		`{"metadata":{"output":{"inlinedResponses":{"inlinedResponses":[{"metadata":{"key":"k"}}]}}},"error":null}`,
		`{"name":1}`, `[{"name":"a"}]`, `{"response":[`, `{"response":{"inlinedResponses":null}}`, ``, `{"a":1`, `null`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var o geminiOperation
		var keys []string
		err := o.read(newDocument(strings.NewReader(text)), func(r geminiResult) { keys = append(keys, r.Metadata.Key) })
		if err != nil {
			return
		}
		var whole any
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&whole); err != nil {
			t.Fatalf("%q is no JSON (%v), but it was read", text, err)
		}
		object, _ := whole.(map[string]any)
		if name, ok := object["name"].(string); ok && name != o.Name {
			t.Errorf("the name of %q is %q, not %q", text, name, o.Name)
		}
		if done, ok := object["done"].(bool); ok && done != o.Done {
			t.Errorf("%q is done: %v", text, o.Done)
		}
	})
}
