package dataset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// readSysBench reads a list of conversations under a system message: in the
// place of each recorded answer the model gives its own, and each is held to
// the criteria of its turn (Qin et al. 2024, README of its data). The recorded
// answer to the last turn is the reference.
func readSysBench(p *pass) error {
	return p.eachLine(func(o *object) *adhere.Instruction {
		in := &adhere.Instruction{
			ID:   "sysbench/" + o.needName("system_id"),
			Tags: tags("domain", o.text("领域"), "scenario", o.text("场景"), "session", related(o)),
		}
		turn := 0
		for i, raw := range o.list("messages") {
			m := o.inside(fmt.Sprintf("messages[%d]", i), raw)
			said := adhere.Message{Role: adhere.Role(m.needText("role")), Text: m.needText("content")}
			switch said.Role {
			case adhere.Assistant:
				in.Reference, said.Text = said.Text, ""
			case adhere.User:
				turn++
				in.Requirements = append(in.Requirements, criteria(o, turn, said.Text)...)
			case adhere.System:
			default:
				m.fail("role", fmt.Sprintf("expected system, user or assistant, got %q", said.Role))
			}
			in.Messages = append(in.Messages, said)
		}
		n := len(in.Messages)
		if n < 2 || !in.Messages[n-1].Open() || in.Messages[n-2].Role != adhere.User {
			o.fail("messages", "expected messages that end with one of the user's and an answer")
			return in
		}
		in.Messages = in.Messages[:n-1]
		return in
	})
}

// related says whether later turns need the earlier ones.
func related(o *object) string {
	var yes bool
	o.into("rounds_related", "true or false", &yes)
	if !o.has("rounds_related") {
		return ""
	}
	if yes {
		return "dependent"
	}
	return "parallel"
}

// criteria reads those of a turn, which are kept by the text of the user's
// message, or in a list.
func criteria(o *object, turn int, prompt string) (out []adhere.Requirement) {
	info := o.part("prompt_infos")
	if list := elements(o.raw["prompt_infos"]); turn <= len(list) {
		info = o.inside(fmt.Sprintf("prompt_infos[%d]", turn-1), list[turn-1])
	} else if info != nil {
		info = info.part(prompt)
	}
	var byNumber *object
	if info != nil {
		byNumber = info.part("criteria")
	}
	if byNumber == nil {
		o.fail("prompt_infos", fmt.Sprintf("expected criteria for message %d of the user", turn))
		return nil
	}
	for _, number := range numbered(byNumber.raw) {
		one := byNumber.inside(number, byNumber.raw[number])
		r := adhere.Requirement{ID: fmt.Sprintf("%d.%s", turn, number), Text: one.needWords("criteria_content"), Turn: turn, Weight: 1}
		for _, label := range []string{one.text("criteria_type"), info.text("alignment")} {
			if label != "" {
				r.Labels = append(r.Labels, label)
			}
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		o.fail("prompt_infos", fmt.Sprintf("expected criteria for message %d of the user", turn))
	}
	return out
}

// numbered returns names that are numbers in their order, before others.
func numbered(fields map[string]json.RawMessage) []string {
	var names []string
	number := map[string]int{}
	for name := range fields {
		names = append(names, name)
		number[name] = math.MaxInt
		if n, err := strconv.Atoi(name); err == nil {
			number[name] = n
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(number[a], number[b]), strings.Compare(a, b))
	})
	return names
}
