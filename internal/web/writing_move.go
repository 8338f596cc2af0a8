package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/writing"
)

var goodClient = lazyregexp.New(`^[A-Za-z0-9_-]{8,64}$`)

// moveWriting takes what a person does: an instruction, a rating with an edit,
// a decision. A script is answered in JSON, a form by the page.
func (s *Server) moveWriting(v *visit) error {
	id := v.r.PathValue("writing")
	switch v.r.PostFormValue("do") {
	case "mark":
		return s.markPassage(v, id)
	case "discard":
		if err := s.Writing.Store.SaveDraft(v.ctx(), id, "edit", ""); err != nil {
			return err
		}
		return s.backToWriting(v)
	}
	moves, err := movesOf(v)
	if err == nil {
		err = s.unsaved(v, id, moves[0].Action)
	}
	if err == nil {
		version, _ := strconv.Atoi(v.r.PostFormValue("version")) // what is no number is an old version
		_, err = s.Writing.Room.Move(v.ctx(), id, v.r.PostFormValue("client"), version, moves...)
	}
	if err != nil {
		return s.refuseMove(v, err)
	}
	for _, field := range typedFields() {
		if err := s.Writing.Store.SaveDraft(v.ctx(), id, field, ""); err != nil {
			return err
		}
	}
	return s.backToWriting(v)
}

// unsaved is an error where the person goes on from an answer with a version of
// it in the form that was not saved.
func (s *Server) unsaved(v *visit, id string, a writing.Action) error {
	mine := v.text("edit")
	if mine == "" || a != writing.GoOn && a != writing.Satisfied {
		return nil
	}
	x, _, err := s.Writing.Room.Session(v.ctx(), id)
	if err != nil || x.Phase != writing.AwaitDecision || mine == strings.TrimSpace(x.Turns[len(x.Turns)-1].Final()) {
		return err
	}
	return &adhere.Error{Code: adhere.Invalid, Message: "your version of the answer is not saved yet", Hint: "save it, or discard your changes"}
}

// markPassage says of one passage whether it matters for the last instruction.
// Nothing that is being typed or filled in is touched by it.
func (s *Server) markPassage(v *visit, id string) error {
	x, version, err := s.Writing.Room.Session(v.ctx(), id)
	if err != nil {
		return err
	}
	passage, on := v.r.PostFormValue("passage"), v.r.PostFormValue("on") == "1"
	var marked []string
	if n := len(x.Turns); n > 0 {
		marked = x.Turns[n-1].Relevant
	}
	if slices.Contains(marked, passage) != on {
		if !slices.ContainsFunc(x.Papers, func(p writing.Paper) bool { return strings.HasPrefix(passage, p.ID+"#") }) {
			return &adhere.Error{Code: adhere.Invalid, Message: "the passage belongs to no paper of this session", Hint: "load the page again"}
		}
		if marked = slices.DeleteFunc(slices.Clone(marked), func(p string) bool { return p == passage }); on {
			marked = append(marked, passage)
		}
		if _, err := s.Writing.Room.Move(v.ctx(), id, fmt.Sprintf("mark-%d", version), version, writing.Move{Action: writing.Mark, Relevant: marked}); err != nil {
			return err
		}
		version++
	}
	if wantsJSON(v.r) {
		v.sendJSON(http.StatusOK, map[string]any{"version": version, "marked": append([]string{}, marked...)})
		return nil
	}
	return v.redirect(within(v.r.PostFormValue("back")))
}

func (s *Server) backToWriting(v *visit) error {
	if wantsJSON(v.r) {
		v.sendJSON(http.StatusOK, map[string]bool{"ok": true})
		return nil
	}
	return v.redirect("/writing/" + v.r.PathValue("writing"))
}

// refuseMove says why a move was not taken, on the page that it came from; what
// was typed is kept.
func (s *Server) refuseMove(v *visit, err error) error {
	for _, field := range typedFields() {
		if text := v.text(field); text != "" && !wantsJSON(v.r) && errorOf(err).Status != http.StatusInternalServerError {
			if err := s.Writing.Store.SaveDraft(v.ctx(), v.r.PathValue("writing"), field, text); err != nil {
				return err
			}
		}
	}
	return taken(v, err, "", "writing", s.writing)
}

// movesOf reads the moves of a form: which it is, its button says.
func movesOf(v *visit) ([]writing.Move, error) {
	if !goodClient.MatchString(v.r.PostFormValue("client")) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the page was not sent whole", Hint: "load it again"}
	}
	instruct := writing.Move{Action: writing.Instruct, Kind: writing.Kind(v.r.PostFormValue("kind")), Text: v.text("instruction")}
	switch v.r.PostFormValue("do") {
	case "instruct":
		return []writing.Move{instruct}, nil
	case "rate":
		return []writing.Move{{Action: writing.Rate, Rating: writing.Rating(v.r.PostFormValue("rating")), Text: v.text("comment")}}, nil
	case "edit":
		return []writing.Move{{Action: writing.Edit, Text: v.text("edit")}}, nil
	case "go_on":
		return []writing.Move{{Action: writing.GoOn}}, nil
	case "satisfied":
		return []writing.Move{{Action: writing.Satisfied}}, nil
	default:
		return nil, errNoAction()
	}
}

// typedFields are those whose contents are kept as they are typed.
func typedFields() []string { return []string{"instruction", "kind", "rating", "comment", "edit"} }

// keepTyped takes what is typed, field by field.
func (s *Server) keepTyped(v *visit) error {
	for _, field := range typedFields() {
		if !v.r.PostForm.Has(field) {
			continue
		}
		text := unixLines(v.r.PostFormValue(field))
		if utf8.RuneCountInString(text) > writing.LongestText {
			return &adhere.Error{Code: adhere.Invalid, Message: "the text is too long to save", Hint: "shorten it"}
		}
		if err := s.Writing.Store.SaveDraft(v.ctx(), v.r.PathValue("writing"), field, text); err != nil {
			return err
		}
	}
	return s.backToWriting(v)
}

func (s *Server) stopWriting(v *visit) error {
	s.Writing.Room.Stop(v.r.PathValue("writing"))
	return s.backToWriting(v)
}

// withdrawInstruction takes an instruction back that has no answer, and puts it
// into the form again.
func (s *Server) withdrawInstruction(v *visit) error {
	id := v.r.PathValue("writing")
	turn, _ := strconv.Atoi(v.r.PostFormValue("turn")) // what is no number is no turn
	t, err := s.Writing.Room.Withdraw(v.ctx(), id, turn)
	if err != nil {
		return taken(v, err, "", "writing", s.writing)
	}
	for field, text := range map[string]string{"instruction": t.Instruction, "kind": string(t.Kind)} {
		if err := s.Writing.Store.SaveDraft(v.ctx(), id, field, text); err != nil {
			return err
		}
	}
	return s.backToWriting(v)
}

func (s *Server) retryWriting(v *visit) error {
	s.Writing.Room.Retry(v.r.PathValue("writing"))
	return s.backToWriting(v)
}
