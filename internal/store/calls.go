package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"adhere"
	"adhere/internal/runfile"
)

// Get returns the stored reply to the request with that key, and whether
// there is one.
func (s *Store) Get(ctx context.Context, key string) (*adhere.Response, bool, error) {
	packed, err := s.lookUp(ctx, key)
	if packed == nil && err == nil {
		return nil, false, nil
	}
	resp := new(adhere.Response)
	if err == nil {
		err = s.packer.unpack(packed, resp)
	}
	if err != nil {
		return nil, false, s.failure("read a stored call", err)
	}
	return resp, true, nil
}

// The kinds of values that are packed together: requests and replies by model,
// records, instructions, and what metrics read of both.
const (
	requestsOf   = "request "
	repliesOf    = "reply "
	ofRecords    = "record"
	instructions = "instruction"
	heads        = "head"
	marks        = "marks"
)

// Put stores a finished call under the request's key, with the model's name.
// It returns once the call would survive a power cut, even if ctx
// has ended meanwhile: the call is paid for. It takes the place of a call that
// is there already: whoever made it anew did not want that one.
func (s *Store) Put(_ context.Context, key, model string, req *adhere.Request, resp *adhere.Response) error {
	request, err := s.packer.packAs(requestsOf+model, req)
	if err != nil {
		return fmt.Errorf("store a call of %s: %w", model, err)
	}
	response, err := s.packer.packAs(repliesOf+model, resp)
	if err != nil {
		return fmt.Errorf("store a call of %s: %w", model, err)
	}
	created := s.now()
	return s.failure("store a call", s.commitRows(func(t *tx) error {
		return t.putCall(callRow{key, model, request, response, created})
	}))
}

// Asked returns the messages of the stored call with that key; see Call.
func (s *Store) Asked(ctx context.Context, key string) ([]adhere.Message, error) {
	var asked struct{ Messages []adhere.Message }
	err := s.callRow(ctx, key, "request", unpacked{s.packer, &asked})
	return asked.Messages, err
}

// Call returns the stored call with that key. The error's code is NotFound
// where there is none.
func (s *Store) Call(ctx context.Context, key string) (*runfile.Call, error) {
	c := new(runfile.Call)
	return c, s.callRow(ctx, key, callColumns, s.callInto(c)...)
}

const callColumns = "key, model, request, response, created"

func (s *Store) callInto(c *runfile.Call) []any {
	return []any{&c.Key, &c.Model, unpacked{s.packer, &c.Request}, unpacked{s.packer, &c.Response}, asTime{&c.Created}}
}

// callRow reads columns of the stored call with that key.
func (s *Store) callRow(ctx context.Context, key, columns string, into ...any) error {
	err := s.reader.row(ctx, "select "+columns+" from calls where key = $1", []any{key}, into...)
	return s.failure("read a stored call", noRow(err, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("no stored call has the key %.64q", key)}))
}

// A CallStat sums up the stored calls of one model.
type CallStat struct {
	Model  string    `json:"model"`
	Count  int       `json:"count"`
	Bytes  int64     `json:"bytes"` // as stored, compressed
	Oldest time.Time `json:"oldest"`
	Newest time.Time `json:"newest"`
}

// CallStats returns a line per model, in order of name.
func (s *Store) CallStats(ctx context.Context) ([]CallStat, error) {
	return find(ctx, s, "sum up the stored calls", `select model, count(*), sum(length(request) + length(response)), min(created), max(created)
		from calls group by model order by model`, nil, func(c *CallStat) []any {
		return []any{&c.Model, &c.Count, &c.Bytes, asTime{&c.Oldest}, asTime{&c.Newest}}
	})
}

// An UnreadableCall is a stored call whose reply was probably paid for and
// cannot be read.
type UnreadableCall struct {
	Model  string    `json:"model"`
	Time   time.Time `json:"time"`   // when it was stored
	Reason string    `json:"reason"` // why the reply cannot be read
	Reply  string    `json:"reply"`  // its beginning, as the server sent it, without keys
}

// UnreadableCalls returns them, the latest first. It reads every stored reply.
func (s *Store) UnreadableCalls(ctx context.Context) ([]UnreadableCall, error) {
	var out []UnreadableCall
	err := s.reader.each(ctx, "select model, response, created from calls order by created desc, key", nil, func(rows *sql.Rows) error {
		var c UnreadableCall
		var packed sql.RawBytes
		var created int64
		if err := rows.Scan(&c.Model, &packed, &created); err != nil {
			return err
		}
		var reply struct {
			Finish   adhere.Finish
			Raw      string
			Warnings []string
		}
		if err := s.packer.unpack(packed, &reply); err != nil || reply.Finish != adhere.FinishBroken {
			return err
		}
		c.Time, c.Reason, c.Reply = timeOf(created), strings.Join(reply.Warnings, "; "), reply.Raw
		out = append(out, c)
		return nil
	})
	return out, s.failure("look for replies that cannot be read", err)
}
