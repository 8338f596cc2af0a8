package build

import (
	"fmt"
	"math"
	"math/rand/v2"

	"adhere"
)

// Split divides instructions by a seed: of all, the share is held out. What is
// nearly the same, and the levels of one group, stay on one side, so that the
// sides can differ from the share by a little. Each side keeps the order.
func Split(list []*adhere.Instruction, share float64, seed uint64) (train, heldOut []*adhere.Instruction, err error) {
	if !(share >= 0 && share < 1) {
		return nil, nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("held out %v: expected a share from 0 to below 1", share)}
	}
	families := related(list)
	r := rand.New(rand.NewPCG(seed, 0))
	apart, want := map[*adhere.Instruction]bool{}, int(math.Round(float64(share*float64(len(list)))))
	for _, family := range shuffled(r, families) {
		if len(apart)+len(family) > want {
			continue
		}
		for _, in := range family {
			apart[in] = true
		}
	}
	for _, in := range list {
		if apart[in] {
			heldOut = append(heldOut, in)
		} else {
			train = append(train, in)
		}
	}
	return train, heldOut, nil
}

// related joins instructions that are nearly the same or of one group. Texts
// that are alike are found in pairs, so families grow along chains of them.
func related(list []*adhere.Instruction) [][]*adhere.Instruction {
	root := make([]int, len(list))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	join := func(i, j int) {
		a, b := find(i), find(j)
		root[max(a, b)] = min(a, b)
	}
	group, earlier := map[string]int{}, newNearIndex()
	for i, in := range list {
		if first, ok := group[in.Group]; ok && in.Group != "" {
			join(i, first)
		} else {
			group[in.Group] = i
		}
		signature := signatureOf(in.Prompt())
		for j := range earlier.alike(signature) {
			join(i, j)
		}
		earlier.add(i, signature)
	}
	members := map[int][]*adhere.Instruction{}
	var order []int
	for i, in := range list {
		at := find(i)
		if members[at] == nil {
			order = append(order, at)
		}
		members[at] = append(members[at], in)
	}
	out := make([][]*adhere.Instruction, 0, len(order))
	for _, at := range order {
		out = append(out, members[at])
	}
	return out
}
