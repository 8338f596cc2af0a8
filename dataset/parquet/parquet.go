// Package parquet lets package dataset read Parquet files, and writes the
// verdicts of a run as one. It is a package of its own because the library
// below it takes as long to compile as all other code of an evaluation
// together; a program that meets such files calls Register.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"

	"adhere/dataset"
)

// Register has package dataset read Parquet files from now on. A program calls
// it when it starts, before it reads anything.
func Register() { dataset.Register("PAR1", open) }

// open returns what hands out the rows of a file, of which few are in memory.
func open(file io.ReaderAt, size int64) (next func() (any, error), err error) {
	defer sound(&err)
	f, err := parquet.OpenFile(file, size)
	if err != nil {
		return nil, err
	}
	r := parquet.NewGenericReader[any](f, f.Schema())
	rows, have, at := make([]any, 64), 0, 0
	return func() (_ any, err error) {
		defer sound(&err)
		for at == have && err == nil {
			clear(rows)
			at = 0
			have, err = r.Read(rows)
		}
		if at == have {
			return nil, errors.Join(err, r.Close())
		}
		at++
		return rows[at-1], nil
	}, nil
}

// sound makes an error of a panic: the library panics on some files that are
// cut off.
func sound(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("no sound Parquet file: %v", p)
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
