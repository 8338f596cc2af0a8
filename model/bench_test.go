package model_test

import (
	"strings"
	"testing"

	"adhere/model"
	"adhere/model/modeltest"
)

var prompt = strings.Repeat("Write about the sea in at most fifty words, without commas. ", 17)

func BenchmarkStoredReply(b *testing.B) {
	m := model.Cache(modeltest.NewFake("p/m", nil), newCalls())
	req := modeltest.Ask(prompt)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Generate(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEstimateTokens(b *testing.B) {
	b.SetBytes(int64(len(prompt)))
	for b.Loop() {
		model.EstimateTokens(prompt)
	}
}
