package store_test

import (
	"path/filepath"
	"testing"

	"adhere"
	"adhere/internal/accounts"
)

func TestBackup(t *testing.T) {
	s := open(t)
	p := &accounts.Person{Name: "ada", Role: accounts.Admin, Created: s.Now()}
	if err := s.AddPerson(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(t.Context(), path); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("a second backup to the same file: %v", err)
	}
	if got, err := openAt(t, path).PersonNamed(t.Context(), "ada"); err != nil || got.ID != p.ID {
		t.Errorf("in the copy: %v, %v", got, err)
	}
}
