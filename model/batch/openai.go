package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"adhere/internal/plainjson"
	"adhere/internal/replies"
)

// openAI is OpenAI's batch interface: a file of calls is uploaded, a batch is
// made of it, and its results are files again.
type openAI struct {
	*client
	root *url.URL // up to /v1
}

func newOpenAI(c *client) *openAI {
	root := *c.url
	root.Path = strings.TrimSuffix(root.Path, "/chat/completions")
	root.RawPath = ""
	return &openAI{c, &root}
}

// mark is the field of a batch's metadata that holds our name of it.
const mark = "adhere_batch"

type openAIBatch struct {
	ID       string            `json:"id"`
	Status   string            `json:"status"`
	Output   string            `json:"output_file_id"`
	Failed   string            `json:"error_file_id"`
	Metadata map[string]string `json:"metadata"`
	Errors   struct {
		Data []struct {
			Message string `json:"message"`
		} `json:"data"`
	} `json:"errors"`
}

func (o *openAI) send(ctx context.Context, b Batch, calls []*call) (string, error) {
	body, kind, err := upload(b, calls)
	if err != nil {
		return "", err
	}
	var file struct {
		ID string `json:"id"`
	}
	if err := o.ask(ctx, http.MethodPost, o.root.JoinPath("files"), kind, body, &file); err != nil {
		if refused := (*refusal)(nil); errors.As(err, &refused) && refused.status < 500 {
			return "", fmt.Errorf("uploading the calls: %w", err)
		}
		return "", notMade{fmt.Errorf("uploading the calls: %w", err)}
	}
	return o.make(ctx, o.root.JoinPath("batches"), map[string]any{
		"input_file_id": file.ID, "endpoint": "/v1/chat/completions", "completion_window": "24h",
		"metadata": map[string]string{mark: b.ID},
	})
}

// upload writes the form with the file of calls.
func upload(b Batch, calls []*call) (body []byte, kind string, err error) {
	var buf bytes.Buffer
	form := multipart.NewWriter(&buf)
	if err := form.WriteField("purpose", "batch"); err != nil {
		return nil, "", err
	}
	file, err := form.CreateFormFile("file", b.ID+".jsonl")
	if err != nil {
		return nil, "", err
	}
	e := plainjson.NewEncoder(file)
	for _, one := range calls {
		line := struct {
			ID     string          `json:"custom_id"`
			Method string          `json:"method"`
			URL    string          `json:"url"`
			Body   json.RawMessage `json:"body"`
		}{one.key, http.MethodPost, "/v1/chat/completions", one.body}
		if err := e.Encode(line); err != nil {
			return nil, "", err
		}
	}
	err = form.Close()
	return buf.Bytes(), form.FormDataContentType(), err
}

// find goes through the provider's list, newest first, for our mark.
func (o *openAI) find(ctx context.Context, b Batch, _ map[string]bool, _ []*call) (string, error) {
	found := ""
	err := pages(o.root.JoinPath("batches"), "limit", "after", func(u *url.URL) (string, error) {
		var page struct {
			Data []openAIBatch `json:"data"`
			More bool          `json:"has_more"`
		}
		err := o.ask(ctx, http.MethodGet, u, "", nil, &page)
		last := ""
		for _, one := range page.Data {
			if one.Metadata[mark] == b.ID {
				found = one.ID
				return "", err
			}
			last = one.ID
		}
		if !page.More {
			last = ""
		}
		return last, err
	})
	return found, err
}

func (o *openAI) state(ctx context.Context, name string) (state, error) {
	var b openAIBatch
	if err := o.ask(ctx, http.MethodGet, o.root.JoinPath("batches", name), "", nil, &b); err != nil {
		return state{}, err
	}
	var s state
	switch b.Status {
	case "completed", "expired", "cancelled":
		s.ended = true
	case "failed":
		s.ended, s.failed = true, "the provider refused the batch"
		for _, e := range b.Errors.Data {
			s.failed += ": " + e.Message
			break
		}
	}
	for _, file := range []string{b.Output, b.Failed} {
		if file != "" {
			s.files = append(s.files, o.root.JoinPath("files", file, "content").String())
		}
	}
	return s, nil
}

func (o *openAI) results(ctx context.Context, s state, each func(string, int, []byte)) error {
	var first error // one file that cannot be read does not hide another
	for _, file := range s.files {
		u, err := o.own(file)
		if err != nil {
			first = cmp.Or(first, err)
			continue
		}
		err = o.lines(ctx, u, each, func(line []byte) error {
			var r struct {
				ID       string `json:"custom_id"`
				Response *struct {
					Status int             `json:"status_code"`
					Body   json.RawMessage `json:"body"`
				} `json:"response"`
				Error *struct {
					Code    string `json:"code"`
					Message string `json:"message"`
				} `json:"error"`
			}
			err := json.Unmarshal(line, &r)
			status, answered := http.StatusServiceUnavailable, r.Response != nil && replies.Present(r.Response.Body)
			if r.Response != nil && (answered || r.Response.Status >= 400) {
				status = cmp.Or(r.Response.Status, http.StatusOK)
			}
			switch {
			case err != nil:
				return err
			case answered:
				each(r.ID, status, r.Response.Body)
			case r.Error != nil:
				each(r.ID, status, errorBody(cmp.Or(r.Error.Message, r.Error.Code)))
			case r.Response != nil && r.Response.Status >= 400:
				each(r.ID, status, errorBody("the provider does not say why"))
			}
			return nil
		})
		first = cmp.Or(first, err)
	}
	return first
}
