package userfile_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"adhere"
	"adhere/internal/userfile"
)

func TestWriteIsWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
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
