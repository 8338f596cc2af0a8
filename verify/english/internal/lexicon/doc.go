// Package lexicon cuts texts into tokens and knows their words: the classes of
// phrases, sets of words, numbers, and phrases of other languages put into English. A
// new word is a line of one of its files.
package lexicon
