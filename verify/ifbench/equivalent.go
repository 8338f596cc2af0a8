package ifbench

import "adhere/verify/algebra"

// Equivalents says what each checker demands in the algebra of checks, and
// where the two part.
func Equivalents() []algebra.Equivalent { return nil }
