package ifeval_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/ifeval"
)

// BenchmarkCheckers measures each checker on an answer of 300 words that was
// not looked at before.
func BenchmarkCheckers(b *testing.B) {
	answer := strings.Repeat("The rain kept falling on the old station's roof. *Nobody* came, and Mr. Lind read (again) the [date] board.\n\n", 15)
	catalog := verify.NewCatalog(ifeval.Suite())
	for _, c := range examples {
		check, err := catalog.Compile(&adhere.Rule{Name: "ifeval/" + c.checker, Args: json.RawMessage(c.args)})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.checker, func(b *testing.B) {
			check(verify.NewText(answer)) // what is read once in a process's life
			b.ReportAllocs()
			for b.Loop() {
				check(verify.NewText(answer))
			}
		})
	}
}

// BenchmarkWhole measures the scoring of all 541 recorded answers, strict
// and loose, arguments included: a catalog is made anew for each round.
func BenchmarkWhole(b *testing.B) {
	rows := readLines[golden](b, filepath.Join(benchdata.Dir(b, "ifeval/golden"), "gpt4-20231107.jsonl"))
	instructions := make([]*adhere.Instruction, len(rows))
	for i := range rows {
		instructions[i] = rows[i].instruction()
	}
	b.ReportAllocs()
	for b.Loop() {
		strict, loose := judges()
		for i, in := range instructions {
			judge(b, strict, in, rows[i].Response)
			judge(b, loose, in, rows[i].Response)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/541-answers")
}
