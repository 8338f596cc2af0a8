package serving

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"adhere"
)

// An Audit writes down who did what, a JSON object a line, in a file that only
// its owner may read. It holds no texts and no secrets.
type Audit struct {
	mu   sync.Mutex
	file *os.File
}

// An AuditEntry is one line: a request that was answered or refused.
type AuditEntry struct {
	Time    time.Time    `json:"time"`
	ID      string       `json:"id"`             // of the request, as its answer names it
	Address string       `json:"address"`        // of the client; empty on a socket file
	Key     string       `json:"key,omitempty"`  // the key's ID; empty without a key
	Name    string       `json:"name,omitempty"` // the key's
	Method  string       `json:"method"`
	Path    string       `json:"path"`
	Model   string       `json:"model,omitempty"`
	Status  int          `json:"status"`
	Error   string       `json:"error,omitempty"`  // why it was refused or failed
	Tokens  int          `json:"tokens,omitempty"` // of all calls for it
	Money   adhere.Money `json:"money,omitempty"`  // billionths of a US dollar
}

// OpenAudit opens a file to which entries are appended.
func OpenAudit(path string) (*Audit, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err == nil {
		err = f.Chmod(0o600) // it may have been there
	}
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot write the audit log " + path, Hint: "name a file that you may write with --audit", Err: err}
	}
	return &Audit{file: f}, nil
}

// write appends an entry. The nil audit writes nothing.
func (a *Audit) write(e *AuditEntry) error {
	if a == nil {
		return nil
	}
	b, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := a.file.Write(append(b, '\n')); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	return nil
}

// Close makes the file safe and closes it.
func (a *Audit) Close() error {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.file.Sync(); err != nil {
		a.file.Close()
		return err
	}
	return a.file.Close()
}

// An auditing is the entry of one request. It is written when the request is
// answered and what it used is settled, whichever comes last. The nil auditing
// is of a service without an audit log.
type auditing struct {
	AuditEntry
	audit  *Audit
	failed func(error) // set when the request is answered

	mu   sync.Mutex
	open int // reservations that are not settled
}

// Asks notes for the audit log which model a request asks for.
func Asks(ctx context.Context, model string) {
	if e := exchangeOf(ctx).entry; e != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.Model = model
	}
}

// reserved notes that something will be settled.
func (e *auditing) reserved() {
	if e != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.open++
	}
}

// settled notes what was used.
func (e *auditing) settled(tokens int, money adhere.Money) {
	if e == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open--
	e.Tokens += tokens
	e.Money += money
	e.write()
}

// answered notes how a request ended.
func (e *auditing) answered(s *Server, r *http.Request, x *exchange, status int) {
	if e == nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ID, e.Method, e.Path, e.Status = x.id, r.Method, r.URL.Path, status
	if addr, ok := s.config.Addresses.Proxies.Client(r); ok {
		e.Address = addr.String()
	}
	if x.key != nil {
		e.Key, e.Name = x.key.ID, x.key.Name
	}
	if x.failure != nil {
		e.Error = x.failure.Error()
	}
	e.failed = func(err error) { s.config.Log.Error("the audit log cannot be written", "error", err) }
	e.write()
}

// write writes the entry down once all of it is known.
func (e *auditing) write() {
	if e.open > 0 || e.failed == nil {
		return
	}
	if err := e.audit.write(&e.AuditEntry); err != nil {
		e.failed(err)
	}
}
