// Package metric is arithmetic on records: accuracies, the satisfaction of
// levels, agreement between judges, comparison of two runs, and correction of
// a judge's errors. It does no input or output and reads no clock.
//
// Every number comes with an interval, with what it was taken over and with
// what could not be decided; where there is no number, the reason is given.
package metric
