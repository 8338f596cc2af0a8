package build

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/judge"
	"adhere/prompt"
)

// A Paragraph is one of related work, from which questions are made.
type Paragraph struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"` // of the paper that it is from
	Text      string   `json:"text"`
	Documents []string `json:"documents"` // that it cites and that are at hand
	Missing   int      `json:"missing"`   // that it cites and that are not
}

// Usable reports whether enough of what the paragraph cites is at hand.
func (p *Paragraph) Usable() bool {
	n := len(p.Documents)
	return n >= FewestDocuments && float64(p.Missing) <= float64(MissingShare*float64(n+p.Missing))
}

// An Answerable says whether a paragraph answers a question.
type Answerable string

// The answers.
const (
	Yes       Answerable = "yes"
	No        Answerable = "no"
	Partially Answerable = "partially"
	Unread    Answerable = "unread" // no reply could be read
)

// A ResearchQuestion is one that was made, and what became of it.
type ResearchQuestion struct {
	Text       string     `json:"question"`
	Paragraph  string     `json:"paragraph"`
	Documents  []string   `json:"documents"`
	Repeated   bool       `json:"repeated,omitempty"`   // made before, and dropped for that
	Anchor     string     `json:"anchor,omitempty"`     // the words for which it was dropped
	Answerable Answerable `json:"answerable,omitempty"` // empty where nobody was asked
	Kept       bool       `json:"kept"`
}

// A Yield counts what each step left.
type Yield struct {
	Paragraphs int          `json:"paragraphs"`
	Usable     int          `json:"usable"`     // with enough documents
	Unread     int          `json:"unread"`     // paragraphs for which no list of questions could be read
	Made       int          `json:"made"`       // questions
	Duplicates int          `json:"duplicates"` // made before
	Anchored   int          `json:"anchored"`   // dropped for a keyword
	No         int          `json:"no"`
	Partially  int          `json:"partially"`
	Undecided  int          `json:"undecided"` // of which no reply could be read
	Kept       int          `json:"kept"`
	Usage      adhere.Usage `json:"-"`
}

// A Maker makes questions.
type Maker struct {
	Options judge.Options // Params are those of judging; questions are made at temperature 1
	Count   int           // questions for each paragraph; 0 is 5, as in the paper
}

func (m *Maker) count() int {
	if m.Count > 0 {
		return m.Count
	}
	return 5
}

// writer has the settings of the paper for making questions.
func (m *Maker) writer() judge.Options {
	o := m.Options
	one := 1.0
	o.Params = &adhere.Params{Temperature: &one, TopP: &one}
	return o
}

// Requests returns what making would ask first, and as many questions of
// typical length as would be checked, for estimates.
func (m *Maker) Requests(paragraphs []Paragraph) (making, checking []*adhere.Request, err error) {
	for i := range paragraphs {
		p := &paragraphs[i]
		if !p.Usable() {
			continue
		}
		req, err := judge.FirstRequest(m.writer(), "make-questions", m.data(p))
		if err != nil {
			return nil, nil, err
		}
		making = append(making, req)
		for range m.count() {
			req, err := judge.FirstRequest(m.Options, "question-answerable", prompt.Data{"Question": strings.Repeat("word ", 15) + "?", "Passage": p.Text})
			if err != nil {
				return nil, nil, err
			}
			checking = append(checking, req)
		}
	}
	return making, checking, nil
}

func (m *Maker) data(p *Paragraph) prompt.Data {
	return prompt.Data{"Title": p.Title, "Passage": p.Text, "Count": m.count()}
}

// Make makes questions from the paragraphs, in their order. Those that were
// dropped are in the list too, not kept.
func (m *Maker) Make(ctx context.Context, paragraphs []Paragraph) ([]ResearchQuestion, Yield, error) {
	y := Yield{Paragraphs: len(paragraphs)}
	made := make([]judge.Reply[[]string], len(paragraphs))
	err := judge.Each(ctx, len(paragraphs), func(ctx context.Context, i int) (err error) {
		if p := &paragraphs[i]; p.Usable() {
			made[i], err = judge.Put(ctx, m.writer(), "make-questions", m.data(p), readQuestions)
		}
		return err
	})
	if err != nil {
		return nil, y, err
	}
	list := m.collect(paragraphs, made, &y)
	err = m.check(ctx, paragraphs, list, &y)
	return list, y, err
}

// collect lists what was made, and drops repetitions and by keyword.
func (m *Maker) collect(paragraphs []Paragraph, made []judge.Reply[[]string], y *Yield) []ResearchQuestion {
	var list []ResearchQuestion
	seen := map[string]bool{}
	for i := range paragraphs {
		p := &paragraphs[i]
		if !p.Usable() {
			continue
		}
		y.Usable++
		y.Usage = y.Usage.Add(made[i].Usage)
		if made[i].Why != "" {
			y.Unread++
			continue
		}
		for _, text := range made[i].Value {
			y.Made++
			key := strings.ToLower(text)
			q := ResearchQuestion{Text: text, Paragraph: p.ID, Documents: p.Documents, Repeated: seen[key]}
			seen[key] = true
			if q.Repeated {
				y.Duplicates++
			} else if q.Anchor = Anchor(text); q.Anchor != "" {
				y.Anchored++
			}
			list = append(list, q)
		}
	}
	return list
}

// check asks which questions their paragraphs answer.
func (m *Maker) check(ctx context.Context, paragraphs []Paragraph, list []ResearchQuestion, y *Yield) error {
	byID := map[string]*Paragraph{}
	for i := range paragraphs {
		byID[paragraphs[i].ID] = &paragraphs[i]
	}
	replies := make([]judge.Reply[Answerable], len(list))
	err := judge.Each(ctx, len(list), func(ctx context.Context, i int) (err error) {
		if q := &list[i]; q.Anchor == "" && !q.Repeated {
			replies[i], err = judge.Put(ctx, m.Options, "question-answerable", prompt.Data{"Question": q.Text, "Passage": byID[q.Paragraph].Text}, readAnswerable)
		}
		return err
	})
	if err != nil {
		return err
	}
	for i := range list {
		q := &list[i]
		if q.Anchor != "" || q.Repeated {
			continue
		}
		y.Usage = y.Usage.Add(replies[i].Usage)
		if q.Answerable = replies[i].Value; replies[i].Why != "" {
			q.Answerable = Unread
		}
		q.Kept = q.Answerable == Yes
		y.count(q.Answerable)
	}
	return nil
}

func (y *Yield) count(a Answerable) {
	switch a {
	case Yes:
		y.Kept++
	case No:
		y.No++
	case Partially:
		y.Partially++
	default:
		y.Undecided++
	}
}

var numbered = lazyregexp.New(`^\s*(?:\*\*)?(?:Q(?:uestion)?\s*)?(?:\d{1,2}[.):]|[-*•])\s*(?:\*\*)?\s*`)

// offers matches what a model asks its reader.
var offers = lazyregexp.New(`(?i)\b(?:would you like|do you want|should i|shall i|can i|may i|anything else)\b`)

// readQuestions reads a list: what ends with a question mark, one a line. Where
// lines are numbered, the others are remarks.
func readQuestions(reply string) ([]string, error) {
	var list, others []string
	for line := range strings.Lines(reply) {
		text := strings.TrimFunc(numbered.ReplaceAllString(line, ""), func(r rune) bool { return unicode.IsSpace(r) || r == '*' || r == '"' })
		switch {
		case !strings.HasSuffix(text, "?") || len(text) <= 10 || offers.MatchString(text):
		case numbered.MatchString(line):
			list = append(list, text)
		default:
			others = append(others, text)
		}
	}
	if len(list) == 0 {
		list = others
	}
	if len(list) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "it has no line with a question"}
	}
	return list, nil
}

var inPart = lazyregexp.New(`(?i)[^.\n<>]*\b(?:yes|no)\b[^.\n<>]*\b(?:partial|partially|partly|in part)\b[^.\n<>]*`)

// readAnswerable reads one of the three words, unless the sentence that gives it
// takes it back.
func readAnswerable(reply string) (Answerable, error) {
	words := []string{string(Yes), string(No), string(Partially)}
	word, err := judge.ReadName(reply, words)
	if err == nil && word != string(Partially) {
		_, err = judge.ReadName(inPart.ReplaceAllString(reply, " "), words)
	}
	if err != nil {
		return "", &adhere.Error{Code: adhere.Invalid, Message: "it does not say Yes, No or Partially for certain"}
	}
	return Answerable(word), nil
}

// Check returns an error that names a paragraph that cannot be worked with.
func Check(paragraphs []Paragraph) error {
	seen := map[string]bool{}
	for i := range paragraphs {
		p := &paragraphs[i]
		switch {
		case p.ID == "" || strings.TrimSpace(p.Text) == "":
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("paragraph %d: expected id and text", i+1), Hint: "each line has id, title, text, documents, missing"}
		case seen[p.ID]:
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("paragraph %d: id %q comes twice", i+1, p.ID)}
		}
		seen[p.ID] = true
	}
	return nil
}
