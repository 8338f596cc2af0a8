// Package adhere holds the words of the program: Instruction, Requirement,
// Response, Verdict, Record, Metric, Summary, Plan, Run and Error.
package adhere
