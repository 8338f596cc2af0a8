package judge

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// longReplies are what a model that repeats itself may write, with what was asked.
var longReplies = map[string][]string{
	"YES\n\n|The text is fine and has its words.\n\n": {"Is it short?"},
	"|yes. ":                         {"Is it short?"},
	"|wait, é. ":                     {"Is it short?", "Does it rhyme?"},
	"1. YES\n2. NO\n\n|wait, é. ":    {"Is it short?", "Does it rhyme?"},
	"|1. yes 2. no ":                 {"Is it short?", "Does it rhyme?"},
	"|\"yes\" ":                      {"Is it short?"},
	"|[yes] ":                        {"Is it short?"},
	"|[":                             {"Is it short?"},
	"|violated? no. ":                {"Is it short?"},
	"['YES', 'NO']\n\n|instead, yes": {"Is it short?", "Does it rhyme?"},
}

func longReply(form string, size int) string {
	start, again, _ := strings.Cut(form, "|")
	return start + strings.Repeat(again, size/len(again))
}

// TestLongReplies holds that a reply of four times the length takes no more than six
// times the memory to read: what is read again and again, or copied, would take sixteen.
func TestLongReplies(t *testing.T) {
	for form, asked := range longReplies {
		read := func(size int) uint64 {
			reply := longReply(form, size)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _ = readDecisions(reply, asked)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		read(5_000) // compiles the patterns
		if short, long := read(5_000), read(20_000); long > 6*short {
			t.Errorf("%q: %d bytes for 5 kB, %d for 20 kB", form, short, long)
		}
	}
}

// TestLongRepair holds that brackets without an end, of which a repair would take
// minutes, are not repaired.
func TestLongRepair(t *testing.T) {
	if _, _, err := repair(longReply(`|{"a": [`, mostRepaired+100)); err == nil {
		t.Error("they are")
	}
}

// TestRepetition holds that no reader takes long for a reply of one sign or word again
// and again: where each is compared with all before it, or each object inside another is
// read twice, it takes minutes, or does not end.
func TestRepetition(t *testing.T) {
	for _, again := range []string{"[", "'", "\"", "[[A]] ", "[[A]] if it is short\n", `{"answer": `} {
		start, reply := time.Now(), longReply("|"+again, 60_000)
		ReadWinner(reply)
		_, _ = readScore(reply, 1, 5, true)
		_, _ = readDecisions(reply, []string{"Is it short?"})
		if took := time.Since(start); took > 2*time.Minute {
			t.Errorf("%q: %v", again, took)
		}
	}
}

// BenchmarkLongReply reads the same: a byte of twice as long a reply must not take longer.
func BenchmarkLongReply(b *testing.B) {
	for form, asked := range longReplies {
		for _, size := range []int{4_000, 8_000, 16_000} {
			reply := longReply(form, size)
			b.Run(fmt.Sprintf("%q/%d", form, size), func(b *testing.B) {
				b.SetBytes(int64(len(reply)))
				for b.Loop() {
					_, _ = readDecisions(reply, asked)
				}
			})
		}
	}
}
