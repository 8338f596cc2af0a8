// Package build makes data sets. Each is made by a sequence of steps, and the
// yield of every step is counted: a Step keeps some lines and gives a reason
// for each that it drops; Through applies steps to lines; a Card describes the
// source and the quality of the result.
//
// Prompts whose demands code decides are requests combined with demands of
// package sample, drawn from a seed. A Difficulty measures, from the attempts of a run,
// how hard the prompts of a set are for a model. People's requests are extracted
// from conversations (DeCRIM, appendix F.1). Questions for writing sessions come
// from paragraphs of related work: a model writes them, code drops those that
// refer to a paper, and a model says which the paragraph answers (KIWI, section
// 3.1 and appendix A.6).
package build
