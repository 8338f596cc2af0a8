package model

import (
	"context"
	"fmt"

	"adhere"
)

// An asking is one call, whole or streamed.
type asking struct {
	model string // its name
	call  func(context.Context, *adhere.Request) (*adhere.Response, error)
}

// around returns m with something done around each of its calls, whole or
// streamed alike.
func around(m adhere.Model, do func(context.Context, *adhere.Request, asking) (*adhere.Response, error)) adhere.Model {
	return &wrapper{present(m), do}
}

// present returns m, or for nil a model whose calls are errors that say so.
func present(m adhere.Model) adhere.Model {
	if m == nil {
		return noModel{}
	}
	return m
}

type noModel struct{}

func (noModel) Name() string { return "no model" }

func (noModel) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return nil, adhere.Errorf(adhere.Invalid, "the model is nil")
}

type wrapper struct {
	adhere.Model
	around func(context.Context, *adhere.Request, asking) (*adhere.Response, error)
}

func (w *wrapper) Unwrap() adhere.Model { return w.Model }

func (w *wrapper) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	return w.around(ctx, req, asking{w.Name(), func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
		resp, err := w.Model.Generate(ctx, req)
		if resp == nil && err == nil {
			err = fmt.Errorf("model %s gave neither a reply nor an error", w.Name())
		}
		return resp, err
	}})
}

func (w *wrapper) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	return w.around(ctx, req, asking{w.Name(), func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
		return Stream(ctx, w.Model, req, each)
	}})
}
