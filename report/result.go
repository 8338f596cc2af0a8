package report

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"time"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/metric"
)

// A Result is what a run came to: the numbers of its metrics, and what a
// reader needs to trust and repeat them.
type Result struct {
	Run     string          `json:"run"`               // the run's name
	Bench   string          `json:"bench"`             // name and version of the benchmark
	Dataset Dataset         `json:"dataset"`           // what was answered
	Model   string          `json:"model"`             // who answered
	Servers []adhere.Server `json:"servers,omitempty"` // where models were asked, but for their provider's own address
	Judges  []string        `json:"judges"`            // who gave verdicts; the first one that decides a requirement is shown as its outcome

	Items    int              `json:"items"`          // instructions times attempts
	Counted  string           `json:"-"`              // what is met, not met or undecided; empty for requirements
	Part     string           `json:"part,omitempty"` // which instructions of the data set were taken, in words; empty for all
	Failed   int              `json:"failed"`         // items whose response or judging failed
	Metrics  []adhere.Summary `json:"metrics"`
	Warnings []string         `json:"warnings"`

	Undecided metric.Policy `json:"undecided_policy,omitempty"` // how the metrics count what is undecided

	Params   adhere.Params `json:"params,omitzero"`    // how answers were sampled
	Attempts int           `json:"attempts,omitempty"` // answers to each instruction
	Recorded bool          `json:"recorded,omitempty"` // answers come from a file, whoever sampled them

	Plan        string                  `json:"plan,omitempty"`        // hash of the plan
	Definitions []Definition            `json:"definitions,omitempty"` // of the metrics, in the order of their tables
	Usage       map[string]adhere.Usage `json:"-"`                     // by role: subject, judge, critic, rewriter
	Replies     []Replies               `json:"replies,omitempty"`     // of model judges; empty where none was asked
	Hybrid      *Hybrid                 `json:"hybrid,omitempty"`      // nil unless rules and a model judged together

	// When the run took place, for people. JSON leaves both out, as it does
	// the time in Usage: equal runs must have equal files.
	Started, Finished time.Time `json:"-"`
}

// A Dataset names the data that was read.
type Dataset struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	SHA256  string `json:"sha256"`
}

// A Definition says what a metric means.
type Definition = metric.Definition

// Define returns the definitions of metrics. Levels in a row and direct scores
// go up to 5; all others are taken for shares. Set Max or Plain in those of
// other metrics.
func Define(metrics []adhere.Metric) []Definition {
	defs := make([]Definition, len(metrics))
	for i, m := range metrics {
		defs[i] = Definition{Name: m.Name, Doc: m.Doc}
		if m.Name == "csl" || m.Name == "direct_score" {
			defs[i].Max = 5
		}
		defs[i].Plain = m.Name == "attempt_variance"
	}
	return defs
}

// Records hands out the records of a run in order. HTML and JUnit range over
// it twice, once to count and once to write, so that no report holds a whole
// run in memory.
type Records = iter.Seq2[*adhere.Record, error]

// Each returns Records over a slice.
func Each(records []adhere.Record) Records {
	return func(yield func(*adhere.Record, error) bool) {
		for i := range records {
			if !yield(&records[i], nil) {
				return
			}
		}
	}
}

// UndecidedShare returns the share of requirements that no judge would or
// could decide, from 0 to 1: that of the metric that counts the most over the
// whole run. Metrics of answers, of groups of levels, or of groups that miss a
// level count fewer things, each of which a single requirement leaves open. Levels
// that no item asks for are left out.
func (r *Result) UndecidedShare() float64 {
	share, most := 0.0, 0
	for _, s := range r.Metrics {
		n, undecided := s.N+s.Undecided, s.Undecided-s.Absent
		if r.Undecided.Counts() { // N has them
			n = max(s.N, s.Undecided) - s.Absent
		}
		if len(s.Group) > 0 || n == 0 || n < most {
			continue
		}
		one := float64(undecided) / float64(n)
		if n == most {
			one = max(one, share)
		}
		share, most = one, n
	}
	return share
}

// A scale is how a metric's values are written: as percentages of a share, or
// as plain numbers up to max.
type scale struct {
	max    float64
	plain  bool
	points bool // intervals of shares in whole points, where room is scarce
}

// scaleOf returns the metric's scale, that of a share where none is defined.
func scaleOf(defs []Definition, metric string) scale {
	for _, d := range defs {
		if d.Name == metric {
			s := scale{max: d.Max, plain: d.Plain || d.Max > 0 && d.Max != 1}
			if s.max <= 0 {
				s.max = 1
			}
			return s
		}
	}
	return scale{max: 1}
}

// decimals of plain numbers: kappa needs one more than a mean of grades.
func (s scale) decimals() int {
	if s.max <= 1 {
		return 3
	}
	return 2
}

// A Usage is what model calls used, as documents give it.
type Usage struct {
	Calls   int     `json:"calls,omitempty"`
	In      int     `json:"in,omitempty"`        // prompt tokens, cached ones included
	Cached  int     `json:"cached,omitempty"`    // prompt tokens that the provider read from its own cache
	Out     int     `json:"out,omitempty"`       // reply tokens, reasoning included
	Thought int     `json:"reasoning,omitempty"` // reply tokens spent on reasoning, where the provider says so
	USD     float64 `json:"usd,omitempty"`       // US dollars; 0 where no price is known
}

// UsageOf returns u without its time, which no two runs share, and with its
// money in US dollars.
func UsageOf(u adhere.Usage) Usage {
	return Usage{Calls: u.Calls, In: u.In, Cached: u.Cached, Out: u.Out, Thought: u.Thought, USD: float64(u.Money) / float64(adhere.USD)}
}

// A TimedUsage is a Usage with the time that its calls took together.
type TimedUsage struct {
	Usage
	Seconds float64 `json:"seconds,omitempty"`
}

// timedUsageOf returns u with its time.
func timedUsageOf(u adhere.Usage) TimedUsage { return TimedUsage{UsageOf(u), u.Time.Seconds()} }

// Cost says what calls cost, as far as their price is known.
func Cost(u adhere.Usage) string {
	if u.Money == 0 && u.Calls > 0 {
		return "cost not known"
	}
	return u.Money.String()
}

func (u Usage) exact() adhere.Usage {
	return adhere.Usage{Calls: u.Calls, In: u.In, Cached: u.Cached, Out: u.Out, Thought: u.Thought, Money: adhere.Dollars(u.USD)}
}

func usages[From, To any](by map[string]From, f func(From) To) map[string]To {
	if by == nil {
		return nil
	}
	out := make(map[string]To, len(by))
	for role, u := range by {
		out[role] = f(u)
	}
	return out
}

// A resultJSON is a result as JSON gives it.
type resultJSON struct {
	fields
	UndecidedShare float64          `json:"undecided_share"`
	Usage          map[string]Usage `json:"usage,omitempty"`
}

// fields are those of a result that JSON gives as they are.
type fields Result

// MarshalJSON writes the fields by the names of their tags, "undecided_share" (see
// UndecidedShare) and "usage" by role, and nothing that differs between equal runs.
func (r Result) MarshalJSON() ([]byte, error) {
	r.Judges, r.Metrics, r.Warnings = orEmpty(r.Judges), orEmpty(r.Metrics), orEmpty(r.Warnings)
	return json.Marshal(resultJSON{fields(r), r.UndecidedShare(), usages(r.Usage, UsageOf)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Result) UnmarshalJSON(b []byte) error {
	var j resultJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	*r = Result(j.fields)
	r.Usage = usages(j.Usage, Usage.exact)
	return nil
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// JSON writes any document of this package as one indented JSON value.
func JSON(w io.Writer, document any) error {
	enc := plainjson.NewEncoder(w)
	enc.SetIndent("", "  ")
	if err := enc.Encode(document); err != nil {
		return fmt.Errorf("report as JSON: %w", err)
	}
	return nil
}
