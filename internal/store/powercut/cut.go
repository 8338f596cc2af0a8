package powercut

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
)

// What is done to a file.
const (
	wrote     = 'W' // at an offset
	truncated = 'T' // to a length, which is the offset
	opened    = 'O'
	deleted   = 'D'
	syncing   = 'B' // a sync begins, which the offset names
	synced    = 'S' // and has come to its end
)

// A change is one thing done to a file.
type change struct {
	op     byte
	offset int64
	data   []byte
}

// A disk is a file as it has been synced, with what was done since.
type disk struct {
	content []byte
	exists  bool
	since   []change
}

// sync carries out all that came before the sync of that name began.
func (d *disk) sync(name int64) {
	for i, c := range d.since {
		if c.op == syncing && c.offset == name {
			rest := d.since[i+1:]
			d.since = d.since[:i]
			d.settle(func(data []byte) []byte { return data }, func() bool { return true })
			d.since = rest
			return
		}
	}
}

// sector is what a disk writes whole or not at all, in bytes.
const sector = 512

// Cut makes the files of the database at path what a power cut at the end of
// its log could leave: all that was synced and, by lot, some of what was not,
// some of it in part. It removes the log. No process may have the files open.
func Cut(path string, lot *rand.Rand) error {
	f, err := os.Open(path + logEnd)
	if err != nil {
		return err
	}
	disks, err := read(bufio.NewReaderSize(f, 1<<20))
	if err = errors.Join(err, f.Close(), os.Remove(path+logEnd)); err != nil {
		return fmt.Errorf("%s: %w", path+logEnd, err)
	}
	os.Remove(path + "-shm")
	for name, d := range disks {
		d.settle(func(data []byte) []byte { return torn(data, lot) }, func() bool { return lot.IntN(2) == 0 })
		os.Remove(name)
		if !d.exists {
			continue
		}
		if err := os.WriteFile(name, d.content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// logEnd is what the name of a log has beyond that of its database.
const logEnd = ".log"

// openLog opens the log of a database. A new one begins with the files as they
// are, which are taken to be synced.
func openLog(path string) (*os.File, error) {
	log, err := os.OpenFile(path+logEnd, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return os.OpenFile(path+logEnd, os.O_WRONLY|os.O_APPEND, 0)
	}
	if err != nil {
		return nil, err
	}
	for _, name := range []string{path, path + "-wal", path + "-journal"} {
		content, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		b := append(encode(wrote, name, 0, content), encode(syncing, name, 0, nil)...)
		if _, err := log.Write(append(b, encode(synced, name, 0, nil)...)); err != nil {
			return nil, err
		}
	}
	return log, nil
}

// torn returns the sectors of a write that came first, by lot.
func torn(data []byte, lot *rand.Rand) []byte {
	return data[:min(len(data), lot.IntN(len(data)/sector+2)*sector)]
}

// forget makes the last deletion certain: the first sync of a new log syncs the
// folder too.
func (d *disk) forget() {
	for i := len(d.since) - 1; i >= 0; i-- {
		if d.since[i].op == deleted {
			d.content, d.exists, d.since = nil, false, d.since[i+1:]
			return
		}
	}
}

func read(in *bufio.Reader) (map[string]*disk, error) {
	disks := map[string]*disk{}
	for {
		name, c, err := readChange(in)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // the last is noted before it is done
			return disks, nil
		}
		if err != nil {
			return nil, err
		}
		d := disks[name]
		if d == nil {
			d = &disk{}
			disks[name] = d
		}
		if c.op == synced {
			d.sync(c.offset)
			for _, other := range disks {
				other.forget()
			}
			continue
		}
		d.since = append(d.since, c)
	}
}

func readChange(in *bufio.Reader) (name string, c change, err error) {
	if c.op, err = in.ReadByte(); err != nil {
		return "", c, err
	}
	text, err := readBytes(in)
	if err != nil {
		return "", c, err
	}
	offset, err := binary.ReadUvarint(in)
	if err != nil {
		return "", c, err
	}
	c.offset = int64(offset)
	c.data, err = readBytes(in)
	return string(text), c, err
}

func readBytes(in *bufio.Reader) ([]byte, error) {
	n, err := binary.ReadUvarint(in)
	if err != nil {
		return nil, err
	}
	b := make([]byte, n)
	_, err = io.ReadFull(in, b)
	return b, err
}

// settle carries out those changes that keep lets through, a write as part
// leaves it.
func (d *disk) settle(part func([]byte) []byte, keep func() bool) {
	defer func() { d.since = nil }()
	for _, c := range d.since {
		if !keep() {
			if c.op == deleted { // then nothing came of what was done to the next file of that name
				return
			}
			continue
		}
		switch c.op {
		case wrote:
			d.exists = true
			data := part(c.data)
			if missing := int(c.offset) + len(data) - len(d.content); missing > 0 {
				d.content = append(d.content, make([]byte, missing)...)
			}
			copy(d.content[c.offset:], data)
		case truncated:
			if size := int(c.offset); size < len(d.content) {
				d.content = d.content[:size]
			}
		case opened:
			d.exists = true
		case deleted:
			d.exists, d.content = false, nil
		}
	}
}

func encode(op byte, name string, offset int64, data []byte) []byte {
	b := []byte{op}
	b = binary.AppendUvarint(b, uint64(len(name)))
	b = append(b, name...)
	b = binary.AppendUvarint(b, uint64(offset))
	b = binary.AppendUvarint(b, uint64(len(data)))
	return append(b, data...)
}
