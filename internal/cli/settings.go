package cli

import (
	"github.com/spf13/pflag"

	"adhere"
)

// SettingFlags are settings of answers that few models share.
type SettingFlags struct {
	effort   string
	thinking int
	Extra    string
	System   string
	topK     int
	stop     []string
}

// Register adds the flags.
func (s *SettingFlags) Register(f *pflag.FlagSet) {
	f.StringVar(&s.effort, "reasoning-effort", "", "how much the model reasons, in its provider's words: low, medium, high")
	f.IntVar(&s.thinking, "thinking-budget", -1, "most tokens of reasoning; 0 turns it off (the provider's default if not given)")
	f.StringVar(&s.Extra, "extra-body", "", "JSON object whose fields are added to each request unchanged")
	f.StringVar(&s.System, "system", "", "system message to send before each instruction")
	f.IntVar(&s.topK, "top-k", 0, "sample from this many tokens (the provider's default if not given)")
	f.StringArrayVar(&s.stop, "stop", nil, "end the answer before this text; may be repeated")
}

// Enter adds what was given to the settings of answers.
func (s *SettingFlags) Enter(p *adhere.Params) {
	if s.thinking >= 0 {
		p.Thinking = &s.thinking
	}
	if s.topK > 0 {
		p.TopK = &s.topK
	}
	p.Effort, p.Stop = s.effort, s.stop
}
