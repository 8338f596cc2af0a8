package eval

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// A span says which instructions of a data set are taken: Limit of them (0 takes
// all) after the first Skip.
type span struct{ Skip, Limit int }

// parseLimit reads "", "10" (the first ten) or "11-20" (the eleventh to the
// twentieth).
func parseLimit(s string) (span, error) {
	if s == "" {
		return span{}, nil
	}
	wrong := invalid(fmt.Sprintf("--limit %q: expected a number or a range", s), "--limit 10 takes the first ten, --limit 11-20 the ten after them")
	from, to, isRange := strings.Cut(s, "-")
	if !isRange {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return span{}, wrong
		}
		return span{Limit: n}, nil
	}
	a, err1 := strconv.Atoi(from)
	b, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || a < 1 || b < a {
		return span{}, wrong
	}
	return span{Skip: a - 1, Limit: b - a + 1}, nil
}

// checkPart refuses data that has nothing to judge, and a range that begins
// behind the last instruction that is judged.
func (e *Evaluation) checkPart() error {
	n := 0
	for in, err := range e.Set.All() {
		switch {
		case err != nil:
			return err
		case n > e.Plan.Skip:
			return nil
		case len(in.Requirements) > 0:
			n++
		}
	}
	switch {
	case n > e.Plan.Skip:
		return nil
	case n == 0:
		return invalid("no instruction of "+e.Bench.Name+" has requirements: there is nothing to judge",
			"have code list what the prompts demand: adhere decompose FILE --by-code > WITH.jsonl; or a model: --model PROVIDER/MODEL; or write them by hand (docs/formats.md)")
	default:
		return invalid(fmt.Sprintf("--limit %d-%d: %s has %s", e.Plan.Skip+1, e.Plan.Skip+e.Plan.Limit, e.Bench.Name, plural.Of(n, "instruction")),
			"--limit 10 takes the first ten, or all if there are fewer")
	}
}

// parseFailOn reads how many items may fail before a run stops, "10", "0.05"
// or "5%", and returns that limit as run.Runner takes it. Nothing sets none.
func parseFailOn(s string) (func(items int) int, error) {
	if s == "" {
		return nil, nil
	}
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return func(int) int { return Limited(n) }, nil
	}
	number, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return nil, adhere.Errorf(adhere.Invalid, "--fail-on-error %q: expected a number of items or a share", s).
			WithHint("10 stops the run when more than ten items have failed, 0.05 or 5% when more than one in twenty has")
	}
	return func(items int) int { return Limited(int(math.Floor(share * float64(items)))) }, nil
}
