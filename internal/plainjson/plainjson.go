// Package plainjson writes JSON in which <, > and & stand as they are. Package
// encoding/json writes them as \u003c, \u003e and \u0026, which is for HTML
// pages, and makes files and prompts longer and harder to read.
package plainjson

import (
	"bytes"
	"encoding/json"
	"io"
)

// NewEncoder is json.NewEncoder.
func NewEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

// Marshal is json.Marshal.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := NewEncoder(&b).Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
