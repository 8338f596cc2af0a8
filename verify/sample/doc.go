// Package sample draws demands that code can decide: a rule of a suite or of
// the algebra with random arguments, a wording, and example texts. A wording is
// used only if package english reads it as the same check as the rule. Demands
// are combined only if there is a text that meets them all and, for each, a
// text that breaks only that one, so that none of them contradicts or implies
// the others.
package sample
