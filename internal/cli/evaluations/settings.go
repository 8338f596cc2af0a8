package evaluations

import (
	"github.com/spf13/pflag"

	"adhere/eval"
)

// SettingFlags are settings of answers, which the provider decides where they
// are not given.
type SettingFlags struct {
	thinking, topK, maxTokens, seed int
	topP                            float64
}

// Register adds the flags, which fill the spec.
func (s *SettingFlags) Register(f *pflag.FlagSet, spec *eval.Spec) {
	f.StringVar(&spec.Params.Effort, "reasoning-effort", "", "how much the model reasons, as its provider names it: low, medium, high")
	f.IntVar(&s.thinking, "thinking-budget", -1, "most tokens of reasoning; 0 turns it off (the provider's default if not given)")
	f.StringVar(&spec.ExtraBody, "extra-body", "", "JSON object whose fields are added to each request unchanged")
	f.StringVar(&spec.System, "system", "", "system message to send before each instruction")
	f.IntVar(&s.topK, "top-k", 0, "sample from this many tokens (the provider's default if not given)")
	f.StringArrayVar(&spec.Params.Stop, "stop", nil, "end the answer before this text; may be repeated")
	f.IntVar(&s.seed, "seed", 0, "seed sent with the requests; attempt k has seed+k (0: none)")
	f.Float64Var(&s.topP, "top-p", 0, "nucleus sampling (the provider's default if not given)")
	f.IntVar(&s.maxTokens, "max-tokens", 0, "most tokens of an answer (the provider's default if not given)")
}

// Enter completes the spec by the numbers that were given.
func (s *SettingFlags) Enter(spec *eval.Spec, given func(flag string) bool) {
	if s.thinking >= 0 {
		spec.Params.Thinking = &s.thinking
	}
	if s.topK > 0 {
		spec.Params.TopK = &s.topK
	}
	if given("top-p") {
		spec.Params.TopP = &s.topP
	}
	if given("max-tokens") {
		spec.Params.MaxTokens = &s.maxTokens
	}
	if seed := int64(s.seed); seed != 0 {
		spec.Params.Seed = &seed
	}
}
