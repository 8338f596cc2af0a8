package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
)

// A valueRange says which numbers a flag takes: those from lo to hi.
type valueRange struct {
	flag   string
	lo, hi float64
	wanted string
	hint   string
}

// valueRanges lists the flags that take a number from a range. Those of one
// name mean the same in every command.
func valueRanges() []valueRange {
	most := math.MaxFloat64
	const low, none = "low values give the likeliest answer, high ones variety", "0 sets no bound"
	return []valueRange{
		{"temperature", 0, 2, "expected a number from 0 to 2", low},
		{"judge-temperature", 0, 2, "expected a number from 0 to 2", low},
		{"top-p", 0, 1, "expected a number from 0 to 1", "leave it out to have the provider's default"},
		{"top-k", 1, most, "expected at least 1", "leave it out to have the provider's default"},
		{"thinking-budget", -1, most, "expected at least 0", "leave it out to have the provider's default"}, // -1 does so too
		{"max-iterations", 0, most, "expected at least 0", "0 has the first answer only"},
		{"patience", 0, most, "expected at least 0", "0 never stops for want of progress"},
		{"max-tokens", 1, most, "expected at least 1", "leave it out to have the provider's default"},
		{"assume-tokens", 1, most, "expected at least 1", ""},
		{"rpm", 0, most, "expected at least 0", none},
		{"tpm", 0, most, "expected at least 0", none},
		{"budget-tokens", 0, most, "expected at least 0", none},
		{"max-tries", 1, most, "expected at least 1", "1 makes every call once"},
		{"reasks", 0, most, "expected at least 0", "0 never asks again"},
		{"timeout", 1e-9, most, "expected more than 0", "for example 30s or 10m"},
		{"remove-older", 1e-9, most, "expected more than 0", "1ns removes everything, 720h what is older than 30 days"},
		{"older-than", 1e-9, most, "expected more than 0", "for example 2160h"},
		{"max-connections", 1, most, "expected at least 1", "1 makes one call after another"},
		{"best", 1, most, "expected at least 1", ""},
		{"limit", 0, most, "expected at least 0", "0 shows all"}, // of runs; of instructions it is a text
	}
}

// checkRanges refuses values that were given and are out of their range.
func checkRanges(cmd *cobra.Command) error {
	for _, r := range valueRanges() {
		f := cmd.Flags().Lookup(r.flag)
		if f == nil || !f.Changed {
			continue
		}
		for _, text := range valuesOf(f.Value) {
			if v, ok := numberOf(f, text); ok && !(v >= r.lo && v <= r.hi) {
				if f.Value.Type() == "float64Slice" { // which writes six decimals
					text = strconv.FormatFloat(v, 'g', -1, 64)
				}
				return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--%s %s: %s", r.flag, text, r.wanted), Hint: r.hint}
			}
		}
	}
	return nil
}

// numberOf reads a value of a flag that takes numbers, or seconds.
func numberOf(f *pflag.Flag, text string) (float64, bool) {
	switch f.Value.Type() {
	case "int", "float64", "float64Slice":
		v, err := strconv.ParseFloat(text, 64)
		return v, err == nil
	case "duration":
		d, err := time.ParseDuration(text)
		return d.Seconds(), err == nil
	default:
		return 0, false
	}
}

// MayBeEmpty lists the flags whose text may be empty.
func MayBeEmpty() []string { return []string{"text", "response", "answer", "system", "db", "data"} }

// checkEmpty refuses flags and arguments that were given and hold nothing,
// which are mostly variables of a script that are not set: to pass over them
// would do something else than was asked for.
func checkEmpty(cmd *cobra.Command, args []string) error {
	for i, arg := range args {
		if arg == "" && !strings.HasPrefix(cmd.Name(), cobra.ShellCompRequestCmd) {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("argument %d is empty", i+1), Hint: "see " + cmd.CommandPath() + " --help for what it takes"}
		}
	}
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		values := valuesOf(f.Value)
		if err == nil && (len(values) == 0 || slices.Contains(values, "")) && !slices.Contains(MayBeEmpty(), f.Name) {
			err = &adhere.Error{Code: adhere.Invalid, Message: "--" + f.Name + " was given and is empty", Hint: "leave it out, or see " + cmd.CommandPath() + " --help for what it takes"}
		}
	})
	return err
}
