// Package clause reads clauses in English as checks of package algebra: what a
// sentence demands, what its notes add to the demand before, what changes nothing. It
// knows nothing of where a clause stands; package english, which reads whole
// requirements and conversations, asks it.
package clause
