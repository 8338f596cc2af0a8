package recorded

import (
	"context"
	"encoding/json"
	"os"

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/store"
)

// Traffic hands what the gateway kept to the pages.
type Traffic struct {
	*store.Store
	Cases string // the file that cases are added to; empty for none
}

// Exchanges returns the newest requests that were kept with their attempts.
func (t Traffic) Exchanges(ctx context.Context, limit int, flagged bool) ([]gateway.Exchange, error) {
	found, err := t.Requests(ctx, limit, flagged)
	if err != nil {
		return nil, err
	}
	var all []gateway.Exchange
	for i := range found {
		x, err := t.Exchange(ctx, found[i].ID)
		if adhere.CodeOf(err) == adhere.NotFound {
			continue // it was pruned in between, or is without attempts
		}
		if err != nil {
			return nil, err
		}
		all = append(all, *x)
	}
	return all, nil
}

// Exchange returns the request of that ID.
func (t Traffic) Exchange(ctx context.Context, id string) (*gateway.Exchange, error) {
	e, err := Get(ctx, t.Store, id)
	if err == nil && (e.Trace == nil || e.Trace.Instruction == nil || len(e.Trace.Attempts) == 0) {
		err = &adhere.Error{Code: adhere.NotFound, Message: "request " + id + " was kept without its attempts"}
	}
	return e, err
}

// Case returns a request as a line of the rules' test cases.
func (t Traffic) Case(ctx context.Context, id string) (string, error) {
	e, err := Get(ctx, t.Store, id)
	if err != nil {
		return "", err
	}
	line, err := json.Marshal(gateway.CaseOf(e))
	return string(line), err
}

// AddCase adds that line to the file of cases, whose name it returns.
func (t Traffic) AddCase(ctx context.Context, id string) (string, error) {
	if t.Cases == "" {
		return "", &adhere.Error{Code: adhere.Invalid, Message: "there is no file to add cases to", Hint: "name one with adhere serve --cases FILE, or copy the line below"}
	}
	line, err := t.Case(ctx, id)
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(t.Cases, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(unended(f) + line + "\n")
	if end := f.Close(); err == nil {
		err = end
	}
	return t.Cases, err
}

// unended is the line break that the last line of a file lacks, or "".
func unended(f *os.File) string {
	last := make([]byte, 1)
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return ""
	}
	if _, err := f.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return ""
	}
	return "\n"
}
