package verify

// A Text is a response prepared for checking: what several checks need is
// worked out once. It is not safe for concurrent use.
type Text struct {
	s string
}

// NewText prepares s.
func NewText(s string) *Text { return &Text{s: s} }

// String returns the text as it was given.
func (t *Text) String() string { return t.s }
