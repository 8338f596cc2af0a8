package cli

import (
	"runtime"
	"runtime/debug"
	"sync"
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

// TestKeepRoomForStacks holds that the limit leaves room beside the stacks of
// goroutines, which it counts.
func TestKeepRoomForStacks(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(MemoryLimit))
	release := make(chan struct{})
	var standing, ended sync.WaitGroup
	for range 2000 { // of 32 KB each
		standing.Add(1)
		ended.Go(func() {
			var deep [20 << 10]byte
			standing.Done()
			<-release
			runtime.KeepAlive(&deep)
		})
	}
	standing.Wait()
	runtime.GC()
	stop := KeepRoom()
	defer stop()
	if got := debug.SetMemoryLimit(-1); got < 2000*32<<10+spareMemory {
		t.Errorf("the limit is %d MB with stacks of 64", got>>20)
	}
	close(release)
	ended.Wait()
}
