package userfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/userfile"
)

func TestWriteIsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("a", 251)+".txt") // as long as file systems take
	text := func(s string, then error) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := fmt.Fprint(w, s)
			return errors.Join(err, then)
		}
	}
	if err := userfile.Write(path, 0o644, text("one", nil)); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	if err := userfile.Write(path, 0o644, text("half", stop)); !errors.Is(err, stop) {
		t.Error(err)
	}
	if b, err := userfile.Named("--html", path).Read(); err != nil || string(b) != "one" {
		t.Errorf("%q, %v: what was there is gone", b, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v: something was left behind", entries, err)
	}
}

// TestReplacesWhatIsBeingRead holds that a reader of the old file does not keep a
// new one away: Windows replaces no file that is open.
func TestReplacesWhatIsBeingRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() {
		time.Sleep(50 * time.Millisecond)
		closed <- reader.Close()
	}()
	err = userfile.Write(path, 0o600, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	})
	if b, readErr := os.ReadFile(path); err != nil || readErr != nil || string(b) != "new" {
		t.Errorf("%q, %v, %v", b, err, readErr)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	dir := t.TempDir()
	for want, err := range map[string]error{
		"--html: there is no file " + filepath.Join(dir, "no"):   userfile.Named("--html", filepath.Join(dir, "no")).Readable(),
		"--html: " + dir + " is a folder":                        userfile.Named("--html", dir).Writable(),
		"--html: there is no folder " + filepath.Join(dir, "no"): userfile.Named("--html", filepath.Join(dir, "no", "x")).Writable(),
	} {
		if err == nil || err.Error() != want || adhere.HintOf(err) == "" {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A byte order mark, which editors on Windows put before a text, is no part of
// it; a text in another encoding is refused.
func TestTextIsUTF8WithoutItsMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	for in, want := range map[string]string{
		"\ufeffListen\r\n":   "Listen\r\n",
		"a\ufeffb":           "a\ufeffb",
		"\xff\xfeL\x00i\x00": "",
		"caf\xe9":            "",
	} {
		if err := os.WriteFile(path, []byte(in), 0o600); err != nil {
			t.Fatal(err)
		}
		file, fromFile := userfile.Named("the text", path).Text()
		piped, fromPipe := userfile.Text("standard input", []byte(in))
		if file != want || piped != want || (fromFile != nil) != (want == "") || (fromPipe != nil) != (want == "") {
			t.Errorf("%q: %q, %v; %q, %v", in, file, fromFile, piped, fromPipe)
		}
	}
}
