package lists_test

import (
	"slices"
	"strconv"
	"testing"

	"adhere/internal/lists"
)

func TestLists(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	for _, c := range []struct {
		of    []int
		texts []string
		odd   []int
	}{
		{[]int{3, 2, 3, 1}, []string{"3", "2", "3", "1"}, []int{3, 3, 1}},
		{[]int{2}, []string{"2"}, nil},
		{nil, []string{}, nil},
	} {
		before := slices.Clone(c.of)
		if got := lists.Map(c.of, strconv.Itoa); got == nil || !slices.Equal(got, c.texts) {
			t.Errorf("Map(%v) = %q, want %q", c.of, got, c.texts)
		}
		if got := lists.Filter(c.of, odd); (got == nil) != (c.odd == nil) || !slices.Equal(got, c.odd) {
			t.Errorf("Filter(%v) = %v, want %v", c.of, got, c.odd)
		}
		if got := lists.Count(c.of, odd); got != len(c.odd) {
			t.Errorf("Count(%v) = %d, want %d", c.of, got, len(c.odd))
		}
		if !slices.Equal(c.of, before) {
			t.Errorf("%v became %v", before, c.of)
		}
	}
}

func TestAddNew(t *testing.T) {
	for _, c := range []struct{ list, values, want []int }{
		{[]int{3, 1}, []int{1, 2, 2, 3}, []int{3, 1, 2}},
		{nil, []int{2, 2}, []int{2}},
		{nil, nil, nil},
	} {
		if got := lists.AddNew(c.list, c.values...); !slices.Equal(got, c.want) {
			t.Errorf("AddNew(%v, %v) = %v, want %v", c.list, c.values, got, c.want)
		}
	}
}

// TestCompareNatural holds that values stand in one order, however they come.
func TestCompareNatural(t *testing.T) {
	want := []string{"9", "10", "1a", "b"}
	for _, come := range [][]string{{"1a", "9", "b", "10"}, {"10", "1a", "9", "b"}, {"b", "10", "9", "1a"}, {"9", "b", "1a", "10"}} {
		if got := slices.SortedFunc(slices.Values(come), lists.CompareNatural); !slices.Equal(got, want) {
			t.Errorf("%q is sorted to %q", come, got)
		}
	}
}
