package web

import (
	"slices"
	"time"

	"adhere"
	"adhere/internal/writing"
)

// A writingsView lists a person's writing sessions.
type writingsView struct {
	trouble
	Lines  []writingLine
	Topics []topicChoice
	Asked  bool // there is some question
}

type writingLine struct {
	Href, Question string
	Turn           int
	Over           bool
	End            writing.End
	Started        time.Time
}

// inRoom holds that there is a model to write with.
func (s *Server) inRoom(do handler) handler {
	return given(func() bool { return s.Writing.Room != nil }, do, noWriting())
}

// noWriting says that the server has no place to write.
func noWriting() error {
	return &adhere.Error{Code: adhere.NotFound, Message: "writing is not set up on this server", Hint: "start it with adhere serve --writer PROVIDER/MODEL"}
}

func (s *Server) writings(v *visit) (*writingsView, error) {
	view := &writingsView{}
	ids, err := s.Writing.Store.WritingSessions(v.ctx(), v.person.Name)
	if err != nil {
		return view, err
	}
	for _, id := range ids {
		x, _, err := s.Writing.Room.Session(v.ctx(), id)
		if err != nil {
			return view, err
		}
		view.Lines = append(view.Lines, writingLine{"/writing/" + id, x.Question.Text, len(x.Turns), x.Phase == writing.Over, x.End, x.Started})
	}
	slices.Reverse(view.Lines)
	view.Topics, view.Asked, err = s.topics(v)
	return view, err
}

// topics are those of the questions that are asked, and which of them the
// person likes; asked says whether there is some question.
func (s *Server) topics(v *visit) (all []topicChoice, asked bool, err error) {
	questions, err := s.Writing.Store.Questions(v.ctx())
	if err != nil {
		return nil, false, err
	}
	liked, err := s.Writing.Store.Topics(v.ctx(), v.person.Name)
	for _, q := range questions {
		if q.State != writing.Open {
			continue
		}
		asked = true
		if q.Topic != "" && !slices.ContainsFunc(all, func(t topicChoice) bool { return t.Name == q.Topic }) {
			all = append(all, topicChoice{q.Topic, slices.Contains(liked, q.Topic)})
		}
	}
	return all, asked, err
}

func (s *Server) saveWritingTopics(v *visit) error {
	known, _, err := s.topics(v)
	if err != nil {
		return err
	}
	var liked []string
	for _, t := range known {
		if slices.Contains(v.r.PostForm["topic"], t.Name) {
			liked = append(liked, t.Name)
		}
	}
	if err := s.Writing.Store.SaveTopics(v.ctx(), v.person.Name, liked); err != nil {
		return err
	}
	return v.redirect("/writing")
}

func (s *Server) beginWriting(v *visit) error {
	id, err := s.Writing.Room.Begin(v.ctx(), v.person.Name)
	return taken(v, err, "/writing/"+id, "writings", s.writings)
}

// ownsWriting reports whether the session in the path is the visitor's.
func (s *Server) ownsWriting(v *visit) (bool, error) {
	if s.Writing.Room == nil {
		return false, nil
	}
	x, _, err := s.Writing.Room.Session(v.ctx(), v.r.PathValue("writing"))
	if adhere.CodeOf(err) == adhere.NotFound {
		return false, nil
	}
	return err == nil && x.Person == v.person.Name, err
}
