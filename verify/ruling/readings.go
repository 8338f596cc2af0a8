package ruling

import (
	"sync"

	"adhere"
	"adhere/verify/english"
)

// Bounds of what is kept: how many things, and how long the key of one may be,
// in bytes.
const (
	maxKept    = 1 << 13
	maxKeptKey = 4 << 10
)

// A kept keeps what was worked out from a text, since the same is asked of many
// answers. When it is full it starts afresh.
type kept[V any] struct {
	mu sync.RWMutex
	by map[string]V
}

func (k *kept[V]) get(key string, work func() V) V {
	k.mu.RLock()
	v, ok := k.by[key]
	k.mu.RUnlock()
	if ok {
		return v
	}
	if v = work(); len(key) > maxKeptKey {
		return v
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.by == nil || len(k.by) >= maxKept {
		k.by = map[string]V{}
	}
	k.by[key] = v
	return v
}

// A reading is what a requirement was read as.
type reading struct {
	decides english.Extent
	rule    *adhere.Rule
	english string
	rest    string
}

func readRequirement(q *Case) reading {
	if got, ok := english.Scoped(&adhere.Requirement{Text: q.Requirement, Scope: q.Scope}, q.Among); ok {
		return reading{got.Decides, got.Check.Rule(), got.Check.String(), got.Rest}
	}
	return reading{decides: english.None}
}
