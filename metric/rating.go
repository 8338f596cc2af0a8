package metric

import (
	"cmp"
	"slices"
	"strings"

	"adhere/internal/lists"

	"adhere"
)

// A Rating is one rater's value for one item. An empty value is no rating.
type Rating struct {
	Item, Rater, Value string
	Cluster            string // what is drawn independently, an instruction for example; empty: the item itself
}

// A Table holds ratings by item. Items, raters and values are sorted, so that
// what is taken from it does not depend on the order of the ratings.
type Table struct {
	raters, values []string
	items          []string
	clusters       []int32 // of the items
	groups         int     // number of clusters
	start          []int32 // where the entries of an item start
	entries        []entry // by item, then rater
}

type entry struct{ rater, value int32 }

// NewTable sorts ratings into a table. Values that are numbers are ordered by
// size, others by letters. Two ratings of one item by one rater are an error.
func NewTable(ratings []Rating) (*Table, error) {
	ratings = slices.DeleteFunc(slices.Clone(ratings), func(r Rating) bool { return r.Value == "" })
	t := &Table{}
	itemOf, items := intern(ratings, func(r *Rating) string { return r.Item }, strings.Compare)
	raterOf, raters := intern(ratings, func(r *Rating) string { return r.Rater }, strings.Compare)
	valueOf, values := intern(ratings, func(r *Rating) string { return r.Value }, lists.CompareNatural)
	clusterOf, clusters := intern(ratings, func(r *Rating) string {
		return cmp.Or(r.Cluster, r.Item)
	}, strings.Compare)
	t.items, t.raters, t.values, t.groups = items, raters, values, len(clusters)
	t.clusters = make([]int32, len(items))
	t.start = make([]int32, len(items)+1)
	for i := range ratings {
		t.clusters[itemOf[i]] = clusterOf[i]
		t.start[itemOf[i]+1]++
	}
	for i := range items {
		t.start[i+1] += t.start[i]
	}
	t.entries = make([]entry, len(ratings))
	next := slices.Clone(t.start)
	for i := range ratings {
		t.entries[next[itemOf[i]]] = entry{raterOf[i], valueOf[i]}
		next[itemOf[i]]++
	}
	return t, t.settle()
}

// settle puts the entries of each item in order and refuses doubles.
func (t *Table) settle() error {
	for i := range t.items {
		es := t.of(i)
		slices.SortFunc(es, func(a, b entry) int { return cmp.Compare(a.rater, b.rater) })
		for j := 1; j < len(es); j++ {
			if es[j].rater == es[j-1].rater {
				return adhere.Errorf(adhere.Invalid, "%s rated %q twice", t.raters[es[j].rater], t.items[i]).
					WithHint("give each rater one value per item; enter repeated passes as separate raters")
			}
		}
	}
	return nil
}

func (t *Table) of(item int) []entry { return t.entries[t.start[item]:t.start[item+1]] }

// intern numbers the keys that f gives to things, in sorted order.
func intern[T any, K comparable](things []T, f func(*T) K, compare func(a, b K) int) (ids []int32, keys []K) {
	seen := make(map[K]int32)
	ids = make([]int32, len(things))
	var last K
	for i := range things {
		key := f(&things[i])
		if i > 0 && key == last {
			ids[i] = ids[i-1]
			continue
		}
		id, ok := seen[key]
		if !ok {
			id = int32(len(keys))
			seen[key] = id
			keys = append(keys, key)
		}
		ids[i], last = id, key
	}
	if slices.IsSortedFunc(keys, compare) {
		return ids, keys
	}
	order := make([]int32, len(keys))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return compare(keys[a], keys[b]) })
	rank, sorted := make([]int32, len(keys)), make([]K, len(keys))
	for r, id := range order {
		rank[id], sorted[r] = int32(r), keys[id]
	}
	for i := range ids {
		ids[i] = rank[ids[i]]
	}
	return ids, sorted
}
