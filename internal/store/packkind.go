package store

import (
	"context"
	"database/sql"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	dictionarySize = 24 << 10 // bytes of a dictionary; within the encoder's window
	dictionaryFrom = 16       // values that make one
	judgedAfter    = 256      // values after which a dictionary that does not fit is replaced
	mostTrainings  = 4        // of one kind in one process: what has nothing in common stays so
)

// mostSame bounds the bytes of a kind's values that are remembered as they were
// packed.
const mostSame = 64 << 10

// A kindPacker packs values that have much in common.
type kindPacker struct {
	name string

	mu          sync.Mutex
	enc         *zstd.Encoder // nil before there is a dictionary
	samples     []byte
	sampled     int
	trainings   int
	learning    bool
	values      int // since the dictionary, with what they took before and after
	raw, packed int
	same        map[string][]byte // values as they were packed: some kinds know few
	remembered  int               // bytes of those
}

// learn makes a dictionary of b and those before where there is none that fits.
// It waits for the disk, and nobody waits for it: who packs meanwhile may have a
// transaction open.
func (k *kindPacker) learn(kept dictionaries, b []byte) error {
	content := k.sample(b)
	if content == nil {
		return nil
	}
	id, err := kept.add(k.name, content)
	var enc *zstd.Encoder
	if err == nil {
		enc, err = newEncoder(zstd.WithEncoderDictRaw(id, content))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.learning = false
	if err == nil {
		k.enc, k.values, k.raw, k.packed, k.same, k.remembered = enc, 0, 0, 0, map[string][]byte{}, 0
	}
	return err
}

// sample adds b to what a dictionary is made of, and returns that once it is
// enough.
func (k *kindPacker) sample(b []byte) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.learning || k.enc != nil && k.fits() || k.trainings == mostTrainings {
		return nil
	}
	k.samples = append(k.samples, b[:min(len(b), dictionarySize/4)]...)
	k.sampled++
	if k.sampled < dictionaryFrom && len(k.samples) < dictionarySize {
		return nil
	}
	content := k.samples[:min(len(k.samples), dictionarySize)]
	k.samples, k.sampled, k.learning = nil, 0, true
	k.trainings++
	return content
}

// fits reports whether the dictionary saves what one can be expected to.
func (k *kindPacker) fits() bool { return k.values < judgedAfter || k.packed < k.raw*2/5 }

// pack packs b against the dictionary; without one it returns nil.
func (k *kindPacker) pack(b []byte) []byte {
	k.mu.Lock()
	enc, packed := k.enc, k.same[string(b)]
	k.mu.Unlock()
	if enc == nil {
		return nil
	}
	fresh := packed == nil
	if fresh {
		packed = enc.EncodeAll(b, make([]byte, 0, len(b)/2))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.values++
	k.raw += len(b)
	k.packed += len(packed)
	if fresh && enc == k.enc && k.remembered+len(b) <= mostSame {
		k.same[string(b)] = packed
		k.remembered += len(b)
	}
	return packed
}

// storedDictionaries are the dictionaries in the database.
type storedDictionaries struct{ s *Store }

func (d storedDictionaries) newest(kind string) (id uint32, content []byte, err error) {
	err = d.s.reader.row(context.Background(), "select id, content from dictionaries where kind = $1 order by id desc limit 1", []any{kind}, &id, &content)
	return id, content, noRow(err, nil)
}

func (d storedDictionaries) all() (map[uint32][]byte, error) {
	known := map[uint32][]byte{}
	err := d.s.reader.eachAmid(context.Background(), "select id, content from dictionaries", nil, func(rows *sql.Rows) error {
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
