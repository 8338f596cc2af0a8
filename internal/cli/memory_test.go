package cli

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestKeepRoom holds that the memory limit rises with what is in use, at once
// and after later collections, and no more once that is stopped.
func TestKeepRoom(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(MemoryLimit))
	const some = 64 << 20
	held := [][]byte{make([]byte, some)}
	runtime.GC()
	stop := KeepRoom()
	defer stop()
	if got := debug.SetMemoryLimit(-1); got < some+some/4 {
		t.Fatalf("the limit is %d MB with 64 in use", got>>20)
	}
	held = append(held, make([]byte, 2*some))
	for late := time.After(time.Minute); debug.SetMemoryLimit(-1) < 3*some; {
		runtime.GC()
		select {
		case <-late:
			t.Fatalf("the limit is %d MB with 192 in use", debug.SetMemoryLimit(-1)>>20)
		case <-time.After(time.Millisecond):
		}
	}
	stop()
	limit := debug.SetMemoryLimit(-1)
	held = append(held, make([]byte, 4*some))
	for range 5 {
		runtime.GC()
	}
	runtime.KeepAlive(held)
	if got := debug.SetMemoryLimit(-1); got > limit+limit/2 {
		t.Errorf("the limit went on from %d to %d MB", limit>>20, got>>20)
	}
}
