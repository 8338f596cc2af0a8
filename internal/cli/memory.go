package cli

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// MemoryLimit makes the garbage collector work harder before a large run
// passes 100 MB in all; below, it trades memory for speed. KeepRoom raises it.
const MemoryLimit = 52 << 20

// DefaultGC is how much, in percent, the heap grows before it is collected.
const DefaultGC = 300 // it is small; see MemoryLimit

// Memory bounds what the process may use before the garbage collector works
// harder, and says by how much percent the heap grows before it is collected;
// where the process is not the program's own, as in tests, that is not its to
// say.
func (p *Program) Memory(limit int64, percent int) {
	if p.OwnProcess {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}

// spareMemory is the least room between what is in use and the limit, beside
// a quarter of it. With less, the collector runs without end.
const spareMemory = 16 << 20

// inUse returns the bytes of the heap that the last collection found in use, and
// those beside the heap that the limit counts too: mostly the stacks of
// goroutines, of which each connection has some.
func inUse() (heap, beside int64) {
	s := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(s)
	beside = int64(s[1].Value.Uint64())
	for _, ofHeap := range s[2:] {
		beside -= int64(ofHeap.Value.Uint64())
	}
	return int64(s[0].Value.Uint64()), beside
}

// KeepRoom raises the memory limit after each garbage collection that leaves
// little room below it, as recorded answers and verdicts of a large run do,
// until it is stopped.
func KeepRoom() (stop func()) {
	var stopped atomic.Bool
	makeRoom(&stopped)
	return func() { stopped.Store(true) }
}

func makeRoom(stopped *atomic.Bool) {
	if stopped.Load() {
		return
	}
	live, beside := inUse()
	if want := live + live/4 + beside + spareMemory; want > debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(want)
	}
	runtime.AddCleanup(new(*byte), makeRoom, stopped) // which is gone after the next collection
}
