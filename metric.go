package adhere

import "encoding/json"

// A Metric is arithmetic on records: pure, without input, output or clock.
type Metric struct {
	Name string                   // "drfr", "prompt_level_strict_acc"
	Doc  string                   // the definition in one sentence, with its source
	Of   func([]Record) []Summary // the whole first, then its groups
	Tags []string                 // the tags of instructions that Of reads

	// Whole has records read whole for Of. Without it they may be slim: without
	// texts, reasons and traces.
	Whole bool
}

// A Summary is a metric's value over a set of records: never a bare number.
type Summary struct {
	Metric string            // the Metric's name
	Group  map[string]string // {"label":"Number"}, {"category":"content","level":"3"}; empty for the whole

	Value     float64 // meaningless where Undefined is set
	Lo, Hi    float64 // 95 % interval, none where they are equal; clustered by instruction (and by Group of levels); contains the worst and best case of the undecided
	N         int     // what the value is taken over: the undecided too where a policy counts them as something, as not met for example
	Met       int     // how many of N are met, for metrics that are a share
	Undecided int     // unsure and broken: shown, never silently counted as not met
	Absent    int     // how many of Undecided no item of the run asks for: levels that a group lacks, where a policy counts them

	// The value if everything undecided turned out for the worst, or for the
	// best. Read them only where Undecided is above 0.
	Worst, Best float64

	Undefined string   // why there is no value, in words; empty where there is one
	Warnings  []string // what a reader must know to trust the number
}

type summaryJSON struct {
	Name      string            `json:"name"`
	Group     map[string]string `json:"group"`
	Value     *float64          `json:"value"`
	Lo        *float64          `json:"lo"`
	Hi        *float64          `json:"hi"`
	N         int               `json:"n"`
	Met       int               `json:"met"`
	Undecided int               `json:"undecided"`
	Absent    int               `json:"absent,omitempty"`
	Worst     *float64          `json:"worst,omitempty"` // beside what is undecided alone
	Best      *float64          `json:"best,omitempty"`
	Undefined string            `json:"undefined,omitempty"`
	Warnings  []string          `json:"warnings,omitempty"`
}

// MarshalJSON writes value, lo and hi as null where the value is undefined, and
// lo and hi where there is no interval.
func (s Summary) MarshalJSON() ([]byte, error) {
	j := summaryJSON{
		Name: s.Metric, Group: s.Group, N: s.N, Met: s.Met, Undecided: s.Undecided, Absent: s.Absent,
		Undefined: s.Undefined, Warnings: s.Warnings,
	}
	if j.Group == nil {
		j.Group = map[string]string{}
	}
	if s.Undefined == "" {
		j.Value = &s.Value
		if s.Lo < s.Hi {
			j.Lo, j.Hi = &s.Lo, &s.Hi
		}
		if s.Undecided > 0 && s.Best > 0 { // 0 where nobody worked them out
			j.Worst, j.Best = &s.Worst, &s.Best
		}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Summary) UnmarshalJSON(b []byte) error {
	var j summaryJSON
	if err := json.Unmarshal(b, &j); err != nil {
		return err
	}
	*s = Summary{
		Metric: j.Name, Group: j.Group, N: j.N, Met: j.Met, Undecided: j.Undecided, Absent: j.Absent,
		Undefined: j.Undefined, Warnings: j.Warnings,
	}
	if j.Value != nil && j.Lo == nil {
		j.Lo, j.Hi = j.Value, j.Value
	}
	for dst, src := range map[*float64]*float64{&s.Value: j.Value, &s.Lo: j.Lo, &s.Hi: j.Hi, &s.Worst: j.Worst, &s.Best: j.Best} {
		if src != nil {
			*dst = *src
		}
	}
	return nil
}
