// Package study works out what writing sessions show (KIWI, sections 4 and 5):
// what was asked for, what came of it, and whether a judge can tell.
//
// Analyse counts: turns, kinds, ratings, types of instructions and of errors,
// lengths, retrieval. A Labeller sorts instructions and comments by asking a
// model. Evaluate measures judges of edits, models and rules, against people's
// ratings. Export makes training data.
package study
