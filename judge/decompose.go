package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"adhere"
	"adhere/prompt"
)

// A Decomposer lists the requirements of a free prompt by asking a model.
type Decomposer struct {
	c     *caller
	label string
}

// A Decomposition is an instruction in parts.
type Decomposition struct {
	Task         string // the main thing to be done; empty from Constraints
	Context      string // a text to work on, or the situation; may be empty
	Requirements []adhere.Requirement
	Degrees      [][]adhere.Degree // of each criterion of a rubric, the lowest first; none of one that is met or not
	By           string            // the decomposer's name
	Raw          string            // the model's reply
	Usage        adhere.Usage
}

// NewDecomposer returns a decomposer. Of the options, Model, Pack, Params,
// Reasks, Schema and Attempt count.
func NewDecomposer(o Options) (*Decomposer, error) {
	if o.Model == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the decomposer needs a model"}
	}
	o.Parsing = Strict
	c := newCaller(o)
	return &Decomposer{c, c.name("decompose", o.Model.Name())}, nil
}

// Name returns version and model.
func (d *Decomposer) Name() string {
	if d == nil {
		return "no decomposer"
	}
	return d.label
}

// ready is the error of a Decomposer that NewDecomposer did not make.
func (d *Decomposer) ready() error {
	if d == nil || d.label == "" {
		return adhere.Errorf(adhere.Invalid, "the decomposer has no model").WithHint("make it with judge.NewDecomposer")
	}
	return nil
}

// Decompose splits an instruction into task, context and constraints (DeCRIM,
// section 2.2 and appendix F.2.1). A task without constraints has no
// Requirements only if the model says so. A refusal is an error with code
// Unusable; a reply that lacks a part and stays so is one with code
// Unavailable.
func (d *Decomposer) Decompose(ctx context.Context, instruction string) (Decomposition, error) {
	return d.ask(ctx, "decompose", instruction, form[parts]{
		read:   readParts,
		schema: partsSchema(`"task","context",`, `"task":{"type":"string"},"context":{"type":"string"},`),
		fields: `{"task": text, "context": text or "", "constraints": [texts], "none": true only if there are no constraints}`,
	})
}

// Constraints lists the constraints of an instruction and nothing else
// (DeCRIM, section 3 and appendix I.1). Errors are those of Decompose.
func (d *Decomposer) Constraints(ctx context.Context, instruction string) (Decomposition, error) {
	return d.ask(ctx, "list-constraints", instruction, form[parts]{
		read:   readConstraints,
		schema: partsSchema("", ""),
		fields: `{"constraints": [texts], "none": true only if there are no constraints}`,
	})
}

// The protocols by which Into decomposes.
const (
	ByDemands     = "demands"     // see Demands
	ByParts       = "parts"       // see Decompose
	ByConstraints = "constraints" // see Constraints
)

// Into puts the requirements that the model finds in place of those that
// instructions have. By demands, what is in doubt becomes Doubtful. By parts,
// task and context become tags; these two protocols of the paper take
// instructions of one message. Several instructions are asked about at a time; an
// error names the one.
func (d *Decomposer) Into(ctx context.Context, list []*adhere.Instruction, protocol string) error {
	for _, in := range list {
		if len(in.Messages) > 1 && protocol != ByDemands {
			return adhere.Errorf(adhere.Invalid, "instruction %s has %d messages, and the protocol %s takes one", in.ID, len(in.Messages), protocol).
				WithHint("the protocol " + ByDemands + " takes conversations")
		}
	}
	return Each(ctx, len(list), func(ctx context.Context, i int) error {
		in := list[i]
		found, doubtful, err := d.decompose(ctx, in, protocol)
		if err != nil {
			return &adhere.Error{Code: adhere.CodeOf(err), Message: "instruction " + in.ID, Hint: adhere.HintOf(err), Err: err}
		}
		tags := map[string]string{}
		maps.Copy(tags, in.Tags)
		tags["decomposed_by"] = found.By
		if found.Task != "" {
			tags["task"] = found.Task
		}
		if found.Context != "" {
			tags["context"] = found.Context
		}
		in.Requirements, in.Doubtful, in.Tags = found.Requirements, doubtful, tags
		return nil
	})
}

func (d *Decomposer) decompose(ctx context.Context, in *adhere.Instruction, protocol string) (found Decomposition, doubtful []adhere.Demand, err error) {
	switch protocol {
	case ByParts:
		found, err = d.Decompose(ctx, in.Prompt())
	case ByConstraints:
		found, err = d.Constraints(ctx, in.Prompt())
	default:
		var list Listing
		list, err = d.Demands(ctx, in.Messages)
		found.Requirements, doubtful = list.Requirements()
		found.By = list.By
	}
	return found, doubtful, err
}

func (d *Decomposer) ask(ctx context.Context, template, instruction string, f form[parts]) (Decomposition, error) {
	if err := d.ready(); err != nil {
		return Decomposition{}, err
	}
	got, err := askTemplate(ctx, d.c, template, prompt.Data{"Instruction": instruction}, f)
	if err != nil {
		return Decomposition{}, err
	}
	if got.Why != "" {
		return Decomposition{}, d.failed(got.Raw, got.Why)
	}
	return Decomposition{
		Task: got.Value.task, Context: got.Value.context,
		Requirements: Requirements(got.Value.constraints),
		By:           d.label, Raw: got.Raw, Usage: got.Usage,
	}, nil
}

func (d *Decomposer) failed(raw, why string) error {
	if Refusal(raw) {
		return adhere.Errorf(adhere.Unusable, "%s will not decompose this instruction: %.120q", d.label, tidy(raw)).
			WithHint("list the requirements by hand, or ask another model")
	}
	if raw != "" {
		why += fmt.Sprintf(": %.120q", tidy(raw))
	}
	return adhere.Errorf(adhere.Unavailable, "%s gave no decomposition that can be read: %s", d.label, why).
		WithHint("try again, or ask another model")
}

// ReadDecomposition reads a reply to the template "decompose": task, context
// and constraints under their headings, or JSON.
func ReadDecomposition(reply string) (Decomposition, error) {
	p, err := readParts(reply)
	return Decomposition{Task: p.task, Context: p.context, Requirements: Requirements(p.constraints), Raw: reply}, err
}

// Refusal reports whether an unreadable reply reads like a refusal. It only
// chooses between two errors, or two reasons.
func Refusal(reply string) bool {
	start := strings.ToLower(tidy(strings.ReplaceAll(reply, "’", "'")))
	start = start[:min(len(start), 120)]
	signs := []string{"i can't", "i cannot", "i'm sorry", "i am sorry", "i won't", "i will not", "unable to", "not able to"}
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(start, sign) })
}

// Requirements numbers constraints c1, c2, …
func Requirements(constraints []string) []adhere.Requirement {
	requirements := make([]adhere.Requirement, 0, len(constraints))
	for i, text := range constraints {
		requirements = append(requirements, adhere.Requirement{ID: fmt.Sprintf("c%d", i+1), Text: text, Weight: 1})
	}
	return requirements
}

func partsSchema(required, properties string) json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":[` + required + `"constraints","none"],"properties":{` +
		properties + `"constraints":{"type":"array","items":{"type":"string"}},"none":{"type":"boolean"}}}`)
}
