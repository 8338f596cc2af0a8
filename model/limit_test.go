package model_test

import (
	"context"
	"slices"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// whole is a model that cannot stream.
type whole struct{}

func (whole) Name() string { return "r/m" }

func (whole) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	return &adhere.Response{Text: "b", Reasoning: "a"}, nil
}

func TestStreamOfAModelThatCannot(t *testing.T) {
	m := whole{}
	var got []adhere.Chunk
	read := func(c adhere.Chunk) error { got = append(got, c); return nil }
	resp, err := model.Stream(t.Context(), m, modeltest.Ask("x"), read)
	if err != nil || resp.Text != "b" || !slices.Equal(got, []adhere.Chunk{{Text: "b", Reasoning: "a"}}) {
		t.Errorf("%v, %v", got, err)
	}
}
