package web

import (
	"strconv"

	"adhere/internal/annotate"
)

// takeNext hands out the visitor's next task and leads there.
func (s *Server) takeNext(v *visit, c *annotate.Campaign) error {
	path, err := s.next(v, c)
	if err != nil {
		return err
	}
	return v.redirect(path)
}

// next hands out the next task and returns where it is; where there is none,
// where the list of tasks is.
func (s *Server) next(v *visit, c *annotate.Campaign) (string, error) {
	if may, err := s.review(v, c); err != nil || !may {
		return workPath(c.ID), err
	}
	unit, err := s.Annotation.Take(v.ctx(), c.ID, v.person.Name, (*annotate.Assignment).Begin)
	if err != nil {
		return "", err
	}
	if unit == 0 {
		return workPath(c.ID) + "?finished", nil
	}
	return taskPath(c.ID, unit), nil
}

func taskPath(campaign string, unit int) string { return workPath(campaign) + "/" + strconv.Itoa(unit) }
