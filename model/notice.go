package model

import (
	"context"
	"strings"

	"adhere"
)

// WrongModel begins the warning of a reply that another model gave than the
// asked one.
const WrongModel = "wrong model: "

// LeftOut ends the warning of a reply to a request that went without a parameter.
const LeftOut = " was left out: the model refuses or ignores it"

// Noticing returns m with see told of each reply, stored ones too, that says
// that another model gave it than was asked, or that a parameter was left out. It
// may be told so again and by several calls at once.
func Noticing(m adhere.Model, see func(warning string)) adhere.Model {
	return around(m, func(ctx context.Context, req *adhere.Request, a asking) (*adhere.Response, error) {
		resp, err := a.call(ctx, req)
		if err == nil {
			notify(resp, see)
		}
		return resp, err
	})
}

func notify(resp *adhere.Response, see func(string)) {
	for _, w := range resp.Warnings {
		if strings.HasPrefix(w, WrongModel) || strings.HasSuffix(w, LeftOut) {
			see(w)
		}
	}
}

// SameModel reports whether the name in a reply is the asked one, both without
// their provider: equal, or a
// dated or tagged version of it such as gpt-4o-2024-08-06 or llama3:latest.
func SameModel(asked, got string) bool {
	asked, got = strings.ToLower(asked), strings.ToLower(got)
	if asked == got || strings.HasSuffix(asked, "-latest") { // which the provider points where it likes
		return true
	}
	rest, ok := strings.CutPrefix(got, asked)
	if !ok {
		rest, ok = strings.CutPrefix(asked, got)
	}
	return ok && versionSuffix(rest)
}

// versionSuffix reports whether the end of a model's name is a version of the
// same model, not part of another's name: "-2024-08-06", "-0613", "-latest",
// "-001", ":latest"; "-2-20260806" is a version of a model whose own name ends in -2.
func versionSuffix(s string) bool {
	if s == "-latest" || s == ":latest" {
		return true
	}
	digits, ok := strings.CutPrefix(s, "-")
	return ok && len(digits) >= 3 && strings.Trim(digits, "0123456789-") == "" && digits[1] != '-'
}
