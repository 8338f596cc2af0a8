package dataset

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/internal/plainjson"
)

// A Shape is a form in which instructions are written.
type Shape string

// The shapes.
const (
	ShapeOwn         Shape = "jsonl"        // our own, which holds everything
	ShapeIFEval      Shape = "ifeval"       // key, prompt, instruction_id_list, kwargs
	ShapeIFBench     Shape = "ifbench"      // the same with the checkers of IFBench
	ShapeGroundTruth Shape = "ground_truth" // messages and ground_truth, as IF-RLVR's trainers read them
)

// Shapes lists the shapes.
func Shapes() []Shape {
	return []Shape{ShapeOwn, ShapeIFEval, ShapeIFBench, ShapeGroundTruth}
}

// Suites returns the suites whose rules the shape can hold; nil stands for
// all.
func (s Shape) Suites() []string {
	switch s {
	case ShapeIFEval:
		return []string{"ifeval"}
	case ShapeIFBench:
		return []string{"ifbench"}
	case ShapeGroundTruth:
		return []string{"ifeval", "ifrlvr"}
	default:
		return nil
	}
}

// WriteInstructions writes instructions, one a line. An instruction with a
// requirement that the shape cannot hold is an error that names both.
func WriteInstructions(w io.Writer, shape Shape, list []*adhere.Instruction) error {
	b := bufio.NewWriter(w)
	enc := plainjson.NewEncoder(b)
	for i, in := range list {
		row, err := shape.row(i, in)
		if err != nil {
			return err
		}
		if err := enc.Encode(row); err != nil {
			return err
		}
	}
	return b.Flush()
}

func (s Shape) row(i int, in *adhere.Instruction) (any, error) {
	if s == ShapeOwn {
		return in, nil
	}
	ids, args, err := s.rules(in)
	if err != nil {
		return nil, err
	}
	if s == ShapeGroundTruth {
		return groundTruth(in, ids, args)
	}
	return struct {
		Key    int               `json:"key"`
		Prompt string            `json:"prompt"`
		IDs    []string          `json:"instruction_id_list"`
		Kwargs []json.RawMessage `json:"kwargs"`
	}{i + 1, in.Prompt(), ids, args}, nil
}

// rules returns the names and arguments of an instruction's checkers.
func (s Shape) rules(in *adhere.Instruction) (ids []string, args []json.RawMessage, err error) {
	for _, r := range in.Requirements {
		if r.Rule == nil {
			return nil, nil, invalid(fmt.Sprintf("%s: requirement %s has no rule, which the shape %s needs", in.ID, r.ID, s))
		}
		suite, id, _ := strings.Cut(r.Rule.Name, "/")
		if !slices.Contains(s.Suites(), suite) {
			return nil, nil, invalid(fmt.Sprintf("%s: requirement %s: the shape %s holds rules of %s, not %s", in.ID, r.ID, s, strings.Join(s.Suites(), " and "), r.Rule.Name))
		}
		kwargs := r.Rule.Args
		if len(kwargs) == 0 {
			kwargs = json.RawMessage("{}")
		}
		ids, args = append(ids, id), append(args, kwargs)
	}
	return ids, args, nil
}

// groundTruth is a row of the training sets: trainers read the list with
// Python and the text in it as JSON, so it is written to be both.
func groundTruth(in *adhere.Instruction, ids []string, args []json.RawMessage) (any, error) {
	for i := range args {
		if string(args[i]) == "{}" {
			args[i] = json.RawMessage("null")
		}
	}
	inner, err := json.Marshal(map[string]any{"instruction_id": ids, "kwargs": args})
	if err != nil {
		return nil, err
	}
	truth, err := json.Marshal([]string{string(inner)})
	if err != nil {
		return nil, err
	}
	texts := lists.Map(in.Requirements, func(r adhere.Requirement) string { return r.Text })
	kind := "single"
	if len(ids) > 1 {
		kind = "multi"
	}
	return struct {
		Key        string           `json:"key"`
		Messages   []adhere.Message `json:"messages"`
		Truth      string           `json:"ground_truth"`
		Dataset    string           `json:"dataset"`
		Kind       string           `json:"constraint_type"`
		Constraint string           `json:"constraint"`
	}{in.ID, in.Messages, string(truth), "ifeval", kind, strings.Join(texts, " ")}, nil
}
