package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"adhere"
)

// Answering returns m without empty answers: a reply without text is an
// Unusable error that says where the text went. The call is paid for all the
// same, so it belongs outside the cache, where the reply is stored and not
// bought again. A model that is so already is returned as it is.
func Answering(m adhere.Model) adhere.Model {
	if already, ok := m.(*answering); ok {
		return already
	}
	return &answering{wrapper{m, func(ctx context.Context, req *adhere.Request, call asking) (*adhere.Response, error) {
		resp, err := call(ctx, req)
		if err != nil {
			return nil, err
		}
		return answered(m.Name(), req, resp)
	}}}
}

type answering struct{ wrapper }

// answered returns a response that has text, and an error for one without.
func answered(name string, req *adhere.Request, resp *adhere.Response) (*adhere.Response, error) {
	why := resp.Emptiness()
	if why == "" {
		return resp, nil
	}
	e := &adhere.Error{Code: adhere.Unusable, Message: name + ": the answer is empty: " + why, Hint: "--allow-empty judges empty answers as they are"}
	if resp.Finish == adhere.FinishLength || resp.Reasoning != "" {
		e.Hint = "allow more with --max-tokens, or have the model reason less; " + e.Hint
		if n := req.Params.MaxTokens; n != nil {
			e.Message += fmt.Sprintf(" (max_tokens was %d)", *n)
		}
	}
	return nil, e
}

// unreadable is a reply that came with status 200, so that it has probably been
// paid for, and cannot be read: it breaks off, is not what the wire format says,
// or is too long to be held.
type unreadable struct {
	error
	body  string // its beginning, without keys
	usage adhere.Usage
}

func (u *unreadable) Unwrap() error { return u.error }

// asUnreadable finds the unreadable reply that err came from; nil if none.
func asUnreadable(err error) *unreadable {
	u, _ := errors.AsType[*unreadable](err)
	return u
}

// keptBody bounds what is kept of a reply that cannot be read, in bytes.
const keptBody = 64 << 10

// A beginning keeps the first keptBody bytes of what is read.
type beginning struct {
	io.Reader
	read []byte
}

func (b *beginning) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.read = append(b.read, p[:min(n, keptBody-len(b.read))]...)
	return n, err
}

// response is how an unreadable reply is stored.
func (u *unreadable) response(name, server string) *adhere.Response {
	return &adhere.Response{Model: name, Server: server, Finish: adhere.FinishBroken, Raw: u.body, Warnings: []string{u.Error()}, Usage: u.usage}
}

// fault is the error of a call that was answered so.
func (u *unreadable) fault(name, hint string) error {
	return &adhere.Error{Code: adhere.Unusable, Message: name + ": the reply, which was probably paid for, cannot be read", Err: u, Hint: hint}
}

// kept is the error where the reply is stored.
func (u *unreadable) kept(name string) error {
	return u.fault(name, "it is not requested again without --no-cache; adhere cache unreadable shows its beginning")
}

// storedUnreadable is the error of an unreadable reply that was found stored.
func storedUnreadable(name string, resp *adhere.Response) error {
	return (&unreadable{error: errors.New(strings.Join(resp.Warnings, "; "))}).kept(name)
}
