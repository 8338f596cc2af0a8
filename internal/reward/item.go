package reward

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"adhere"
	"adhere/internal/serving"
	"adhere/verify/ruling"
)

// Bounds of one item. What is asked is kept for the next item that asks the
// same, so it must not be long.
const (
	maxRequirements = 1000
	maxRequirement  = 4 << 10  // bytes of one in plain English
	maxRule         = 16 << 10 // bytes of one rule's arguments
)

// A scored is the answer to an item with several requirements.
type scored struct {
	ID      string          `json:"id,omitempty"`
	Reward  *float64        `json:"reward"`  // Met of Decided, 0 to 1; nil where nothing is decided
	Met     int             `json:"met"`     // requirements that are wholly decided, and met
	Decided int             `json:"decided"` // requirements that are wholly decided
	Of      int             `json:"of"`      // requirements
	Answers []ruling.Answer `json:"answers"` // in their order
}

// A failed is the answer to an item that cannot be answered.
type failed struct {
	ID    string          `json:"id,omitempty"`
	Index int             `json:"index"` // of the item in its batch, from 0
	Error json.RawMessage `json:"error"`
}

// answer answers one item: a ruling.Answer, or a scored where it has
// requirements.
func (s *Service) answer(raw []byte) (any, string, error) {
	var several struct {
		ID           json.RawMessage   `json:"id"`
		Text         json.RawMessage   `json:"text"`
		Requirements []json.RawMessage `json:"requirements"`
	}
	if !bytes.Contains(raw, []byte(`"requirements"`)) {
		return s.one(raw)
	}
	if err := json.Unmarshal(raw, &several); err != nil {
		return nil, "", serving.BadRequest("requirements", "a list of requirements and rules wanted: "+err.Error())
	}
	if several.Requirements == nil {
		return s.one(raw)
	}
	head, err := ruling.ReadQuestion(question(several.ID, several.Text, []byte(`"requirement":"-"`)))
	if err != nil {
		return nil, head.ID, err
	}
	return s.all(head, several.Requirements)
}

// question puts a question's JSON together.
func question(id, text json.RawMessage, what []byte) []byte {
	parts := [][]byte{what}
	if id != nil {
		parts = append(parts, append([]byte(`"id":`), id...))
	}
	if text != nil {
		parts = append(parts, append([]byte(`"text":`), text...))
	}
	return append(append([]byte{'{'}, bytes.Join(parts, []byte{','})...), '}')
}

func (s *Service) one(raw []byte) (any, string, error) {
	q, err := ruling.ReadQuestion(raw)
	if err != nil {
		return nil, q.ID, err
	}
	a, err := s.decide(q)
	return &a, q.ID, err
}

// all decides each requirement of one text; one that is no requirement or
// rule fails the item, since a reward without it would mislead.
func (s *Service) all(head ruling.Question, requirements []json.RawMessage) (any, string, error) {
	if n := len(requirements); n == 0 || n > maxRequirements {
		return nil, head.ID, serving.BadRequest("requirements", fmt.Sprintf("%d requirements, 1 to %d wanted", n, maxRequirements))
	}
	out := &scored{ID: head.ID, Of: len(requirements), Answers: make([]ruling.Answer, len(requirements))}
	for i, raw := range requirements {
		q := ruling.Question{Text: head.Text}
		err := readRequirement(raw, &q)
		if err == nil {
			out.Answers[i], err = s.decide(q)
		}
		if err != nil {
			return nil, head.ID, serving.BadRequest(fmt.Sprintf("requirements[%d]", i), err.Error())
		}
		switch out.Answers[i].Outcome() {
		case adhere.Met:
			out.Met++
			out.Decided++
		case adhere.NotMet:
			out.Decided++
		default: // a judge's to decide: no reward can be made of it
		}
	}
	if out.Decided > 0 {
		share := float64(out.Met) / float64(out.Decided)
		out.Reward = &share
	}
	return out, head.ID, nil
}

// readRequirement reads a requirement in plain English or a rule.
func readRequirement(raw json.RawMessage, q *ruling.Question) (err error) {
	if len(raw) == 0 || raw[0] != '"' {
		q.Rule, err = ruling.ReadRule(raw)
		return err
	}
	if err := json.Unmarshal(raw, &q.Requirement); err != nil {
		return err
	}
	if q.Requirement == "" {
		return errors.New("a requirement or a rule wanted, got an empty text")
	}
	return nil
}

// decide answers a question of bounded size. A checker that panics fails its
// item, not the service.
func (s *Service) decide(q ruling.Question) (a ruling.Answer, err error) {
	if len(q.Requirement) > maxRequirement {
		return a, serving.BadRequest("requirement", fmt.Sprintf("%d bytes, at most %d wanted", len(q.Requirement), maxRequirement))
	}
	if q.Rule != nil && len(q.Rule.Args)+len(q.Rule.Name) > maxRule {
		return a, serving.BadRequest("rule", fmt.Sprintf("%d bytes, at most %d wanted", len(q.Rule.Args)+len(q.Rule.Name), maxRule))
	}
	defer func() {
		if fault := recover(); fault != nil {
			a, err = ruling.Answer{}, &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("the checker panicked: %v", fault)}
		}
	}()
	return s.Decider.Decide(q)
}
