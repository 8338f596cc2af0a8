package judge

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLongReply reads decisions that long reasons follow: a byte of twice as
// long a reply must not take longer.
func BenchmarkLongReply(b *testing.B) {
	for _, lines := range []int{100, 200, 400} {
		reply := "YES\n\n" + strings.Repeat("The text is fine and has its words.\n\n", lines)
		b.Run(fmt.Sprint(len(reply)), func(b *testing.B) {
			b.SetBytes(int64(len(reply)))
			for b.Loop() {
				if _, err := readDecisions(reply, []string{"Is it short?"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
