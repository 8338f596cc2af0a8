package writing

// An Event is a move that was made, as it is stored. Events are only ever
// added.
type Event struct {
	Number int    // from 1, within the session
	Client string // made up by whoever made the move: the same is taken once
	Move
}

// Fold works out a session from its events, in order.
func Fold(h Head, events []Event) (Session, error) {
	moves := make([]Move, len(events))
	for i := range events {
		moves[i] = events[i].Move
	}
	return Replay(h, moves)
}
