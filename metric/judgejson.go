package metric

import (
	"encoding/json"

	"adhere"
)

// reportJSON is what programs read: numbers under their names, intervals
// under the names with _ci, and words for what is undefined.
type reportJSON struct {
	Judge      string            `json:"judge"`
	Label      string            `json:"label,omitempty"`
	Baseline   bool              `json:"baseline,omitempty"`
	N          int               `json:"n"`
	Clusters   int               `json:"instructions"`
	Undecided  int               `json:"undecided"`
	Accuracy   *float64          `json:"accuracy"`
	AccuracyCI *[2]float64       `json:"accuracy_ci,omitempty"`
	Kappa      *float64          `json:"kappa"`
	KappaCI    *[2]float64       `json:"kappa_ci,omitempty"`
	MacroF1    *float64          `json:"macro_f1"`
	MacroF1CI  *[2]float64       `json:"macro_f1_ci,omitempty"`
	F1Pos      *float64          `json:"f1_positive"`
	F1PosCI    *[2]float64       `json:"f1_positive_ci,omitempty"`
	F1Neg      *float64          `json:"f1_negative"`
	F1NegCI    *[2]float64       `json:"f1_negative_ci,omitempty"`
	Precision  *float64          `json:"precision"`
	PrecCI     *[2]float64       `json:"precision_ci,omitempty"`
	Recall     *float64          `json:"recall"`
	RecallCI   *[2]float64       `json:"recall_ci,omitempty"`
	Confusion  Confusion         `json:"confusion"`
	Undefined  map[string]string `json:"undefined,omitempty"`
	Distance   *LabelDistance    `json:"pairwise_distance,omitempty"`
	Samples    *Coefficient      `json:"self_consistency,omitempty"`
	Usage      adhere.Usage      `json:"usage,omitzero"`
	ByLabel    []JudgeReport     `json:"by_label,omitempty"`
}

// MarshalJSON writes each coefficient as a plain number, its interval beside
// it, and null with a reason under "undefined" where there is none.
func (r JudgeReport) MarshalJSON() ([]byte, error) {
	j := reportJSON{
		Judge: r.Judge, Label: r.Label, Baseline: r.Baseline, N: r.N, Clusters: r.Clusters,
		Undecided: r.Undecided, Confusion: r.Confusion, Samples: r.Consistency, Usage: r.Usage, ByLabel: r.ByLabel,
	}
	if r.Distance.N > 0 {
		j.Distance = &r.Distance
	}
	for _, f := range []struct {
		name  string
		from  Coefficient
		value **float64
		ci    **[2]float64
	}{
		{"accuracy", r.Accuracy, &j.Accuracy, &j.AccuracyCI},
		{"kappa", r.Kappa, &j.Kappa, &j.KappaCI},
		{"macro_f1", r.MacroF1, &j.MacroF1, &j.MacroF1CI},
		{"f1_positive", r.F1Positive, &j.F1Pos, &j.F1PosCI},
		{"f1_negative", r.F1Negative, &j.F1Neg, &j.F1NegCI},
		{"precision", r.Precision, &j.Precision, &j.PrecCI},
		{"recall", r.Recall, &j.Recall, &j.RecallCI},
	} {
		if f.from.Undefined == "" {
			*f.value, *f.ci = &f.from.Value, &[2]float64{f.from.Lo, f.from.Hi}
			continue
		}
		if j.Undefined == nil {
			j.Undefined = map[string]string{}
		}
		j.Undefined[f.name] = f.from.Undefined
	}
	return json.Marshal(j)
}
