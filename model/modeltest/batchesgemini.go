package modeltest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// geminiMade makes a batch of Google's generateContent: an operation whose
// calls come with it.
func (b *Batches) geminiMade(w http.ResponseWriter, model string, body []byte) {
	var in struct {
		Batch struct {
			Title string `json:"displayName"`
			Input struct {
				Requests struct {
					Requests []struct {
						Request  json.RawMessage   `json:"request"`
						Metadata map[string]string `json:"metadata"`
					} `json:"requests"`
				} `json:"requests"`
			} `json:"inputConfig"`
		} `json:"batch"`
	}
	if json.Unmarshal(body, &in) != nil || in.Batch.Title == "" || len(in.Batch.Input.Requests.Requests) == 0 {
		http.Error(w, `{"error":{"code":400,"message":"no display name, or no requests","status":"INVALID_ARGUMENT"}}`, http.StatusBadRequest)
		return
	}
	var lines []line
	for _, r := range in.Batch.Input.Requests.Requests {
		lines = append(lines, line{ID: r.Metadata["key"], Body: r.Request})
	}
	m := b.make(lines, in.Batch.Title, false)
	m.gemini = model
	send(w, m.geminiView(b))
}

// geminiView is the operation that a batch is.
func (m *made) geminiView(b *Batches) map[string]any {
	about := map[string]any{
		"@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch", "model": "models/" + m.gemini,
		"displayName": m.mark, "createTime": m.at.UTC().Format(time.RFC3339Nano), "state": "BATCH_STATE_RUNNING",
	}
	v := map[string]any{"name": "batches/" + m.id, "metadata": about}
	switch {
	case b.Refused != "":
		about["state"], v["done"], v["error"] = "BATCH_STATE_FAILED", true, map[string]any{"code": 9, "message": b.Refused}
	case m.carryOut(b):
		about["state"], v["done"] = "BATCH_STATE_SUCCEEDED", true
		all := []json.RawMessage{}
		for text := range bytes.Lines(m.results) {
			all = append(all, text)
		}
		v["response"] = map[string]any{"inlinedResponses": map[string]any{"inlinedResponses": all}}
	}
	return v
}

func (b *Batches) geminiList(w http.ResponseWriter, r *http.Request) {
	page, next := b.page(r, func(m *made) bool { return m.gemini != "" })
	all := []any{}
	for _, m := range page {
		all = append(all, m.geminiView(b))
	}
	send(w, map[string]any{"operations": all, "nextPageToken": next})
}

// geminiResult is a call's part of the results.
func (m *made) geminiResult(l line, status int, said json.RawMessage) map[string]any {
	out := map[string]any{"metadata": map[string]string{"key": l.ID}}
	switch {
	case status == http.StatusOK:
		out["response"] = said
	case status < http.StatusInternalServerError:
		out["error"] = map[string]any{"code": 3, "message": "failed"}
	default:
		out["error"] = map[string]any{"code": 14, "message": "failed"}
	}
	return out
}

// geminiModel returns the model of a call to make a batch.
func geminiModel(path string) (model string, ok bool) {
	name, ok := strings.CutSuffix(path, ":batchGenerateContent")
	return strings.TrimPrefix(name, "models/"), ok
}
