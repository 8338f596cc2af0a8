// Package suites lists the suites of checkers that the program has.
package suites

import (
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/complexbench"
	"adhere/verify/extra"
	"adhere/verify/followbench"
	"adhere/verify/ifbench"
	"adhere/verify/ifeval"
	"adhere/verify/ifrlvr"
	"adhere/verify/mifeval"
	"adhere/verify/multiif"
)

// All lists every suite.
func All() []verify.Suite {
	return []verify.Suite{ifeval.Suite(), followbench.Suite(), ifbench.Suite(), ifrlvr.Suite(), extra.Suite(), complexbench.Suite(), multiif.Suite(), mifeval.Suite(), algebra.Suite()}
}

// Catalog finds the checkers of all suites.
func Catalog() *verify.Catalog { return verify.NewCatalog(All()...) }
