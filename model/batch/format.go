package batch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"adhere/internal/lazyregexp"
	"adhere/internal/plainjson"
	"adhere/internal/replies"
)

// A format is one provider's batch interface.
type format interface {
	// send makes a batch and returns the provider's name of it. A refusal below
	// 500, or notMade, says that it was not made; after any other error it may have been.
	send(ctx context.Context, b Batch, calls []*call) (string, error)
	// find looks for a batch of which it is not known whether it was made; ""
	// says that it was not, undecided that it may be one of several. known are the names of
	// those that are known, calls some of those in it.
	find(ctx context.Context, b Batch, known map[string]bool, calls []*call) (string, error)
	// state says how far a batch is.
	state(ctx context.Context, name string) (state, error)
	// results calls each for every result, in any order; a line that came
	// before may come again.
	results(ctx context.Context, s state, each func(key string, status int, body []byte)) error
}

// A state is how far a batch is.
type state struct {
	ended  bool
	failed string   // why the whole batch was refused
	files  []string // addresses of results
}

// formatOf returns the batch interface beside the address of a call, nil if
// there is none.
func formatOf(u *url.URL) func(*client) format {
	switch {
	case strings.HasSuffix(u.Path, "/chat/completions"):
		return func(c *client) format { return newOpenAI(c) }
	case strings.HasSuffix(u.Path, "/messages"):
		return func(c *client) format { return &anthropic{c, c.url.JoinPath("batches"), map[string]bool{}} }
	case strings.HasSuffix(u.Path, ofGemini) && strings.Contains(u.Path, "/models/"):
		return func(c *client) format { return newGemini(c) }
	}
	return nil
}

// mostBytes bounds a batch of calls to an address.
func mostBytes(u *url.URL) int {
	if strings.HasSuffix(u.Path, ofGemini) {
		return geminiBytes
	}
	return maxBytes
}

// cut cuts calls into batches of so many calls, and bytes, at most.
func cut(calls []*call, most, bytes int) (batches [][]*call) {
	from, size := 0, 0
	for i, one := range calls {
		n := one.size()
		if i > from && (i-from == most || size+n > bytes) {
			batches, from, size = append(batches, calls[from:i]), i, 0
		}
		size += n
	}
	if from < len(calls) {
		batches = append(batches, calls[from:])
	}
	return batches
}

// size is how much a call takes in a batch.
func (c *call) size() int { return len(c.body) + 200 }

// Takes reports whether calls to an address can go in batches.
func Takes(u *url.URL) bool { return formatOf(u) != nil }

// A client makes the calls to one provider's batch interface.
type client struct {
	base   http.RoundTripper
	url    *url.URL    // of a call
	header http.Header // the call's, with its key
}

// A refusal is an answer with another status than 200.
type refusal struct {
	status int
	body   []byte
}

func (r *refusal) Error() string {
	return fmt.Sprintf("the provider answered %d: %.300s", r.status, bytes.TrimSpace(r.body))
}

// longestCall bounds one call to a batch interface; uploads and results take
// their time.
const longestCall = 10 * time.Minute

// do makes a call and hands over the body of its answer.
func (c *client) do(ctx context.Context, method string, u *url.URL, kind string, body []byte, read func(io.Reader) error) error {
	ctx, cancel := context.WithTimeout(ctx, longestCall)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header = c.header.Clone()
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	resp, err := c.base.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		said, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
		return &refusal{resp.StatusCode, said}
	}
	return read(resp.Body)
}

// ask makes a call whose answer is one JSON object.
func (c *client) ask(ctx context.Context, method string, u *url.URL, kind string, body []byte, into any) error {
	return c.do(ctx, method, u, kind, body, func(r io.Reader) error {
		return json.NewDecoder(io.LimitReader(r, 16<<20)).Decode(into)
	})
}

// make makes a batch of a request and returns the provider's name of it.
func (c *client) make(ctx context.Context, u *url.URL, request any) (string, error) {
	body, err := plainjson.Marshal(request)
	if err != nil {
		return "", err
	}
	var made struct{ ID, Name string } // one of them
	if err := c.ask(ctx, http.MethodPost, u, "application/json", body, &made); err != nil {
		return "", fmt.Errorf("making the batch: %w", err)
	}
	name := cmp.Or(made.ID, made.Name)
	if name == "" {
		return "", errors.New("making the batch: the provider names no id")
	}
	return name, nil
}

// mostPages bounds a list of batches, of a hundred each.
const mostPages = 1000

// pages goes through a provider's list of batches, newest first. Read asks for a
// page and returns what the parameter token has for the next one, "" where
// nothing more is wanted.
func pages(list *url.URL, size, token string, read func(*url.URL) (next string, err error)) error {
	q := url.Values{size: {"100"}}
	for range mostPages {
		u := *list
		u.RawQuery = q.Encode()
		next, err := read(&u)
		if err != nil || next == "" {
			return err
		}
		q.Set(token, next)
	}
	return fmt.Errorf("the provider's list of batches does not end after %d pages", mostPages)
}

// own returns the address, if it is one of the server that has the key.
func (c *client) own(address string) (*url.URL, error) {
	u, err := c.url.Parse(address)
	if err != nil || u.Host != c.url.Host || u.Scheme != c.url.Scheme {
		return nil, fmt.Errorf("the results are said to be at %q, which is not at %s: they are not fetched", address, c.url.Host)
	}
	return u, nil
}

// customID finds whose a line of results is that is no JSON.
var customID = lazyregexp.New(`"custom_id"\s*:\s*"([^"]*)"`)

// lines reads each line of a file of results. One that cannot be read is handed to each
// as it is, as the reply to the call that it names: it has probably been paid for. One
// that names none is an error, once all others are read, and so is the last where the
// file breaks off in it.
func (c *client) lines(ctx context.Context, u *url.URL, each func(string, int, []byte), read func([]byte) error) error {
	return c.do(ctx, http.MethodGet, u, "", nil, func(r io.Reader) error {
		var bad error
		take := func(line []byte, last bool) {
			if len(line) == 0 {
				return
			}
			err := read(line)
			if err == nil {
				return
			}
			if whole := replies.Mended(line); whole != nil && read(whole) == nil {
				return
			}
			if owner := customID.FindStringSubmatch(string(line)); owner != nil && !last {
				each(owner[1], http.StatusOK, bytes.Clone(line))
			} else {
				bad = fmt.Errorf("a line of the results begins %q: %w", replies.Excerpt(string(line), 60), err)
			}
		}
		s, held := bufio.NewScanner(r), []byte(nil)
		s.Buffer(nil, mostResult)
		for s.Scan() {
			take(held, false)
			held = append(held[:0], bytes.TrimSpace(s.Bytes())...)
		}
		switch err := s.Err(); {
		case errors.Is(err, bufio.ErrTooLong): // behind what is held
			take(held, false)
			return errTooLong
		case err != nil: // in the middle of what is held
			return fmt.Errorf("reading the results: %w", err)
		}
		take(held, true)
		return bad
	})
}

// unreadable reports whether what came is no JSON, or of another shape, or is gone: it
// will hardly be another the next time.
func unreadable(err error) bool {
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &shape) || gone(err) || errors.Is(err, errNoBatch)
}

// gone reports whether the provider does not have what was asked for, or no longer.
func gone(err error) bool {
	refused, ok := errors.AsType[*refusal](err)
	return ok && (refused.status == http.StatusNotFound || refused.status == http.StatusGone)
}

// undecided is the error of a batch of which it cannot be told yet which one it is, or
// whether it was made.
type undecided struct{ error }

// errNoBatch is the error of what says nothing of how far a batch is.
var errNoBatch = errors.New("the provider's answer is no batch")

// notMade is the error of a batch that was not made for certain.
type notMade struct{ error }

// errorBody is an error as OpenAI and Anthropic both write it.
func errorBody(message string) []byte {
	b, _ := json.Marshal(map[string]any{"type": "error", "error": map[string]string{"type": "batch_error", "message": message}})
	return b
}
