package web

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// labels is who may label. What they see is blind, whatever the role.
func labels() access { return only(accounts.Admin, accounts.Adjudicator, accounts.Annotator) }

// A worksView lists a person's campaigns.
type worksView struct {
	Works  []workLine
	Settle bool // the person may settle differences
	Write  bool // the person may write answers
}

type workLine struct {
	ID, Name, Title  string
	State            annotate.State
	Done, Begun, All int
	Pay              adhere.Money
}

// Ahead reports whether there is more for the person than is begun.
func (w workLine) Ahead() bool { return w.All > w.Done+w.Begun }

// Over reports whether the person has done all there is.
func (w workLine) Over() bool { return w.All > 0 && w.Done == w.All }

// rank puts what can be done now first: the button of the first campaign has the
// focus, so that Enter begins.
func (w workLine) rank() int {
	switch {
	case w.State == annotate.Open && w.All > w.Done:
		return 0
	case w.State == annotate.Open:
		return 1
	case w.State == annotate.Draft:
		return 2
	default:
		return 3
	}
}

// listWork shows a person what there is to do.
func (s *Server) listWork(v *visit) error {
	all, err := s.Annotation.Campaigns(v.ctx())
	if err != nil {
		return err
	}
	view := worksView{Settle: settles().admits(v.person.Role), Write: s.Writing.Room != nil}
	for i := range all {
		c := &all[i]
		in, err := s.takesPart(v, c)
		if err != nil {
			return err
		}
		if !in {
			continue
		}
		line, err := s.workLine(v, c)
		if err != nil {
			return err
		}
		view.Works = append(view.Works, line)
	}
	slices.SortStableFunc(view.Works, func(a, b workLine) int { return a.rank() - b.rank() })
	return v.show("label_works", view)
}

func (s *Server) workLine(v *visit, c *annotate.Campaign) (workLine, error) {
	p, err := annotate.ProtocolNamed(c.Protocol)
	if err != nil {
		return workLine{}, err
	}
	n, err := s.Annotation.CountPlaces(v.ctx(), c.ID, v.person.Name)
	line := workLine{ID: c.ID, Name: c.Name, Title: p.Title, State: c.State, Pay: c.Pay, Done: n[annotate.Done], Begun: n[annotate.Begun]}
	line.All = line.Done + line.Begun + n[annotate.Planned]
	if err == nil && c.State == annotate.Open && !line.Ahead() { // whoever joins later takes what is free, unit by unit
		var free int
		free, err = s.Annotation.FreeUnits(v.ctx(), c.ID, v.person.Name)
		line.All += free
	}
	return line, err
}

// takesPart reports whether the visitor is a member of the campaign.
func (s *Server) takesPart(v *visit, c *annotate.Campaign) (bool, error) {
	members, err := s.Annotation.Members(v.ctx(), c.ID)
	_, is := annotate.MemberNamed(members, v.person.Name)
	return is, err
}

// welcome lets a person take part in the campaign that an invitation is for,
// if it is for one that is there and has not ended.
func (s *Server) welcome(v *visit, scope, person, participant string) error {
	id, ok := strings.CutPrefix(scope, scopeOf(""))
	if !ok {
		return nil
	}
	c, err := s.Annotation.Campaign(v.ctx(), id)
	if adhere.CodeOf(err) == adhere.NotFound || err == nil && c.State == annotate.Closed {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Annotation.SaveMember(v.ctx(), c.ID, person, func(m *annotate.Member) error {
		m.Participant = participant
		return nil
	})
}

// scopeOf is what an invitation to a campaign says it is for.
func scopeOf(campaign string) string { return "campaign/" + campaign }

// campaignOf returns the campaign in the path.
func (s *Server) campaignOf(v *visit) (*annotate.Campaign, error) {
	return s.Annotation.Campaign(v.ctx(), v.r.PathValue("campaign"))
}

// ownsWork reports whether the visitor takes part in the campaign in the path.
func (s *Server) ownsWork(v *visit) (bool, error) {
	c, err := s.campaignOf(v)
	if err != nil {
		return false, err
	}
	return s.takesPart(v, c)
}

// A workView is one campaign as somebody who labels sees it.
type workView struct {
	workLine
	About      string
	Tasks      []taskLine
	Topics     []topicChoice       // that can be liked, of those there are
	Finished   bool                // nothing is left at the moment
	Spent      time.Duration       // on work that is done
	Earned     adhere.Money        // by it
	Paused     string              // why there is no more work
	Completion annotate.Completion // what the visitor gets, having done all
}

type taskLine struct {
	Unit     int
	Training bool
	Done     bool
	Finished time.Time
}

type topicChoice struct {
	Name  string
	Liked bool
}

// showWork shows how far the visitor has come, and every task of theirs.
func (s *Server) showWork(v *visit, c *annotate.Campaign) (err error) {
	var view workView
	if view.workLine, err = s.workLine(v, c); err != nil {
		return err
	}
	if view.Completion, err = s.complete(v, c, view.workLine); err != nil {
		return err
	}
	view.Finished = view.Completion != "" || view.Over() || v.r.URL.Query().Has("finished")
	events, err := s.Annotation.CampaignEvents(v.ctx(), c.ID, v.person.Name, 0)
	if err != nil {
		return err
	}
	units, err := s.Annotation.Outline(v.ctx(), c.ID)
	if err != nil {
		return err
	}
	members, err := s.Annotation.Members(v.ctx(), c.ID)
	if err != nil {
		return err
	}
	p, err := annotate.ProtocolNamed(c.Protocol)
	if err != nil {
		return err
	}
	view.About = p.About
	member, _ := annotate.MemberNamed(members, v.person.Name)
	view.Paused = member.Paused
	events = slices.DeleteFunc(events, func(e annotate.Event) bool { return e.Kind == annotate.Import }) // made elsewhere
	tasks, _ := annotate.Tasks(events)
	view.fill(tasks, units)
	view.Topics = topicsOf(units, member.Topics)
	return v.show("label_work", view)
}

// fill lists the tasks, the last first. Attention checks look like work.
func (x *workView) fill(tasks []*annotate.Task, outline []annotate.Unit) {
	known := map[int]annotate.Kind{}
	for i := range outline {
		known[outline[i].Number] = outline[i].Kind
	}
	for _, t := range slices.Backward(tasks) {
		kind := cmp.Or(known[t.Unit], annotate.Work)
		if kind == annotate.Work && t.Done {
			x.Spent, x.Earned = x.Spent+t.Spent, x.Earned+x.Pay
		}
		x.Tasks = append(x.Tasks, taskLine{t.Unit, kind == annotate.Training, t.Done, t.Finished})
	}
}

func topicsOf(outline []annotate.Unit, liked []string) []topicChoice {
	var lines []topicChoice
	for i := range outline {
		if name := outline[i].Topic; name != "" && outline[i].Kind == annotate.Work {
			lines = append(lines, topicChoice{name, slices.Contains(liked, name)})
		}
	}
	slices.SortFunc(lines, func(a, b topicChoice) int { return strings.Compare(a.Name, b.Name) })
	return lines
}

// likeTopics notes which topics the visitor would rather have.
func (s *Server) likeTopics(v *visit, c *annotate.Campaign) error {
	var liked []string
	for _, t := range v.r.PostForm["topic"] {
		if len(liked) < 50 && len(t) <= 200 {
			liked = append(liked, strings.TrimSpace(t))
		}
	}
	err := s.Annotation.SaveMember(v.ctx(), c.ID, v.person.Name, func(m *annotate.Member) error {
		m.Topics = liked
		return nil
	})
	if err != nil {
		return err
	}
	return v.redirect(workPath(c.ID))
}

func workPath(campaign string) string { return "/tasks/" + url.PathEscape(campaign) }
