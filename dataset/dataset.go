// Package dataset reads benchmark files and our own JSONL into Instructions,
// reads and writes recorded answers, verdicts and judge replies, and lists the
// published data sets, pinned by address and hash, that package dataset/pull
// downloads.
//
// Read gives a Set, whose All hands out its instructions. ReadResponses with
// Match gives recorded answers their instructions; KnownIn, ReadVerdicts and
// PlaceVerdicts do so with recorded verdicts.
//
// Files are UTF-8. A byte order mark at the start, carriage returns at the
// ends of lines and blank lines are ignored; lines may have up to 64 MB. A line
// that cannot be read is an error that names the file, the line
// (or the record of a JSON list, from 1) and the field.
package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"path/filepath"

	"adhere"
)

// A Set is a data set whose instructions are read from its files when they
// are asked for, so that its size is no matter of memory.
type Set struct {
	Name     string   // "ifeval"
	Version  string   // pinned version of the data, or the start of its hash
	Format   Format   // shape of the files
	Path     string   // file or folder it was read from
	SHA256   string   // of the file; of a folder, of the lines "hash  name" of its files
	Warnings []string // what a person should know about the data

	n    int
	kept []*adhere.Instruction // all of them, or nil
	opts Options
}

// Options say how a data set is read. The zero value reads from the machine's
// file system, finds out the format, and takes rules unchecked.
type Options struct {
	Format  Format // empty finds it out, see Detect
	Version string // empty takes the version of the pinned source of the same hash, else the start of the hash
	Files   Files  // nil reads from the machine's file system
	// CheckRule says whether a rule can be carried out. Its error becomes that
	// of the line, with the path of the rule's field.
	CheckRule func(*adhere.Rule) error
	// Unnamed names a line without an id by its number, for who examines data.
	Unnamed bool
}

// Read reads the data set at path, a file or folder, once from the first line to
// the last: it works out its hash and length and checks ids and rules. The name
// becomes the Set's, and part of each instruction's Dataset. A set without
// instructions and two instructions of one id are errors. Of a large set, All
// reads the files again.
func Read(ctx context.Context, name, path string, opts Options) (*Set, error) {
	if opts.Format == "" {
		f, err := Detect(ctx, path, opts.Files)
		if err != nil {
			return nil, err
		}
		opts.Format = f
	}
	s := &Set{Name: name, Format: opts.Format, Path: path, opts: opts}
	p := newPass(ctx, s)
	p.checkRule = opts.CheckRule
	seen := idSet{seed: maphash.MakeSeed(), at: map[uint64]string{}}
	p.emit = func(in *adhere.Instruction, place string) error {
		s.n++
		s.keep(in)
		return seen.add(in.ID, place)
	}
	if err := p.run(); err != nil {
		return nil, err
	}
	if s.n == 0 {
		return nil, invalid(filepath.Base(path) + " holds no instructions")
	}
	s.SHA256, s.Warnings = p.sum(), p.warnings
	s.Version = cmp.Or(opts.Version, pinnedVersion(p.hashes), s.SHA256[:12])
	for _, in := range s.kept {
		in.Dataset = s.dataset()
	}
	return s, nil
}

// maxKept is how many instructions a Set keeps: most benchmarks whole, so that
// they are read once, and of larger ones none, so that size is no matter of
// memory.
const maxKept = 2500

func (s *Set) keep(in *adhere.Instruction) {
	if s.n > maxKept {
		s.kept = nil
		return
	}
	s.kept = append(s.kept, in)
}

// Len returns the number of instructions.
func (s *Set) Len() int { return s.n }

// ID returns name, version and hash, for a Plan.
func (s *Set) ID() string { return s.dataset() + " sha256:" + s.SHA256 }

func (s *Set) dataset() string { return s.Name + "@" + s.Version }

// All yields the instructions in the order of the files; they must not be
// changed. Of a large set, the files are read again: an error, which is the
// last that is handed out, means that they cannot be read any more or are not
// those that Read saw.
func (s *Set) All() iter.Seq2[*adhere.Instruction, error] {
	return func(yield func(*adhere.Instruction, error) bool) {
		if s.kept != nil {
			for _, in := range s.kept {
				if !yield(in, nil) {
					return
				}
			}
			return
		}
		p := newPass(context.Background(), s)
		p.emit = func(in *adhere.Instruction, _ string) error {
			in.Dataset = s.dataset()
			if !yield(in, nil) {
				return errStop
			}
			return nil
		}
		err := p.run()
		if err == nil && p.sum() != s.SHA256 {
			err = adhere.Errorf(adhere.Conflict, "%s has changed since it was read", s.Path).
				WithHint("start again, and leave the file alone meanwhile")
		}
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, err)
		}
	}
}

// Load reads all instructions into memory.
func (s *Set) Load() ([]*adhere.Instruction, error) {
	list := make([]*adhere.Instruction, 0, s.n)
	for in, err := range s.All() {
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	return list, nil
}

// errStop ends a pass whose reader has seen enough.
var errStop = errors.New("stop")

// An idSet finds ids that occur twice, and keeps 64 bits of each.
type idSet struct {
	seed maphash.Seed
	at   map[uint64]string
}

func (s *idSet) add(id, place string) error {
	h := maphash.String(s.seed, id)
	if first, twice := s.at[h]; twice {
		return invalid(fmt.Sprintf("%s: id %q is taken already, by %s", place, id, first)).WithHint("give each its own id")
	}
	s.at[h] = place
	return nil
}
