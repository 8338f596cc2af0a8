package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// gemini is the batch interface beside Google's generateContent: the calls are
// the request, each with its key as metadata, and the results are part of the
// operation that the batch is.
type gemini struct {
	*client
	root *url.URL // up to the version: /v1beta
}

// ofGemini is what a call's address ends in.
const ofGemini = ":generateContent"

// geminiBytes bounds a batch whose calls lie in its request: 20 MB.
const geminiBytes = 19 << 20

func newGemini(c *client) *gemini {
	root := *c.url
	root.Path, root.RawPath = root.Path[:strings.LastIndex(root.Path, "/models/")], ""
	return &gemini{c, &root}
}

type geminiOperation struct {
	Name     string `json:"name"` // batches/ID
	Done     bool   `json:"done"`
	Metadata struct {
		Title  string       `json:"displayName"`
		State  string       `json:"state"`
		Output geminiOutput `json:"output"`
	} `json:"metadata"`
	Response geminiOutput `json:"response"`
	Error    *geminiFault `json:"error"`
}

type geminiOutput struct {
	Inlined struct {
		All []struct {
			Metadata struct {
				Key string `json:"key"`
			} `json:"metadata"`
			Response json.RawMessage `json:"response"`
			Error    *geminiFault    `json:"error"`
		} `json:"inlinedResponses"`
	} `json:"inlinedResponses"`
}

type geminiFault struct {
	Code    int    `json:"code"` // of gRPC
	Message string `json:"message"`
}

// title is our name of a batch, at the provider.
func title(b Batch) string { return mark + " " + b.ID }

func (g *gemini) send(ctx context.Context, b Batch, calls []*call) (string, error) {
	type request struct {
		Request  json.RawMessage   `json:"request"`
		Metadata map[string]string `json:"metadata"`
	}
	requests := make([]request, len(calls))
	for i, one := range calls {
		requests[i] = request{one.body, map[string]string{"key": one.key}}
	}
	var body bytes.Buffer
	e := json.NewEncoder(&body)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{"batch": map[string]any{
		"displayName": title(b),
		"inputConfig": map[string]any{"requests": map[string]any{"requests": requests}},
	}}); err != nil {
		return "", err
	}
	at := *g.url
	at.Path, at.RawPath = strings.TrimSuffix(at.Path, ofGemini)+":batchGenerateContent", ""
	var out geminiOperation
	if err := g.ask(ctx, http.MethodPost, &at, "application/json", body.Bytes(), &out); err != nil {
		return "", fmt.Errorf("making the batch: %w", err)
	}
	if out.Name == "" {
		return "", errors.New("making the batch: the provider names no id")
	}
	return out.Name, nil
}

// find goes through the provider's list, newest first, for our name.
func (g *gemini) find(ctx context.Context, b Batch, _ map[string]bool) (string, error) {
	found := ""
	err := pages(g.root.JoinPath("batches"), "pageSize", "pageToken", func(u *url.URL) (string, error) {
		var page struct {
			All  []geminiOperation `json:"operations"`
			Next string            `json:"nextPageToken"`
		}
		err := g.read(ctx, u, &page)
		for _, one := range page.All {
			if one.Metadata.Title == title(b) {
				found = one.Name
				return "", err
			}
		}
		return page.Next, err
	})
	return found, err
}

// at is the address of a batch. Its name cannot lead elsewhere.
func (g *gemini) at(name string) *url.URL { return g.root.JoinPath("batches", path.Base(name)) }

// read asks for what may hold the answers of a whole batch.
func (g *gemini) read(ctx context.Context, u *url.URL, into any) error {
	return g.do(ctx, http.MethodGet, u, "", nil, func(r io.Reader) error { return json.NewDecoder(r).Decode(into) })
}

func (g *gemini) state(ctx context.Context, name string) (state, error) {
	var o geminiOperation
	if err := g.read(ctx, g.at(name), &o); err != nil {
		return state{}, err
	}
	s := state{ended: o.Done, files: []string{g.at(name).String()}}
	_, how, _ := strings.Cut(o.Metadata.State, "_STATE_") // BATCH_ or JOB_
	switch how {
	case "SUCCEEDED", "CANCELLED", "EXPIRED":
		s.ended = true
	case "FAILED":
		s.ended, s.failed = true, "the provider refused the batch"
		if o.Error != nil {
			s.failed += ": " + o.Error.Message
		}
	}
	return s, nil
}

func (g *gemini) results(ctx context.Context, s state, each func(string, int, []byte)) error {
	u, err := g.own(s.files[0])
	if err != nil {
		return err
	}
	var o geminiOperation
	if err := g.read(ctx, u, &o); err != nil {
		return fmt.Errorf("reading the results: %w", err)
	}
	all := o.Response.Inlined.All
	if len(all) == 0 {
		all = o.Metadata.Output.Inlined.All
	}
	for _, r := range all {
		switch {
		case r.Error != nil:
			each(r.Metadata.Key, r.Error.status(), errorBody(cmp.Or(r.Error.Message, "the call failed in its batch")))
		case len(r.Response) > 0:
			each(r.Metadata.Key, http.StatusOK, r.Response)
		}
	}
	return nil
}

// status returns the status that a live call would have had for an error.
func (f *geminiFault) status() int {
	switch f.Code {
	case 3, 9, 11: // invalid argument, failed precondition, out of range
		return http.StatusBadRequest
	case 5:
		return http.StatusNotFound
	case 7:
		return http.StatusForbidden
	case 8:
		return http.StatusTooManyRequests
	case 16:
		return http.StatusUnauthorized
	}
	return http.StatusServiceUnavailable // tried again, like what the provider could not do
}
