package dataset_test

import (
	"testing"

	"adhere/dataset/inspect"
	"adhere/dataset/parquet"
)

func TestMain(m *testing.M) {
	inspect.Register()
	parquet.Register()
	m.Run()
}
