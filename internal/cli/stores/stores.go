// Package stores opens the databases that --db names, and finds the runs that
// arguments name there or in run files.
package stores

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/store"
)

// Databases opens databases for one start of the program.
type Databases struct{ *cli.Program }

// NoStoreFlag adds --no-store.
func (p Databases) NoStoreFlag(flags *pflag.FlagSet) {
	flags.BoolVar(&p.Unkept, "no-store", false, "store neither run nor calls; only print the result")
}

// KeepsNothing refuses --no-store beside a flag that is about what is kept.
func KeepsNothing(flag string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: "--no-store stores nothing, but " + flag + " is about what is kept", Hint: "leave one of them out"}
}

// OpenStore opens the database for reading and writing. It is made where there
// is none.
func (p Databases) OpenStore(ctx context.Context, path string) (*store.Store, error) {
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
func (p Databases) sayIfSlow(what string, after time.Duration) (over func()) {
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
func (p Databases) ReadStore(ctx context.Context, path string) (*store.Store, error) {
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
func (p Databases) existingStore(ctx context.Context, path string) (*store.Store, error) {
	if _, err := os.Stat(p.DBPath(path)); errors.Is(err, fs.ErrNotExist) && !store.OnServer(path) {
		return p.ReadStore(ctx, path)
	}
	return p.OpenStore(ctx, path)
}

// StoreFor opens the database to carry out what is planned, or, where nothing
// will be asked of a model, to see what is stored: then nothing is made and
// nothing changed.
func (p Databases) StoreFor(ctx context.Context, path string, onlyLook bool) (*store.Store, error) {
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
func (p Databases) WithStore(ctx context.Context, db string, do func(*store.Store) error) error {
	s, err := p.OpenStore(ctx, db)
	return UseStore(s, err, do)
}

// WithExistingStore opens the store for a command that changes what is there.
func (p Databases) WithExistingStore(ctx context.Context, db string, do func(*store.Store) error) error {
	s, err := p.existingStore(ctx, db)
	return UseStore(s, err, do)
}

// WithStoreToRead opens the store for a command that only reads.
func (p Databases) WithStoreToRead(ctx context.Context, db string, do func(*store.Store) error) error {
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
func (p Databases) checkDB(path string) error {
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

// StoreSub is sub for a command that works on the database, which with opens.
func (p Databases) StoreSub(db *string, with withDB, under, use, short string, args cobra.PositionalArgs, do func(context.Context, *store.Store, []string) error) *cobra.Command {
	return p.Sub(under, use, short, args, func(cmd *cobra.Command, args []string) error {
		return with(cmd.Context(), *db, func(s *store.Store) error { return do(cmd.Context(), s, args) })
	})
}
