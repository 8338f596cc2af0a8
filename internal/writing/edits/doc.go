// Package edits decides by code what can be decided of an edit: whether an
// instruction that names a place, a text or a size was carried out, and what
// changed that nobody asked for (KIWI, section 4.3, "unrequested change").
//
// Inspect reads the instruction, takes what it asks for out of both versions,
// and compares what is left sentence by sentence. It says nothing about
// instructions that leave open what may change.
package edits
