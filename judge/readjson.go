package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// decisions is the form of a reply with n decisions.
func decisions(n int, read func(string) ([]finding, error)) form[[]finding] {
	return form[[]finding]{
		read:   read,
		json:   func(reply string) ([]finding, error) { return readAnswers(reply, n) },
		schema: answersSchema(),
		fields: fmt.Sprintf(`{"answers": [{"reason": one sentence, "answer": "YES", "NO" or "UNKNOWN"}]}, with %d in the list, in the order asked`, n),
	}
}

// answersSchema leaves the length of the list to the reader: not every
// provider takes it in a schema.
func answersSchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["answers"],"properties":{"answers":{"type":"array",` +
		`"items":{"type":"object","additionalProperties":false,"required":["reason","answer"],` +
		`"properties":{"reason":{"type":"string"},"answer":{"type":"string","enum":["YES","NO","UNKNOWN"]}}}}}}`)
}

func readAnswers(reply string, n int) ([]finding, error) {
	var got struct {
		Answers []struct {
			Reason string `json:"reason"`
			Answer string `json:"answer"`
		} `json:"answers"`
	}
	if err := object(reply, &got); err != nil {
		return nil, err
	}
	if len(got.Answers) != n {
		return nil, unreadable(fmt.Sprintf("it holds %d answers, not %d", len(got.Answers), n))
	}
	found := make([]finding, 0, n)
	for i, a := range got.Answers {
		f, ok := outcomeOf(a.Answer)
		if !ok {
			return nil, unreadable(fmt.Sprintf("answer %d is neither YES nor NO", i+1))
		}
		f.reason = tidy(a.Reason)
		found = append(found, f)
	}
	return found, nil
}

// object reads a reply that is one JSON object, in a code fence or not. A
// field that is unknown or given twice is an error: there is no telling which
// was meant.
func object(reply string, into any) error {
	text := strings.Join(lines(reply), "\n")
	if err := uniqueKeys(json.NewDecoder(strings.NewReader(text))); err != nil {
		return err
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return unreadable("it is not the JSON object that was asked for")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return unreadable("it holds more than one JSON object")
	}
	return nil
}

// uniqueKeys reports a key that a JSON object holds twice, case aside as the
// decoder has it.
func uniqueKeys(d *json.Decoder) error {
	type level struct {
		keys  map[string]bool // nil in an array
		value bool            // the next token is a value
	}
	var stack []level
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return unreadable("it is not JSON")
		}
		top := len(stack) - 1
		if delim, ok := token.(json.Delim); ok && (delim == ']' || delim == '}') {
			stack = stack[:top]
			continue
		}
		if top >= 0 && stack[top].keys != nil {
			if !stack[top].value {
				key := strings.ToLower(token.(string))
				if stack[top].keys[key] {
					return unreadable(fmt.Sprintf("it holds %.20q twice", key))
				}
				stack[top].keys[key] = true
				stack[top].value = true
				continue
			}
			stack[top].value = false
		}
		switch token {
		case json.Delim('{'):
			stack = append(stack, level{keys: map[string]bool{}})
		case json.Delim('['):
			stack = append(stack, level{})
		}
	}
}
