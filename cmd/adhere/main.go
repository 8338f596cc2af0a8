// Command adhere measures how well language models follow instructions.
// See the package comment of the module's root for a tour of the code.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	p := &program{own: true, in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.LookupEnv, now: time.Now}
	p.memory(memoryLimit, defaultGC)
	_ = keepRoom() // to the end
	os.Exit(p.main(onCommandLine(ctx), os.Args[1:]))
}
