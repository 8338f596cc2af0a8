package store

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"

	"adhere"
)

// Primary result codes of SQLite that a user can do something about; see
// sqlite.org/rescode.html.
const (
	codeBusy     = 5
	codeReadOnly = 8
	codeIO       = 10
	codeCorrupt  = 11
	codeFull     = 13
	codeCantOpen = 14
	codeNotADB   = 26
)

// codeOf returns the primary result code of an error of SQLite, 0 for any other.
func codeOf(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// failure wraps err with what was being done. It passes on what already
// speaks to people and nil.
func (s *Store) failure(doing string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*adhere.Error](err); ok {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &adhere.Error{Code: adhere.Cancelled, Message: doing, Err: err}
	}
	if e := explain(s.file.path, err); e != nil {
		return e
	}
	if errors.Is(err, errUnknown) {
		return &adhere.Error{Code: adhere.Unavailable, Message: s.file.path + " was lost", Err: err, Hint: "check that the server is running, then check whether the change was stored"}
	}
	if e := explainServer(s.file.path, err); e != nil {
		return e
	}
	return fmt.Errorf("store %s: %s: %w", s.file.path, doing, err)
}

// needsToWrite reports whether SQLite could not make the files that it keeps
// beside a database.
func needsToWrite(err error) bool {
	return codeOf(err) == codeCantOpen || codeOf(err) == codeReadOnly
}

// explain puts an error of SQLite that the user can act on into words, and
// returns nil for any other.
func explain(path string, err error) error {
	code := adhere.Invalid
	var message, hint string
	switch codeOf(err) {
	case codeNotADB:
		message, hint = "is not a database", "name another database file, or move this one away"
	case codeCorrupt:
		message, hint = "is damaged", "restore a copy, or move it away to start afresh"
	case codeCantOpen:
		message, hint = "cannot be opened", "check that it is a file and that its folder can be written to"
	case codeReadOnly:
		message, hint = "cannot be written to", "check the permissions of the file and its folder"
	case codeFull:
		code, message, hint = adhere.Unavailable, "cannot grow", "free some disk space; what was stored is safe"
	case codeIO:
		code, message = adhere.Unavailable, "cannot be read or written"
		hint = "check that the disk has room, works and is still mounted, then try again"
	case codeBusy:
		code, message, hint = adhere.Conflict, "is locked by another program", "wait for it to end"
	default:
		return nil
	}
	return &adhere.Error{Code: code, Message: path + " " + message, Hint: hint, Err: err}
}
