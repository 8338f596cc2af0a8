package web

import (
	"cmp"
	"errors"
	"maps"
	"net/http"

	"adhere"
	"adhere/internal/annotate"
)

// A saved is what a page is told after it sent something.
type saved struct {
	Version int               `json:"version"`
	Done    bool              `json:"done"`
	Locked  bool              `json:"locked"`
	Gaps    []annotate.Gap    `json:"gaps,omitempty"`
	Next    string            `json:"next,omitempty"`    // where to go on
	Message string            `json:"message,omitempty"` // of a conflict
	Fields  map[string]string `json:"fields,omitempty"`  // as they are stored, in a conflict
	// Named says all fields in words, in a conflict.
	Named map[string]annotate.Named `json:"named,omitempty"`
}

// moveOf reads what a form or script sends.
func moveOf(v *visit) (annotate.Move, error) {
	form := v.r.PostForm
	if err := v.wrote(form.Get("who")); err != nil {
		return annotate.Move{}, err
	}
	version, err := v.version()
	if err != nil {
		return annotate.Move{}, err
	}
	m := annotate.Move{Action: annotate.Action(form.Get("action")), Client: form.Get("client"), Version: version, Fields: map[string]string{}}
	for name, values := range form {
		switch name {
		case "who", "version", "client", "action":
		default:
			m.Fields[name] = unixLines(values[len(values)-1])
		}
	}
	return m, nil
}

// wrote holds that who is signed in is who the page was made for.
func (v *visit) wrote(who string) error {
	if who == v.person.Name {
		return nil
	}
	return &adhere.Error{Code: adhere.Refused, Message: "this page belongs to " + who + ", and you are signed in as " + v.person.Name, Hint: "sign in as the person who started it; nothing was stored"}
}

// saveTask takes what the visitor did to a task: by a script, which is told
// what came of it, or by the form as it is.
func (s *Server) saveTask(v *visit, x *tasked) error {
	m, err := moveOf(v)
	if err != nil {
		return err
	}
	var after *annotate.After
	err = s.Annotation.Work(v.ctx(), x.campaign.ID, x.unit.Number, v.person.Name, func(work *annotate.Assignment) error {
		after, err = work.Apply(m)
		return err
	})
	if stale, ok := errors.AsType[*annotate.Stale](err); ok {
		return s.tellStale(v, x, m, stale.Task, err)
	}
	if err != nil {
		return taken(v, err, "", "label", func(v *visit) (*labelView, error) { return s.refilled(v, x, m) })
	}
	return s.tellSaved(v, x, m, after)
}

// tellSaved says what came of a move, and leads on after the task is handed
// in. Training stays, to show what is right.
func (s *Server) tellSaved(v *visit, x *tasked, m annotate.Move, after *annotate.After) error {
	t := after.Task
	out := saved{Version: t.Version, Done: t.Done, Locked: t.Locked, Gaps: after.Gaps}
	switch {
	case m.Action == annotate.ActHandIn && t.Done && x.unit.Kind != annotate.Training:
		var err error
		if out.Next, err = s.next(v, x.campaign); err != nil {
			return err
		}
	case m.Action != annotate.ActSave && after.Gaps == nil:
		out.Next = x.path()
	}
	if wantsJSON(v.r) {
		v.sendJSON(http.StatusOK, out)
		return nil
	}
	if after.Gaps == nil {
		return v.redirect(cmp.Or(out.Next, x.path()))
	}
	view, err := s.label(v, x, t)
	if err != nil {
		return err
	}
	view.Gaps = after.Gaps
	return v.showAs(http.StatusUnprocessableEntity, "label", view)
}

// tellStale shows what was sent beside what is stored, and stores nothing.
func (s *Server) tellStale(v *visit, x *tasked, m annotate.Move, t *annotate.Task, err error) error {
	form := x.form(t)
	named := form.Named()
	if wantsJSON(v.r) {
		v.sendJSON(http.StatusConflict, saved{Version: t.Version, Done: t.Done, Locked: t.Locked, Message: errorOf(err).Message, Fields: t.Fields, Named: named})
		return nil
	}
	view, failed := s.label(v, x, t)
	if failed != nil {
		return failed
	}
	view.Conflict = &labelConflict{}
	for _, name := range form.Names() {
		if yours, sent := m.Fields[name]; sent && yours != t.Fields[name] {
			view.Conflict.Fields = append(view.Conflict.Fields, conflictField{name, named[name], yours, t.Fields[name]})
		}
	}
	return v.showAs(http.StatusConflict, "label", view)
}

// refilled is a task as its person sent it, which may not be stored.
func (s *Server) refilled(v *visit, x *tasked, m annotate.Move) (*labelView, error) {
	own, err := s.ownEvents(v, x.campaign.ID, x.unit.Number)
	if err != nil {
		return nil, err
	}
	t := annotate.Fold(own)
	maps.Copy(t.Fields, m.Fields)
	return s.label(v, x, t)
}
