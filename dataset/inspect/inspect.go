// Package inspect lets package dataset read the logs of inspect (.eval), which are
// archives. It is a package of its own because the library that unpacks them takes
// long to compile; a program that meets such files calls Register.
package inspect

import (
	"archive/zip"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"adhere/dataset"
)

// maxSample is the largest sample that is read, in bytes.
const maxSample = 1 << 30

// Register has package dataset read logs of inspect from now on. A program calls
// it when it starts, before it reads anything.
func Register() { dataset.Register("PK\x03\x04", open) }

// open returns what hands out the samples of a log, of which one is in memory.
func open(file io.ReaderAt, size int64) (next func() (any, error), err error) {
	z, err := zip.NewReader(file, size)
	if err != nil {
		return nil, fmt.Errorf("expected an archive of samples: %w", err)
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	files := slices.DeleteFunc(slices.Clone(z.File), func(f *zip.File) bool {
		return !strings.HasPrefix(f.Name, "samples/") || !strings.HasSuffix(f.Name, ".json")
	})
	if len(files) == 0 {
		return nil, errors.New("the archive holds no samples/*.json, as logs of inspect do")
	}
	slices.SortFunc(files, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	return func() (any, error) {
		if len(files) == 0 {
			return nil, io.EOF
		}
		f := files[0]
		files = files[1:]
		return sample(f)
	}, nil
}

func sample(f *zip.File) (json.RawMessage, error) {
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name, err)
	}
	defer r.Close()
	one, err := io.ReadAll(io.LimitReader(r, maxSample+1))
	if err != nil || len(one) > maxSample || !json.Valid(one) {
		return nil, fmt.Errorf("%s is no JSON document, or too large (%w)", f.Name, cmp.Or(err, io.ErrUnexpectedEOF))
	}
	return one, nil
}
