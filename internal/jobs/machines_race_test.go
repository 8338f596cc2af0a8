//go:build race

package jobs_test

// machines is the number of workers of TestSimulation. A thousand are 9,000
// goroutines; with as many, the race detector once crashed in its own code.
const machines = 250
