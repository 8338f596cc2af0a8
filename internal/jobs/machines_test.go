//go:build !race

package jobs_test

// machines is the number of workers of TestSimulation.
const machines = 1000
