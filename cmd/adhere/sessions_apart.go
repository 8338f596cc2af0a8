package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// The bounds of a process that reads one file.
const (
	apartPatience = 45 * time.Second
	apartMemory   = 1 << 30 // bytes
	apartStack    = 64 << 20
	apartWatch    = 20 * time.Millisecond
)

// An apartRead is what such a process answers.
type apartRead struct {
	Documents []writing.Document `json:"documents,omitempty"`
	Message   string             `json:"message,omitempty"` // why there are none
	Hint      string             `json:"hint,omitempty"`
}

// readApart has a process of its own read a file: whatever becomes of that,
// this one goes on.
func readApart(ctx context.Context, path string) ([]writing.Document, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Internal, Message: "this program can't start itself", Err: err}
	}
	whole, cancel := context.WithTimeout(ctx, apartPatience)
	defer cancel()
	cmd := exec.CommandContext(whole, self, "sessions", "documents", "read", "--", path)
	cmd.Args[0] = "adhere"
	var out bytes.Buffer
	cmd.Stdout = &out
	err = cmd.Run()
	var r apartRead
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case whole.Err() != nil:
		r.Message, r.Hint = filepath.Base(path)+" takes more than "+apartPatience.String()+" to read", "save it as text"
	case err != nil || json.Unmarshal(out.Bytes(), &r) != nil:
		r.Message, r.Hint = filepath.Base(path)+" takes too much memory to read, or breaks what reads it", "save it as text"
	}
	if r.Message != "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: r.Message, Hint: r.Hint}
	}
	return r.Documents, nil
}

// documentsReadCommand is what readApart starts.
func (p *program) documentsReadCommand() *cobra.Command {
	cmd := p.Sub("sessions", "read FILE", "Read one file and write what is in it as JSON", cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
		debug.SetMaxStack(apartStack)
		go watchMemory()
		docs, err := collect.ReadFile(args[0])
		r := apartRead{Documents: docs}
		if err != nil {
			r.Message, r.Hint = err.Error(), adhere.HintOf(err)
		}
		return cli.WriteJSON(p.Out, r)
	})
	cmd.Hidden = true
	return cmd
}

// watchMemory ends the process when it takes too much.
func watchMemory() {
	var m runtime.MemStats
	for range time.Tick(apartWatch) {
		runtime.ReadMemStats(&m)
		if m.HeapAlloc > apartMemory {
			os.Exit(cli.ExitFailed)
		}
	}
}
