package build_test

import (
	"fmt"
	"testing"

	"adhere"
	"adhere/build"
)

// TestSplit holds that the sides have the share, that neither what is nearly
// the same nor one group is on both, and that the seed decides.
func TestSplit(t *testing.T) {
	var list []*adhere.Instruction
	add := func(id, group, text string) {
		list = append(list, &adhere.Instruction{ID: id, Group: group, Messages: []adhere.Message{{Role: adhere.User, Text: text}}})
	}
	for i := range 40 {
		add(fmt.Sprintf("a%d", i), "", fmt.Sprintf("Describe thing %d of %d to somebody who has not seen number %d before, please.", i*7919, i*104729, i*1299709))
		add(fmt.Sprintf("b%d", i), "", fmt.Sprintf("Describe thing %d of %d to somebody who has not seen number %d before, please!", i*7919, i*104729, i*1299709))
		add(fmt.Sprintf("g%d", i), fmt.Sprintf("g%d", i/2), fmt.Sprintf("%d bottles and %d glasses stood there", i*31, i*77))
	}
	train, heldOut, err := build.Split(list, 0.25, 7)
	if err != nil || len(train)+len(heldOut) != 120 || len(heldOut) < 28 || len(heldOut) > 30 {
		t.Fatalf("%d and %d, %v", len(train), len(heldOut), err)
	}
	side := map[string]bool{}
	for _, in := range heldOut {
		side[in.ID] = true
	}
	for i := range 40 {
		if side[fmt.Sprintf("a%d", i)] != side[fmt.Sprintf("b%d", i)] || side[fmt.Sprintf("g%d", i)] != side[fmt.Sprintf("g%d", i^1)] {
			t.Errorf("number %d is on both sides", i)
		}
	}
	_, other, _ := build.Split(list, 0.25, 8)
	_, again, _ := build.Split(list, 0.25, 7)
	if other[0].ID == heldOut[0].ID && other[1].ID == heldOut[1].ID && other[2].ID == heldOut[2].ID || len(again) != len(heldOut) || again[0] != heldOut[0] {
		t.Error("the seed does not decide")
	}
	if _, _, err := build.Split(list, 1, 7); err == nil {
		t.Error("all can be held out")
	}
}
