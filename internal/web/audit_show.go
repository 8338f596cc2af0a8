package web

import (
	"bytes"
	"strconv"

	"adhere/internal/accounts"
	"adhere/internal/jsonl"
)

// auditPath leads administrators to what was done.
const auditPath = "/audit"

// actsPerPage is how many entries of the audit log a page shows.
const actsPerPage = 100

// An auditView is a page of the audit log, the latest first.
type auditView struct {
	Acts  []accounts.Act
	Older string // leads to the page behind; empty on the last
	File  string
}

func (s *Server) showAudit(v *visit) error {
	before, _ := strconv.ParseInt(v.r.URL.Query().Get("before"), 10, 64) // else from the latest
	acts, err := s.Accounts.Acts(v.ctx(), max(before, 0), actsPerPage+1)
	if err != nil {
		return err
	}
	return v.show("audit", auditViewOf(acts))
}

func auditViewOf(acts []accounts.Act) auditView {
	view := auditView{Acts: acts, File: auditPath + ".jsonl"}
	if len(acts) > actsPerPage {
		view.Acts = acts[:actsPerPage]
		view.Older = auditPath + "?before=" + strconv.FormatInt(acts[actsPerPage-1].ID, 10)
	}
	return view
}

// sendAudit hands out all of the log, a JSON object a line.
func (s *Server) sendAudit(v *visit) error {
	acts, err := s.Accounts.Acts(v.ctx(), 0, 0)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := jsonl.Write(&b, acts); err != nil {
		return err
	}
	return v.download("audit.jsonl", "application/jsonl", b.Bytes())
}
