// Package parquet lets package dataset read Parquet files, and writes the
// verdicts of a run as one. It is a package of its own because the library
// below it takes as long to compile as all other code of an evaluation
// together; a program that meets such files calls Register.
package parquet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"

	"adhere/dataset"
)

// Register has package dataset read Parquet files from now on. A program calls
// it when it starts, before it reads anything.
func Register() { dataset.RegisterParquet(lines) }

// lines makes a line of JSON of each row of a file.
func lines(file []byte) (made []byte, err error) {
	defer func() { // the library panics on some files that are cut off
		if p := recover(); p != nil {
			err = fmt.Errorf("no sound Parquet file: %v", p)
		}
	}()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	r := parquet.NewGenericReader[any](f, f.Schema())
	defer func() { _ = r.Close() }() // all is in memory
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	rows := make([]any, 64)
	for {
		n, err := r.Read(rows)
		for _, row := range rows[:n] {
			if err := enc.Encode(row); err != nil {
				return nil, err
			}
		}
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		clear(rows)
	}
}

// WriteRows writes rows as one Parquet file, whose texts are kept in
// dictionaries and packed.
func WriteRows(w io.Writer, rows iter.Seq2[*dataset.Row, error]) error {
	p := parquet.NewGenericWriter[dataset.Row](w, parquet.Compression(&parquet.Zstd))
	for row, err := range rows {
		if err != nil {
			return err
		}
		if _, err := p.Write([]dataset.Row{*row}); err != nil {
			return err
		}
	}
	return p.Close()
}
