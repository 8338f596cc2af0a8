package parquet_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	library "github.com/parquet-go/parquet-go"

	"adhere/dataset"
	"adhere/dataset/parquet"
)

// TestRegister reads recorded answers from a Parquet file, which a program that
// did not ask for it refuses with the way out.
func TestRegister(t *testing.T) {
	type row struct {
		ID       string `parquet:"id"`
		Response string `parquet:"response"`
	}
	var b bytes.Buffer
	if err := library.Write(&b, []row{{"greeting", "Hello."}}); err != nil {
		t.Fatal(err)
	}
	files := dataset.FromFS(fstest.MapFS{"rows.parquet": {Data: b.Bytes()}})
	if _, err := dataset.ReadResponses(t.Context(), "rows.parquet", files); err == nil || !strings.Contains(err.Error(), "adhere/dataset/parquet") {
		t.Errorf("before: %v, expected an error that names the package", err)
	}
	parquet.Register()
	answers, err := dataset.ReadResponses(t.Context(), "rows.parquet", files)
	if err != nil || len(answers.List) != 1 || answers.List[0].Text != "Hello." {
		t.Errorf("after: %v, %v", answers, err)
	}
}
