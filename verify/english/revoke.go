package english

import (
	"slices"
	"strings"

	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// takingBack are phrases by which users revoke what they said before.
var takingBack = strings.Split(`forget|ignore|never mind|nevermind|scratch that|drop the|no longer|any more|anymore|not needed|no need|skip the|lift the|stop |without the limit|don't have to|doesn't have to|do not have to|don't need to|instead|actually|rather than|undo|disregard|cancel|you can use|you may use|no limit|no more |at length|longer|more detail|switch to|back to|normal|doesn't matter|change of plan|vergiss|doch |statt|nicht mehr|olvida|ya no|oublie|plus besoin|esquece|esqueça|não precisa|算了|不用|忘れて|やっぱり`, "|")

// revoke marks what later turns took back: by a demand on the same measure,
// or in words. Words that may mean it leave it in doubt.
func (c *conversation) revoke() {
	turns := make([]turnSaid, len(c.messages))
	for i := range c.demands {
		d := &c.demands[i]
		d.topics, d.texts = topics(d.Text), d.check.Texts()
		turns[d.Source.Turn].demands = append(turns[d.Source.Turn].demands, d)
	}
	for i := range c.demands {
		d := &c.demands[i]
		for j := i + 1; j < len(c.demands); j++ {
			later := &c.demands[j]
			if later.Source.Turn == d.Source.Turn || !sameMeasure(d.check.Expr, later.check.Expr) && !replaces(later, d) {
				continue
			}
			if d.Source.Origin == adhere.FromSystem {
				d.doubt("a later message demands another", whether)
				later.doubt("the system message demands another", whether)
				continue
			}
			d.Source.Revoked = true
		}
		if d.Source.Origin != adhere.FromEarlierTurn || d.Source.Revoked {
			continue
		}
		for turn := d.Source.Turn + 1; turn < len(c.messages); turn++ {
			m, said := &c.messages[turn], &turns[turn]
			if m.Role != adhere.User {
				continue
			}
			switch later := said.without(m.Text, d); {
			case containsAny(later, takingBack):
				c.takeBack(d, later)
			case (bans(d.check.Expr) || containsAny(later, allowing)) && slices.ContainsFunc(said.opening(m.Text), d.names):
				d.doubt("a later message may take it back", whether)
			}
		}
	}
}

// A turnSaid is what was read of one message.
type turnSaid struct {
	demands []*posed
	words   []lexicon.Token // with which it begins; nil until they are asked for
}

// opening returns the words with which the message begins.
func (s *turnSaid) opening(text string) []lexicon.Token {
	if s.words == nil {
		s.words = lexicon.Tokenize(text[:min(len(text), lexicon.LongestGuess)])
	}
	return s.words
}

// without returns the message with blanks for its bans on other things than an earlier
// demand speaks of: "no emojis any more" takes nothing else back.
func (s *turnSaid) without(text string, earlier *posed) string {
	var out []byte
	for _, d := range s.demands {
		if bans(d.check.Expr) && !slices.ContainsFunc(d.words(), earlier.names) {
			if out == nil {
				out = []byte(text)
			}
			copy(out[d.Source.Start:d.Source.End], strings.Repeat(" ", d.Source.End-d.Source.Start))
		}
	}
	if out != nil {
		text = string(out)
	}
	return strings.ReplaceAll(text, "no more than", "at most")
}

// replaces reports whether a later demand of the user says the opposite of an earlier.
func replaces(later, d *posed) bool {
	return d.Source.Origin == adhere.FromEarlierTurn && d.Doubt == "" && later.Doubt == "" && len(algebra.Conflicts([]algebra.Check{d.check, later.check})) > 0
}

// words returns those of the demand.
func (p *posed) words() []lexicon.Token {
	if p.tokens == nil {
		p.tokens = lexicon.Tokenize(p.Text)
	}
	return p.tokens
}

// names reports whether a word is one of what a demand is about.
func (p *posed) names(t lexicon.Token) bool {
	if p.topics[t.Lemma] && !lexicon.TaskVerbs()[t.Lemma] && !lexicon.WholeNouns()[t.Low] && !lexicon.Says([]lexicon.Token{t}, "word", "words", "letter", "letters") {
		return true
	}
	return slices.ContainsFunc(p.texts, func(text string) bool { return strings.EqualFold(text, t.Text) })
}

// allowing phrases may allow what was banned.
var allowing = strings.Split(`again|fine|okay|ok |allowed|welcome|feel free|may now|can now|go ahead`, "|")

// takeBack revokes a demand that a later message speaks of in its own words, and
// leaves in doubt what it may mean: all, unless it names something else that
// was said.
func (c *conversation) takeBack(d *posed, later string) {
	own, others := d.topics, topics(c.messages[d.Source.Turn].Text)
	named := false
	for topic := range topics(later[:min(len(later), lexicon.LongestGuess)]) {
		d.Source.Revoked = d.Source.Revoked || own[topic]
		named = named || others[topic]
	}
	if d.Source.Revoked || !named || !containsAny(later, dropping) {
		d.doubt("a later message may take it back", whether)
	}
}

// dropping phrases name what is taken back.
var dropping = strings.Split(`forget the|forget about|ignore the|scratch the|drop the|skip the|lift the|no longer|not needed|no need|any more|anymore|oublie|vergiss|olvida|esquece`, "|")

// topics returns the words of a text that say what it is about, as the grammar
// knows them.
func topics(text string) map[string]bool {
	m := map[string]bool{}
	for _, t := range lexicon.Tokenize(text) {
		if t.Kind == lexicon.Word && !lexicon.ClosedWords()[t.Low] && len(t.Low) >= shortestTopic {
			m[t.Lemma] = true
		}
	}
	return m
}

// shortestTopic is how many bytes a word has that says what a demand is about.
const shortestTopic = 4
