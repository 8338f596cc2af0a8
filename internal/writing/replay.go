package writing

import "fmt"

// Replay makes the moves in order, from a session that has not begun. The
// error says which move does not fit.
func Replay(h Head, moves []Move) (Session, error) {
	s := New(h)
	for i := range moves {
		next, err := s.Next(moves[i])
		if err != nil {
			return s, fmt.Errorf("move %d: %w", i+1, err)
		}
		s = next
	}
	return s, nil
}

// Moves returns the moves that lead from New to the session: those that count,
// so an edit that was edited again is one move. Replayed, they lead to an equal
// session, if it is one that can be.
func (s *Session) Moves() []Move {
	if s.End == EndReleased {
		return append(s.steps(s.Waited), Move{Action: Release, At: s.Ended})
	}
	return s.steps(s.Phase)
}

// steps returns the moves up to a phase.
func (s *Session) steps(phase Phase) []Move {
	if phase == AwaitSources {
		return nil
	}
	moves := []Move{{Action: Found, Passages: s.Passages}}
	if phase == AwaitDraft {
		return moves
	}
	moves = append(moves, Move{Action: Drafted, Text: s.Draft, Spent: s.Spent})
	for i := range s.Turns {
		moves = append(moves, s.Turns[i].moves(i == len(s.Turns)-1, phase, s.End)...)
	}
	return moves
}

// moves returns those of one turn; phase and end matter for the last.
func (t *Turn) moves(last bool, phase Phase, end End) []Move {
	moves := []Move{{Action: Instruct, Kind: t.Kind, Text: t.Instruction, At: t.Asked}}
	at := func(p Phase) bool { return last && phase == p }
	if t.Kind == Info && !at(AwaitPassages) {
		moves = append(moves, Move{Action: Found, Passages: t.Passages})
		if !at(AwaitSummary) {
			moves = append(moves, Move{Action: Summarised, Text: t.Summary})
		}
	}
	spent := &moves[len(moves)-1].Spent // of both replies, on the last there is
	if at(AwaitPassages) || at(AwaitSummary) || at(AwaitRevision) {
		*spent = t.Spent
		return moves
	}
	moves = append(moves, Move{Action: Revised, Text: t.Answer, At: t.Answered, Spent: t.Spent})
	if len(t.Relevant) > 0 {
		moves = append(moves, Move{Action: Mark, Relevant: t.Relevant})
	}
	if at(AwaitRating) {
		return moves
	}
	moves = append(moves, Move{Action: Rate, Rating: t.Rating, Text: t.Comment, At: t.Rated})
	if t.Edited() {
		moves = append(moves, Move{Action: Edit, Text: t.Edit, At: t.EditedAt})
	}
	switch {
	case at(AwaitDecision):
		return moves
	case at(Over) && end == EndSatisfied:
		return append(moves, Move{Action: Satisfied, At: t.Decided})
	default:
		return append(moves, Move{Action: GoOn, At: t.Decided})
	}
}
