//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"adhere/internal/benchdata"
)

// BenchmarkScore measures what scoring GPT-4's 541 answers to IFEval takes as
// a process of its own: processor time and peak memory, with a fresh database
// and without. ADHERE_BEFORE names a program, of an earlier commit for example,
// that is measured by turns with this one:
//
//	ADHERE_BEFORE=./adhere-old go test ./cmd/adhere -run '^$' -bench Score -benchtime 10x
func BenchmarkScore(b *testing.B) {
	data := benchdata.Dir(b, "ifeval")
	now := filepath.Join(b.TempDir(), "adhere")
	build := exec.Command("go", "build", "-trimpath", "-o", now, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	ways := []struct{ name, program, store string }{
		{"stored", now, "--db"}, {"unkept", now, "--no-store"},
	}
	if before := os.Getenv("ADHERE_BEFORE"); before != "" {
		path, err := filepath.Abs(before)
		if err != nil {
			b.Fatal(err)
		}
		ways = append(ways, struct{ name, program, store string }{"before", path, "--db"})
	}
	cpu, peak := map[string]float64{}, map[string]float64{}
	for b.Loop() {
		for _, way := range ways {
			args := []string{
				"score", "ifeval", "--responses", filepath.Join(data, "responses_gpt4.jsonl"),
				"--data", filepath.Join(data, "input_data.jsonl"), "--quiet", way.store,
			}
			if way.store == "--db" {
				args = append(args, filepath.Join(b.TempDir(), "fresh.db"))
			}
			seconds, memory := measure(b, way.program, args)
			cpu[way.name] += seconds
			peak[way.name] = max(peak[way.name], memory)
		}
	}
	for _, way := range ways {
		b.ReportMetric(cpu[way.name]/float64(b.N)*1000, way.name+"-cpu-ms")
		b.ReportMetric(peak[way.name]/1e6, way.name+"-MB")
	}
}

// measure runs a program and returns the processor time it took, in seconds,
// and the most memory it held, in bytes.
func measure(b *testing.B, program string, args []string) (seconds, memory float64) {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stdout, cmd.Stderr = io.Discard, os.Stderr
	if err := cmd.Run(); err != nil {
		b.Fatal(fmt.Errorf("%s: %w", program, err))
	}
	memory = float64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS != "darwin" { // where it is in bytes
		memory *= 1024
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), memory
}
