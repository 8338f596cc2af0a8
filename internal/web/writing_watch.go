package web

import (
	"strings"
	"unicode/utf16"

	"adhere/internal/writing"
)

// A writingNews is what the page of a session at work is told. Text goes on
// from where From says, in UTF-16 units, as scripts count.
type writingNews struct {
	Phase   writing.Phase `json:"phase"`
	From    int           `json:"from"`
	Text    string        `json:"text"`
	Working bool          `json:"working"`
	Stopped bool          `json:"stopped,omitempty"`
	Trouble string        `json:"trouble,omitempty"`
}

// watchWriting sends what the model writes as it comes, until the person is
// waited for or leaves. Whoever comes again is sent all there is.
func (s *Server) watchWriting(v *visit) error {
	id := v.r.PathValue("writing")
	var last *writing.Progress
	return v.stream("news", func() (streamState, error) {
		g, changed, err := s.Writing.Room.Look(v.ctx(), id)
		if err != nil {
			return streamState{}, err
		}
		out := streamState{changed: changed, over: !g.Working}
		if last == nil || g != *last {
			out.news = newsSince(last, &g)
		}
		last = &g
		return out, nil
	})
}

// newsSince is what the page does not know yet.
func newsSince(last, g *writing.Progress) writingNews {
	n := writingNews{Phase: g.Phase, Working: g.Working, Stopped: g.Stopped, Trouble: g.Trouble, Text: g.Text}
	if last == nil {
		return n
	}
	if rest, ok := strings.CutPrefix(g.Text, last.Text); ok && last.Phase == g.Phase {
		n.From, n.Text = unitsOf(last.Text), rest
	}
	return n
}

// unitsOf counts as scripts do.
func unitsOf(text string) int { return len(utf16.Encode([]rune(text))) }
