package eval

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"adhere"
	"adhere/model"
)

// A Warner is a store that adds warnings to a run for readers of its result.
// Equal warnings are kept once. Memory and database.DB are Warners.
type Warner interface {
	AddRunWarning(ctx context.Context, id, warning string) error
}

// notices are warnings about models that come up while they are asked.
type notices struct {
	mu   sync.Mutex
	seen []string
	keep func(string) // nil before anything is carried out
}

// of returns the model with its replies looked at. Those of a subject are
// counted in the result as they are (see answerWarnings).
func (n *notices) of(m adhere.Model, role string) adhere.Model {
	if role == "subject" {
		return m
	}
	return model.Noticing(m, func(warning string) { n.see(noticed + role + " " + m.Name() + ": " + warning) })
}

// noticed begins a warning about a model.
const noticed = "the "

// ordered returns a run's warnings with those about models last and by name: in
// which order they came up differs from run to run.
func ordered(warnings []string) []string {
	var all, models []string
	for _, w := range warnings {
		if strings.HasPrefix(w, noticed) && (strings.Contains(w, ": "+model.WrongModel) || strings.HasSuffix(w, model.LeftOut)) {
			models = append(models, w)
		} else {
			all = append(all, w)
		}
	}
	slices.Sort(models)
	return append(all, models...)
}

// see keeps a warning before the reply that it is about is used: a process that
// ends meanwhile would not see it again.
func (n *notices) see(warning string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.keep == nil || slices.Contains(n.seen, warning) {
		return
	}
	n.seen = append(n.seen, warning)
	n.keep(warning)
}

// into has warnings kept with a run.
func (n *notices) into(ctx context.Context, w Warner, id string, log *slog.Logger) {
	if w == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.seen = nil
	n.keep = func(warning string) {
		if err := w.AddRunWarning(context.WithoutCancel(ctx), id, warning); err != nil && log != nil {
			log.Error("a warning could not be stored", "warning", warning, "error", err)
		}
	}
}
