package ruling

import (
	"sync"

	"adhere"
	"adhere/verify/english"
)

// maxKnown bounds how many requirements a decider remembers.
const maxKnown = 1 << 13

// A reading is what a requirement was read as.
type reading struct {
	decides english.Extent
	rule    *adhere.Rule
	english string
	rest    string
}

// readings keeps requirements that were read. When it is full it starts
// afresh.
type readings struct {
	mu sync.RWMutex
	by map[string]reading
}

func (k *readings) read(requirement string) reading {
	k.mu.RLock()
	r, ok := k.by[requirement]
	k.mu.RUnlock()
	if ok {
		return r
	}
	r = reading{decides: english.None}
	if got, ok := english.Read(requirement); ok {
		r = reading{got.Decides, got.Check.Rule(), got.Check.String(), got.Rest}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.by == nil || len(k.by) >= maxKnown {
		k.by = map[string]reading{}
	}
	k.by[requirement] = r
	return r
}
