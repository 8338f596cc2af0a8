package web

import (
	"errors"
	"io"
	"net/http"
	"slices"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/writing/collect"
)

// collects is who leads the writing: sees who writes what with which model.
func collects() access { return only(accounts.Admin) }

// mostUpload bounds what is sent in files at once, in bytes.
const mostUpload = 512 << 20

// uploads are the paths to which files are sent.
func uploads() []string { return []string{documentsPath, builtPath} }

// The ways to a lead's pages.
const (
	sessionsPath  = "/sessions"
	documentsPath = sessionsPath + "/documents"
	questionsPath = sessionsPath + "/questions"
	builtPath     = questionsPath + "/built"
	reportPath    = sessionsPath + "/report"
)

// A deskTab leads to one of a lead's pages.
func deskTabs(here string) []navLink {
	tabs := []navLink{{"Progress", sessionsPath, false}, {"Questions", questionsPath, false}, {"Documents", documentsPath, false}, {"Report", reportPath, false}}
	for i := range tabs {
		tabs[i].Here = tabs[i].Href == here
	}
	return tabs
}

// atDesk hands a visit to where the lead works; where there is no such place,
// there is no such page.
func (s *Server) atDesk(do func(*visit, *collect.Desk) error) handler {
	return func(v *visit) error {
		if s.Writing.Desk == nil {
			return noWriting()
		}
		return do(v, s.Writing.Desk)
	}
}

// A trouble is what a page says of a form that was not taken.
type trouble struct{ Error, Hint string }

// mendable is the trouble of an error that its reader can mend, and its status;
// any other error is passed on.
func mendable(err error) (trouble, int, error) {
	switch adhere.CodeOf(err) {
	case "":
		return trouble{}, http.StatusOK, nil
	case adhere.Invalid, adhere.Conflict, adhere.NotFound:
		e := errorOf(err)
		return trouble{e.Message, e.Hint}, e.Status, nil
	default:
		return trouble{}, 0, err
	}
}

// eachFile hands over the files of a form, one after the other, as they come.
func (v *visit) eachFile(do func(name string, r io.Reader) error) (int, error) {
	parts, err := v.r.MultipartReader()
	if err != nil {
		return 0, &adhere.Error{Code: adhere.Invalid, Message: "no file was sent", Err: err, Hint: "choose at least one"}
	}
	for n := 0; ; {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			if n == 0 {
				err = &adhere.Error{Code: adhere.Invalid, Message: "no file was sent", Hint: "choose at least one"}
				return 0, err
			}
			return n, nil
		}
		if err != nil {
			return n, &adhere.Error{Code: adhere.Invalid, Message: "the files did not arrive whole", Err: err, Hint: "send fewer at once"}
		}
		if part.FileName() == "" {
			continue
		}
		n++
		if err := do(part.FileName(), part); err != nil {
			return n, err
		}
	}
}

// writers are the people who may write, by name.
func (s *Server) writers(v *visit) ([]string, error) {
	people, err := s.Accounts.People(v.ctx())
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range people {
		if !people[i].Disabled && labels().admits(people[i].Role) {
			names = append(names, people[i].Name)
		}
	}
	slices.Sort(names)
	return names, nil
}
