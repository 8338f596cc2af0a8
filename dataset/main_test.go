package dataset_test

import (
	"testing"

	"adhere/dataset/parquet"
)

func TestMain(m *testing.M) {
	parquet.Register()
	m.Run()
}
