package ruling

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/verify/english"
)

// A Locked is a requirement with the check that it was compiled to, and the
// texts that show what it demands: a line of a lock file, for people to review
// and commit.
type Locked struct {
	Requirement string       `json:"requirement"`
	Request     string       `json:"request,omitempty"` // what it is part of: the line holds only there; empty holds everywhere
	Rule        *adhere.Rule `json:"rule,omitempty"`    // nil: code decides nothing of it
	English     string       `json:"english,omitempty"` // the rule in words
	Why         string       `json:"why,omitempty"`     // why there is no rule
	Witnesses   []Witness    `json:"witnesses,omitempty"`
	By          string       `json:"by"` // the compiler with its model, or whoever changed the line
}

// A Witness is a text that meets the requirement or breaks it.
type Witness struct {
	Text string `json:"text"`
	Met  bool   `json:"met"`
	By   string `json:"by"` // who says so, such as "written", "labelled" or a person's name
}

// A Lock holds what requirements were compiled to. It is safe for concurrent
// use. The zero Lock is empty.
type Lock struct {
	mu   sync.RWMutex
	list []Locked
	at   map[[2]string]int
}

// key is how requirements and requests are compared: white space aside.
func key(requirement, request string) [2]string {
	return [2]string{strings.Join(strings.Fields(requirement), " "), strings.Join(strings.Fields(request), " ")}
}

// Find returns what a requirement was compiled to as a part of the request, or
// else everywhere.
func (l *Lock) Find(requirement, request string) (Locked, bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	i, ok := l.at[key(requirement, request)]
	if !ok {
		i, ok = l.at[key(requirement, "")]
	}
	if !ok {
		return Locked{}, false
	}
	return l.list[i], true
}

// Put adds a line; it takes the place of an earlier one on the requirement.
func (l *Lock) Put(one Locked) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at == nil {
		l.at = map[[2]string]int{}
	}
	k := key(one.Requirement, one.Request)
	if i, ok := l.at[k]; ok {
		l.list[i] = one
		return
	}
	l.at[k] = len(l.list)
	l.list = append(l.list, one)
}

// Write writes the lock, a line for each requirement in the order in which
// they came.
func (l *Lock) Write(w io.Writer) error {
	l.mu.RLock()
	defer l.mu.RUnlock()
	enc := plainjson.NewEncoder(w)
	for i := range l.list {
		if err := enc.Encode(&l.list[i]); err != nil {
			return err
		}
	}
	return nil
}

// ReadLock reads a lock file of that name. A line whose check cannot be
// carried out, or does not say of its witnesses what the line says, is an
// error that names it: a lock that code no longer agrees with must be compiled
// again or mended by hand.
func (d *Decider) ReadLock(name string, content []byte) (*Lock, error) {
	l := &Lock{}
	for i, line := range bytes.Split(content, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var one Locked
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		err := dec.Decode(&one)
		if err == nil {
			err = d.check(&one)
		}
		if _, twice := l.at[key(one.Requirement, one.Request)]; err == nil && twice {
			err = fmt.Errorf("the requirement %q stands twice", one.Requirement)
		}
		if err != nil {
			return nil, &adhere.Error{
				Code: adhere.Invalid, Message: fmt.Sprintf("%s:%d: %s", name, i+1, err),
				Hint: "correct the line, or delete it and compile the requirement again with adhere verify --model --lock", Err: err,
			}
		}
		l.Put(one)
	}
	return l, nil
}

// check holds a line against what code says.
func (d *Decider) check(one *Locked) error {
	switch {
	case strings.TrimSpace(one.Requirement) == "":
		return errors.New("requirement: expected a text")
	case one.Rule == nil && one.Why == "":
		return errors.New("rule: expected a rule, or why there is none")
	case one.Rule == nil:
		return nil
	}
	if _, err := d.catalog.Compile(one.Rule); err != nil {
		return fmt.Errorf("rule: %w", err)
	}
	for i, w := range one.Witnesses {
		if outcome, measured := d.Run(one.Rule, w.Text); outcome != adhere.OutcomeOf(w.Met) {
			return fmt.Errorf("witnesses[%d]: met is %t, and the check finds %s (%s)", i, w.Met, outcome, measured)
		}
	}
	return nil
}

// Use has the decider read requirements as the lock says, before anything else.
// A nil lock says nothing.
func (d *Decider) Use(l *Lock) { d.lock.Store(l) }

// Name says who reads requirements at the decider, with versions: the reader of
// English, and the lock if there is something in it, by its content.
func (d *Decider) Name() string {
	name := "read/english@" + english.Version
	if l := d.lock.Load(); l != nil && !l.empty() {
		name += ",read/lock@" + l.hash()
	}
	return name
}

func (l *Lock) empty() bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return len(l.list) == 0
}

// hash is the start of the SHA-256 of what the lock writes.
func (l *Lock) hash() string {
	sum := sha256.New()
	_ = l.Write(sum) // a hash takes all
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// locked returns the lock's reading of a requirement.
func (d *Decider) locked(requirement string) (Locked, bool) {
	lock := d.lock.Load()
	if lock == nil {
		return Locked{}, false
	}
	return lock.Find(requirement, "")
}
