package web

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/browse"
	"adhere/report"
)

// A Searcher finds items by the words in their texts.
type Searcher interface {
	// TakeWords makes at most so many more items searchable, and returns how
	// many finished runs are left.
	TakeWords(ctx context.Context, most int) (left int, err error)
	// SearchTexts returns items in whose texts all words stand, the best first.
	SearchTexts(ctx context.Context, words []string, most int) ([]browse.Hit, error)
}

// The bounds of a search: hits on the page, and items that one look at it makes
// searchable.
const (
	mostHits  = 50
	takenOnce = 200
)

// A searchView shows in which items words stand.
type searchView struct {
	Text string
	Hits []hitLine
	More bool // there may be others
	Left int  // runs whose words are still being taken
}

type hitLine struct {
	Run, Name, Href string
	In              string // the part of the item, in words
	Before, Found   string
	After           string
}

// showSearch finds items of all runs by words.
func (s *Server) showSearch(v *visit) error {
	view := searchView{Text: v.r.URL.Query().Get("q")}
	words := strings.Fields(view.Text)
	if len(view.Text) > 1000 || !utf8.ValidString(view.Text) {
		return &adhere.Error{Code: adhere.Invalid, Message: "q: more than 1,000 characters, or not UTF-8"}
	}
	if len(words) == 0 {
		return v.show("search", view)
	}
	var err error
	if view.Left, err = s.Searcher.TakeWords(v.ctx(), takenOnce); err != nil {
		return err
	}
	v.waitFor(view.Left == 0)
	hits, err := s.Searcher.SearchTexts(v.ctx(), words, mostHits+1)
	if err != nil {
		return err
	}
	if view.More = len(hits) > mostHits; view.More {
		hits = hits[:mostHits]
	}
	for _, h := range hits {
		placed, err := s.Records.RecordsAt(v.ctx(), h.Run, h.Position)
		if adhere.CodeOf(err) == adhere.NotFound {
			continue // removed in this moment
		}
		if err != nil {
			return err
		}
		for _, p := range placed {
			line := passageOf(p.Record, words)
			line.Run, line.Name, line.Href = h.Run, report.ItemName(p.Record), itemPath(h.Run, h.Position, nil)
			view.Hits = append(view.Hits, line)
		}
	}
	return v.show("search", view)
}

// passageOf shows where the first of the words stands that is found as it was
// written.
func passageOf(rec *adhere.Record, words []string) hitLine {
	type part struct{ name, text string }
	parts := []part{{"instruction", rec.Instruction.Prompt()}, {"input", rec.Instruction.Input}}
	if rec.Response != nil {
		parts = slices.Insert(parts, 0, part{"answer", rec.Response.Text})
	}
	for _, x := range rec.Verdicts {
		parts = append(parts, part{"reason of " + x.Judge, x.Reason + " " + x.Evidence})
	}
	for _, w := range words {
		for _, p := range parts {
			if i, n := indexFold(p.text, w); i >= 0 {
				const around = 90
				from, to := max(0, i-around), min(len(p.text), i+n+around)
				return hitLine{In: p.name, Before: cutStart(p.text[from:i], from > 0), Found: p.text[i : i+n], After: cutEnd(p.text[i+n:to], to < len(p.text))}
			}
		}
	}
	return hitLine{In: parts[0].name, Before: excerpt(parts[0].text)}
}

// indexFold finds a word whatever the case of its letters, and its length there.
func indexFold(text, word string) (at, n int) {
	if len(word) == 0 {
		return -1, 0
	}
	for i := range text {
		if i+len(word) <= len(text) && strings.EqualFold(text[i:i+len(word)], word) {
			return i, len(word)
		}
	}
	return -1, 0
}

func cutStart(text string, cut bool) string {
	for cut && len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	if cut {
		text = "… " + text
	}
	return text
}

func cutEnd(text string, cut bool) string {
	if !cut {
		return text
	}
	return strings.ToValidUTF8(text, "") + " …"
}
