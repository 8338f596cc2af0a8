// Package reasoning parts answers from the reasoning that models and servers leave
// around them. Live and recorded answers, texts that are checked and what a gateway
// passes on are parted by it alike.
package reasoning

import (
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
)

// movedNote is the warning where reasoning was taken out of an answer.
const movedNote = "reasoning between tags was moved out of the text"

// Split parts a reply from the reasoning that some models and
// servers leave at its start, and from the control marks of chat templates
// around it:
//
//   - a block in one of the pairs of tags listed in marks.go, such as <think>
//     or [THINK], or several in a row;
//   - a block that is never closed: then all of it is reasoning and the
//     answer is empty;
//   - a bare closing tag at the start, left by servers that cut the block out;
//   - a closing tag behind a sentence, at the start of a line, or between a word
//     and a capital or the line's end, with no opening tag before it: the opening tag
//     was part of the prompt, and all before is reasoning;
//   - channels, of which the final one is the answer;
//   - the turn's own opening and end marks, such as a trailing <|im_end|>, and
//     a leading line "assistant".
//
// The white space around a block goes with it. Tags further inside an answer
// stay. moved reports whether anything was taken off; without it answer is
// text, unchanged.
func Split(text string) (answer, thought string, moved bool) {
	answer, thought, _ = split(text)
	return answer, thought, answer != text
}

// Demanded reports whether a requirement, or the arguments of its rule, name tags
// that Split takes off: what demands such tags ("the reasoning stands in <think>
// tags") can be decided on the whole reply only. rule may be nil.
func Demanded(requirement string, rule *adhere.Rule) bool {
	if rule != nil {
		requirement += " " + string(rule.Args)
	}
	plain := unescaped.Replace(requirement)
	return slices.ContainsFunc(tags[:], func(t tag) bool { return strings.Contains(plain, t.start) })
}

// unescaped takes out what stands around a tag in JSON and in patterns.
var unescaped = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\`, "", "/", "", "?", "")

// KeptApart is why nobody who sees only a response's text can decide whether it meets
// a requirement: tags of reasoning are demanded, and the response's reasoning was kept
// apart. It is empty where the text is enough.
func KeptApart(r *adhere.Requirement, out *adhere.Response) string {
	if out.Reasoning == "" && !slices.Contains(out.Warnings, movedNote) || !Demanded(r.Text, r.Rule) {
		return ""
	}
	return "the answer's reasoning was kept apart, so that its tags cannot be judged"
}

// split is Split, which says what it did.
func split(text string) (answer, thought string, notes []string) {
	if !marked(text) {
		return text, "", nil
	}
	answer, ended := cutEndMarks(text)
	if ended {
		notes = append(notes, "end marks of a chat template were taken off the text")
	}
	if body, opened := cutOpening(answer); opened {
		notes = append(notes, "the opening of a chat template was taken off the text")
		answer = body
	}
	answer, thought, found := splitBlocks(answer)
	if found {
		notes = append(notes, movedNote)
	}
	if left := leftIn(answer, found); left != "" {
		notes = append(notes, left)
	}
	if notes == nil {
		return text, "", nil
	}
	return answer, thought, notes
}

// splitBlocks takes blocks of reasoning off a text.
func splitBlocks(text string) (answer, reasoning string, moved bool) {
	if before, after, ok := cutChannels(text); ok {
		return after, before, true
	}
	var s cutter
	var answers, thoughts strings.Builder
	s.emit = func(a, r string) { answers.WriteString(a); thoughts.WriteString(r) }
	s.add(text)
	s.close()
	if s.moved {
		return answers.String(), strings.TrimSpace(thoughts.String()), true
	}
	if before, after, ok := cutBareEnd(text); ok {
		return strings.TrimLeft(after, space), strings.TrimSpace(before), true
	}
	return text, "", false
}

const space = " \t\r\n"

// A closing tag ends a thought, and is not only spoken of, where what stands before
// it and behind it match one of these.
var endsThought = [...]struct{ before, behind *lazyregexp.Regexp }{
	{lazyregexp.New(`[.!?。！？…]$`), lazyregexp.New("^([^\"'`*”’»]|\\*+[\\pL\\pN]|$)")},
	{lazyregexp.New(`[.!?。！？…][ \t]+$`), lazyregexp.New(`^[ \t\r]*(\n|$)`)},
	{lazyregexp.New(`(^|\n)[ \t\r]*$`), lazyregexp.New(`^([ \t\r]*(\n|\p{Lu}|$)|[\pL\pN{\[#*|])`)},
	{lazyregexp.New(`[\pL\d]$`), lazyregexp.New(`^[ \t\r]*(\n|\p{Lu}|$)`)},
}

// endsTurns are closing tags that end an answer, too: what stands before one without its
// opening tag may be the answer, and what follows another turn.
var endsTurns = []string{"<|end|>", "<|end_message|>"}

// cutBareEnd cuts around the first closing tag that ends a thought, with no opening
// tag before it, even one with attributes.
func cutBareEnd(text string) (before, after string, ok bool) {
	for _, t := range tags {
		if t.end == "" || slices.Contains(endsTurns, t.end) {
			continue
		}
		before, after, found := strings.Cut(text, t.end)
		if !found || strings.Contains(before, strings.TrimSuffix(t.start, ">")) {
			continue
		}
		for i := range endsThought {
			if endsThought[i].before.MatchString(before) && endsThought[i].behind.MatchString(after) {
				return before, after, true
			}
		}
	}
	return "", "", false
}

// A cutter does Split's work on a text that comes in pieces, but
// for the last case, which shows only in hindsight. emit is called with
// pieces of answer and of reasoning as soon as they are known to be that.
type cutter struct {
	emit  func(answer, reasoning string)
	held  string // not yet known to be answer, reasoning or tag
	ends  string // the closing tag, inside a block
	plain bool   // past all blocks: what comes is answer
	moved bool   // a tag was taken off
}

// add takes the next piece.
func (s *cutter) add(piece string) {
	if s.plain {
		if piece != "" {
			s.emit(piece, "")
		}
		return
	}
	s.held += piece
	for s.step() {
	}
}

// step handles what is held and reports whether more may be done.
func (s *cutter) step() bool {
	if s.ends != "" {
		if before, after, ok := strings.Cut(s.held, s.ends); ok {
			s.think(before)
			s.held, s.ends = after, ""
			return true
		}
		keep := overlap(s.held, s.ends)
		s.think(s.held[:len(s.held)-keep])
		s.held = s.held[len(s.held)-keep:]
		return false
	}
	body := strings.TrimLeft(s.held, space)
	for _, t := range tags {
		if strings.HasPrefix(body, t.start) {
			if s.moved && t.first { // a second bare end is no server's doing
				continue
			}
			s.held, s.ends, s.moved = body[len(t.start):], t.end, true
			return true
		}
		if strings.HasPrefix(t.start, body) { // may become a tag, or is still white space
			return false
		}
	}
	s.settle()
	return false
}

// settle decides that blocks are over: what is held is answer.
func (s *cutter) settle() {
	rest := s.held
	if s.moved {
		rest = strings.TrimLeft(rest, space)
	}
	s.held, s.plain = "", true
	if rest != "" {
		s.emit(rest, "")
	}
}

// close takes the end of the text.
func (s *cutter) close() {
	if s.ends != "" {
		s.think(s.held)
		s.held = ""
		return
	}
	if !s.plain {
		s.settle()
	}
}

func (s *cutter) think(text string) {
	if text != "" {
		s.emit("", text)
	}
}

// overlap returns how many bytes at the end of text may be the start of tag.
func overlap(text, tag string) int {
	for n := min(len(text), len(tag)-1); n > 0; n-- {
		if strings.HasSuffix(text, tag[:n]) {
			return n
		}
	}
	return 0
}

// A Splitter parts reasoning from the text of a streamed reply, as
// Split does but for a bare end tag, which shows only in hindsight. Add
// and Close return the first error of Each, after which it is not called again.
type Splitter struct {
	Each func(adhere.Chunk) error // takes the pieces

	cutter
	err error
}

// Add takes the next piece.
func (p *Splitter) Add(c adhere.Chunk) error {
	p.emit = p.hand
	if c.Reasoning != "" {
		p.hand("", c.Reasoning)
	}
	if c.Text != "" {
		p.add(c.Text)
	}
	return p.err
}

// Close takes the end of the reply.
func (p *Splitter) Close() error {
	p.emit = p.hand
	p.close()
	return p.err
}

func (p *Splitter) hand(text, reasoning string) {
	if p.err == nil {
		p.err = p.Each(adhere.Chunk{Text: text, Reasoning: reasoning})
	}
}

// Move takes reasoning between tags out of a response's text, as
// Split does, with a warning.
func Move(out *adhere.Response) {
	text, thoughts, notes := split(out.Text)
	if notes == nil {
		return
	}
	out.Text = text
	if out.Reasoning != "" && thoughts != "" {
		thoughts = out.Reasoning + "\n" + thoughts
	}
	if thoughts != "" {
		out.Reasoning = thoughts
	}
	out.Warnings = append(out.Warnings, notes...)
}
