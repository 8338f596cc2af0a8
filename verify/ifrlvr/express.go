package ifrlvr

import (
	"regexp"
	"strings"

	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/parity"
)

func trimmed(a *verify.Args, name string) string { return parity.TrimSpace(a.Text(name)) }

// keyword is a text of the data, which is taken for a regular expression.
func keyword(a *verify.Args, name string) algebra.Find {
	text := trimmed(a, name)
	if strings.ContainsAny(text, `.^$*+?{}[]\|()`) {
		return algebra.Pattern(text)
	}
	return algebra.Text(text)
}

func isPrompt(a *verify.Args) algebra.Expr {
	return algebra.Equals{To: algebra.Text(trimmed(a, "prompt_to_repeat"))}
}

func isPromptTimes(a *verify.Args) algebra.Expr {
	const divider = "******"
	n, parts := float64(a.Count("N")), algebra.Every(algebra.Split(divider))
	return algebra.All{
		algebra.Has(algebra.Text(divider), algebra.Exactly(max(n-1, 0))),
		algebra.HasParts(parts, algebra.Exactly(n)),
		algebra.Each{Of: parts, Holds: isPrompt(a)},
	}
}

func isSpan(a *verify.Args) algebra.Expr {
	prompt := []rune(a.Text("prompt_to_repeat"))
	from, to := a.Count("n_start"), min(a.Count("n_end"), len(prompt))
	return algebra.Equals{To: algebra.Text(parity.TrimSpace(string(prompt[min(from, to):to])))}
}

// none demands that no part is so; there may be no part at all.
func none(parts algebra.Parts, e algebra.Expr) algebra.Expr {
	return algebra.HasParts(parts.With(e), algebra.Exactly(0))
}

func inBrackets(*verify.Args) algebra.Expr {
	bracketed := algebra.All{algebra.Starts{With: algebra.Text("[")}, algebra.Ends{With: algebra.Text("]")}}
	return none(algebra.Every(algebra.Chunk), algebra.Not{Of: bracketed})
}

// inPairs lets a last word without a partner be, as the evaluator does.
func inPairs(*verify.Args) algebra.Expr {
	return algebra.Equals{To: algebra.Pattern(`(<<\S*\s+\S*>>\s+)*(<<\S*\s+\S*>>|\S+)`)}
}

func two(divider string) func(*verify.Args) algebra.Expr {
	return func(*verify.Args) algebra.Expr {
		parts := algebra.Every(algebra.Split(divider))
		return algebra.All{
			algebra.HasParts(parts, algebra.Exactly(2)),
			algebra.Each{Of: parts, Holds: algebra.Has(algebra.Chunk, algebra.AtLeast(1))},
		}
	}
}

func isWord(a *verify.Args, name string) algebra.Expr {
	return algebra.Equals{To: algebra.Text(trimmed(a, name))}
}

// isMarkedWord allows marks around the word.
func isMarkedWord(a *verify.Args, name string) algebra.Expr {
	const marks = `[^\p{L}\p{N}_]*`
	return algebra.Equals{To: algebra.Pattern(marks + regexp.QuoteMeta(trimmed(a, name)) + marks)}
}
