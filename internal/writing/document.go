package writing

// A Document is a paper or note, cut into paragraphs.
type Document struct {
	ID         string      `json:"id"` // unique in the store
	Title      string      `json:"title"`
	Authors    []string    `json:"authors,omitempty"`
	Source     string      `json:"source"` // the file that it was read from, without folders
	Bytes      int         `json:"bytes"`  // of that file
	Paragraphs []Paragraph `json:"paragraphs"`
	References []string    `json:"-"` // the entries of its list of references, which are no paragraphs; not stored
}

// A Paragraph is the unit that is searched for (KIWI, appendix A.1, "Retrieval
// unit").
type Paragraph struct {
	Section string   `json:"section,omitempty"` // the heading that it stands under
	Text    string   `json:"text"`
	Cites   []string `json:"-"` // titles, where the file says so; not stored
}

// Paper returns what a session says of the document.
func (d *Document) Paper() Paper { return Paper{d.ID, d.Title, d.Authors} }
