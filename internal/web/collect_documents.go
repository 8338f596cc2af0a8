package web

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// documentsPerPage is how many documents a page lists.
const documentsPerPage = 100

// A documentsView lists the documents that answers are written from.
type documentsView struct {
	trouble
	Tabs    []navLink
	Found   string // what titles, authors and names are looked through for
	Query   string // what passages are looked for
	Any     bool
	Lines   []documentLine
	Authors bool // some of these have authors
	Pages   pager
	Sets    []writing.Set
	Hits    []foundPassage
	Added   *collect.Added // what became of files that were sent
	Kinds   string         // of files that are read
	Change  string         // where the form of these documents is sent
	Name    string         // that a set was to have
	Replace bool           // a set of that name can be replaced
}

type documentLine struct {
	writing.Holding
	Href      string
	Questions int
	Ticked    bool
}

// documents lists the documents that fit, and the passages that were looked for.
func (s *Server) documents(v *visit) (*documentsView, error) {
	x, err := s.collected(v.ctx())
	if err != nil {
		return nil, err
	}
	view := newDocumentsView(&x, v.r.URL.Query())
	view.Name = v.r.PostForm.Get("name")
	for i := range view.Lines {
		view.Lines[i].Ticked = slices.Contains(v.r.PostForm["document"], view.Lines[i].ID)
	}
	if view.Query == "" || len(x.held) == 0 {
		return view, nil
	}
	found, err := s.Writing.Desk.Search(v.ctx(), nil, view.Query, mostPassages)
	if e := errorOf(err); err != nil && e.Status != http.StatusInternalServerError {
		view.tell(e)
		err = nil
	}
	view.Hits = foundOf(found, nil, nil)
	return view, err
}

// mostPassages is how many passages a search shows.
const mostPassages = 20

func newDocumentsView(x *collected, q url.Values) *documentsView {
	view := &documentsView{Tabs: deskTabs(documentsPath), Found: q.Get("find"), Query: strings.TrimSpace(q.Get("q")), Any: len(x.held) > 0, Sets: x.sets, Kinds: strings.Join(collect.Extensions(), " "), Change: (&url.URL{Path: documentsPath + "/change", RawQuery: q.Encode()}).String()}
	uses := map[string]int{}
	for i := range x.questions {
		for _, id := range x.questions[i].Documents {
			uses[id]++
		}
	}
	for _, h := range x.held {
		if names := h.Title + "\n" + h.ID + "\n" + strings.Join(h.Authors, "\n"); strings.Contains(strings.ToLower(names), strings.ToLower(view.Found)) {
			view.Lines = append(view.Lines, documentLine{Holding: h, Href: documentsPath + "/" + url.PathEscape(h.ID), Questions: uses[h.ID]})
		}
	}
	view.Pages = newPager(documentsPath, q, len(view.Lines), documentsPerPage)
	view.Lines = paged(view.Lines, view.Pages)
	view.Authors = slices.ContainsFunc(view.Lines, func(l documentLine) bool { return len(l.Authors) > 0 })
	return view
}

// addDocuments takes files, each whole or not at all.
func (s *Server) addDocuments(v *visit) error {
	var all collect.Added
	err := v.eachFile(func(name string, r io.Reader) error { return s.Writing.Desk.AddUpload(v.ctx(), name, r, &all) })
	return showTaken(v, err, "documents", s.documents, func(x *documentsView) { x.Added = &all })
}

// changeDocuments does what is to be done with the documents that are ticked:
// makes a set of them, or takes them out.
func (s *Server) changeDocuments(v *visit) error {
	var err error
	ids, do := v.r.PostForm["document"], v.r.PostFormValue("do")
	switch do {
	case "set":
		err = s.saveSet(v, v.r.PostFormValue("name"), ids)
	case "unset":
		err = s.Writing.Desk.RemoveSet(v.ctx(), v.r.PostFormValue("set"))
	case "remove":
		if len(ids) == 0 {
			err = &adhere.Error{Code: adhere.Invalid, Message: "no document is selected", Hint: "select at least one"}
		}
		for _, id := range ids {
			if err == nil {
				err = s.Writing.Desk.RemoveDocument(v.ctx(), id)
			}
		}
	default:
		err = errNoAction()
	}
	return taken(v, err, documentsPath, "documents", func(v *visit) (*documentsView, error) {
		view, failed := s.documents(v)
		if failed == nil {
			view.Replace = do == "set" && adhere.CodeOf(err) == adhere.Conflict
		}
		return view, failed
	})
}

// longestName bounds the name of a set, in characters.
const longestName = 80

func (s *Server) saveSet(v *visit, name string, ids []string) error {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > longestName || !utf8.ValidString(name) {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("a set needs a name of 1 to %d characters", longestName), Hint: "write one beside the button"}
	}
	if len(ids) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "no document is selected", Hint: "select those that belong together"}
	}
	set := &writing.Set{Name: name, Documents: slices.Compact(slices.Sorted(slices.Values(ids)))}
	return s.Writing.Desk.SaveSet(v.ctx(), set, v.r.PostForm.Has("replace"))
}

// A documentView is one document, to be read.
type documentView struct {
	ID         string
	Title      string
	Authors    []string
	Source     string
	Paragraphs []paragraphLine
	Sections   []navLink
}

type paragraphLine struct {
	Anchor, Section, Text string
	Heading               bool // a new section begins
}

func (s *Server) document(v *visit) (*documentView, error) {
	d, err := s.Writing.Desk.Document(v.ctx(), v.r.PathValue("document"))
	if err != nil {
		return nil, err
	}
	return newDocumentView(d), nil
}

func newDocumentView(d *writing.Document) *documentView {
	view := &documentView{ID: d.ID, Title: d.Title, Authors: d.Authors, Source: d.Source}
	last := ""
	for i, p := range d.Paragraphs {
		line := paragraphLine{Anchor: fmt.Sprintf("p-%d", i), Section: p.Section, Text: p.Text, Heading: p.Section != last}
		if last = p.Section; line.Heading && p.Section != "" {
			view.Sections = append(view.Sections, navLink{Title: p.Section, Href: "#" + line.Anchor})
		}
		view.Paragraphs = append(view.Paragraphs, line)
	}
	return view
}
