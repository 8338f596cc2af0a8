package web

import (
	"slices"
	"strings"

	"adhere/internal/annotate"
)

// A settlesView lists what people differ on, in all campaigns that are open.
type settlesView struct{ Campaigns []settleCampaign }

type settleCampaign struct {
	ID, Name string
	Overlap  int
	Units    []annotate.Pending
}

func (s *Server) listDifferences(v *visit) error {
	all, err := s.Annotation.Campaigns(v.ctx())
	if err != nil {
		return err
	}
	var view settlesView
	for i := range all {
		c := &all[i]
		if c.State != annotate.Open {
			continue
		}
		r, err := s.survey(v.ctx(), c)
		if err != nil {
			return err
		}
		if units := r.Pending(v.person.Name, r.places); len(units) > 0 {
			view.Campaigns = append(view.Campaigns, settleCampaign{c.ID, c.Name, c.Overlap, units})
		}
	}
	return v.show("campaign_settles", view)
}

// A settleView is one unit with what people said of it, without their names.
type settleView struct{ labelView }

type settleQuestion struct {
	Field    labelField
	Said     []settleVote
	Versions []settleVersion // of texts, in place of Said
	Own      bool            // what is filled in is none of the versions
	Stands   string          // what is settled so far
}

// A settleVote is one version with how many say it, and why.
type settleVote struct {
	N       int
	Word    string
	Reasons []string
}

// A settleVersion is a text that somebody wrote, beside what was proposed.
type settleVersion struct {
	Number  int
	Value   string
	Chosen  bool
	People  int
	Reasons []string
	Lines   []settleLine
	Dropped []string // lines of what was proposed
}

type settleLine struct {
	Text string
	New  bool // it was not proposed like this
}

// A settling is what is to be settled of a unit of a campaign.
type settling struct {
	*annotate.Settling
	campaign *annotate.Campaign
}

// settlingOf reads what is to be settled in the path.
func (s *Server) settlingOf(v *visit) (x settling, err error) {
	unit, err := unitOf(v)
	if err != nil {
		return x, err
	}
	r, err := s.surveyOf(v)
	if err != nil {
		return x, err
	}
	x.campaign = r.Campaign
	x.Settling, err = r.Settling(unit, v.person.Name, r.places)
	return x, err
}

func (s *Server) showSettle(v *visit, x settling) error {
	return v.show("campaign_settle", newSettleView(x.campaign, x.Settling, x.Task.Fields, v.person.Name))
}

// newSettleView lays out what is to be settled, with what is filled in.
func newSettleView(c *annotate.Campaign, x *annotate.Settling, fields map[string]string, who string) *settleView {
	view := &settleView{labelView: *newLabelView(c, x.Form, &annotate.Task{Fields: fields, Locked: true, Version: x.Task.Version})}
	view.Who = who
	for i := range view.Groups {
		g := &view.Groups[i]
		steps := map[string]*step{} // by field
		for _, f := range g.Fields {
			steps[f.Name] = f.Step
		}
		g.Score, g.ScoreLocked, g.Fields = nil, "", nil
		for _, d := range x.Differ {
			if d.Field.Slot == g.Slot {
				q := newSettleQuestion(&d, fields)
				q.Field.Step = steps[d.Field.Name]
				g.Questions = append(g.Questions, q)
			}
		}
	}
	return view
}

func newSettleQuestion(d *annotate.Difference, fields map[string]string) settleQuestion {
	q := settleQuestion{Field: labelFieldOf(d.Field, 0, &annotate.Task{Fields: fields}), Stands: standsOf(d)}
	if d.Field.Kind == annotate.FieldText || d.Field.Kind == annotate.FieldList {
		_, written := fields[d.Field.Name]
		q.versions(d, written)
	} else {
		q.votes(d)
	}
	return q
}

func (q *settleQuestion) votes(d *annotate.Difference) {
	for _, version := range d.Said {
		q.Said = append(q.Said, settleVote{len(version.Whys), d.Field.Word(version.Value), reasonsOf(version)})
	}
}

// versions shows each text beside what was proposed, and marks the one that is
// filled in, if any is.
func (q *settleQuestion) versions(d *annotate.Difference, filled bool) {
	proposed := linesOf(d.Field.Initial)
	q.Own = filled
	for i, v := range d.Said {
		version := settleVersion{Number: i + 1, Value: v.Value, People: len(v.Whys), Reasons: reasonsOf(v)}
		lines := linesOf(v.Value)
		for _, line := range lines {
			version.Lines = append(version.Lines, settleLine{line, !slices.Contains(proposed, line)})
		}
		for _, line := range proposed {
			if !slices.Contains(lines, line) {
				version.Dropped = append(version.Dropped, line)
			}
		}
		if q.Own && v.Value == q.Field.Value {
			version.Chosen, q.Own = true, false
		}
		q.Versions = append(q.Versions, version)
	}
	if !filled {
		q.Field.Value = d.Field.Initial
	}
}

// reasonsOf are those that people gave for a version.
func reasonsOf(v annotate.Version) []string {
	return slices.DeleteFunc(slices.Clone(v.Whys), func(why string) bool { return why == "" })
}

func linesOf(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// settle takes an adjudicator's decisions. Where another settled the same
// meanwhile, the page comes again with what stands and what was sent.
func (s *Server) settle(v *visit, x settling) error {
	fields, version, err := settledFields(v, x.Settling)
	if err != nil {
		return err
	}
	e, err := x.Decide(fields, version, s.Now())
	if err == nil && e != nil { // else it was sent twice
		err = s.Annotation.AddEvents(v.ctx(), x.campaign.ID, []annotate.Event{*e})
	}
	to := "/settle"
	if key := v.r.PostFormValue("queue"); key != "" {
		to = queueHref(x.campaign.ID, annotate.DifferenceFilter(v.r.PostFormValue("show")), key)
	}
	return taken(v, err, to, "campaign_settle", func(*visit) (*settleView, error) {
		return newSettleView(x.campaign, x.Settling, fields, v.person.Name), nil
	})
}

// What is chosen of a text's versions: one of them, behind a sign, or what
// stands in the field.
const (
	pickField   = ".pick"
	pickVersion = "="
	pickOwn     = "own"
)

// settledFields reads what was decided, and on which version of the task.
func settledFields(v *visit, x *annotate.Settling) (fields map[string]string, version int, err error) {
	form := v.r.PostForm
	if err := v.wrote(form.Get("who")); err != nil {
		return nil, 0, err // another's answers stand in another order
	}
	if version, err = v.version(); err != nil {
		return nil, 0, err
	}
	fields = map[string]string{}
	for _, d := range x.Differ {
		name := d.Field.Name
		pick, isText := form.Get(name+pickField), d.Field.Kind == annotate.FieldText || d.Field.Kind == annotate.FieldList
		switch text, version := strings.CutPrefix(pick, pickVersion); {
		case !isText || pick == pickOwn:
			fields[name] = unixLines(form.Get(name))
		case version:
			fields[name] = unixLines(text)
		}
		if d.Field.Reason != "" {
			fields[d.Field.Reason] = unixLines(form.Get(d.Field.Reason))
		}
	}
	return fields, version, nil
}
