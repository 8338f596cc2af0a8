package model

import "strings"

// movedReasoning is the warning that SplitReasoning's callers add.
const movedReasoning = "reasoning between tags was moved out of the text"

// SplitReasoning parts a reply from the reasoning that some models and
// servers leave at its start:
//
//   - a block in <think> or <thinking> tags, or several in a row;
//   - a block that is never closed: then all of it is reasoning and the
//     answer is empty;
//   - a bare </think> at the start, left by servers that cut the block out;
//   - a </think> alone on its line with no opening tag before it: the opening
//     tag was part of the prompt, and all before is reasoning.
//
// The white space around a block goes with it. Tags further inside an answer
// stay. moved reports whether anything was taken off; without it answer is
// text, unchanged.
func SplitReasoning(text string) (answer, reasoning string, moved bool) {
	if !strings.Contains(text, "<think") && !strings.Contains(text, "</think>") {
		return text, "", false
	}
	var s splitter
	var answers, thoughts strings.Builder
	s.emit = func(a, r string) { answers.WriteString(a); thoughts.WriteString(r) }
	s.add(text)
	s.close()
	if !s.moved {
		if before, after, ok := cutBareEnd(text); ok {
			return strings.TrimLeft(after, space), strings.TrimSpace(before), true
		}
		return text, "", false
	}
	return answers.String(), strings.TrimSpace(thoughts.String()), true
}

const space = " \t\r\n"

// cutBareEnd cuts around the first </think> that stands alone on its line
// with no <think> before it.
func cutBareEnd(text string) (before, after string, ok bool) {
	before, after, ok = strings.Cut(text, "</think>")
	if !ok || strings.Contains(before, "<think>") {
		return "", "", false
	}
	above := strings.TrimRight(before, " \t\r")
	below := strings.TrimLeft(after, " \t\r")
	alone := (above == "" || strings.HasSuffix(above, "\n")) && (below == "" || below[0] == '\n')
	return before, after, alone
}

// A splitter does SplitReasoning's work on a text that comes in pieces, but
// for the last case, which shows only in hindsight. emit is called with
// pieces of answer and of reasoning as soon as they are known to be that.
type splitter struct {
	emit  func(answer, reasoning string)
	held  string // not yet known to be answer, reasoning or tag
	ends  string // the closing tag, inside a block
	plain bool   // past all blocks: what comes is answer
	moved bool   // a tag was taken off
}

// tags are what a block starts with, and what ends it. The bare end is a
// block of its own that is over at once.
var tags = [...]struct{ start, end string }{
	{"<think>", "</think>"},
	{"<thinking>", "</thinking>"},
	{"</think>", ""},
}

// add takes the next piece.
func (s *splitter) add(piece string) {
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
func (s *splitter) step() bool {
	if s.ends != "" {
		before, after, ok := strings.Cut(s.held, s.ends)
		if ok {
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
			if s.moved && t.end == "" { // a second bare end is no server's doing
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
func (s *splitter) settle() {
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
func (s *splitter) close() {
	if s.ends != "" {
		s.think(s.held)
		s.held = ""
		return
	}
	if !s.plain {
		s.settle()
	}
}

func (s *splitter) think(text string) {
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
