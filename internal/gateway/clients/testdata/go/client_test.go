// Package client_test has OpenAI's client for Go do what programs do with it,
// against the gateway. It is a module of its own, so that the program's own
// does not depend on that client; the tests of internal/gateway/clients run it.
package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

const (
	prompt   = "Do not use any commas. Answer in at most 8 words. Write about tea."
	draft    = "Tea, as we know, warms the hands, the heart and the whole big house"
	repaired = "Tea warms the hands and the house"
)

type session struct {
	client openai.Client
	ctx    context.Context
}

func TestMain(*testing.M) {
	s := session{openai.NewClient(option.WithMaxRetries(0)), context.Background()}
	for _, c := range []struct {
		name string
		do   func() error
	}{
		{"chat", s.chat},
		{"chat corrected", s.corrected},
		{"model suffix", s.suffix},
		{"stream", s.stream},
		{"stream corrected", func() error { return s.streamed(`{"progress":true}`) }},
		{"stream corrected, empty chunks", func() error { return s.streamed(`{"progress":true,"keep_alive":"chunk"}`) }},
		{"stream optimistic", s.optimistic},
		{"stream helper", s.accumulated},
		{"tool call", s.tool},
		{"tool call streamed", s.toolStreamed},
		{"tool turn", s.toolTurn},
		{"responses", s.responses},
		{"responses streamed", func() error { return s.responsesStreamed(`{"progress":true}`) }},
		{"responses helper", func() error { return s.responsesStreamed(`{}`) }},
		{"models", s.models},
		{"error 400", s.error400},
		{"error 401", s.error401},
		{"error 422", s.error422},
		{"error 422 streamed", s.error422Streamed},
		{"error 429", s.error429},
		{"error 500", s.error500},
		{"error in a stream", s.errorInStream},
	} {
		if err := c.do(); err != nil {
			fmt.Printf("failed %s: %s\n", c.name, strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		fmt.Println("ok", c.name)
	}
}

func same[T comparable](got, want T) error {
	if got != want {
		return fmt.Errorf("%v, want %v", got, want)
	}
	return nil
}

func ask(model, text string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: model, Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(text)}}
}

// ours is the request's object "adhere".
func ours(raw string) option.RequestOption {
	return option.WithJSONSet("adhere", json.RawMessage(raw))
}

// A note is whatever of Adhere's is in a reply.
type note struct {
	Met, Answer int
	NotMet      int `json:"not_met"`
	Progress    *struct{ Attempt int }
	Replace     *struct{ Content string }
}

func noteIn(raw string) *note {
	var b struct{ Adhere *note }
	if err := json.Unmarshal([]byte(raw), &b); err != nil {
		return nil
	}
	return b.Adhere
}

func (s session) chat() error {
	r, err := s.client.Chat.Completions.New(s.ctx, ask("m", "hello"))
	if err != nil {
		return err
	}
	return same(r.Choices[0].Message.Content, draft)
}

func (s session) corrected() error {
	var head *http.Response
	r, err := s.client.Chat.Completions.New(s.ctx, ask("m", prompt), option.WithResponseInto(&head))
	if err != nil {
		return err
	}
	n := noteIn(r.RawJSON())
	return errors.Join(same(r.Choices[0].Message.Content, repaired), same(r.Usage.TotalTokens, 30), same(n.Met, 2), same(n.Answer, 2),
		same(head.Header.Get("X-Adhere-Met"), "2"))
}

func (s session) suffix() error {
	r, err := s.client.Chat.Completions.New(s.ctx, ask("m+passthrough", prompt))
	if err != nil {
		return err
	}
	return errors.Join(same(r.Choices[0].Message.Content, draft), same(noteIn(r.RawJSON()), nil))
}

// A streamed is what a stream brought.
type streamed struct {
	text, finish, replace string
	total                 int64
	met, marks            int
	all                   openai.ChatCompletionAccumulator
}

func read(stream *ssestream.Stream[openai.ChatCompletionChunk]) (s streamed, err error) {
	defer stream.Close()
	for stream.Next() {
		c := stream.Current()
		if !s.all.AddChunk(c) {
			return s, errors.New("the chunks do not belong together")
		}
		for _, choice := range c.Choices {
			s.text += choice.Delta.Content
			if choice.FinishReason != "" {
				s.finish = string(choice.FinishReason)
			}
		}
		if c.Usage.TotalTokens > 0 {
			s.total = c.Usage.TotalTokens
		}
		n := noteIn(c.RawJSON())
		switch {
		case n == nil:
		case n.Progress != nil:
			s.marks = 10*s.marks + n.Progress.Attempt
		case n.Replace != nil:
			s.replace = n.Replace.Content
		default:
			s.met = n.Met
		}
	}
	return s, stream.Err()
}

func (s session) stream() error {
	got, err := read(s.client.Chat.Completions.NewStreaming(s.ctx, ask("m", "hello")))
	return errors.Join(err, same(got.text, draft), same(got.finish, "stop"), same(got.total, 0), same(got.met, 0))
}

func withUsage(p openai.ChatCompletionNewParams) openai.ChatCompletionNewParams {
	p.StreamOptions.IncludeUsage = openai.Bool(true)
	return p
}

func (s session) streamed(adhere string) error {
	got, err := read(s.client.Chat.Completions.NewStreaming(s.ctx, withUsage(ask("m", prompt)), ours(adhere)))
	return errors.Join(err, same(got.text, repaired), same(got.finish, "stop"), same(got.total, 30), same(got.met, 2), same(got.marks, 12))
}

func (s session) optimistic() error {
	got, err := read(s.client.Chat.Completions.NewStreaming(s.ctx, withUsage(ask("m", prompt)), ours(`{"stream":"optimistic"}`)))
	return errors.Join(err, same(strings.HasPrefix(draft, got.text), true), same(got.total, 30), same(got.met, 2), same(got.replace, repaired))
}

func (s session) accumulated() error {
	got, err := read(s.client.Chat.Completions.NewStreaming(s.ctx, withUsage(ask("m", prompt))))
	if err != nil {
		return err
	}
	return errors.Join(same(got.all.Choices[0].Message.Content, repaired), same(got.all.Usage.TotalTokens, 30))
}

func withTool(p openai.ChatCompletionNewParams) openai.ChatCompletionNewParams {
	p.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
		Name: "weather", Parameters: shared.FunctionParameters{"type": "object"},
	})}
	return p
}

func called(m openai.ChatCompletionMessage) error {
	if len(m.ToolCalls) != 1 {
		return fmt.Errorf("%d calls", len(m.ToolCalls))
	}
	f := m.ToolCalls[0].Function
	return errors.Join(same(f.Name, "weather"), same(f.Arguments, `{"city":"Oslo"}`))
}

func (s session) tool() error {
	r, err := s.client.Chat.Completions.New(s.ctx, withTool(ask("tools", prompt)))
	if err != nil {
		return err
	}
	return errors.Join(called(r.Choices[0].Message), same(string(r.Choices[0].FinishReason), "tool_calls"))
}

func (s session) toolStreamed() error {
	got, err := read(s.client.Chat.Completions.NewStreaming(s.ctx, withTool(ask("tools", prompt))))
	if err != nil {
		return err
	}
	return called(got.all.Choices[0].Message)
}

func (s session) toolTurn() error {
	first, err := s.client.Chat.Completions.New(s.ctx, withTool(ask("tools", prompt)))
	if err != nil {
		return err
	}
	p := withTool(ask("tools", prompt))
	p.Messages = append(p.Messages, first.Choices[0].Message.ToParam(), openai.ToolMessage("rain", "call_1"))
	r, err := s.client.Chat.Completions.New(s.ctx, p)
	if err != nil {
		return err
	}
	return errors.Join(same(r.Choices[0].Message.Content, repaired), same(noteIn(r.RawJSON()).Met, 2))
}

func (s session) responses() error {
	r, err := s.client.Responses.New(s.ctx, responses.ResponseNewParams{
		Model: "m", Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("Write about tea.")},
		Instructions: openai.String("Do not use any commas. Answer in at most 8 words."), Store: openai.Bool(false),
	})
	if err != nil {
		return err
	}
	return errors.Join(same(r.OutputText(), repaired), same(r.Usage.TotalTokens, 30), same(noteIn(r.RawJSON()).Met, 2))
}

func (s session) responsesStreamed(adhere string) error {
	stream := s.client.Responses.NewStreaming(s.ctx, responses.ResponseNewParams{
		Model: "m", Input: responses.ResponseNewParamsInputUnion{OfString: openai.String(prompt)},
	}, ours(adhere))
	defer stream.Close()
	text, marks := "", 0
	var final responses.Response
	for stream.Next() {
		switch e := stream.Current(); e.Type {
		case "response.output_text.delta":
			text += e.Delta
		case "response.completed":
			final = e.Response
		case "adhere.progress":
			marks++
		}
	}
	want := 2 * strings.Count(adhere, "progress")
	return errors.Join(stream.Err(), same(text, repaired), same(final.OutputText(), repaired), same(final.Usage.TotalTokens, 30), same(marks, want))
}

func (s session) models() error {
	var ids []string
	list := s.client.Models.ListAutoPaging(s.ctx)
	for list.Next() {
		ids = append(ids, list.Current().ID)
	}
	return errors.Join(list.Err(), same(ids[0], "m"), same(strings.Contains(strings.Join(ids, " "), "m+decrim"), true))
}

// refused returns what the gateway's error says.
func refused(err error, status int, code string) (*openai.Error, error) {
	var e *openai.Error
	if !errors.As(err, &e) {
		return nil, fmt.Errorf("%w is no error of the API", err)
	}
	return e, errors.Join(same(e.StatusCode, status), same(e.Code, code))
}

func (s session) error400() error {
	_, err := s.client.Chat.Completions.New(s.ctx, ask("m", "x"), ours(`{"strategy":"no such"}`))
	e, bad := refused(err, 400, "")
	if bad != nil {
		return bad
	}
	return same(e.Param, "adhere.strategy")
}

func (s session) error401() error {
	_, err := s.client.Chat.Completions.New(s.ctx, ask("m", "x"), option.WithAPIKey("adhere_wrong"))
	_, err = refused(err, 401, "invalid_api_key")
	return err
}

func (s session) error422() error {
	// The gateway says that trying again is in vain.
	_, err := s.client.Chat.Completions.New(s.ctx, ask("stubborn", prompt), ours(`{"on_exhausted":"error"}`), option.WithMaxRetries(3))
	e, bad := refused(err, 422, "constraints_not_met")
	if bad != nil {
		return bad
	}
	return errors.Join(same(e.Response.Header.Get("X-Should-Retry"), "false"), same(noteIn(e.RawJSON()).NotMet, 2))
}

func (s session) error422Streamed() error {
	_, err := read(s.client.Chat.Completions.NewStreaming(s.ctx, ask("stubborn", prompt), ours(`{"on_exhausted":"error","progress":true}`)))
	if err == nil || !strings.Contains(err.Error(), "constraints_not_met") {
		return fmt.Errorf("%w", err)
	}
	return nil
}

func (s session) error429() error {
	key := option.WithAPIKey(os.Getenv("LIMITED_KEY"))
	if _, err := s.client.Chat.Completions.New(s.ctx, ask("m", "x"), key); err != nil {
		return err
	}
	_, err := s.client.Chat.Completions.New(s.ctx, ask("m", "x"), key)
	e, bad := refused(err, 429, "rate_limit_exceeded")
	if bad != nil {
		return bad
	}
	wait, err := strconv.Atoi(e.Response.Header.Get("Retry-After"))
	return errors.Join(err, same(wait > 0 && wait <= 60, true))
}

func (s session) error500() error {
	_, err := s.client.Chat.Completions.New(s.ctx, ask("broken", prompt))
	if _, bad := refused(err, 500, ""); bad != nil {
		return bad
	}
	_, err = read(s.client.Chat.Completions.NewStreaming(s.ctx, ask("broken", "x")))
	_, err = refused(err, 500, "")
	return err
}

func (s session) errorInStream() error {
	for _, adhere := range []string{`{"strategy":"passthrough"}`, `{"progress":true}`} {
		if _, err := read(s.client.Chat.Completions.NewStreaming(s.ctx, ask("cut", prompt), ours(adhere))); err == nil {
			return fmt.Errorf("%s: no error", adhere)
		}
	}
	return nil
}
