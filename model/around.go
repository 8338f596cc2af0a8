package model

import (
	"context"
	"fmt"

	"adhere"
)

// An asking makes one call, whole or streamed.
type asking func(context.Context, *adhere.Request) (*adhere.Response, error)

// around returns m with something done around each of its calls, whole or
// streamed alike.
func around(m adhere.Model, do func(context.Context, *adhere.Request, asking) (*adhere.Response, error)) adhere.Model {
	return &wrapper{m, do}
}

type wrapper struct {
	adhere.Model
	around func(context.Context, *adhere.Request, asking) (*adhere.Response, error)
}

func (w *wrapper) Unwrap() adhere.Model { return w.Model }

func (w *wrapper) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	return w.around(ctx, req, func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
		resp, err := w.Model.Generate(ctx, req)
		if resp == nil && err == nil {
			err = fmt.Errorf("model %s gave neither a reply nor an error", w.Name())
		}
		return resp, err
	})
}

func (w *wrapper) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	return w.around(ctx, req, func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
		return Stream(ctx, w.Model, req, each)
	})
}
