package eval

import (
	"context"
	"fmt"
	"iter"

	"adhere"
)

// A keptCall is a reply and the messages that it answers.
type keptCall struct {
	asked []adhere.Message
	reply adhere.Response
}

// Get returns the reply that was kept under key, and whether there is one.
// With Put it makes a Memory model.Calls.
func (m *Memory) Get(_ context.Context, key string) (*adhere.Response, bool, error) {
	if err := m.missing(); err != nil {
		return nil, false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.calls[key]
	return &c.reply, ok, nil
}

// Put keeps a model's reply under key.
func (m *Memory) Put(_ context.Context, key, _ string, req *adhere.Request, resp *adhere.Response) error {
	if err := m.missing(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.calls == nil {
		m.calls = map[string]keptCall{}
	}
	m.calls[key] = keptCall{req.Messages, *resp}
	return nil
}

// Asked returns the messages that the reply kept under key answers. The
// error's code is NotFound where there is none.
func (m *Memory) Asked(_ context.Context, key string) ([]adhere.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.calls[key]
	if !ok {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("no stored call has the key %.64q", key)}
	}
	return c.asked, nil
}

// Browse returns the records of a run, and a function that returns those at the
// given places among them, from 0.
func (m *Memory) Browse(ctx context.Context, id string) (slim iter.Seq2[*adhere.Record, error], only func(places []int) iter.Seq2[*adhere.Record, error]) {
	return m.Records(ctx, id), func(places []int) iter.Seq2[*adhere.Record, error] {
		return func(yield func(*adhere.Record, error) bool) {
			all, err := m.records(id)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, place := range places {
				if !yield(all[place], nil) {
					return
				}
			}
		}
	}
}
