package gateway

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere"
)

// A proof is what of a draft may go out while it is written: up to the end of
// each sentence with which it would meet everything. No demand can condemn that
// later: the answer could end there.
type proof struct {
	in     *adhere.Instruction
	read   int // bytes of the draft in which ends of sentences were looked for
	looked int // bytes of the draft whose sentences were looked at
	passed int // bytes of the draft that were sent
}

// newProof returns the proof of an answer's draft, or nil where there can be
// none: what a judge decides is known at the end only, other strategies ask for
// answers anew, and the events of /responses repeat the whole text.
func newProof(x *exchange) *proof {
	judged := slices.ContainsFunc(x.list.requirements, func(r adhere.Requirement) bool { return r.Rule == nil })
	if judged || x.settings.Strategy != "decrim" || x.settings.OnExhausted == GiveError || x.dialect.field == "input" {
		return nil
	}
	return &proof{in: &adhere.Instruction{Requirements: x.list.requirements}}
}

// prove sends what of the draft is proven.
func (s *streaming) prove() error {
	if s.proof == nil {
		if s.proof = newProof(s.exchange); s.proof == nil {
			s.settings.Stream = Buffered
			return nil
		}
	}
	text, from := s.first.Text.String(), s.proof.read
	if strings.ContainsRune(text[from:], utf8.RuneError) { // half a character: only as it came, it is whole for the client
		s.settings.Stream = Buffered
		return nil
	}
	s.proof.read = len(text)
	end := sentenceEnd(text, from)
	if end-s.proof.looked <= lookEvery(s.proof.looked) || strings.HasPrefix(strings.TrimSpace(text), "<") { // it may be what the model thinks
		return nil
	}
	s.proof.looked = end
	if !s.meets(text[:end]) {
		return nil
	}
	s.asker.stand(text[:end])
	return s.passText(end)
}

// meets reports whether a text meets all that is demanded, as an answer.
func (s *streaming) meets(text string) bool {
	verdicts, err := s.g.rules.Judge(s.r.Context(), &adhere.Task{Instruction: s.proof.in}, &adhere.Response{Text: text})
	return err == nil && !slices.ContainsFunc(verdicts, func(v adhere.Verdict) bool { return v.Outcome != adhere.Met })
}

// passText sends the draft's events up to the byte end of its text. An event
// that goes beyond is parted.
func (s *streaming) passText(end int) error {
	to := s.held
	for ; to < len(s.first.events) && s.proof.passed < end; to++ {
		e := s.first.events[to]
		if over := s.proof.passed + len(e.Text) - end; over > 0 {
			s.first.part(to, len(e.Text)-over, s.dialect)
		}
		s.proof.passed += len(s.first.events[to].Text)
	}
	return s.pass(to)
}

// part makes two of an event that adds to the text, the first with n bytes of
// that.
func (r *reply) part(i, n int, d *dialect) {
	e := r.events[i]
	first, second := *e, *e
	first.Text, second.Text = e.Text[:n], e.Text[n:]
	first.data, second.data = withText(e.data, first.Text, d.delta), withoutLogprobs(withText(e.data, second.Text, d.delta))
	first.raw, second.raw = first.withData(first.data), second.withData(second.data)
	r.events = slices.Replace(r.events, i, i+1, &first, &second)
	if r.closing > i {
		r.closing++
	}
}

// begins is the place of the first event that adds to the text.
func (r *reply) begins() int {
	for i, e := range r.events {
		if e.Text != "" {
			return i
		}
	}
	return r.texts()
}

// stand says how every further answer begins.
func (a *asker) stand(text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.standing = text
}

// stands returns how every answer begins.
func (a *asker) stands() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.standing
}

// sentenceEnd returns where the last sentence or line of a text ends that
// something follows behind its first bytes, up to from; 0 where none does.
func sentenceEnd(text string, from int) int {
	for at := len(text); at > from; {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
		before := strings.TrimRightFunc(text[:at], unicode.IsSpace)
		last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, `"'*_)]”’»」』）`))
		switch {
		case before == "":
			return 0
		case r == '\n', unicode.IsSpace(r) && strings.ContainsRune(".!?…", last) && !abbreviated(before):
			return len(before)
		case strings.ContainsRune("。！？", last) && !unicode.IsSpace(r) && !unicode.IsPunct(r):
			return len(before)
		}
	}
	return 0
}

// abbreviated reports whether a text ends with a number or a single letter and
// a full stop: "1.", "e.g.", "J.".
func abbreviated(text string) bool {
	word := text[strings.LastIndexFunc(text, unicode.IsSpace)+1:]
	bare := strings.TrimSuffix(word, ".")
	letters := strings.TrimLeftFunc(bare, func(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune("#*-+(", r) })
	return strings.HasSuffix(word, ".") && (letters == "" || strings.Contains(letters, ".") || utf8.RuneCountInString(letters) == 1)
}
