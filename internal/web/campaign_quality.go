package web

import (
	"encoding/json"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

func notOpen(c *annotate.Campaign) error {
	return &adhere.Error{Code: adhere.Conflict, Message: "the campaign " + c.ID + " is not open", Hint: "only an open one can be closed"}
}

// saveQuality takes what a campaign demands of people's work.
func (s *Server) saveQuality(v *visit, c *annotate.Campaign) error {
	var q annotate.Quality
	err := v.numbers(map[string]*int{"practice": &q.Practice, "checks": &q.Checks, "window": &q.Window, "seconds": &q.Seconds, "same": &q.Same})
	if err == nil {
		err = q.Check()
	}
	var demands []byte
	if err == nil {
		demands, err = json.Marshal(q)
	}
	if err == nil {
		e := &annotate.Entry{Campaign: c.ID, Person: v.person.Name, Kind: annotate.LogSettings, Text: string(demands)}
		err = s.Annotation.SaveSettings(v.ctx(), e, func(to *annotate.Settings) error {
			was := to.Quality
			to.Quality = q
			return v.sameVersion("the requirements", versionOf(was))
		})
	}
	return s.changed(v, c, err, func(x *campaignView) {
		x.Quality, x.QualityVersion = q, v.versionAfter(err, x.QualityVersion)
	})
}

// review pauses a person whose work is not as the campaign demands, and
// reports whether the person may go on.
func (s *Server) review(v *visit, c *annotate.Campaign) (bool, error) {
	members, err := s.Annotation.Members(v.ctx(), c.ID)
	if err != nil {
		return false, err
	}
	if m, _ := annotate.MemberNamed(members, v.person.Name); m.Paused != "" {
		return false, nil
	}
	if c.Quality == (annotate.Quality{}) {
		return true, nil
	}
	r, err := s.survey(v.ctx(), c)
	if err != nil {
		return false, err
	}
	for _, alarm := range r.Review(v.person.Name) {
		if alarm.Pauses {
			by := accounts.By(v.ctx(), annotate.ByQuality, v.address())
			return false, s.Annotation.SaveMember(by, c.ID, v.person.Name, func(m *annotate.Member) error {
				if err := takesPart(m, v.person.Name); err != nil {
					return err
				}
				m.Pause(alarm.Why)
				return nil
			})
		}
	}
	return true, nil
}
