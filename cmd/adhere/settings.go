package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/pflag"

	"adhere"
)

// settingFlags are settings of answers that few models share.
type settingFlags struct {
	effort   string
	thinking int
	extra    string
	system   string
	topK     int
	stop     []string
}

func (s *settingFlags) register(f *pflag.FlagSet) {
	f.StringVar(&s.effort, "reasoning-effort", "", "how much the model reasons, in its provider's words: low, medium, high")
	f.IntVar(&s.thinking, "thinking-budget", -1, "most tokens of reasoning; 0 turns it off (the provider's default if not given)")
	f.StringVar(&s.extra, "extra-body", "", "JSON object whose fields are added to each request as they are")
	f.StringVar(&s.system, "system", "", "a system message before each instruction")
	f.IntVar(&s.topK, "top-k", 0, "sample from so many tokens (the provider's default if not given)")
	f.StringArrayVar(&s.stop, "stop", nil, "end the answer before this text; may be repeated")
}

// enter adds what was given to the settings of a plan.
func (s *settingFlags) enter(p *adhere.Params) error {
	if s.thinking >= 0 {
		p.Thinking = &s.thinking
	}
	if s.topK > 0 {
		p.TopK = &s.topK
	}
	p.Effort, p.Stop = s.effort, s.stop
	if s.extra == "" {
		return nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s.extra), &fields); err != nil || fields == nil {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--extra-body %q: a JSON object wanted", s.extra), Hint: `for example --extra-body '{"chat_template_kwargs":{"enable_thinking":false}}'`, Err: err}
	}
	b, err := json.Marshal(fields) // fields in order, so that equal ones are equal plans
	p.Extra = b
	return err
}

// messages puts the system message before an instruction's own.
func (s *settingFlags) messages(in *adhere.Instruction) []adhere.Message {
	return append([]adhere.Message{{Role: adhere.System, Text: s.system}}, in.Messages...)
}

// noTemperature stands for a temperature that is not sent.
const noTemperature = -2

// A temperatureFlag takes a number, or "none": the provider's default, for
// models that refuse a temperature.
type temperatureFlag float64

func (t *temperatureFlag) String() string {
	if *t == noTemperature {
		return "none"
	}
	return strconv.FormatFloat(float64(*t), 'g', -1, 64)
}

func (t *temperatureFlag) Set(s string) error {
	if s == "none" {
		*t = noTemperature
		return nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < 0 && v != -1 {
		return errors.New("a number from 0 to 2 or the word none wanted")
	}
	*t = temperatureFlag(v)
	return nil
}

func (t *temperatureFlag) Type() string { return "float64" }
