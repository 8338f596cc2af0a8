package web

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/browse"
)

// The bounds of what is noted beside a run, in characters.
const (
	mostTag  = 40
	mostTags = 20
	mostNote = 10_000
)

// noteRuns changes what is noted beside the runs that are ticked: one more tag,
// all of the note, put aside or taken back.
func (s *Server) noteRuns(v *visit) error {
	form := v.r.PostForm
	ids := form["run"]
	if len(ids) == 0 || len(ids) > runsPerPage {
		return &adhere.Error{Code: adhere.Invalid, Message: "no run is selected", Hint: "go back and select at least one"}
	}
	tags, err := tagsOf(form.Get("tags"))
	if err != nil {
		return err
	}
	if utf8.RuneCountInString(form.Get("note")) > mostNote {
		return &adhere.Error{Code: adhere.Invalid, Message: "note: more than " + strconv.Itoa(mostNote) + " characters"}
	}
	change := func(n *browse.Note) error {
		switch form.Get("do") {
		case "tag":
			n.Tags = append(n.Tags, slices.DeleteFunc(slices.Clone(tags), func(t string) bool { return slices.Contains(n.Tags, t) })...)
		case "save":
			if err := v.sameVersion("the note", versionOfNote(n)); err != nil {
				return err
			}
			n.Tags, n.Text = tags, unixLines(form.Get("note"))
		case "archive", "restore":
			n.Archived = form.Get("do") == "archive"
		default:
			return errNoAction()
		}
		if len(n.Tags) > mostTags {
			return &adhere.Error{Code: adhere.Invalid, Message: "tags: more than " + strconv.Itoa(mostTags) + " of one run"}
		}
		return nil
	}
	for _, id := range ids {
		err := s.Runs.SaveRunNote(v.ctx(), id, change)
		if form.Get("do") == "save" {
			return taken(v, err, "/runs/"+id, "run", func(v *visit) (*runView, error) {
				run, err := s.Runs.Run(v.ctx(), id)
				if err != nil {
					return nil, err
				}
				view, err := s.run(v, run)
				view.Note.Tags, view.Note.Text = tags, unixLines(form.Get("note"))
				return &view, err
			})
		}
		if err != nil {
			return err
		}
	}
	return v.redirect("/runs")
}

// versionOfNote is that of what people write beside a run.
func versionOfNote(n *browse.Note) string {
	return versionOf([]string{strings.Join(n.Tags, " "), n.Text})
}

// tagsOf reads tags between spaces and commas.
func tagsOf(text string) ([]string, error) {
	tags := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' })
	for _, t := range tags {
		if utf8.RuneCountInString(t) > mostTag || !utf8.ValidString(t) {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "tags: " + strconv.Quote(t) + " has more than " + strconv.Itoa(mostTag) + " characters"}
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags), nil
}
