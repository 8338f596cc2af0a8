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
			n.Tags, n.Text = tags, unixLines(form.Get("note"))
		case "archive", "restore":
			n.Archived = form.Get("do") == "archive"
		default:
			return &adhere.Error{Code: adhere.Invalid, Message: "do: expected tag, save, archive or restore"}
		}
		if len(n.Tags) > mostTags {
			return &adhere.Error{Code: adhere.Invalid, Message: "tags: more than " + strconv.Itoa(mostTags) + " of one run"}
		}
		return nil
	}
	for _, id := range ids {
		if err := s.Runs.SaveRunNote(v.ctx(), id, change); err != nil {
			return err
		}
	}
	if form.Get("do") == "save" {
		return v.redirect("/runs/" + ids[0])
	}
	return v.redirect("/runs")
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
