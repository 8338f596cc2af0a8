package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/internal/store"
)

// home returns the folder in which Adhere keeps its own files: below
// XDG_DATA_HOME, or .local/share in the user's folder.
func (p *Program) home() string {
	if dir := p.Lookup("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "adhere")
	}
	return filepath.Join(p.Lookup("HOME"), ".local", "share", "adhere")
}

// DBFlag adds --db to a command and those below it.
func (p *Program) DBFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("db", "", "database of runs and calls: a file, or postgres://user@host/name (default adhere.db in the user's data folder)")
}

// DataFlag adds --data to a command and those below it.
func (p *Program) DataFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("data", "", "folder of benchmark data (default data in the user's data folder)")
}

// NoStoreFlag adds --no-store.
func (p *Program) NoStoreFlag(flags *pflag.FlagSet) {
	flags.BoolVar(&p.Unkept, "no-store", false, "store neither run nor calls; only print the result")
}

// KeepsNothing refuses --no-store beside a flag that is about what is kept.
func KeepsNothing(flag string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: "--no-store keeps nothing, and " + flag + " is about what is kept", Hint: "leave one of them out"}
}

// OpenStore opens the database for reading and writing. It is made where there
// is none.
func (p *Program) OpenStore(ctx context.Context, path string) (*store.Store, error) {
	if err := p.checkDB(path); err != nil {
		return nil, err
	}
	defer p.sayIfSlow("waiting for the database: it is being brought up to date, or another program writes to it", slowOpening)()
	return store.Open(ctx, p.DBPath(path))
}

// slowOpening is how long opening a database may take unexplained.
const slowOpening = 2 * time.Second

// sayIfSlow says what is waited for, unless what it returns is called before
// that.
func (p *Program) sayIfSlow(what string, after time.Duration) (over func()) {
	said := make(chan struct{})
	t := time.AfterFunc(after, func() {
		defer close(said)
		p.Say("%s", what)
	})
	return func() {
		if !t.Stop() {
			<-said // nothing else is written meanwhile
		}
	}
}

// ReadStore opens the database for a command that only reads. Nothing is made:
// before the first run the database of the settings is empty, and one that the
// command line names must be there.
func (p *Program) ReadStore(ctx context.Context, path string) (*store.Store, error) {
	if err := p.checkDB(path); err != nil {
		return nil, err
	}
	defer p.sayIfSlow("waiting for the database: it is being brought up to date", slowOpening)()
	s, err := store.OpenToRead(ctx, p.DBPath(path))
	if !p.NamedDB && adhere.CodeOf(err) == adhere.NotFound {
		return store.OpenInMemory(ctx)
	}
	return s, err
}

// existingStore opens the database for a command that changes what is there
// and has nothing to do where there is none.
func (p *Program) existingStore(ctx context.Context, path string) (*store.Store, error) {
	if _, err := os.Stat(p.DBPath(path)); errors.Is(err, fs.ErrNotExist) && !store.OnServer(path) {
		return p.ReadStore(ctx, path)
	}
	return p.OpenStore(ctx, path)
}

// StoreFor opens the database to carry out what is planned, or, where nothing
// will be asked of a model, to see what is stored: then nothing is made and
// nothing changed.
func (p *Program) StoreFor(ctx context.Context, path string, onlyLook bool) (*store.Store, error) {
	if !onlyLook {
		return p.OpenStore(ctx, path)
	}
	s, err := p.ReadStore(ctx, path)
	if adhere.CodeOf(err) == adhere.NotFound {
		return store.OpenInMemory(ctx)
	}
	return s, err
}

// withDB opens a database for what is done with it, and closes it.
type withDB = func(ctx context.Context, db string, do func(*store.Store) error) error

// WithStore opens the store for a command that writes.
func (p *Program) WithStore(ctx context.Context, db string, do func(*store.Store) error) error {
	s, err := p.OpenStore(ctx, db)
	return UseStore(s, err, do)
}

// WithExistingStore opens the store for a command that changes what is there.
func (p *Program) WithExistingStore(ctx context.Context, db string, do func(*store.Store) error) error {
	s, err := p.existingStore(ctx, db)
	return UseStore(s, err, do)
}

// WithStoreToRead opens the store for a command that only reads.
func (p *Program) WithStoreToRead(ctx context.Context, db string, do func(*store.Store) error) error {
	s, err := p.ReadStore(ctx, db)
	return UseStore(s, err, do)
}

// UseStore does something with a store that was opened, and closes it.
func UseStore(s *store.Store, err error, do func(*store.Store) error) error {
	if err != nil {
		return err
	}
	defer s.Close()
	return do(s)
}

// checkDB refuses addresses of what is neither a file nor a PostgreSQL database,
// and the latter where they would collect the user's password.
func (p *Program) checkDB(path string) error {
	scheme, _, found := strings.Cut(path, "://")
	if !found {
		return nil
	}
	if store.OnServer(path) {
		return p.checkPassword(path)
	}
	return &adhere.Error{
		Code: adhere.Invalid, Message: "--db " + scheme + "://…: a database is an SQLite file or postgres://user@host/name, and this is the address of something else", // which may hold a password
		Hint: "name a file, for example --db runs.db",
	}
}

// DBPath returns the database that --db names, or that of the user.
func (p *Program) DBPath(flag string) string {
	if flag == "" {
		return filepath.Join(p.home(), "adhere.db")
	}
	return flag
}

// DataDir returns the folder that --data names, or that of the user.
func (p *Program) DataDir(flag string) string {
	if flag == "" {
		return filepath.Join(p.home(), "data")
	}
	return flag
}
