// Package edits decides by code what can be decided of an edit: what changed,
// and what of it nobody asked for (KIWI, section 4.3, "unrequested change").
//
// Inspect reads from the instruction, with the reader of demands, which part it
// is about and what kind of change it wants, compares both versions sentence by
// sentence, and holds each change against what that kind leaves open. Lost
// figures and references always count. testdata/README.md says on which edits it
// is measured.
package edits
