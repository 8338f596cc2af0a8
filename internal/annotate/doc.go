// Package annotate lets people judge answers: in a campaign, several people
// label the same answers, independently and blind.
//
// A Campaign is a list of Units under a Protocol. A unit is what one person
// labels at a time; the protocol says what is asked and in which order. Each
// unit has one Place for each person who labels it; NewPlan assigns them
// evenly. What a person does is a list of Events, which never change: Fold
// computes the state of a Task from them, and Assignment.Apply adds an event.
// Finished tasks give verdicts like those of any judge, Labels, Agreement, and
// Differences, which somebody else decides by a Settling.
//
// The package uses no clock and no storage.
package annotate
