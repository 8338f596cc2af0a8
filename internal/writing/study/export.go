package study

import (
	"cmp"
	"encoding/json"
	"slices"

	"adhere"
	"adhere/internal/writing"
	"adhere/prompt"
	"adhere/training"
)

// Kinds lists the kinds of training data in the order of a card.
func Kinds() []string { return []string{training.KindPreferences, training.KindSupervised} }

// AreKinds reports whether all of what is asked for is training data.
func AreKinds(names []string) bool {
	return !slices.ContainsFunc(names, func(k string) bool { return !slices.Contains(Kinds(), k) })
}

// A Dataset is what sessions teach, each thing once. The chosen answer of a
// preference is what a person made of the rejected one; an example ends with
// an edit that does as it was told: rated good, or made by the person.
type Dataset struct {
	Preferences []training.Preference
	Supervised  []training.Example
	Card        Card
}

// Export takes training data out of sessions. The prompts are those that the
// models were given, in the pack's words; nil is prompt.Default.
func Export(sessions []writing.Session, pack *prompt.Pack) (*Dataset, error) {
	pack = cmp.Or(pack, prompt.Default())
	var c collector
	order := slices.Clone(sessions)
	slices.SortStableFunc(order, func(a, b writing.Session) int { return cmp.Compare(a.ID, b.ID) })
	for i := range order {
		for k := range order[i].Turns {
			if err := c.turn(&order[i], k, pack); err != nil {
				return nil, err
			}
		}
	}
	c.contradict()
	d := &Dataset{Preferences: c.pairs.Kept(), Supervised: c.supervised.Kept(), Card: card(order, pack)}
	d.Card.Preferences, d.Card.Supervised = c.pairs.Count(), c.supervised.Count()
	d.Card.Licence = []string{
		"Answers were written by the models named above: the terms of their providers say whether they may train others.",
		"Edits and instructions are people's: they must have agreed to this use. Passages in prompts are the documents' own, with their rights.",
	}
	return d, nil
}

// A collector takes turns. Under a key, which is a prompt with a text, an
// answer is good or poor.
type collector struct {
	supervised training.Examples[training.Example]
	pairs      training.Examples[training.Preference]
	good, poor map[string]bool
	edits      []editKeys
}

// editKeys are the keys of an edit: of the pair, and of either text.
type editKeys struct{ pair, chosen, rejected string }

// turn takes a rated turn.
func (c *collector) turn(s *writing.Session, k int, pack *prompt.Pack) error {
	t := &s.Turns[k]
	if t.Rating == "" {
		return nil
	}
	asked, err := promptOf(s, k, pack)
	if err != nil {
		return err
	}
	b, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	key := func(texts ...string) string { return training.Key(append([]string{string(b)}, texts...)...) }
	if t.Rating != writing.Good {
		c.is(&c.poor, key(t.Answer))
	}
	switch {
	case t.Edited():
		c.pairs.Put(training.Preference{Prompt: asked, Chosen: training.Says(t.Edit), Rejected: training.Says(t.Answer)}, key(t.Edit, t.Answer), "")
		c.edits = append(c.edits, editKeys{key(t.Edit, t.Answer), key(t.Edit), key(t.Answer)})
	case t.Rating != writing.Good:
		return nil
	}
	c.is(&c.good, key(t.Final()))
	c.supervised.Put(training.Example{Messages: slices.Concat(asked, training.Says(t.Final()))}, key(t.Final()), "good")
	return nil
}

func (c *collector) is(set *map[string]bool, key string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[key] = true
}

// promptOf returns what the model of a turn was asked.
func promptOf(s *writing.Session, k int, pack *prompt.Pack) ([]adhere.Message, error) {
	then := *s
	then.Turns = slices.Clone(s.Turns[:k+1])
	then.Phase = writing.AwaitRevision
	req, err := then.Request(pack)
	if err != nil {
		return nil, err
	}
	return req.Messages, nil
}

// contradict doubts what one turn calls good and another does not.
func (c *collector) contradict() {
	for key := range c.poor {
		c.supervised.Doubt(key)
	}
	for _, e := range c.edits {
		if c.poor[e.chosen] || c.good[e.rejected] {
			c.pairs.Doubt(e.pair)
		}
	}
}
