package model

import (
	"context"
	"fmt"
	"strings"

	"adhere"
)

// WrongModel begins the warning of a reply that another model gave than the
// asked one.
const WrongModel = "wrong model: "

func wrongModelWarning(asked, answered string) string {
	return fmt.Sprintf("%s%q was asked and %q answered", WrongModel, asked, answered)
}

// Noticing returns m with see told of each reply, stored ones too, that says
// that another model gave it than was asked. It may be told so again and by
// several calls at once.
func Noticing(m adhere.Model, see func(warning string)) adhere.Model { return &noticing{m, see} }

type noticing struct {
	adhere.Model
	see func(string)
}

// Unwrap returns the model inside.
func (m *noticing) Unwrap() adhere.Model { return m.Model }

func (m *noticing) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	return m.look(m.Model.Generate(ctx, req))
}

func (m *noticing) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	return m.look(Stream(ctx, m.Model, req, each))
}

func (m *noticing) look(resp *adhere.Response, err error) (*adhere.Response, error) {
	if err != nil {
		return nil, err
	}
	for _, w := range resp.Warnings {
		if strings.HasPrefix(w, WrongModel) {
			m.see(w)
		}
	}
	return resp, nil
}
