package verify

import "sync"

// maxCompiled bounds how many compiled checks a catalog keeps: several times
// the rules of the largest benchmark.
const maxCompiled = 1 << 13

// A compiledChecks keeps checks by rule, so that judging many answers to one
// instruction reads its arguments once. When it is full it starts afresh.
type compiledChecks struct {
	mu     sync.RWMutex
	checks map[ruleKey]Check
}

type ruleKey struct{ name, args string }

func (c *compiledChecks) get(name string, args []byte) (Check, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	check, ok := c.checks[ruleKey{name, string(args)}]
	return check, ok
}

func (c *compiledChecks) put(name string, args []byte, check Check) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.checks == nil || len(c.checks) >= maxCompiled {
		c.checks = map[ruleKey]Check{}
	}
	c.checks[ruleKey{name, string(args)}] = check
}
