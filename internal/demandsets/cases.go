package main

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"adhere"
)

//go:embed testdata/*.jsonl
var sets embed.FS

// The halves of each set. Nobody who writes rules looks into the second.
const (
	dev    = "dev"
	unseen = "unseen"
)

// halves are those of the sets, and of later sets by strangers.
func halves() []string {
	return []string{dev, unseen, "stranger-" + dev, "stranger-" + unseen, "fourth-" + dev, "fourth-" + unseen, "fifth-" + dev, "fifth-" + unseen, "sixth-" + dev, "sixth-" + unseen, "seventh-" + dev, "seventh-" + unseen, "eighth-" + dev, "eighth-" + unseen, "ninth-" + dev, "ninth-" + unseen, "tenth-" + dev, "tenth-" + unseen, "eleventh-" + dev, "eleventh-" + unseen}
}

// How a demand can be decided.
const (
	exact  = "exact" // a program could decide it without doubt
	soft   = "soft"  // where the line lies is a matter of opinion
	judged = "judge" // it takes a judge
)

// A promptCase is a conversation with the demands in it, labelled by hand.
type promptCase struct {
	ID       string           `json:"id"`
	Kind     string           `json:"kind"`
	Language string           `json:"language"`
	Messages []adhere.Message `json:"messages"`
	Demands  []label          `json:"demands"`
	Good     []string         `json:"good"`   // answers that meet every demand that binds
	Misses   []miss           `json:"misses"` // answers that break some
}

// A label is what a person says of one demand in a conversation.
type label struct {
	ID     string       `json:"id"`
	Quote  string       `json:"quote"` // its words
	Turn   int          `json:"turn"`  // index of the message that holds them
	Scope  adhere.Scope `json:"scope"`
	Source string       `json:"source"`
	Decide string       `json:"decide"`
}

// binds reports whether an answer has to meet the demand.
func (l *label) binds() bool {
	return l.Source == "instruction" || l.Source == "system" || l.Source == "earlier turn"
}

// A miss is an answer that breaks demands.
type miss struct {
	Breaks []string `json:"breaks"` // IDs of labels
	Exact  bool     `json:"exact"`  // one of them is exact
	Text   string   `json:"text"`
}

// A wordingCase is a requirement in everyday words with texts that meet and
// that break it.
type wordingCase struct {
	ID       string   `json:"id"`
	Language string   `json:"language"`
	Kind     string   `json:"kind"`
	Code     bool     `json:"code"` // a program can decide it
	Wording  string   `json:"wording"`
	Passes   []string `json:"passes"`
	Fails    []string `json:"fails"`
}

// load reads one half of a set: "prompts" or "wordings". It is empty where the
// hand that wrote the half wrote none of the set.
func load[T any](set, half string) ([]T, error) {
	cases, err := loadFile[T](fmt.Sprintf("testdata/%s-%s.jsonl", set, half))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return cases, err
}

// loadFile reads a file of one JSON object a line.
func loadFile[T any](name string) ([]T, error) {
	data, err := sets.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var cases []T
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, len(data)+1)
	for n := 1; lines.Scan(); n++ {
		var c T
		in := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		in.DisallowUnknownFields()
		if err := in.Decode(&c); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		cases = append(cases, c)
	}
	return cases, lines.Err()
}
