package gateway

import (
	"slices"
	"sync"
)

// A listCache keeps checklists by the hash of their prompts. It is bounded in
// number and in bytes. When it is full, the oldest goes of the caller whose lists
// take the most room: nobody pushes out what others keep.
type listCache struct {
	mu    sync.Mutex
	most  int // lists
	room  int // bytes
	lists map[string]*cachedList
	order []string // hashes, the oldest first
	taken int
	by    map[string]int // bytes, by caller
}

type cachedList struct {
	list  *checklist
	owner string
	size  int
}

// The bounds of the caches.
const (
	mostRead, mostReadBytes     = 1024, 8 << 20
	mostPinned, mostPinnedBytes = 4096, 16 << 20
)

func newListCache(most, room int) *listCache {
	return &listCache{most: most, room: room, lists: map[string]*cachedList{}, by: map[string]int{}}
}

func (s *listCache) get(hash string) *checklist {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.lists[hash]; one != nil {
		return one.list
	}
	return nil
}

// put keeps a list for a caller, in the place of one with the same hash. A list
// that takes more than a quarter of the room is not kept.
func (s *listCache) put(hash, owner string, c *checklist) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(hash)
	size := c.size()
	if size > s.room/4 {
		return
	}
	for len(s.lists) >= s.most || s.taken+size > s.room {
		s.remove(s.oldestOf(s.greediest()))
	}
	s.lists[hash] = &cachedList{c, owner, size}
	s.order = append(s.order, hash)
	s.taken += size
	s.by[owner] += size
}

func (s *listCache) drop(hash string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(hash)
}

func (s *listCache) remove(hash string) {
	one := s.lists[hash]
	if one == nil {
		return
	}
	delete(s.lists, hash)
	if i := slices.Index(s.order, hash); i >= 0 {
		s.order = slices.Delete(s.order, i, i+1)
	}
	s.taken -= one.size
	if s.by[one.owner] -= one.size; s.by[one.owner] == 0 {
		delete(s.by, one.owner)
	}
}

// greediest is the caller whose lists take the most room.
func (s *listCache) greediest() string {
	most, who := -1, ""
	for owner, n := range s.by {
		if n > most || n == most && owner < who {
			most, who = n, owner
		}
	}
	return who
}

func (s *listCache) oldestOf(owner string) string {
	for _, hash := range s.order {
		if s.lists[hash].owner == owner {
			return hash
		}
	}
	return s.order[0]
}

// listBase is about what a list, and each of its constraints, takes besides its
// texts.
const listBase = 512

// size is about how many bytes a list takes.
func (c *checklist) size() int {
	n := listBase + len(c.warning)
	for i := range c.requirements {
		r := &c.requirements[i]
		n += listBase + len(r.Text)
		if r.Rule != nil {
			n += 2 * len(r.Rule.Args)
		}
		if p := c.notes[i].proof; p != nil {
			n += 2 * len(p.Args)
		}
	}
	for _, one := range c.seen {
		n += listBase + len(one.Text) + len(one.Why)
	}
	for _, text := range c.conflicts {
		n += len(text)
	}
	return n
}
