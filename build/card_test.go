package build_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"adhere/build"
)

// TestConfigs holds what hubs are told of a set's files: they load the main one
// where none is named, and fail on empty ones.
func TestConfigs(t *testing.T) {
	c := build.Card{Name: "tea", Licence: "other", Main: "train.jsonl", Files: [][2]string{
		{"rejected.jsonl", fmt.Sprintf("%x", sha256.Sum256(nil))}, {"texts.jsonl", "1"}, {"train.jsonl", "2"}, {"criteria.yaml", "3"},
	}}
	var page bytes.Buffer
	if err := c.WriteMarkdown(&page); err != nil {
		t.Fatal(err)
	}
	want := "---\nlicense: other\nconfigs:\n- config_name: texts\n  data_files: texts.jsonl\n- config_name: train\n  data_files: train.jsonl\n  default: true\n---\n"
	if !strings.HasPrefix(page.String(), want) {
		t.Errorf("got\n%s\nwant\n%s", &page, want)
	}
}
