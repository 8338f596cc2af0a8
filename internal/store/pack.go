package store

import (
	"encoding/json"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// packFrom is the size in bytes from which values are compressed: a page of
// the database. An answer of a page's size shrinks by a third to a half, but
// compressing shorter ones too would take half as much processor time again
// as all the rest of storing an item.
const packFrom = 4096

// A packer turns values into JSON and long JSON into zstd frames. What it
// made says which: JSON objects begin with a brace, frames do not.
type packer struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newPacker() (*packer, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(64<<10), zstd.WithEncoderCRC(false))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	return &packer{enc, dec}, nil
}

// pack encodes v, which must become a JSON object.
func (p *packer) pack(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil || len(b) < packFrom {
		return b, err
	}
	return p.enc.EncodeAll(b, make([]byte, 0, len(b)/2)), nil
}

// unpack decodes into v what pack made.
func (p *packer) unpack(b []byte, v any) error {
	if len(b) > 0 && b[0] != '{' {
		var err error
		if b, err = p.dec.DecodeAll(b, nil); err != nil {
			return fmt.Errorf("stored value: %w", err)
		}
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("stored value: %w", err)
	}
	return nil
}
