// Package writing lets a person and a model write an answer together, from a
// set of documents, and keeps every turn: the instruction, the new answer, the
// rating and its reason, and the person's edit (KIWI, sections 2 and 3).
//
// A Session is the state; Next makes one Move of figure 3 and has no side
// effects. Moves returns the moves that lead to a session, so that an import
// can replay them and refuse a session that they do not lead to.
package writing
