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
	"strconv"
	"strings"
	"time"

	"adhere/internal/plainjson"
	"adhere/internal/replies"
)

// openAI is OpenAI's batch interface: a file of calls is uploaded, a batch is
// made of it, and its results are files again.
type openAI struct {
	*client
	root   *url.URL        // up to /v1
	others map[string]bool // files that find has seen to be of other batches
}

func newOpenAI(c *client) *openAI {
	root := *c.url
	root.Path = strings.TrimSuffix(root.Path, "/chat/completions")
	root.RawPath = ""
	return &openAI{c, &root, map[string]bool{}}
}

// mark is the field of a batch's metadata that holds our name of it.
const mark = "adhere_batch"

type openAIBatch struct {
	ID       string            `json:"id"`
	Status   string            `json:"status"`
	Created  json.RawMessage   `json:"created_at"` // seconds, or a time in words
	Input    string            `json:"input_file_id"`
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
		if refused, ok := errors.AsType[*refusal](err); ok && refused.status < 500 {
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
	file, err := form.CreateFormFile("file", fileOf(b))
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

// mostLooked is how many files find looks at before it is called again.
const mostLooked = 500

// find goes through the provider's list, newest first, for our mark. Some servers keep
// none: there the batch is known by the name of its file.
func (o *openAI) find(ctx context.Context, b Batch, known map[string]bool, _ []*call) (string, error) {
	found, looked := "", 0
	err := pages(o.root.JoinPath("batches"), "limit", "after", func(u *url.URL) (string, error) {
		var page struct {
			Data []openAIBatch `json:"data"`
			More bool          `json:"has_more"`
		}
		err := o.ask(ctx, http.MethodGet, u, "", nil, &page)
		last := ""
		for _, one := range page.Data {
			own := one.Metadata[mark] == b.ID
			if !own && len(one.Metadata) == 0 && one.Input != "" && !known[one.ID] && !o.others[one.Input] && !one.before(b.Begun) {
				if looked++; looked > mostLooked {
					return "", undecided{fmt.Errorf("more than %d batches there have no mark and may be it: %d files were looked at, the next are looked at in a minute, and the calls wait until then", mostLooked, mostLooked)}
				}
				own, err = o.uploaded(ctx, one.Input, b)
			}
			if own || err != nil {
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

// before reports whether a batch was certainly made before a time.
func (b *openAIBatch) before(begun time.Time) bool {
	seconds, err := strconv.ParseInt(string(b.Created), 10, 64)
	return err == nil && seconds > 0 && time.Unix(seconds, 0).Before(begun.Add(-clockSkew))
}

// uploaded reports whether a file is the one that was uploaded for a batch.
func (o *openAI) uploaded(ctx context.Context, file string, b Batch) (bool, error) {
	var is struct {
		Name string `json:"filename"`
	}
	err := o.ask(ctx, http.MethodGet, o.root.JoinPath("files", file), "", nil, &is)
	var refused *refusal
	if unreadable(err) || errors.As(err, &refused) && refused.status < 500 && refused.status != http.StatusTooManyRequests {
		err = nil // the server does not say
	}
	own, said := is.Name == fileOf(b), is.Name != "" || time.Since(b.Begun) >= listLag // files may lag as lists do
	o.others[file] = err == nil && !own && said
	return own, err
}

// fileOf is the name of the file with the calls of a batch.
func fileOf(b Batch) string { return b.ID + ".jsonl" }

func (o *openAI) state(ctx context.Context, name string) (state, error) {
	var b openAIBatch
	if err := o.ask(ctx, http.MethodGet, o.root.JoinPath("batches", name), "", nil, &b); err != nil {
		return state{}, err
	}
	var s state
	switch b.Status {
	case "completed", "expired", "cancelled":
		s.ended = true
	case "":
		return s, errNoBatch
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
