package model

import (
	_ "embed"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"adhere"
	"adhere/internal/lazyregexp"
)

//go:embed profiles.yaml
var builtInProfiles string

// A Profile is what is known of a family of models before it is asked.
type Profile struct {
	Refuses []string `yaml:"refuses"` // parameters that are left out; "both" is temperature and top_p at once
	Limit   string   `yaml:"limit"`   // the field of the token limit; empty is max_tokens
	Longest int      `yaml:"longest"` // most tokens of a reply; 0 if not known
	Thinks  int      `yaml:"thinks"`  // tokens of reasoning before a typical reply, for estimates

	Structured bool `yaml:"structured"` // replies can be held to a schema by Anthropic's output_config.format
	Adaptive   bool `yaml:"adaptive"`   // decides itself how much it reasons, once told to: Anthropic's thinking.type adaptive; takes no budget
}

// Profiles is a dated table of model families.
type Profiles struct {
	Date   string             `yaml:"date"`
	Models map[string]Profile `yaml:"models"`
}

// BuiltInProfiles returns the table that is part of the program.
func BuiltInProfiles() (*Profiles, error) { return ParseProfiles(strings.NewReader(builtInProfiles)) }

// known are the parameters that a profile can say are refused.
var knownParameters = []string{"temperature", "top_p", "top_k", "seed", "stop", "max_tokens", "response_format", "reasoning_effort", "thinking", "both", "system"}

// ParseProfiles reads a table of profiles:
//
//	date: 2026-06-30
//	models: # by the last part of the model's name; a final * stands for any end
//	  o3*: {refuses: [temperature, top_p, stop], limit: max_completion_tokens, thinks: 1500}
//
// An error is Invalid.
func ParseProfiles(r io.Reader) (*Profiles, error) {
	p := new(Profiles)
	d := yaml.NewDecoder(io.LimitReader(r, 4<<20))
	d.KnownFields(true)
	bad := func(message string, err error) error {
		return &adhere.Error{Code: adhere.Invalid, Message: message, Err: err, Hint: "a line looks like: o3*: {refuses: [temperature, stop], limit: max_completion_tokens}"}
	}
	if err := d.Decode(p); err != nil {
		return nil, bad("the table of model profiles cannot be read", err)
	}
	if _, err := time.Parse(time.DateOnly, p.Date); err != nil {
		return nil, bad(fmt.Sprintf("the table of model profiles has the date %q, expected one like 2026-06-30", p.Date), nil)
	}
	for name, one := range p.Models {
		for _, refused := range one.Refuses {
			if !slices.Contains(knownParameters, refused) {
				return nil, bad(fmt.Sprintf("%s refuses %q, which is none of %s", name, refused, strings.Join(knownParameters, ", ")), nil)
			}
		}
		if one.Longest < 0 || one.Thinks < 0 {
			return nil, bad(name+" has a negative number of tokens", nil)
		}
		if one.Limit != "" && one.Limit != "max_tokens" && one.Limit != "max_completion_tokens" {
			return nil, bad(fmt.Sprintf("%s has the limit %q, expected max_tokens or max_completion_tokens", name, one.Limit), nil)
		}
	}
	return p, nil
}

// publishers begin a model's name on Bedrock: "us-gov.anthropic.claude-sonnet-4-5".
var publishers = lazyregexp.New(`^(?:[a-z-]+\.)+`)

// Of returns what is known of the named model, whose provider does not matter.
func (p *Profiles) Of(name string) Profile {
	if p == nil {
		return Profile{}
	}
	name = publishers.ReplaceAllString(strings.ToLower(path.Base(name)), "")
	best, found := "", Profile{}
	for pattern, one := range p.Models {
		start, wild := strings.CutSuffix(pattern, "*")
		rest, ok := strings.CutPrefix(name, start)
		if ok && (wild || rest == "" || versionSuffix(rest)) && len(pattern) > len(best) {
			best, found = pattern, one
		}
	}
	return found
}
