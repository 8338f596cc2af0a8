package stores

import (
	"bytes"
	"strings"
	"testing"

	"adhere/internal/cli"
)

// TestSlowOpeningIsExplained holds that who waits for a database is told what
// for, and that nothing is written behind the back of what comes next.
func TestSlowOpeningIsExplained(t *testing.T) {
	var out bytes.Buffer
	p := Databases{&cli.Program{Err: &out}}
	p.sayIfSlow("waiting", 0)()
	p.Say("next")
	if got := out.String(); got != "next\n" && got != "waiting\nnext\n" {
		t.Errorf("%q", got)
	}
	said := &told{ch: make(chan string, 1)}
	p = Databases{&cli.Program{Err: said}}
	over := p.sayIfSlow("waiting", 0)
	if got := <-said.ch; !strings.Contains(got, "waiting") {
		t.Error(got)
	}
	over()
}

type told struct{ ch chan string }

func (t *told) Write(b []byte) (int, error) {
	t.ch <- string(b)
	return len(b), nil
}
