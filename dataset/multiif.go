package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"

	"adhere"
	"adhere/internal/rawjson"
)

// readMultiIF reads conversations of up to three turns, the last of which may
// be missing. Each turn is held to the verifiable instructions of its own and
// of those before, which the data repeats (He et al. 2024, section 3).
func readMultiIF(p *pass) error {
	return p.eachLine(func(o *object) *adhere.Instruction {
		in := &adhere.Instruction{ID: "multiif/" + o.needName("key"), Tags: tags("language", o.text("language"))}
		for turn := 1; turn <= 3; turn++ {
			field := func(what string) string { return fmt.Sprintf("turn_%d_%s", turn, what) }
			for _, what := range []string{"prompt", "instruction_id_list", "kwargs"} {
				o.unpack(field(what))
			}
			if s := o.raw[field("prompt")]; turn > 1 && (s == nil || string(s) == `""` || string(s) == `"None"`) {
				break
			}
			if turn > 1 {
				in.Messages = append(in.Messages, adhere.Message{Role: adhere.Assistant})
			}
			in.Messages = append(in.Messages, user(o.inside(field("prompt"), o.raw[field("prompt")]).needWords("content"))...)
			for _, r := range verifiables(p, o, field("instruction_id_list"), field("kwargs"), multiIFSuite) {
				r.ID, r.Turn = fmt.Sprintf("%d.%s", turn, r.ID), turn
				in.Requirements = append(in.Requirements, r)
			}
		}
		return in
	})
}

// multiIFSuite names the suite of a checker: those that count by language are
// Multi-IF's own.
func multiIFSuite(id string) string {
	switch id {
	case "length_constraints:number_sentences", "length_constraints:number_words", "startend:quotation":
		return "multiif"
	}
	return "ifeval"
}

// unpack replaces a string that holds JSON by what it holds: the data has JSON
// in the cells of a table, and in it arguments that are strings.
func (o *object) unpack(field string) {
	raw := held(o.raw[field])
	if list := elements(raw); list != nil {
		for i := range list {
			list[i] = held(list[i])
		}
		raw, _ = json.Marshal(list) // of JSON
	}
	if raw != nil {
		o.raw[field] = raw
	}
}

// held returns the object or list that a string spells, and anything else as it
// is.
func held(raw json.RawMessage) json.RawMessage {
	var inside bytes.Buffer
	if text, err := rawjson.Text(raw); err != nil || json.Compact(&inside, []byte(text)) != nil {
		return raw
	}
	if k := kind(inside.Bytes()); k != "an object" && k != "a list" {
		return raw
	}
	return inside.Bytes()
}
