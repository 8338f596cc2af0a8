// Package writing has a person and a model write an answer together, from a
// set of documents, and keeps every turn: what was asked, what came back,
// whether it followed, why not, and what the person mended (KIWI, sections 2
// and 3).
//
// A Session is the state; Next makes one Move of figure 3 and is pure. Moves
// gives the moves that lead to a session back, so that an export can be
// replayed and is refused where it does not lead to what it says.
package writing
