package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
)

// usageArgs makes a wrong number of arguments a usage error that says in the
// words of the usage line what is missing.
func usageArgs(args cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, given []string) error {
		if args(cmd, given) == nil {
			return nil
		}
		words := operands(cmd.Use)
		message := cmd.Name() + " takes no argument"
		switch {
		case len(given) < len(words):
			message = fmt.Sprintf("%s is missing: %s needs %s", words[len(given)], cmd.Name(), strings.Join(words, " and "))
		case len(words) > 0:
			message = fmt.Sprintf("%s is one argument too many: %s takes %s", given[len(words)], cmd.Name(), strings.Join(words, " and "))
		case len(given) > 0:
			message += ", not " + given[0]
		}
		return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: "usage: " + cmd.UseLine()}
	}
}

// operands are the words of a usage line that stand for arguments: A and B of
// "prefer A B --judge PROVIDER/MODEL".
func operands(use string) []string {
	var words []string
	fields := strings.Fields(use)[1:]
	for i := 0; i < len(fields); i++ {
		if strings.HasPrefix(fields[i], "--") {
			i++ // its value
			continue
		}
		words = append(words, strings.Trim(strings.TrimSuffix(fields[i], "..."), "[]"))
	}
	return words
}

// flagError says what is wrong with a flag in words of this program.
func flagError(cmd *cobra.Command, err error) error {
	message, hint := err.Error(), "see "+cmd.CommandPath()+" --help"
	var value *pflag.InvalidValueError
	var none *pflag.ValueRequiredError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &value):
		message = fmt.Sprintf("--%s %q: %s", value.GetFlag().Name, value.GetValue(), wanted(value.GetFlag(), errors.Unwrap(value)))
	case errors.As(err, &none):
		message = "--" + none.GetFlag().Name + " needs a value"
	case errors.As(err, &unknown):
		if unknown.GetSpecifiedName() == "resume" {
			hint = "leave it out: started again, " + cmd.CommandPath() + " repeats no finished call"
		} else if near := nearFlags(cmd, unknown.GetSpecifiedName()); len(near) > 0 {
			hint = "did you mean --" + strings.Join(near, " or --") + "?"
		}
	}
	return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: hint}
}

// nearFlags returns the flags of a command that somebody may have meant, by
// what cobra holds to be near among the names of commands.
func nearFlags(cmd *cobra.Command, name string) []string {
	names := &cobra.Command{SuggestionsMinimumDistance: 2}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
		}
	})
	near := names.SuggestionsFor(name)
	return near[:min(len(near), 4)]
}

// wanted says what a flag takes that could not read its value.
func wanted(f *pflag.Flag, err error) string {
	switch f.Value.Type() {
	case "int":
		return "expected a whole number"
	case "float64":
		return "expected a number"
	case "float64Slice":
		return "expected numbers, joined by commas"
	case "duration":
		return "expected a time, such as 30s or 10m"
	case "bool":
		return "expected true or false"
	default:
		return err.Error()
	}
}

// SameFlag lets a flag of a command be given by another name, too.
func SameFlag(cmd *cobra.Command, name, other string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, given string) pflag.NormalizedName {
		if given == other {
			given = name
		}
		return pflag.NormalizedName(given)
	})
}
