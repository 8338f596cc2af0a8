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

// Rows of instructions may be without ids, as in other tables.
func TestRowsAreNumbered(t *testing.T) {
	type row struct {
		Prompt       string   `parquet:"prompt"`
		Requirements []string `parquet:"requirements,list"`
	}
	var b bytes.Buffer
	if err := library.Write(&b, []row{{"p", []string{"no commas", "be kind"}}, {"q", []string{"no commas"}}}); err != nil {
		t.Fatal(err)
	}
	parquet.Register()
	set, err := dataset.Read(t.Context(), "d", "rows.parquet", dataset.Options{Files: dataset.FromFS(fstest.MapFS{"rows.parquet": {Data: b.Bytes()}})})
	if err != nil {
		t.Fatal(err)
	}
	all, err := set.Load()
	if err != nil || len(all) != 2 || all[1].ID != "2" || len(all[0].Requirements) != 2 {
		t.Errorf("%+v, %v", all, err)
	}
}
