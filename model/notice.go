package model

import (
	"context"
	"strings"

	"adhere"
)

// WrongModel begins the warning of a reply that another model gave than the
// asked one.
const WrongModel = "wrong model: "

// Noticing returns m with see told of each reply, stored ones too, that says
// that another model gave it than was asked. It may be told so again and by
// several calls at once.
func Noticing(m adhere.Model, see func(warning string)) adhere.Model {
	return around(m, func(ctx context.Context, req *adhere.Request, call asking) (*adhere.Response, error) {
		resp, err := call(ctx, req)
		if err == nil {
			notify(resp, see)
		}
		return resp, err
	})
}

func notify(resp *adhere.Response, see func(string)) {
	for _, w := range resp.Warnings {
		if strings.HasPrefix(w, WrongModel) {
			see(w)
		}
	}
}
