// Package powercut simulates power cuts in tests of a database: Record records
// what SQLite writes to files and when it syncs them, and Cut makes the files as
// they would be on a disk that lost what was not synced.
package powercut

import (
	"os"
	"sync"
	"syscall"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// recorder is what the process records to. SQLite calls back without a place
// for anything of ours, so there is one.
var recorder struct {
	sync.Mutex
	log   *os.File
	left  int   // changes of files until it happens; never where negative
	fails bool  // it: that change fails, instead of the process being killed
	syncs int64 // begun so far, with the process's ID above
	names map[uintptr]string
	real  sqlite3.Tsqlite3_vfs
	// SQLite's own methods of a file, and those that take their place.
	methods map[uintptr]*sqlite3.Tsqlite3_io_methods
	before  map[uintptr]uintptr
}

// Record has all that SQLite does from now on in this process to the files of
// the database at path appended to a log beside it. Several processes may share
// a log. At its change
// number after, counted from 1, the process kills itself as SIGKILL does or,
// if fails, that change fails as on a broken disk; 0 means never. It is called
// before any database is opened.
func Record(path string, after int, fails bool) error {
	log, err := openLog(path)
	if err != nil {
		return err
	}
	tls := libc.NewTLS()
	defer tls.Close()
	vfs := at[sqlite3.Tsqlite3_vfs](sqlite3.Xsqlite3_vfs_find(tls, 0))
	r := &recorder
	r.log, r.left, r.fails, r.real, r.syncs = log, after-1, fails, *vfs, int64(os.Getpid())<<32
	r.names = map[uintptr]string{}
	r.methods = map[uintptr]*sqlite3.Tsqlite3_io_methods{}
	r.before = map[uintptr]uintptr{}
	vfs.FxOpen = pointer(open)
	vfs.FxDelete = pointer(remove)
	return nil
}

// at returns what an address of SQLite's memory holds.
func at[T any](address uintptr) *T { return *(**T)(unsafe.Pointer(&address)) }

// pointer returns a function as SQLite, which was translated from C, keeps it.
func pointer(f any) uintptr {
	type words [2]uintptr
	return (*words)(unsafe.Pointer(&f))[1]
}

// function is the reverse of pointer.
func function[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&struct{ uintptr }{p})) }

// due reports whether a change is to fail. It does not return where the process
// is to be killed.
func due() bool {
	r := &recorder
	r.left--
	if r.left != -1 {
		return false
	}
	if !r.fails {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	return true
}

func note(op byte, name string, offset int64, data []byte) {
	if _, err := recorder.log.Write(encode(op, name, offset, data)); err != nil {
		panic("the record of a power cut's test: " + err.Error())
	}
}

type (
	openFunc     = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	deleteFunc   = func(tls *libc.TLS, vfs, name uintptr, syncDir int32) int32
	writeFunc    = func(tls *libc.TLS, file, data uintptr, n int32, offset sqlite3.Tsqlite3_int64) int32
	truncateFunc = func(tls *libc.TLS, file uintptr, size sqlite3.Tsqlite3_int64) int32
	syncFunc     = func(tls *libc.TLS, file uintptr, flags int32) int32
)

func open(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	rc := function[openFunc](recorder.real.FxOpen)(tls, vfs, name, file, flags, outFlags)
	if rc != sqlite3.SQLITE_OK || name == 0 {
		return rc
	}
	r := &recorder
	r.Lock()
	defer r.Unlock()
	f := at[sqlite3.Tsqlite3_file](file)
	r.names[file] = libc.GoString(name)
	if r.methods[f.FpMethods] == nil {
		m := *at[sqlite3.Tsqlite3_io_methods](f.FpMethods)
		m.FxWrite, m.FxTruncate, m.FxSync = pointer(write), pointer(truncate), pointer(syncFile)
		r.methods[f.FpMethods] = &m
		r.before[uintptr(unsafe.Pointer(&m))] = f.FpMethods
	}
	f.FpMethods = uintptr(unsafe.Pointer(r.methods[f.FpMethods]))
	note(opened, r.names[file], 0, nil)
	return rc
}

func remove(tls *libc.TLS, vfs, name uintptr, syncDir int32) int32 {
	r := &recorder
	r.Lock()
	_ = due() // to delete never fails
	note(deleted, libc.GoString(name), 0, nil)
	r.Unlock()
	return function[deleteFunc](r.real.FxDelete)(tls, vfs, name, syncDir)
}

// of returns SQLite's own methods of a file, and its name.
func of(file uintptr) (*sqlite3.Tsqlite3_io_methods, string) {
	return at[sqlite3.Tsqlite3_io_methods](recorder.before[at[sqlite3.Tsqlite3_file](file).FpMethods]), recorder.names[file]
}

func write(tls *libc.TLS, file, data uintptr, n int32, offset sqlite3.Tsqlite3_int64) int32 {
	r := &recorder
	r.Lock()
	m, name := of(file)
	if due() {
		r.Unlock()
		return sqlite3.SQLITE_IOERR_WRITE
	}
	note(wrote, name, offset, libc.GoBytes(data, int(n)))
	r.Unlock()
	return function[writeFunc](m.FxWrite)(tls, file, data, n, offset)
}

func truncate(tls *libc.TLS, file uintptr, size sqlite3.Tsqlite3_int64) int32 {
	r := &recorder
	r.Lock()
	m, name := of(file)
	if due() {
		r.Unlock()
		return sqlite3.SQLITE_IOERR_TRUNCATE
	}
	note(truncated, name, size, nil)
	r.Unlock()
	return function[truncateFunc](m.FxTruncate)(tls, file, size)
}

// syncFile notes where a sync begins, since it covers what came before, and
// that it is done: a power cut before that may lose all of it.
func syncFile(tls *libc.TLS, file uintptr, flags int32) int32 {
	r := &recorder
	r.Lock()
	m, name := of(file)
	if due() {
		r.Unlock()
		return sqlite3.SQLITE_IOERR_FSYNC
	}
	r.syncs++
	id := r.syncs
	note(syncing, name, id, nil)
	r.Unlock()
	rc := function[syncFunc](m.FxSync)(tls, file, flags)
	if rc == sqlite3.SQLITE_OK {
		r.Lock()
		note(synced, name, id, nil)
		r.Unlock()
	}
	return rc
}
