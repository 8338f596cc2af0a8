package suites_test

import (
	"os"
	"testing"

	"adhere/internal/benchdata"
	"adhere/verify/mifeval/dictionary"
)

func TestMain(m *testing.M) {
	dictionary.Use(benchdata.Dictionary)
	os.Exit(m.Run())
}
