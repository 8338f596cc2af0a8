// Package ifbench is the suite of checkers for the 58 constraints of IFBench
// (Pyatkin et al. 2025, "Generalizing Verifiable Instruction Following"), in
// the reading of the benchmark's own evaluator. It counts as that program
// counts, also where a person would count otherwise: the Doc of a checker
// says what is odd about it. Texts are read as Python reads them (package
// parity), sentences are Punkt's (package punkt), tokens are those of NLTK 3.9
// (package treebank).
//
// An argument that is missing is an error: the evaluator would draw one at
// random, which no test data needs. So are an unknown argument and an empty
// text. Where the evaluator would stop with an exception (a broken CSV, an
// empty field between tabs), the demand is not met.
//
// Every checker but one gives the evaluator's verdict: on 167 recorded
// answers in both readings, and on 4 million pairs of an answer or a made-up
// text with a constraint on which both were run. The one is
//
//   - words:start_verb. The evaluator asks NLTK's averaged perceptron tagger
//     for the part of speech of the first token; its model is 6 MB of weights
//     that are not part of this program. In its place stands a linear
//     classifier that was fitted to the tagger's answers. It agrees with it on
//     99.1 % of 3,250 beginnings of sentences that were kept out of the fit;
//     of those that the tagger takes for verbs it knows 93 %. It agrees on
//     all recorded verdicts too, but those answers were part of the fit.
package ifbench

import (
	"fmt"
	"slices"

	"adhere/verify"
)

// Suite lists the checkers, under the benchmark's own names.
func Suite() verify.Suite {
	all := slices.Concat(counts(), ratios(), words(), sentences(), formats(), repeats(), customs())
	return verify.Suite{Name: "ifbench", Version: 1, Checkers: all}
}

// A compiler reads a checker's arguments. It may leave it to the caller to
// look for what is wrong with them.
type compiler func(a *verify.Args) (verify.Check, error)

func checker(name, doc string, compile compiler) verify.Checker {
	return verify.Checker{Name: name, Doc: doc, Compile: verify.WithArgs(compile)}
}

// always is the compiler of a check without arguments.
func always(check verify.Check) compiler {
	return func(*verify.Args) (verify.Check, error) { return check, nil }
}

// position reads a number that is 1 or more.
func position(a *verify.Args, name string) (int, error) {
	n := a.Count(name)
	if n == 0 {
		return 0, fmt.Errorf("%s: expected a number of 1 or more, got 0", name)
	}
	return n, nil
}
