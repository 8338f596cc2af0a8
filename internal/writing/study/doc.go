// Package study analyses writing sessions (KIWI, sections 4 and 5): what people
// asked for, how well models did it, and how well judges can tell.
//
// Analyse counts turns, kinds, ratings, types of instructions and of errors,
// lengths and retrieval. A Labeller labels instructions and comments by asking
// a model. Evaluate measures judges of edits, models and rules, against people's
// ratings. Export makes training data.
package study
