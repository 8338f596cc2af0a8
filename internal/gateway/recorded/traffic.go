package recorded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
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

// Exchanges returns the newest requests that were kept with their attempts, and how
// many among them were kept without.
func (t Traffic) Exchanges(ctx context.Context, limit int, flagged bool) (all []gateway.Exchange, without int, err error) {
	found, err := t.Requests(ctx, limit, flagged)
	if err != nil {
		return nil, 0, err
	}
	for i := range found {
		x, err := t.Exchange(ctx, found[i].ID)
		if adhere.CodeOf(err) == adhere.NotFound {
			without++ // or it was pruned in between
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		all = append(all, *x)
	}
	return all, without, nil
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

// AddCase adds that line to the file of cases, whose name it returns. What is
// there already is not added again.
func (t Traffic) AddCase(ctx context.Context, id string) (string, error) {
	if t.Cases == "" {
		return "", &adhere.Error{Code: adhere.Invalid, Message: "there is no file to add cases to", Hint: "name one with adhere serve --cases FILE, or copy the line below"}
	}
	line, err := t.Case(ctx, id)
	if err != nil {
		return "", err
	}
	there, err := os.ReadFile(t.Cases)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if bytes.Contains(there, []byte(line)) {
		return t.Cases, nil
	}
	if len(there) > 0 && !bytes.HasSuffix(there, []byte("\n")) {
		line = "\n" + line
	}
	f, err := os.OpenFile(t.Cases, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(line + "\n")
	return t.Cases, errors.Join(err, f.Close())
}
