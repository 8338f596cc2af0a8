// Package build makes data sets. Each is a row of steps, and what every step
// left is counted: a Step looks at lines, keeps some and says of the others
// why not; Through puts lines through steps; a Card says of the result where
// it comes from and what it is worth.
//
// Prompts whose demands code decides are requests joined with demands of
// package sample, fresh from a seed. Requests of people are filtered out of
// conversations (DeCRIM, appendix F.1). Questions for writing sessions come
// from paragraphs of related work: a model writes them, code drops those that
// hang on a paper, and a model says which the paragraph answers (KIWI, section
// 3.1 and appendix A.6).
package build
