package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/pflag"

	"adhere/eval"
	"adhere/judge"
)

// Asking flags: the words in which a model is asked, and how often.
type askFlags struct {
	prompts string
	reasks  int
}

// registerAsking adds the flags of a command whose model gives replies that
// cannot be used; replies says what those are.
func (f *askFlags) registerAsking(flags *pflag.FlagSet, replies string) {
	flags.StringVar(&f.prompts, "prompts", "", "folder with a prompt pack")
	flags.IntVar(&f.reasks, "reasks", 2, "how many times to ask again after "+replies)
}

// unreadable is what most models are asked for again.
const unreadable = "an unreadable reply"

// asking returns the options of what asks a model, but for the model.
func (f *askFlags) asking() (judge.Options, error) {
	pack, err := eval.Pack(f.prompts)
	return judge.Options{Pack: pack, Reasks: eval.Limited(f.reasks)}, err
}

// newLines writes values as JSON, one a line, with < and > as they are.
func newLines(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
