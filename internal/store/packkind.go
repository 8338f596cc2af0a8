package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	dictionarySize = 24 << 10 // bytes of a dictionary; within the encoder's window
	dictionaryFrom = 16       // values that make one
	judgedAfter    = 256      // values after which a dictionary that does not fit is replaced
	mostTrainings  = 4        // of one kind in one process: what has nothing in common stays so
)

// A kindPacker packs values that have much in common.
type kindPacker struct {
	name string

	mu          sync.Mutex
	enc         *zstd.Encoder // nil before there is a dictionary
	samples     []byte
	sampled     int
	trainings   int
	values      int // since the dictionary, with what they took before and after
	raw, packed int
}

// encoder returns what packs b, or nil, and makes a dictionary of b and those
// before where there is none that fits.
func (k *kindPacker) encoder(kept dictionaries, b []byte) (*zstd.Encoder, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.enc != nil && k.fits() || k.trainings == mostTrainings {
		return k.enc, nil
	}
	k.samples = append(k.samples, b[:min(len(b), dictionarySize/4)]...)
	k.sampled++
	if k.sampled < dictionaryFrom && len(k.samples) < dictionarySize {
		return k.enc, nil
	}
	content := k.samples[:min(len(k.samples), dictionarySize)]
	k.samples, k.sampled = nil, 0
	k.trainings++
	id, err := kept.add(k.name, content)
	if err != nil {
		return nil, err
	}
	enc, err := newEncoder(zstd.WithEncoderDictRaw(id, content))
	if err != nil {
		return nil, err
	}
	k.enc, k.values, k.raw, k.packed = enc, 0, 0, 0
	return enc, nil
}

// fits reports whether the dictionary saves what one can be expected to.
func (k *kindPacker) fits() bool { return k.values < judgedAfter || k.packed < k.raw*2/5 }

func (k *kindPacker) count(raw, packed int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.values++
	k.raw += raw
	k.packed += packed
}

// storedDictionaries are the dictionaries in the database.
type storedDictionaries struct{ s *Store }

func (d storedDictionaries) newest(kind string) (id uint32, content []byte, err error) {
	err = d.s.reader.row(context.Background(), "select id, content from dictionaries where kind = $1 order by id desc limit 1", []any{kind}, &id, &content)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, nil
	}
	return id, content, err
}

func (d storedDictionaries) all() (map[uint32][]byte, error) {
	known := map[uint32][]byte{}
	err := d.s.reader.each(context.Background(), "select id, content from dictionaries", nil, func(rows *sql.Rows) error {
		var id uint32
		var content []byte
		err := rows.Scan(&id, &content)
		known[id] = content
		return err
	})
	return known, err
}

// add returns once the dictionary is on the disk: nothing that needs it is
// there before.
func (d storedDictionaries) add(kind string, content []byte) (id uint32, err error) {
	created := d.s.now()
	err = d.s.commitRows(func(t *tx) error {
		return t.queryRow("insert into dictionaries (kind, content, created) values ($1, $2, $3) returning id", []any{kind, content, created}, &id)
	})
	return id, err
}
