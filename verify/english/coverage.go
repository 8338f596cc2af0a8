package english

import "adhere"

// A Covered says how many of the requirements with one label are read.
type Covered struct {
	Label  string `json:"label"` // "" for all together
	Of     int    `json:"of"`
	Whole  int    `json:"whole"` // decided by a check
	Partly int    `json:"part"`  // of which a check decides a part
}

// Read returns how many are read, whole or in part.
func (c Covered) Read() int { return c.Whole + c.Partly }

// Coverage reads requirements and counts, for all together and then for each
// label in order of first appearance, how many of them code decides. A
// requirement with several labels counts in each.
func (r Reader) Coverage(requirements []adhere.Requirement) []Covered {
	out := []Covered{{}}
	at := map[string]int{}
	for i := range requirements {
		reading, _ := r.Read(requirements[i].Text)
		out[0].add(reading.Decides)
		for _, label := range requirements[i].Labels {
			if _, ok := at[label]; !ok {
				at[label] = len(out)
				out = append(out, Covered{Label: label})
			}
			out[at[label]].add(reading.Decides)
		}
	}
	return out
}

func (c *Covered) add(e Extent) {
	c.Of++
	switch e {
	case Whole:
		c.Whole++
	case Part:
		c.Partly++
	case None:
	}
}
