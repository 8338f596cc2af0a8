// Command adhere measures how well language models follow instructions.
// See the package comment of the module's root for a tour of the code.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// memoryLimit makes the garbage collector work harder before a large run
// passes 100 MB in all; below, it trades memory for speed. Beyond a few
// hundred items in flight, each may have a little more.
const (
	memoryLimit   = 52 << 20
	memoryPerItem = 12 << 10 // mostly of its connection
	manyItems     = 500
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	debug.SetGCPercent(300)      // the heap is small; see memoryLimit
	debug.SetMemoryLimit(memoryLimit)
	p := &program{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.LookupEnv, now: time.Now}
	os.Exit(p.main(ctx, os.Args[1:]))
}
