package collect

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"adhere"
	"adhere/internal/writing"
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

// Reader returns what reads files of documents; a PDF by another process of
// this program, started by a command that ends with WriteApart: what reads PDFs
// may be brought down by a file made to do that, and whatever becomes of it,
// this process goes on.
func Reader(command ...string) func(ctx context.Context, path string) ([]writing.Document, error) {
	return func(ctx context.Context, path string) ([]writing.Document, error) {
		if strings.EqualFold(filepath.Ext(path), ".pdf") {
			return readApart(ctx, append(command, path))
		}
		return ReadFile(path)
	}
}

func readApart(ctx context.Context, command []string) ([]writing.Document, error) {
	path := command[len(command)-1]
	self, err := os.Executable()
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Internal, Message: "this program cannot start itself", Err: err}
	}
	whole, cancel := context.WithTimeout(ctx, apartPatience)
	defer cancel()
	cmd := exec.CommandContext(whole, self, command...)
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

// WriteApart reads one file and writes what is in it as JSON, within bounds of
// time and memory: beyond them it ends the process by exit.
func WriteApart(w io.Writer, path string, exit func()) error {
	debug.SetMaxStack(apartStack)
	go watchMemory(exit)
	docs, err := ReadFile(path)
	r := apartRead{Documents: docs}
	if err != nil {
		r.Message, r.Hint = err.Error(), adhere.HintOf(err)
	}
	return json.NewEncoder(w).Encode(r)
}

// watchMemory ends the process when it takes too much.
func watchMemory(exit func()) {
	var m runtime.MemStats
	for range time.Tick(apartWatch) {
		runtime.ReadMemStats(&m)
		if m.HeapAlloc > apartMemory {
			exit()
		}
	}
}
