package model_test

import (
	"testing"

	"adhere/model"
)

func TestSameModel(t *testing.T) {
	for _, c := range []struct {
		asked, got string
		same       bool
	}{
		{"gpt-4o", "gpt-4o", true},
		{"gpt-4o", "gpt-4o-2024-08-06", true},
		{"gpt-4", "gpt-4-0613", true},
		{"claude-3-5-haiku-latest", "claude-3-5-haiku", true},
		{"llama3", "llama3:latest", true},
		{"gpt-4o", "gpt-4o-mini", false},
		{"gpt-4o-2024-08-06", "gpt-4o-2024-05-13", false},
		{"gpt-4", "gpt-4-turbo", false},
		{"qwen2.5", "qwen2.5:7b", false},
		{"gpt-5", "gpt-5-1", false},
	} {
		if got := model.SameModel(c.asked, c.got); got != c.same {
			t.Errorf("%s asked, %s answers: same %v", c.asked, c.got, got)
		}
	}
}
