package store

import (
	"context"
	"fmt"
	"slices"

	"adhere"
	"adhere/internal/writing"
)

// SaveSet stores a set of documents. The error's code is NotFound where one of
// them is missing, and Conflict where there is a set of that name, unless it is to
// be replaced.
func (s *Store) SaveSet(ctx context.Context, set *writing.Set, replace bool) error {
	there, then := &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("the set %q exists already", set.Name), Hint: "choose another name, or have the set replaced"}, "nothing"
	if replace {
		then = "update set documents = excluded.documents"
	}
	return s.change(ctx, "store a set", func(t *tx) error {
		if err := haveDocuments(t, set.Documents); err != nil {
			return err
		}
		return t.must(there, "insert into document_sets (name, documents, created) values ($1, $2, $3) on conflict (name) do "+then, set.Name, asJSON{set.Documents}, s.now())
	})
}

// RemoveSet takes a set's name away; its documents stay.
func (s *Store) RemoveSet(ctx context.Context, name string) error {
	return s.change(ctx, "remove a set", func(t *tx) error {
		return t.must(missing("set", name, "the page of documents lists them"), "delete from document_sets where name = $1", name)
	})
}

// Sets returns all sets, by name.
func (s *Store) Sets(ctx context.Context) ([]writing.Set, error) {
	return find(ctx, s, "list the sets", selectSets, nil, setInto)
}

const selectSets = "select name, documents from document_sets order by name"

func setInto(set *writing.Set) []any { return []any{&set.Name, asJSON{&set.Documents}} }

// leaveSets takes a document out of the sets that it is in.
func leaveSets(t *tx, id string) error {
	var all []writing.Set
	err := t.w.each(selectSets, nil, gather(&all, setInto))
	for i := 0; i < len(all) && err == nil; i++ {
		if at := slices.Index(all[i].Documents, id); at >= 0 {
			err = t.run("update document_sets set documents = $2 where name = $1", all[i].Name, asJSON{slices.Delete(all[i].Documents, at, at+1)})
		}
	}
	return err
}
