package store

import (
	"path/filepath"
	"strings"
	"testing"

	"adhere"
)

// TestFullDisk has no more room for the database: the error says that and
// nothing of what SQLite did about it.
func TestFullDisk(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.writer.conn.ExecContext(t.Context(), "pragma max_page_count = 1"); err != nil { // read as: no more than there are
		t.Fatal(err)
	}
	err = s.CreateRun(t.Context(), &adhere.Run{ID: "r"}, func(yield func(adhere.Item, error) bool) {
		for i := range 500 {
			text := strings.Repeat(string(rune('a'+i%26))+string(rune('A'+i/26)), 5000)
			in := &adhere.Instruction{ID: text, Messages: []adhere.Message{{Role: adhere.User, Text: text}}}
			if !yield(adhere.Item{Chain: 1, Instruction: in}, nil) {
				return
			}
		}
	})
	if adhere.CodeOf(err) != adhere.Unavailable || strings.Contains(err.Error(), "rollback") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a full disk says %v", err)
	}
	if _, err := s.writer.conn.ExecContext(t.Context(), "pragma max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	if err := s.CreateRun(t.Context(), &adhere.Run{ID: "r"}, func(func(adhere.Item, error) bool) {}); err != nil {
		t.Errorf("with room again: %v", err)
	}
}
