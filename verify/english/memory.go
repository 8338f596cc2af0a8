package english

import (
	"container/list"
	"crypto/sha256"
	"strings"
	"sync"

	"adhere"
	"adhere/verify/algebra"
)

// A Memory keeps what was read of messages: conversations share their system
// message, and each has the turns of the one before it. It takes about 4 MB at most,
// forgets first what was not asked for the longest, and does not hold on to the texts.
// It may be used by several goroutines at once. The zero Memory is empty and ready
// for use.
type Memory struct {
	mu    sync.Mutex
	kept  map[[sha256.Size]byte]*list.Element
	order list.List // of *keptRead, the one that was not asked for the longest first
	bytes int
}

// A keptRead is what was read of a message.
type keptRead struct {
	key   [sha256.Size]byte
	read  []posed
	bytes int
}

// What a Memory may take, and what a message and a demand take in it beside texts, in
// bytes.
const (
	mostKept    = 4 << 20
	keptMessage = 256
	keptDemand  = 1 << 10
)

// Demands is Demands, but reads no message twice that it still knows. The Rule of a
// demand is shared with others that were and will be returned: it must not be changed.
func (k *Memory) Demands(messages []adhere.Message) []adhere.Demand {
	return demandsIn(messages, k.message)
}

func (k *Memory) message(m adhere.Message) []posed {
	key := sha256.Sum256([]byte(string(m.Role) + "\n" + m.Text))
	k.mu.Lock()
	at, known := k.kept[key]
	if known {
		k.order.MoveToBack(at)
	}
	k.mu.Unlock()
	if known {
		return at.Value.(*keptRead).read
	}
	one := &keptRead{key: key, read: Reader{}.message(m), bytes: keptMessage}
	for i := range one.read {
		d := &one.read[i]
		d.detach()
		one.bytes += keptDemand + len(d.Text) + len(d.Rule.Args)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.kept[key]; !known {
		if k.kept == nil {
			k.kept = map[[sha256.Size]byte]*list.Element{}
		}
		k.kept[key] = k.order.PushBack(one)
		k.bytes += one.bytes
	}
	for k.bytes > mostKept {
		oldest := k.order.Remove(k.order.Front()).(*keptRead)
		delete(k.kept, oldest.key)
		k.bytes -= oldest.bytes
	}
	return one.read
}

// detach copies what is a piece of the message.
func (p *posed) detach() {
	p.Text, p.Scope.Of, p.Doubt = strings.Clone(p.Text), strings.Clone(p.Scope.Of), strings.Clone(p.Doubt)
	if check, err := algebra.Decode(p.Rule.Args); err == nil {
		p.check = check
	}
}
