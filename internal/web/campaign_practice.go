package web

import (
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/annotate"
)

// A practiceView lists a campaign's units with what each is for, practice and
// checks first.
type practiceView struct {
	trouble
	ID, Name string
	Lead     bool
	Known    []unitMarks
	Work     []unitMarks
	MoreWork int
	Asks     annotate.Asking  // of the protocol
	Most     int              // answers of a unit
	Written  annotate.Written // what was sent and not taken
}

// Slots are the answers that a unit that is being written can have.
func (v practiceView) Slots() []string {
	return append(slices.Clone(v.Written.Answers), make([]string, max(v.Most-len(v.Written.Answers), 0))...)
}

type unitMarks struct {
	Number   int
	Name     string
	Kind     annotate.Kind
	Versions []annotate.KnownVersion
}

func (s *Server) practice(v *visit) (*practiceView, error) {
	r, err := s.surveyOf(v)
	if err != nil {
		return nil, err
	}
	view := &practiceView{
		ID: r.Campaign.ID, Name: r.Campaign.Name, Lead: makesCampaigns().admits(v.person.Role) && r.Campaign.State != annotate.Closed,
		Asks: r.Protocol.Asks, Most: r.Protocol.Answers[1],
	}
	begun := map[int]bool{} // by somebody: what is work then stays work
	for _, t := range r.Tasks {
		begun[t.Unit] = true
	}
	for i := range r.Units {
		u := &r.Units[i]
		line := unitMarks{u.Number, u.Instruction.ID, u.Kind, r.Campaign.Known(u)}
		switch {
		case u.Kind != annotate.Work:
			view.Known = append(view.Known, line)
		case begun[u.Number]:
		case len(view.Work) < mostUnits:
			view.Work = append(view.Work, line)
		default:
			view.MoreWork++
		}
	}
	return view, nil
}

// writeUnit adds a unit that somebody made up, and leads to the form that says
// what is right about it.
func (s *Server) writeUnit(v *visit, c *annotate.Campaign) (err error) {
	filled := func(texts []string) (out []string) {
		for _, text := range texts {
			if text = strings.TrimSpace(text); text != "" {
				out = append(out, unixLines(text))
			}
		}
		return out
	}
	w := annotate.Written{
		Instruction: v.text("instruction"), Input: v.text("input"),
		Requirements: filled(strings.Split(v.text("requirements"), "\n")), Answers: filled(v.r.PostForm["answer"]),
	}
	number := 0
	if w.Instruction == "" {
		err = &adhere.Error{Code: adhere.Invalid, Message: "the instruction is empty", Hint: "write what the answer was asked for"}
	} else {
		number, err = s.Annotation.WriteUnit(v.ctx(), c.ID, w, v.person.Name)
	}
	return taken(v, err, campaignPath(c.ID)+"/practice/"+strconv.Itoa(number), "campaign_practice", func(v *visit) (*practiceView, error) {
		view, err := s.practice(v)
		if err == nil {
			view.Written = w
		}
		return view, err
	})
}

// A markView is the form that labellers use, on which whoever leads the
// campaign says what is right.
type markView struct {
	labelView
	Kind     annotate.Kind
	Versions []annotate.KnownVersion
	Remark   bool // the remark says why
}

func (s *Server) showMark(v *visit, x *tasked) error {
	form := annotate.KnownForm(x.protocol, x.unit)
	return v.show("campaign_mark", newMarkView(x, form, form.Right()))
}

func newMarkView(x *tasked, form *annotate.Form, fields map[string]string) *markView {
	versions := x.campaign.Known(x.unit)
	t := &annotate.Task{Fields: fields, Order: form.Order, Locked: true, Version: len(versions)}
	return &markView{
		labelView: *newLabelView(x.campaign, form, t), Kind: x.unit.Kind, Versions: versions,
		Remark: form.Protocol.Asks == annotate.AskEdit,
	}
}

// markUnit takes what a unit becomes and what is right about it. Where that
// cannot be, the form comes again with what was sent.
func (s *Server) markUnit(v *visit, x *tasked) error {
	form, fields := annotate.KnownForm(x.protocol, x.unit), map[string]string{}
	for _, name := range form.Names() {
		fields[name] = unixLines(v.r.PostForm.Get(name))
	}
	return taken(v, s.mark(v, x, form, fields), campaignPath(x.campaign.ID)+"/practice", "campaign_mark", func(*visit) (*markView, error) {
		return newMarkView(x, form, fields), nil
	})
}

func (s *Server) mark(v *visit, x *tasked, form *annotate.Form, fields map[string]string) error {
	kind, err := annotate.ParseKind(v.r.PostForm.Get("kind"))
	if err != nil {
		return err
	}
	version, err := v.version()
	if err != nil {
		return err
	}
	now := annotate.Known{Kind: kind}
	if kind != annotate.Withdrawn {
		if now.Gold, err = form.GoldOf(fields); err != nil {
			return err
		}
	}
	return s.Annotation.MarkUnit(v.ctx(), x.campaign.ID, x.unit.Number, v.person.Name, func(m *annotate.Marking) error {
		return m.Mark(now, version)
	})
}
