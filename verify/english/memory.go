package english

import (
	"crypto/sha256"
	"strings"
	"sync"

	"adhere"
	"adhere/verify/algebra"
)

// A Memory keeps what was read of messages: conversations share their system
// message, and each has the turns of the one before it. It is bounded, forgets the
// oldest first, and does not hold on to the texts. It may be used by several
// goroutines at once. The zero Memory is empty and ready for use.
type Memory struct {
	mu      sync.Mutex
	kept    map[[sha256.Size]byte][]posed
	order   [][sha256.Size]byte // the oldest first
	demands int
}

// The bounds of a Memory. A demand takes about 1 KB.
const (
	mostMessages    = 4096
	mostKeptDemands = 4096
)

// Demands is Demands, but reads no message twice that it still knows.
func (k *Memory) Demands(messages []adhere.Message) []adhere.Demand {
	return demandsIn(messages, k.message)
}

func (k *Memory) message(m adhere.Message) []posed {
	key := sha256.Sum256([]byte(string(m.Role) + "\n" + m.Text))
	k.mu.Lock()
	read, known := k.kept[key]
	k.mu.Unlock()
	if known {
		return read
	}
	read = Reader{}.message(m)
	for i := range read {
		read[i].detach()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.kept[key]; !known {
		if k.kept == nil {
			k.kept = map[[sha256.Size]byte][]posed{}
		}
		k.kept[key], k.order, k.demands = read, append(k.order, key), k.demands+len(read)
	}
	for len(k.order) > mostMessages || k.demands > mostKeptDemands {
		k.demands -= len(k.kept[k.order[0]])
		delete(k.kept, k.order[0])
		k.order = k.order[1:]
	}
	return read
}

// detach copies what is a piece of the message.
func (p *posed) detach() {
	p.Text, p.Scope.Of, p.Doubt = strings.Clone(p.Text), strings.Clone(p.Scope.Of), strings.Clone(p.Doubt)
	if check, err := algebra.Decode(p.Rule.Args); err == nil {
		p.check = check
	}
}
