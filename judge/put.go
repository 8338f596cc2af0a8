package judge

import (
	"context"

	"adhere"
	"adhere/prompt"
)

// A Reply is a model's reply to a question. Why is empty if it could be read;
// otherwise it says why not, and Value means nothing.
type Reply[T any] struct {
	Value T
	Raw   string
	Why   string
	Calls []string     // keys of the stored calls, the last of which has Raw
	Usage adhere.Usage // of all calls
}

// Put renders a template, puts it to the model and reads the reply; one that
// cannot be read is asked for again as often as Options.Reasks says. Of the
// options, Model, Pack, Params, Reasks and Attempt count. A prompt that a filter
// withholds, or a reply that breaks off, concerns this question alone: the Reply says
// why it cannot be read. Any other call that fails is an error.
func Put[T any](ctx context.Context, o Options, template string, data prompt.Data, read func(reply string) (T, error)) (Reply[T], error) {
	if err := o.checkModel(template); err != nil {
		return Reply[T]{}, err
	}
	c := newCaller(o)
	c.Schema, c.spared = false, []adhere.Code{adhere.Unusable}
	return askTemplate(ctx, c, template, data, form[T]{read: read})
}

// FirstRequest returns the request that Put begins with, for estimates.
func FirstRequest(o Options, template string, data prompt.Data) (*adhere.Request, error) {
	c := newCaller(o)
	messages, err := c.Pack.Render(template, data)
	if err != nil {
		return nil, err
	}
	return &adhere.Request{Messages: messages, Params: c.params, Attempt: c.Attempt}, nil
}
