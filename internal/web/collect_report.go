package web

import (
	"context"
	"fmt"

	"adhere"
	"adhere/internal/writing/study"
	"adhere/report"
)

// A sessionsReport is what all sessions show.
type sessionsReport struct {
	Tabs []navLink
	None string // why there is none
	Lead string
	report.Parts
}

func (s *Server) reportSessions(v *visit) error {
	moves, err := s.Writing.Desk.SessionMoves(v.ctx())
	if err != nil {
		return err
	}
	value, fresh, err := s.digests.get(v.ctx(), "report of sessions", fmt.Sprint(moves), func(ctx context.Context) (any, error) {
		r, err := s.Writing.Desk.Report(ctx)
		if err != nil {
			return nil, err
		}
		return newSessionsReport(r)
	})
	if adhere.CodeOf(err) == adhere.NotFound {
		return v.show("sessions_report", sessionsReport{Tabs: deskTabs(reportPath), None: "No turn has been rated yet. The report appears after the first rating"})
	}
	if err != nil {
		return err
	}
	v.waitFor(fresh)
	if value == nil {
		return v.show("sessions_report", sessionsReport{Tabs: deskTabs(reportPath), None: "The report is being computed; this page reloads by itself"})
	}
	return v.show("sessions_report", value.(sessionsReport)) //nolint:forcetypeassert // as it was made
}

func newSessionsReport(r *study.Report) (sessionsReport, error) {
	d := r.Document()
	parts, err := d.Parts()
	if err != nil {
		return sessionsReport{}, err
	}
	return sessionsReport{Tabs: deskTabs(reportPath), Lead: d.Lead, Parts: *parts}, nil
}
