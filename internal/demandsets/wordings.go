package main

import (
	"fmt"

	"adhere/verify/english"
	"adhere/verify/ruling"
)

// measureWording counts what is made of one requirement, and says what is
// wrong with it.
func (b bench) measureWording(c *wordingCase) (tally, []string, error) {
	t, wrong := tally{}, []string(nil)
	whole := false
	for i, text := range append(append([]string(nil), c.Passes...), c.Fails...) {
		says, extent, err := b.find(ruling.Case{Requirement: c.Wording, Text: text})
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		whole = extent == english.Whole
		if !whole && says == met {
			says = undecided // a part that is met settles nothing
		}
		passes := i < len(c.Passes)
		if says == met && !passes || says == notMet && passes {
			wrong = append(wrong, fmt.Sprintf("%s %q: wrong about text %d", c.ID, c.Wording, i+1))
		}
		t.pair(says, passes)
	}
	right := len(wrong) == 0
	switch {
	case !c.Code:
		t.count("a judge's, read whole", whole)
	default:
		t.count("read whole", whole)
		if !whole {
			wrong = append(wrong, fmt.Sprintf("%s %q: not read whole", c.ID, c.Wording))
		}
	}
	if whole {
		t.count("of these right", right && c.Code)
	}
	return t, wrong, nil
}
