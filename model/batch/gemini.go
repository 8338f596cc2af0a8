package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"adhere/internal/lists"
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

// A geminiOperation is what a batch is there, but for its results, which may be
// large: they are read one by one.
type geminiOperation struct {
	Name  string // batches/ID
	Done  bool
	Title string
	State string
	Error *geminiFault
}

type geminiFault struct {
	Code    int    `json:"code"` // of gRPC
	Message string `json:"message"`
}

type geminiResult struct {
	Metadata struct {
		Key string `json:"key"`
	} `json:"metadata"`
	Response json.RawMessage `json:"response"`
	Error    *geminiFault    `json:"error"`
}

// read reads an operation, and each of its results if they are wanted.
func (o *geminiOperation) read(d *document, each func(geminiResult)) error {
	result := func() error {
		if each == nil {
			return d.skip()
		}
		var r geminiResult
		err := d.value(&r)
		if err == nil {
			each(r)
		}
		return err
	}
	return d.members("", map[string]func() error{
		"/name": d.into(&o.Name), "/done": d.into(&o.Done), "/error": d.into(&o.Error),
		"/metadata/displayName": d.into(&o.Title), "/metadata/state": d.into(&o.State),
		"/response/inlinedResponses/inlinedResponses/-":        result,
		"/metadata/output/inlinedResponses/inlinedResponses/-": result,
	})
}

// title is our name of a batch, at the provider.
func title(b Batch) string { return mark + " " + b.ID }

func (g *gemini) send(ctx context.Context, b Batch, calls []*call) (string, error) {
	type request struct {
		Request  json.RawMessage   `json:"request"`
		Metadata map[string]string `json:"metadata"`
	}
	requests := lists.Map(calls, func(one *call) request { return request{one.body, map[string]string{"key": one.key}} })
	at := *g.url
	at.Path, at.RawPath = strings.TrimSuffix(at.Path, ofGemini)+":batchGenerateContent", ""
	return g.make(ctx, &at, map[string]any{"batch": map[string]any{
		"displayName": title(b),
		"inputConfig": map[string]any{"requests": map[string]any{"requests": requests}},
	}})
}

// find goes through the provider's list, newest first, for our name.
func (g *gemini) find(ctx context.Context, b Batch, _ map[string]bool, _ []*call) (string, error) {
	found := ""
	err := pages(g.root.JoinPath("batches"), "pageSize", "pageToken", func(u *url.URL) (next string, err error) {
		err = g.do(ctx, http.MethodGet, u, "", nil, func(r io.Reader) error {
			d := newDocument(r)
			return d.members("", map[string]func() error{"/nextPageToken": d.into(&next), "/operations/-": func() error {
				var o geminiOperation
				err := o.read(d, nil)
				if o.Title == title(b) && found == "" {
					found = o.Name
				}
				return err
			}})
		})
		if found != "" {
			next = ""
		}
		return next, err
	})
	return found, err
}

// at is the address of a batch. Its name cannot lead elsewhere.
func (g *gemini) at(name string) *url.URL { return g.root.JoinPath("batches", path.Base(name)) }

// operation asks how far a batch is, and for each of its results if they are
// wanted.
func (g *gemini) operation(ctx context.Context, u *url.URL, each func(geminiResult)) (o geminiOperation, err error) {
	err = g.do(ctx, http.MethodGet, u, "", nil, func(r io.Reader) error { return o.read(newDocument(r), each) })
	return o, err
}

func (g *gemini) state(ctx context.Context, name string) (state, error) {
	o, err := g.operation(ctx, g.at(name), nil)
	if err == nil && o.Name == "" {
		err = errNoBatch
	}
	if err != nil {
		return state{}, err
	}
	s := state{ended: o.Done, files: []string{g.at(name).String()}}
	_, how, _ := strings.Cut(o.State, "_STATE_") // BATCH_ or JOB_
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
	_, err = g.operation(ctx, u, func(r geminiResult) {
		switch {
		case r.Error != nil:
			each(r.Metadata.Key, r.Error.status(), errorBody(cmp.Or(r.Error.Message, "the call failed in its batch")))
		case len(r.Response) > 0:
			each(r.Metadata.Key, http.StatusOK, r.Response)
		}
	})
	if err != nil {
		return fmt.Errorf("reading the results: %w", err)
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
