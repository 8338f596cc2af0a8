package web

import "adhere/internal/annotate"

// saveCompletion takes what people get who have done all there is.
func (s *Server) saveCompletion(v *visit, c *annotate.Campaign) error {
	completion := annotate.Completion(v.text("completion"))
	err := completion.Check()
	if err == nil {
		e := &annotate.Entry{Campaign: c.ID, Person: v.person.Name, Kind: annotate.LogCompletion, Text: string(completion)}
		err = s.Annotation.SaveSettings(v.ctx(), e, func(to *annotate.Settings) error {
			was := to.Completion
			to.Completion = completion
			return v.sameVersion("the completion code", versionOf(was))
		})
	}
	return s.changed(v, c, err, func(x *campaignView) {
		x.Completion, x.CompletionVersion = completion, v.versionAfter(err, x.CompletionVersion)
	})
}

// complete returns what the visitor gets who has done all of the campaign, of
// which so much is done; empty where there is more to do. Work that is not as
// the campaign demands pauses the person instead.
func (s *Server) complete(v *visit, c *annotate.Campaign, done workLine) (annotate.Completion, error) {
	if c.Completion == "" || done.Done < done.All {
		return "", nil
	}
	if c.State == annotate.Open {
		if may, err := s.review(v, c); err != nil || !may {
			return "", err
		}
	}
	return s.Annotation.Complete(v.ctx(), c.ID, v.person.Name)
}
