package study

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"

	"adhere"
	"adhere/internal/writing"
	"adhere/prompt"
)

// The kinds of training data, which are also the names of their files.
const (
	KindPreferences = "preferences"
	KindSupervised  = "supervised"
)

// Kinds lists them in the order of a card.
func Kinds() []string { return []string{KindPreferences, KindSupervised} }

// A Preference is a pair of answers to one conversation: what a person made
// of an answer, over the answer.
type Preference struct {
	Prompt   []adhere.Message `json:"prompt"`
	Chosen   []adhere.Message `json:"chosen"`
	Rejected []adhere.Message `json:"rejected"`
}

// An Example is a conversation that ends with an edit that does as it was
// told: rated good, or made by the person.
type Example struct {
	Messages []adhere.Message `json:"messages"`
}

// A Dataset is what sessions teach, each thing once.
type Dataset struct {
	Preferences []Preference
	Supervised  []Example
	Card        Card
}

// Export takes training data out of sessions. The prompts are those that the
// models were given, in the pack's words; nil is prompt.Default.
func Export(sessions []writing.Session, pack *prompt.Pack) (*Dataset, error) {
	if pack == nil {
		pack = prompt.Default()
	}
	c := collector{good: map[string]bool{}, poor: map[string]bool{}}
	order := slices.Clone(sessions)
	slices.SortStableFunc(order, func(a, b writing.Session) int { return compareIDs(a.ID, b.ID) })
	for i := range order {
		for k := range order[i].Turns {
			if err := c.turn(&order[i], k, pack); err != nil {
				return nil, err
			}
		}
	}
	d := c.dataset()
	d.Card = card(order, pack)
	d.Card.Preferences, d.Card.Supervised = c.preferences, c.supervised
	d.Card.Preferences.Kept, d.Card.Supervised.Kept = len(d.Preferences), len(d.Supervised)
	return d, nil
}

func compareIDs(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

// A lessonPair is one turn as training data.
type lessonPair struct {
	prompt           []adhere.Message
	asked            string // the prompt as a key
	chosen, rejected string // rejected is empty where nothing was edited
}

type collector struct {
	all                     []lessonPair
	good, poor              map[string]bool // texts under a prompt that are good, and that are not
	preferences, supervised Count
}

// turn takes a rated turn.
func (c *collector) turn(s *writing.Session, k int, pack *prompt.Pack) error {
	t := &s.Turns[k]
	if t.Rating == "" {
		return nil
	}
	then := *s
	then.Turns = slices.Clone(s.Turns[:k+1])
	then.Phase = writing.AwaitRevision
	req, err := then.Request(pack)
	if err != nil {
		return err
	}
	l := lessonPair{prompt: req.Messages, asked: identity(req.Messages)}
	if t.Rating != writing.Good {
		c.poor[l.asked+identity(t.Answer)] = true
	}
	switch {
	case t.Edited():
		l.chosen, l.rejected = t.Edit, t.Answer
	case t.Rating == writing.Good:
		l.chosen = t.Answer
	default:
		return nil
	}
	c.good[l.asked+identity(l.chosen)] = true
	c.all = append(c.all, l)
	return nil
}

// dataset keeps each thing once, and nothing that another turn contradicts.
func (c *collector) dataset() *Dataset {
	d := &Dataset{}
	seen := map[string]bool{}
	for i := range c.all {
		l := &c.all[i]
		key := l.asked + identity(l.chosen)
		switch {
		case c.poor[key]:
			c.supervised.Contradicted++
		case seen[key]:
			c.supervised.Duplicates++
		default:
			d.Supervised = append(d.Supervised, Example{slices.Concat(l.prompt, says(l.chosen))})
		}
		seen[key] = true
		if l.rejected == "" {
			continue
		}
		pair := key + identity(l.rejected)
		switch {
		case c.poor[key], c.good[l.asked+identity(l.rejected)]:
			c.preferences.Contradicted++
		case seen[pair]:
			c.preferences.Duplicates++
		default:
			d.Preferences = append(d.Preferences, Preference{l.prompt, says(l.chosen), says(l.rejected)})
		}
		seen[pair] = true
	}
	return d
}

func says(text string) []adhere.Message {
	return []adhere.Message{{Role: adhere.Assistant, Text: text}}
}

// identity is a key that different values cannot share.
func identity(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // messages and texts cannot fail
		return ""
	}
	return string(b)
}

// WriteJSONL writes one JSON object a line, without HTML escapes.
func WriteJSONL[T Preference | Example | Reply | Label](w io.Writer, list []T) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for i := range list {
		if err := enc.Encode(&list[i]); err != nil {
			return err
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}
