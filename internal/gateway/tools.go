package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/internal/replies"
	"adhere/verify"
	"adhere/verify/algebra"
)

// A toolFinding says of one call whether its arguments fit the tool's schema.
type toolFinding struct {
	Tool    string         `json:"tool"`
	Outcome adhere.Outcome `json:"outcome"`
	Why     string         `json:"evidence,omitempty"`
}

// toolChecks are the checks of arguments by the names of a request's tools; nil
// for a tool whose schema is missing or cannot be read. Without any check the
// map is nil.
func toolChecks(d *document) map[string]verify.Check {
	checks := map[string]verify.Check{}
	addChecks(checks, "", d.objects("tools"))
	for _, check := range checks {
		if check != nil {
			return checks
		}
	}
	return nil
}

// toolSearch is the type of a tool that finds others: the request need not have those
// that are called.
const toolSearch = "tool_search"

func addChecks(checks map[string]verify.Check, space string, tools []*document) {
	for _, tool := range tools {
		if inner, err := readDocument(tool.get("function")); err == nil {
			tool = inner
		}
		name := space + tool.text("name")
		if inside := tool.objects("tools"); len(inside) > 0 { // it is a namespace
			addChecks(checks, name+".", inside)
			continue
		}
		if tool.text("type") == toolSearch {
			name = toolSearch
		}
		checks[name] = nil
		schema := cmp.Or(string(tool.get("parameters")), string(tool.get("input_schema")))
		if schema == "" || schema == "null" {
			continue
		}
		if check, err := (algebra.Check{Reading: algebra.Parity, Expr: algebra.JSON{Schema: schema}}).Compile(); err == nil {
			checks[name] = check
		}
	}
}

// checkCalls says of each call of a reply whether it can be made.
func (x *exchange) checkCalls(r *reply) (found []toolFinding, fit bool) {
	fit = true
	_, searched := x.toolChecks[toolSearch]
	for _, c := range r.Calls {
		f := toolFinding{Tool: c.Tool(), Outcome: adhere.Met}
		check, known := x.toolChecks[f.Tool]
		switch {
		case !known && !searched:
			f.Outcome, f.Why = adhere.NotMet, "the request has no tool of this name"
		case check != nil:
			if got := check(verify.NewText(cmp.Or(strings.TrimSpace(c.Args.String()), "{}"))); got.Outcome() == adhere.NotMet {
				f.Outcome, f.Why = adhere.NotMet, got.Measured
			}
		}
		fit = fit && f.Outcome == adhere.Met
		found = append(found, f)
	}
	return found, fit
}

// mendCalls has calls made again whose arguments do not fit. It returns the answer
// whose calls do, or the first one, with what all of them used, and its reply. What was
// found is noted, unless nothing had to be done.
func (x *exchange) mendCalls(ctx context.Context, draft *adhere.Response) (*adhere.Response, *reply) {
	first := x.asker.replyOf(draft)
	found, fit := x.checkCalls(first)
	if fit {
		return draft, first
	}
	x.calls = found
	out, best := draft, first
	for n, last := 0, first; n < x.settings.MaxIterations && x.affords(); n++ {
		resp, next, err := x.callAgain(ctx, last, found)
		if err != nil {
			break
		}
		if !next.Tools || len(next.Calls) == 0 {
			continue
		}
		last = next
		if found, fit = x.checkCalls(next); fit && slices.Equal(namesOf(next.Calls), namesOf(first.Calls)) {
			out, best, x.calls = resp, next, found
			break
		}
	}
	out.Usage = x.used().Minus(x.asker.failed) // which the report adds
	return out, best
}

// affords reports whether another call stays within the request's bounds, if it
// uses as much as those before it on average.
func (x *exchange) affords() bool {
	b, used := x.settings.Bounds, x.used().Add(x.decomposed)
	calls := max(used.Calls, 1)
	return (b.Tokens == 0 || (used.In+used.Out)*(calls+1)/calls <= b.Tokens) &&
		(b.Money == 0 || used.Money*adhere.Money(calls+1)/adhere.Money(calls) <= b.Money)
}

// namesOf are the tools that are called, in order.
func namesOf(calls []*replies.Call) []string {
	names := lists.Map(calls, (*replies.Call).Tool)
	slices.Sort(names)
	return names
}

// callAgain asks for the answer once more, and says what was wrong with its
// calls in the place of their results.
func (x *exchange) callAgain(ctx context.Context, last *reply, found []toolFinding) (*adhere.Response, *reply, error) {
	turns := x.dialect.compose(x.talk, x.talk.messages)
	more := x.dialect.results(last, refusals(found))
	return x.asker.ask(ctx, x.doc.with(change{x.dialect.field, slices.Concat(turns[:len(turns)-1], []byte(","), more, []byte("]"))}), x.asker.stream)
}

// refusals are what is said in the place of results.
func refusals(found []toolFinding) []string {
	var out []string
	for _, f := range found {
		if f.Outcome == adhere.Met {
			out = append(out, "This call was not made, since another one was wrong. Make it again as it was.")
			continue
		}
		out = append(out, "This call was not made. Its arguments do not fit the tool: "+f.Why+". Make it again with arguments that fit, and keep what was right.")
	}
	return out
}

// toldOfCalls is what a client is told of calls that were wrong; nil where none was.
func (x *exchange) toldOfCalls(r *reply) *findings {
	if x.calls == nil {
		return nil
	}
	f := &findings{Report: Report{ID: x.id, Strategy: x.settings.Strategy, Tools: x.calls}, total: x.used().Add(x.decomposed)}
	f.sum, f.Usage = x.asker.sum(f.total), map[string]Amount{"total": amountOf(f.total)}
	return f.skipped(r.left())
}

// passCalls streams calls of tools that were held back.
func (s *streaming) passCalls() error {
	s.stop()
	s.spend()
	s.leave()
	if f := s.toldOfCalls(s.first); f != nil {
		s.note = f
	}
	return s.replay(s.first.events, s.note)
}

// holdsCalls reports whether the answer calls tools, and all of it is still
// here, so that the calls can be mended.
func (s *streaming) holdsCalls() bool {
	return s.first.Tools && s.toolChecks != nil && !s.live && s.held == 0 && !s.first.Refused() && !s.first.loose
}

// chatResults are the turns that refuse calls. Some servers take calls only with what
// the model thought, or a signature of that.
func chatResults(last *reply, said []string) []byte {
	type function struct {
		Name string `json:"name"`
		Args string `json:"arguments"`
	}
	type call struct {
		ID       string          `json:"id"`
		Type     string          `json:"type"`
		Function function        `json:"function"`
		Extra    json.RawMessage `json:"extra_content,omitempty"`
	}
	var made []call
	var results []byte
	for i, c := range last.Calls {
		made = append(made, call{c.ID, "function", function{c.Name, c.Args.String()}, c.Extra})
		results = append(append(results, ','), encoded(map[string]string{"role": "tool", "tool_call_id": c.ID, "content": said[i]})...)
	}
	turn := map[string]any{"role": "assistant", "content": nil, "tool_calls": made}
	if last.Echoed {
		turn["reasoning_content"] = last.Reasoning.String()
	}
	return append(encoded(turn), results...)
}

// responsesResults are the items that refuse calls.
func responsesResults(last *reply, said []string) []byte {
	var items [][]byte
	for i, c := range last.Calls {
		call := map[string]string{"type": "function_call", "call_id": c.ID, "name": c.Name, "arguments": c.Args.String()}
		if c.Space != "" {
			call["namespace"] = c.Space
		}
		items = append(items, encoded(call),
			encoded(map[string]string{"type": "function_call_output", "call_id": c.ID, "output": said[i]}))
	}
	return bytes.Join(items, []byte(","))
}

// messagesResults are the turns that refuse calls. Anthropic takes calls of a model
// that thinks with its thoughts only.
func messagesResults(last *reply, said []string) []byte {
	var made, results []any
	for _, t := range last.Thoughts {
		made = append(made, t.Members())
	}
	for i, c := range last.Calls {
		input := json.RawMessage(c.Args.String())
		if d, err := readDocument(input); err != nil || d == nil {
			input = json.RawMessage("{}")
		}
		made = append(made, map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": input})
		results = append(results, map[string]any{"type": "tool_result", "tool_use_id": c.ID, "is_error": true, "content": said[i]})
	}
	return slices.Concat(encoded(map[string]any{"role": "assistant", "content": made}), []byte(","), encoded(map[string]any{"role": "user", "content": results}))
}
