package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// packFrom is the size in bytes from which values are compressed that have no
// dictionary: a page of the database. An answer of a page's size shrinks by a
// third to a half, but compressing shorter ones too would take half as much
// processor time again as all the rest of storing an item.
const packFrom = 4096

// packWithFrom is the size from which values are packed against a dictionary.
const packWithFrom = 128

// A packer turns values into JSON and JSON into zstd frames, each with a
// checksum. What it made says which: JSON objects begin with a brace, frames do
// not. Values of one kind, such as the calls of one model, repeat most of one
// another: those that come first become a dictionary, which later ones are
// packed against.
type packer struct {
	dictionaries // where they are kept

	plain *zstd.Encoder

	mu    sync.Mutex
	dec   *zstd.Decoder // knows all dictionaries that were met
	kinds map[string]*kindPacker
}

// dictionaries keep what packing needs, for as long as the values.
type dictionaries interface {
	// newest returns the newest dictionary of a kind; none is 0.
	newest(kind string) (id uint32, content []byte, err error)
	all() (map[uint32][]byte, error)
	// add stores a dictionary for good.
	add(kind string, content []byte) (id uint32, err error)
}

func newPacker(kept dictionaries) (*packer, error) {
	enc, err := newEncoder()
	if err != nil {
		return nil, err
	}
	dec, err := newDecoder(nil)
	if err != nil {
		return nil, err
	}
	return &packer{dictionaries: kept, plain: enc, dec: dec, kinds: map[string]*kindPacker{}}, nil
}

func newEncoder(more ...zstd.EOption) (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, append(more, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(64<<10), zstd.WithEncoderCRC(true))...)
}

func newDecoder(known map[uint32][]byte) (*zstd.Decoder, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(2), zstd.WithDecoderLowmem(true)}
	for id, content := range known {
		options = append(options, zstd.WithDecoderDictRaw(id, content))
	}
	return zstd.NewReader(nil, options...)
}

// pack encodes v, which must become a JSON object, for a transaction that may
// be open.
func (p *packer) pack(v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return b, err
	}
	return p.frameAlone(b), nil
}

// frameAlone packs JSON without a dictionary.
func (p *packer) frameAlone(b []byte) []byte {
	if len(b) < packFrom {
		return b
	}
	return p.plain.EncodeAll(b, make([]byte, 0, len(b)/2))
}

// frameKnown packs JSON with the dictionary that its kind has by now, if it has
// one: a transaction may be open.
func (p *packer) frameKnown(kind string, b []byte) []byte {
	p.mu.Lock()
	k := p.kinds[kind]
	p.mu.Unlock()
	if k == nil || len(b) < packWithFrom {
		return p.frameAlone(b)
	}
	if packed := k.pack(b); packed != nil {
		return packed
	}
	return p.frameAlone(b)
}

// packAs is pack with the dictionary of a kind. It may have to store one: no
// transaction of the caller's may be open.
func (p *packer) packAs(kind string, v any) ([]byte, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return p.frame(kind, b)
}

func (p *packer) frame(kind string, b []byte) ([]byte, error) {
	if len(b) < packWithFrom {
		return b, nil
	}
	k, err := p.kind(kind)
	if err != nil {
		return nil, err
	}
	if err := k.learn(p, b); err != nil {
		return nil, err
	}
	if packed := k.pack(b); packed != nil {
		return packed, nil
	}
	return p.frameAlone(b), nil
}

func (p *packer) kind(name string) (*kindPacker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k := p.kinds[name]
	if k != nil {
		return k, nil
	}
	k = &kindPacker{name: name, same: map[string][]byte{}}
	id, content, err := p.newest(name)
	if err == nil && id != 0 {
		k.enc, err = newEncoder(zstd.WithEncoderDictRaw(id, content))
	}
	if err != nil {
		return nil, err
	}
	p.kinds[name] = k
	return k, nil
}

// unpack decodes into v what pack made.
func (p *packer) unpack(b []byte, v any) error {
	b, err := p.plainText(b)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("stored value: %w", err)
	}
	return nil
}

// plainText returns the JSON that pack or packAs was given.
func (p *packer) plainText(b []byte) ([]byte, error) {
	if len(b) == 0 || b[0] == '{' {
		return b, nil
	}
	p.mu.Lock()
	dec := p.dec
	p.mu.Unlock()
	text, err := dec.DecodeAll(b, nil)
	if errors.Is(err, zstd.ErrUnknownDictionary) {
		if dec, err = p.learn(); err == nil {
			text, err = dec.DecodeAll(b, nil)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("stored value: %w", err)
	}
	return text, nil
}

// learn returns a decoder that knows every dictionary there is.
func (p *packer) learn() (*zstd.Decoder, error) {
	known, err := p.all()
	if err != nil {
		return nil, err
	}
	dec, err := newDecoder(known)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dec = dec // the one before may be in use, and is left to the collector
	return dec, nil
}
