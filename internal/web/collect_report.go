package web

import (
	"adhere"
	"adhere/internal/writing/study"
)

// A sessionsReport is what all sessions show.
type sessionsReport struct {
	Tabs     []navLink
	None     string // why there is none
	Lead     string
	Sections []study.Section
	Warnings []string
}

func (sessionsReport) head() head { return head{title: "Report of writing sessions"} }

func (s *Server) reportSessions(v *visit) error {
	desk, err := s.desk()
	if err != nil {
		return err
	}
	r, err := desk.Report(v.ctx())
	if adhere.CodeOf(err) == adhere.NotFound {
		return v.show("sessions_report", sessionsReport{Tabs: deskTabs(reportPath), None: errorOf(err).Message})
	}
	if err != nil {
		return err
	}
	return v.show("sessions_report", newSessionsReport(r))
}

func newSessionsReport(r *study.Report) sessionsReport {
	view := sessionsReport{Tabs: deskTabs(reportPath), Warnings: r.Warnings}
	view.Lead, view.Sections = r.Page()
	return view
}
