package reward

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"adhere/internal/plainjson"
	"adhere/internal/serving"
	"adhere/verify/ruling"
)

// A job is one item on its way through the service.
type job struct {
	index int
	raw   []byte
	err   error // what is wrong with the item, before it was read
	done  chan struct{}
	out   []byte
}

// A pipeline decides the items of one request by several workers and gives
// the answers back in order. Its channels hold all items that a request may
// have: neither a caller that does not read nor one that does not send can
// hold up the other side.
type pipeline struct {
	service *Service
	ctx     context.Context
	work    chan *job
	order   chan *job
	workers sync.WaitGroup
}

func (s *Service) pipeline(ctx context.Context, room int) *pipeline {
	p := &pipeline{service: s, ctx: ctx, work: make(chan *job, room), order: make(chan *job, room)}
	for range min(s.Workers, room) {
		p.workers.Go(p.decide)
	}
	return p
}

// add takes an item, or what is wrong with it.
func (p *pipeline) add(index int, raw []byte, err error) {
	j := &job{index: index, raw: raw, err: err, done: make(chan struct{})}
	p.work <- j
	p.order <- j
}

// close says that no more items come.
func (p *pipeline) close() {
	close(p.work)
	close(p.order)
}

// answers passes each answer on, in order, until emit fails. More says whether
// another answer is there already.
func (p *pipeline) answers(emit func(answer []byte, more bool) error) error {
	var failure error
	for j := range p.order {
		<-j.done
		if failure == nil {
			failure = emit(j.out, len(p.order) > 0)
		}
		j.out = nil
	}
	p.workers.Wait()
	return failure
}

// decide works through items. Each waits for one of the service's slots: a
// large batch leaves every other one its turn.
func (p *pipeline) decide() {
	for j := range p.work {
		select {
		case p.service.slots <- struct{}{}:
			p.service.do(p.ctx, j)
			<-p.service.slots
		case <-p.ctx.Done():
			p.service.do(p.ctx, j)
		}
		close(j.done)
	}
}

// do answers one item. After the deadline, all that are left fail at once.
func (s *Service) do(ctx context.Context, j *job) {
	var answer any
	id, err := "", j.err
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		begun := time.Now()
		answer, id, err = s.Answerer.Answer(j.raw)
		s.seconds.Observe(time.Since(begun).Seconds())
	}
	j.raw = nil
	if err != nil {
		answer = &failed{ID: id, Index: j.index, Error: errorBody(err)}
	}
	s.items.Add(1, resultOf(answer))
	j.out = encode(answer)
}

// errorBody returns what is inside of {"error":…}.
func errorBody(err error) json.RawMessage {
	e := *serving.ErrorOf(err)
	if field := ruling.FieldOf(err); field != "" {
		e.Param = field
	}
	var body struct {
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(e.Body(), &body); err != nil {
		panic("an error's body is not JSON: " + err.Error())
	}
	return body.Error
}

func encode(v any) []byte {
	b, err := plainjson.Marshal(v)
	if err != nil {
		return encode(&failed{Error: errorBody(err)}) // a rule's arguments were read as JSON, so this does not happen
	}
	return append(b, '\n')
}
