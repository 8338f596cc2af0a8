// Package sample draws demands that code can decide: a rule of a suite or of
// the algebra with arguments at random, words that say it, and texts that show
// it. Words are kept only where package english reads them as the very check
// that the rule is; demands stand together only where a text was written that
// meets them all and, for each, one that breaks it alone, so that none of them
// contradicts, implies or trivially accompanies the others.
package sample
