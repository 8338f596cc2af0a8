package model

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"adhere"
)

// Answering returns m without empty answers: a reply without text is an
// Unusable error that says where the text went. The call is paid for all the
// same, so it belongs outside the cache, where the reply is stored and not
// bought again. A model that is so already is returned as it is.
func Answering(m adhere.Model) adhere.Model {
	m = present(m)
	if already, ok := m.(*answering); ok {
		return already
	}
	return &answering{wrapper{m, func(ctx context.Context, req *adhere.Request, a asking) (*adhere.Response, error) {
		resp, err := a.call(ctx, req)
		if err != nil {
			return nil, err
		}
		return answered(a.model, req, resp)
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

// An Unreadable is a reply that came with status 200, so that it has probably been
// paid for, and cannot be read: it breaks off, is not what the wire format says,
// or is too long to be held. It is the cause inside the *adhere.Error that a
// model returns, which Fault makes.
type Unreadable struct {
	Err   error        // why it cannot be read
	Body  string       // its beginning, without keys
	Batch string       // the batch that brought it, as in a Response
	Usage adhere.Usage // what it took, estimated
}

// Error returns why the reply cannot be read.
func (u *Unreadable) Error() string { return u.Err.Error() }

// Unwrap returns why the reply cannot be read.
func (u *Unreadable) Unwrap() error { return u.Err }

// asUnreadable finds the unreadable reply that err came from; nil if none.
func asUnreadable(err error) *Unreadable {
	u, _ := errors.AsType[*Unreadable](err)
	return u
}

// response is how an unreadable reply is stored.
func (u *Unreadable) response(name, server string) *adhere.Response {
	return &adhere.Response{Model: name, Server: server, Finish: adhere.FinishBroken, Raw: u.Body, Batch: u.Batch, Warnings: []string{u.Error()}, Usage: u.Usage}
}

// Fault returns the error, Unusable, of a call to the named model that was
// answered so.
func (u *Unreadable) Fault(name, hint string) error {
	return &adhere.Error{Code: adhere.Unusable, Message: name + ": the reply, which was probably paid for, cannot be read", Err: u, Hint: hint}
}

// kept is the error where the reply is stored.
func (u *Unreadable) kept(name string) error {
	return u.Fault(name, "it is not requested again without --no-cache; adhere cache unreadable shows its beginning")
}

// storedUnreadable is the error of an unreadable reply that was found stored.
func storedUnreadable(name string, resp *adhere.Response) error {
	return (&Unreadable{Err: errors.New(strings.Join(resp.Warnings, "; ")), Usage: resp.Usage}).kept(name)
}
