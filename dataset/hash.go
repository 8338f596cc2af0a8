package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// Hash returns the SHA-256 of a file, "sha256:…", as a Plan names it. Without
// files it is one of the machine's.
func Hash(files Files, path string) (string, error) {
	f, err := filesOr(files).Open(path)
	if err != nil {
		return "", unreadable(path, err)
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// ReadFile returns the content of a file. Without files it is one of the
// machine's.
func ReadFile(files Files, path string) ([]byte, error) {
	f, err := filesOr(files).Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
