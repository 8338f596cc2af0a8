// Package prompt holds the texts that are sent to models: one file per
// template, embedded, versioned, and replaceable by a directory with files of
// the same names.
//
// A file starts with a header (version, about, vars, reply), followed by one
// section per message, each opened by a line "--- system", "--- user" or
// "--- assistant". The file is split into messages before values are filled
// in, and values are only data: text from a model or a document can neither
// open a section nor run as a template.
//
// The wording is ours; roles, order of turns, and what is shown or hidden
// follow the paper that each file names.
package prompt

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/near"
)

//go:embed templates/*.tmpl
var embedded embed.FS

const suffix = ".tmpl"

// A Pack is a complete set of templates; nil is that of Default. It is safe for
// concurrent use.
type Pack struct {
	templates map[string]entry
	replaced  map[string]bool

	hashing sync.Once
	hash    string
}

// An entry is a template and the text of its file. Those of the default pack are
// parsed when they are first asked for: most programs need few.
type entry struct {
	source string
	parsed func() *tmpl
}

// Data holds the values for a template: one for each of its variables.
type Data map[string]any

var defaultPack = sync.OnceValue(func() *Pack {
	files, err := fs.Glob(embedded, "templates/*"+suffix)
	if err != nil {
		panic(err)
	}
	p := &Pack{templates: map[string]entry{}}
	for _, file := range files {
		b, err := embedded.ReadFile(file)
		if err != nil {
			panic(err)
		}
		source := string(b)
		p.templates[nameOf(file)] = entry{source, sync.OnceValue(func() *tmpl {
			t, err := parseFile(file, source)
			if err != nil {
				panic(err) // a template of ours is broken; a test tries them all
			}
			return t
		})}
	}
	return p
})

// BuiltIn is what stands for the default pack where folders of packs are named.
const BuiltIn = "default"

// Default returns the pack that is part of the program.
func Default() *Pack { return defaultPack() }

// LoadPack returns the default pack with the templates that dir holds in
// place of those of the same name. A file whose name is no template, a broken
// template, an unknown or a missing variable, and other roles than the
// original's are errors that name file and line. README.md and names that
// start with a dot are left alone.
func LoadPack(dir string) (*Pack, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "prompt pack " + dir + " cannot be read", Err: err}
	}
	base := Default()
	p := &Pack{templates: maps.Clone(base.templates), replaced: map[string]bool{}}
	for _, e := range entries {
		if e.Name() == "README.md" || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		file := filepath.Join(dir, e.Name())
		name := nameOf(e.Name())
		orig, ok := base.templates[name]
		if !ok || name+suffix != e.Name() {
			return nil, unknown(file, base)
		}
		t, err := load(file, orig.parsed())
		if err != nil {
			return nil, err
		}
		p.templates[name] = entry{t.source, func() *tmpl { return t }}
		p.replaced[name] = true
	}
	return p, nil
}

func load(file string, orig *tmpl) (*tmpl, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "template " + file + " cannot be read", Err: err}
	}
	t, err := parseFile(file, string(b))
	if err != nil {
		return nil, err
	}
	if err := t.fits(orig); err != nil {
		return nil, err
	}
	return t, nil
}

func unknown(file string, base *Pack) error {
	return adhere.Errorf(adhere.Invalid, "%s: no template has that name", file).
		WithHint("a pack replaces " + strings.Join(base.names(), suffix+", ") + suffix)
}

func nameOf(file string) string {
	return strings.TrimSuffix(file[strings.LastIndexByte(file, '/')+1:], suffix)
}

func (p *Pack) names() []string { return slices.Sorted(maps.Keys(p.templates)) }

// Hash returns the identity of all wording in the pack as 64 hexadecimal
// digits. It belongs into the Plan.
func (p *Pack) Hash() string {
	p = cmp.Or(p, Default())
	p.hashing.Do(func() {
		h := sha256.New()
		for _, name := range p.names() {
			source := p.templates[name].source
			fmt.Fprintf(h, "%s %d\n%s\n", name, len(source), source)
		}
		p.hash = hex.EncodeToString(h.Sum(nil))
	})
	return p.hash
}

// IsDefault reports whether every text is that of the program.
func (p *Pack) IsDefault() bool { return p.Hash() == Default().Hash() }

// An Info describes one template of a pack.
type Info struct {
	Name     string   // "multi-turn"
	Version  int      // raised when the wording changes
	About    string   // one sentence
	Vars     []string // the values it needs
	Replaced bool     // it comes from a pack's directory
}

// List describes all templates in the order of their names.
func (p *Pack) List() []Info {
	p = cmp.Or(p, Default())
	var infos []Info
	for _, name := range p.names() {
		t := p.templates[name].parsed()
		info := Info{Name: name, Version: t.version, About: t.about, Replaced: p.replaced[name]}
		for _, v := range t.vars {
			info.Vars = append(info.Vars, v.name)
		}
		infos = append(infos, info)
	}
	return infos
}

// Source returns the text of the named template as its file holds it.
func (p *Pack) Source(name string) (string, error) {
	t, err := p.get(name)
	if err != nil {
		return "", err
	}
	return t.source, nil
}

// Render fills the named template in. Data must hold a value for each of its
// variables and nothing else; an unknown name is an error as well.
func (p *Pack) Render(name string, data Data) ([]adhere.Message, error) {
	t, err := p.get(name)
	if err != nil {
		return nil, err
	}
	return t.render(data)
}

// Reply returns how the named template wants to be answered, in words: what a
// model is reminded of when its reply could not be read.
func (p *Pack) Reply(name string, data Data) (string, error) {
	t, err := p.get(name)
	if err != nil {
		return "", err
	}
	return t.wanted(data)
}

func (p *Pack) get(name string) (*tmpl, error) {
	p = cmp.Or(p, Default())
	t, ok := p.templates[name]
	if !ok {
		return nil, adhere.Errorf(adhere.NotFound, "no prompt template is named %q", name).
			WithHint(near.Hint(name, p.names(), "adhere prompts list shows them"))
	}
	return t.parsed(), nil
}
