package metric

import (
	"strings"

	"adhere"
)

// chooses reports whether a judge's name is meant by a choice: the exact
// name, or its beginning up to a version ("@"), a model ("+") or a level of
// the name ("/"). The empty choice means every judge.
func chooses(choice, judge string) bool {
	rest, ok := strings.CutPrefix(judge, choice)
	if !ok {
		return false
	}
	return choice == "" || rest == "" || strings.HasSuffix(choice, "/") || strings.ContainsRune("@+/", rune(rest[0]))
}

// asked says what became of a record under a choice of judge.
type asked int

const (
	judged   asked = iota
	failed         // no answer, or no verdict by anyone: all is undecided
	unjudged       // others gave verdicts, the chosen judge was not asked
)

// outcomes returns what a record came to by the judges that the choice means.
func outcomes(r *adhere.Record, choice string) ([]adhere.Outcome, asked) {
	if choice == "" && r.Judged() {
		return r.Outcomes(nil), judged
	}
	chosen, state := false, judged
	out := r.Outcomes(func(judge string) bool {
		one := chooses(choice, judge)
		chosen = chosen || one
		return one
	})
	switch {
	case !r.Judged():
		state = failed
	case len(r.Instruction.Requirements) > 0 && !chosen:
		state = unjudged
	}
	return out, state
}
