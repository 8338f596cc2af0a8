// Package build makes data sets. Questions for writing sessions come from
// paragraphs of related work: a model writes them, code drops those that hang
// on a paper, and a model says which the paragraph answers (KIWI, section 3.1
// and appendix A.6). What each step leaves is counted.
package build
