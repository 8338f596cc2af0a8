package web

import (
	"html/template"

	"adhere/internal/annotate"
)

// A guidelinesView is what people read before they label.
type guidelinesView struct {
	ID, Name string
	Version  int
	Body     template.HTML
}

// showGuidelines shows how to label in the campaign.
func (s *Server) showGuidelines(v *visit, c *annotate.Campaign) error {
	all, err := c.Guidelines()
	if err != nil {
		return err
	}
	last := all[len(all)-1]
	return v.show("label_guidelines", guidelinesView{c.ID, c.Name, last.Version, render(own(), last.Text)})
}
