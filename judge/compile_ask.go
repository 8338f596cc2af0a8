package judge

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"adhere"
	"adhere/prompt"
)

// A suggestion is what a model replies where a check is wanted.
type suggestion struct {
	candidate
	none, keep bool
}

// proposals is how many checks are asked for. They must agree.
const proposals = 2

// propose asks for checks, apart from each other: the first as the options
// say, the others with some temperature.
func (j *compilation) propose(ctx context.Context) error {
	for k := range proposals {
		got, why, err := j.suggest(ctx, k)
		switch {
		case err != nil:
			return err
		case why != "" && k == 0:
			j.refuse("the model proposes no valid check: %s", why)
		case got.none && k == 0:
			j.refuse("the model finds that no check says this")
		case why == "" && !got.none && !slices.ContainsFunc(j.proposals, func(c candidate) bool { return string(c.rule.Args) == string(got.rule.Args) }):
			j.proposals = append(j.proposals, got.candidate)
		}
		if j.out.Why != "" {
			return nil
		}
	}
	return nil
}

// suggest asks for one check until it is valid.
func (j *compilation) suggest(ctx context.Context, k int) (suggestion, string, error) {
	messages, err := j.c.Pack.Render("propose-check", j.with("Guide", j.language.Guide))
	if err != nil {
		return suggestion{}, "", err
	}
	params := j.c.params
	if k > 0 && params.Temperature != nil {
		params.Temperature = new(0.7)
	}
	return j.until(ctx, &adhere.Request{Messages: messages, Params: params, Attempt: j.c.Attempt + k})
}

// until asks again, saying what is wrong, as often as Options.Reasks says.
func (j *compilation) until(ctx context.Context, req *adhere.Request) (suggestion, string, error) {
	for try := 0; ; try++ {
		resp, err := j.c.Model.Generate(ctx, req)
		if err != nil {
			return suggestion{}, "", err
		}
		j.out.Usage = j.out.Usage.Add(resp.Usage)
		got, err := j.read(resp)
		if err == nil {
			return got, "", nil
		}
		if try >= j.c.reasks {
			return suggestion{}, err.Error(), nil
		}
		again, renderErr := j.c.Pack.Render("propose-check-again", prompt.Data{"Problem": strings.TrimRight(err.Error(), ".")})
		if renderErr != nil {
			return suggestion{}, "", renderErr
		}
		grown := *req
		grown.Messages = append(slices.Clip(req.Messages), adhere.Message{Role: adhere.Assistant, Text: spoken(resp.Text)}, again[0])
		req = &grown
	}
}

// read reads a reply: a check, that there is none, or that a check is kept.
func (j *compilation) read(resp *adhere.Response) (s suggestion, err error) {
	if why := unwhole(resp); why != "" {
		return s, unreadable(why)
	}
	raw, err := object(resp.Text)
	if err != nil {
		return s, err
	}
	var said struct{ None, Keep bool }
	if json.Unmarshal(raw, &said) == nil && (said.None || said.Keep) {
		return suggestion{none: said.None, keep: said.Keep}, nil
	}
	s.raw = raw
	s.rule, s.english, err = j.language.Read(raw)
	return s, err
}

// confront shows the model on which texts its check and the labels differ.
func (j *compilation) confront(ctx context.Context, wrong []int) (suggestion, error) {
	c := j.proposals[0]
	var texts, labels, findings []string
	for _, i := range wrong[:min(len(wrong), 3)] {
		w := j.texts[i]
		_, measured := j.language.Run(c.rule, w.Text)
		says := "does not meet it"
		if w.Met {
			says = "meets it"
		}
		texts, labels, findings = append(texts, w.Text), append(labels, says), append(findings, measured)
	}
	first, err := j.c.Pack.Render("propose-check", j.with("Guide", j.language.Guide))
	if err != nil {
		return suggestion{}, err
	}
	next, err := j.c.Pack.Render("mend-check", prompt.Data{"English": c.english, "Texts": texts, "Labels": labels, "Findings": findings})
	if err != nil {
		return suggestion{}, err
	}
	messages := append(slices.Clip(first), adhere.Message{Role: adhere.Assistant, Text: string(c.raw)}, next[0])
	got, why, err := j.until(ctx, &adhere.Request{Messages: messages, Params: j.c.params, Attempt: j.c.Attempt})
	if err == nil && why != "" {
		j.refuse("the model mends its check into none that is valid: %s", why)
		return suggestion{}, nil
	}
	return got, err
}
