package suites_test

import (
	"os"
	"testing"

	"adhere/internal/benchdata"
	"adhere/verify/suites"
)

func TestMain(m *testing.M) {
	suites.UseDictionary(benchdata.Dictionary)
	os.Exit(m.Run())
}
