package web

import (
	"errors"
	"io"

	"adhere"
	"adhere/internal/accounts"
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

// deskTabs lead to a lead's pages.
func deskTabs(here string) []navLink {
	tabs := []navLink{{Title: "Progress", Href: sessionsPath}, {Title: "Questions", Href: questionsPath}, {Title: "Documents", Href: documentsPath}, {Title: "Report", Href: reportPath}}
	for i := range tabs {
		tabs[i].Here = tabs[i].Href == here
	}
	return tabs
}

// atDesk holds that there is a place where the lead works.
func (s *Server) atDesk(do handler) handler {
	return given(func() bool { return s.Writing.Desk != nil }, do, noWriting())
}

// eachFile hands over the files of a form, one after the other, as they come.
func (v *visit) eachFile(do func(name string, r io.Reader) error) error {
	parts, err := v.r.MultipartReader()
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "no file was sent", Err: err, Hint: "choose at least one"}
	}
	for n := 0; ; {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			if n == 0 {
				return &adhere.Error{Code: adhere.Invalid, Message: "no file was sent", Hint: "choose at least one"}
			}
			return nil
		}
		if err != nil {
			return &adhere.Error{Code: adhere.Invalid, Message: "the upload was interrupted or too large", Err: err, Hint: "send fewer at once"}
		}
		if part.FileName() == "" {
			continue
		}
		n++
		if err := do(part.FileName(), part); err != nil {
			return err
		}
	}
}
