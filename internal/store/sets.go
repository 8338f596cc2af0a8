package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"adhere"
	"adhere/internal/writing"
)

// SaveSet stores a set of documents, in place of one of that name. The error's
// code is NotFound where one of them is missing.
func (s *Store) SaveSet(ctx context.Context, set *writing.Set) error {
	documents, err := json.Marshal(set.Documents)
	if err != nil {
		return err
	}
	err = s.transact(ctx, func(t *tx) error {
		for _, d := range set.Documents {
			var n int
			if err := t.queryRow("select count(*) from documents where id = $1", []any{d}, &n); err != nil || n == 0 {
				return errors.Join(err, noDocument(d))
			}
		}
		_, err := t.exec(`insert into document_sets (name, documents, created) values ($1, $2, $3)
			on conflict (name) do update set documents = excluded.documents`, set.Name, string(documents), s.now())
		return err
	})
	return s.failure("store a set", err)
}

// RemoveSet takes a set's name away; its documents stay.
func (s *Store) RemoveSet(ctx context.Context, name string) error {
	err := s.transact(ctx, func(t *tx) error {
		n, err := t.exec("delete from document_sets where name = $1", name)
		if err == nil && n == 0 {
			err = &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no set %q", name), Hint: "the page of documents lists them"}
		}
		return err
	})
	return s.failure("remove a set", err)
}

// Sets returns all sets, by name.
func (s *Store) Sets(ctx context.Context) ([]writing.Set, error) {
	var all []writing.Set
	err := s.reader.each(ctx, selectSets, nil, scanSets(&all))
	return all, s.failure("list the sets", err)
}

const selectSets = "select name, documents from document_sets order by name"

func scanSets(all *[]writing.Set) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var set writing.Set
		var documents string
		err := rows.Scan(&set.Name, &documents)
		if err == nil {
			err = json.Unmarshal([]byte(documents), &set.Documents)
		}
		*all = append(*all, set)
		return err
	}
}

// leaveSets takes a document out of the sets that it is in.
func leaveSets(t *tx, id string) error {
	var all []writing.Set
	if err := t.w.each(selectSets, nil, scanSets(&all)); err != nil {
		return err
	}
	for _, set := range all {
		at := slices.Index(set.Documents, id)
		if at < 0 {
			continue
		}
		documents, err := json.Marshal(slices.Delete(set.Documents, at, at+1))
		if err == nil {
			_, err = t.exec("update document_sets set documents = $2 where name = $1", set.Name, string(documents))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
