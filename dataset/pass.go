package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
)

// Files opens and lists files; an embedded file system satisfies it through
// FromFS.
type Files interface {
	// Open opens a file or folder for reading; the error of a missing one is
	// fs.ErrNotExist.
	Open(path string) (io.ReadCloser, error)
	// IsDir reports whether path is a folder.
	IsDir(path string) (bool, error)
}

// machine is the file system of the machine.
type machine struct{}

func (machine) Open(path string) (io.ReadCloser, error) { return os.Open(path) }

func (machine) IsDir(path string) (bool, error) {
	info, err := os.Stat(path)
	return err == nil && info.IsDir(), err
}

func filesOr(f Files) Files {
	if f == nil {
		return machine{}
	}
	return f
}

// A pass is one reading of a data set's files from start to end.
type pass struct {
	ctx       context.Context
	set       *Set
	files     Files
	checkRule func(*adhere.Rule) error // nil takes every rule
	emit      func(in *adhere.Instruction, place string) error
	warnings  []string
	names     []string // of the files read
	hashes    []string // of the files read
	rows      bool     // what is read are the rows of a table
	begun     bool     // its first instruction is read
	numbered  bool     // its instructions are named by their lines
}

func newPass(ctx context.Context, s *Set) *pass {
	return &pass{ctx: ctx, set: s, files: filesOr(s.opts.Files)}
}

func (p *pass) run() error {
	for _, f := range formats() {
		if f.name == p.set.Format {
			return f.read(p)
		}
	}
	return invalid(fmt.Sprintf("unknown format %q of %s", p.set.Format, p.set.Path))
}

// open runs read over one file and keeps the file's hash.
func (p *pass) open(name string, read func(io.Reader) error) error {
	f, err := p.files.Open(name)
	if err != nil {
		return unreadable(name, err)
	}
	defer f.Close()
	h := sha256.New()
	if err := read(io.TeeReader(f, h)); err != nil {
		return err
	}
	p.names = append(p.names, path.Base(filepath.ToSlash(name)))
	p.hashes = append(p.hashes, hexSum(h))
	return nil
}

func hexSum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// sum is the hash of one file, or of the list of several.
func (p *pass) sum() string {
	if len(p.hashes) == 1 {
		return p.hashes[0]
	}
	h := sha256.New()
	for i := range p.hashes {
		fmt.Fprintf(h, "%s  %s\n", p.hashes[i], p.names[i])
	}
	return hexSum(h)
}

// eachLine parses every object of the set's one file with parse and emits what
// it returns.
func (p *pass) eachLine(parse func(o *object) *adhere.Instruction) error {
	return p.eachIn(p.set.Path, parse)
}

// eachIn does so with a file of several.
func (p *pass) eachIn(path string, parse func(o *object) *adhere.Instruction) error {
	return p.open(path, func(r io.Reader) error {
		r, err := unpacked(r, filepath.Base(path))
		if err != nil {
			return err
		}
		_, p.rows = r.(*rowReader)
		p.begun = false
		l := newLines(p.ctx, r, filepath.Base(path))
		for {
			line, err := l.next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			o, err := l.object(line)
			if err != nil {
				return err
			}
			in := parse(o)
			if *o.err != nil {
				return *o.err
			}
			if err := p.emit(in, o.place); err != nil {
				return err
			}
		}
	})
}

// rule hands a rule to the checker of rules. name and args are the paths of
// its fields, which the error begins with.
func (p *pass) rule(o *object, rule *adhere.Rule, name, args string) {
	if p.checkRule == nil || *o.err != nil {
		return
	}
	err := p.checkRule(rule)
	if err == nil {
		return
	}
	// An error with a cause is about the arguments, one without about the name.
	where, what, hint := name, err.Error(), adhere.HintOf(err)
	if e, ok := errors.AsType[*adhere.Error](err); ok && e.Err != nil {
		where, what = args, e.Err.Error()
		if argument.MatchString(what) {
			where, what, _ = strings.Cut(args+"."+what, ": ")
		}
		what += " (checker " + rule.Name + ")"
	}
	*o.err = &adhere.Error{Code: adhere.Invalid, Message: o.place + ": " + o.path + where + ": " + what, Hint: hint}
}

// argument matches an error that begins with the name of an argument.
var argument = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*(\[\d+\])*: `)
