package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// Texts that an answer is to have, which may break what else is demanded of it.

var (
	// copying asks for words of the message itself.
	copying = lazyregexp.New(`(?i)\b(?:repeat|repeating|restat(?:e|ing)|copy|copying|quot(?:e|ing)|echo|reproduc(?:e|ing)|writ(?:e|ing) out)\b[^.\n"“]{0,30}\b(?:request|prompt|question|instructions?|message|sentence|text|lines?|task|query|everything)\b`)
	// denying stands before what is not to be done.
	denying = lazyregexp.New(`(?i)\b(?:not|n['’]t|never|without|avoid|no)\b[^.\n]{0,12}$`)
	// including verbs say of a quotation behind them that the answer is to have it.
	including = lexicon.WordSet(`include including contain containing use say mention write begin start end ending finish title titled repeat repeating copy put add`)
)

// atOdds doubts a ban, a letter case, a language or a limit that a text breaks which the
// answer is to have: "Repeat the question first. Use no commas.", where it has some.
func (v *view) atOdds() string {
	e := v.f.Reading.Check.Expr
	_, letters := e.(algebra.Case)
	_, language := e.(algebra.Language)
	ban := bans(e)
	if !ban && !letters && !language && !clause.Forbids(e) {
		return ""
	}
	var check verify.Check
	breaks := func(text string) bool {
		if check == nil {
			var err error
			if check, err = v.f.Reading.Check.Compile(); err != nil {
				return false
			}
		}
		found := check(verify.NewText(text))
		return !found.Met && (language || !found.Undecided)
	}
	p := v.d.discourse()
	for _, s := range p.repeats {
		if t := v.d.tokens[s[0]:s[1]]; !slices.ContainsFunc(t, isQuoted) && breaks(v.d.besideRules(s)) {
			return "what is to be repeated may break it"
		}
	}
	for i := range v.d.tokens {
		t := &v.d.tokens[i]
		if t.Kind != lexicon.Quoted || v.f.from <= i && i < v.f.to {
			continue
		}
		s := v.d.sentenceAt(i)
		copied := slices.ContainsFunc(p.repeats, func(r [2]int) bool { return r == s })
		wanted := toHave(v.d.tokens[s[0]:max(s[0], i)], v.d.tokens[i+1:max(s[1], i+1)])
		if (copied || ban && wanted) && breaks(t.Text) {
			return "a text that the answer is to have may break it"
		}
	}
	return ""
}

// furthestQuoted is how many words stand at most between a verb and what it quotes.
const furthestQuoted = 6

// toHave reports whether the answer is to have a quotation, by the words of its sentence
// before and after it: "include the phrase …", "the phrase … must appear"; but not "rewrite
// the sentence …".
func toHave(before, after []lexicon.Token) bool {
	if slices.ContainsFunc(before, func(t lexicon.Token) bool { return clause.Banning()[t.Low] }) {
		return false
	}
	if len(after) > 0 && lexicon.Modals()[after[0].Low] {
		return true
	}
	for i := len(before) - 1; i >= max(0, len(before)-furthestQuoted); i-- {
		switch low := before[i].Low; {
		case including()[low]:
			return low != "write" || i >= len(before)-2 // write a riddle about the word …
		case lexicon.TaskVerbs()[low] || before[i].Text == ":" && i < len(before)-1:
			return false
		}
	}
	return false
}

// disguised reports whether a quotation has characters that are not seen, or more spaces
// than are: whoever copies it and whoever types it write different texts.
func disguised(t lexicon.Token) bool {
	return isQuoted(t) && (strings.ContainsFunc(t.Text, lexicon.Invisible) || strings.Contains(t.Text, "  "))
}

// repeatsIn returns the sentences that ask for words of the message itself.
func (d *decomposer) repeatsIn() [][2]int {
	if !copying.MatchString(d.prompt[:min(len(d.prompt), looked)]) {
		return nil
	}
	var out [][2]int
	for _, s := range d.sentences {
		said := d.prompt[d.tokens[s[0]].Start:d.tokens[s[1]-1].End]
		if m := copying.FindStringIndex(said); m != nil && !denying.MatchString(said[:m[0]]) {
			out = append(out, s)
		}
	}
	return out
}

// besideRules returns the sentences of a prompt in which nothing was read, but for one; all
// of it where there is none.
func (d *decomposer) besideRules(but [2]int) string {
	var out []string
	for _, s := range d.sentences {
		if s != but && !slices.ContainsFunc(d.found, func(f Found) bool { return f.in == s }) {
			out = append(out, d.prompt[d.tokens[s[0]].Start:d.tokens[s[1]-1].End])
		}
	}
	if out == nil {
		return d.prompt
	}
	return strings.Join(out, " ")
}
