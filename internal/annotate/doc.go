// Package annotate makes people judges: campaigns in which several people
// label the same answers, independently and blind.
//
// A Campaign is a list of Units, what one person does at one sitting, under a
// Protocol, which says what is asked and in which order. Each unit of work has
// as many Places as people shall label it; NewPlan hands them out evenly. What
// a person does is a list of Events, never changed: Fold works out from them
// where a Task stands, and Sitting.Apply adds one more. From the tasks that
// are done come verdicts like those of any judge, Labels, what people agree
// on, Agreement, and Differences, which somebody else decides by a Settling.
//
// Everything here is pure: no clock, no storage.
package annotate
