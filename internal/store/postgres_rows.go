package store

import (
	"cmp"
	"database/sql"
	"maps"
	"slices"

	"adhere"
)

// rows are what a transaction on a server adds by one statement for each table,
// however many there are: a statement each would be a journey each.
type rows struct {
	calls   map[string]callRow
	records map[recordPlace]newRecord
}

type callRow struct {
	key, model        string
	request, response []byte
	created           int64
}

type recordPlace struct {
	run      int64
	position int
}

type newRecord struct {
	recordRow
	journal *journal
	used    adhere.Used
	failed  bool
}

// putCall stores a call, in place of another under its key.
func (t *tx) putCall(c callRow) error {
	if t.w.dialect == ofPostgres {
		if t.rows.calls == nil {
			t.rows.calls = map[string]callRow{}
		}
		t.rows.calls[c.key] = c
		return nil
	}
	_, err := t.exec(`insert into calls (key, model, request, response, created) values ($1, $2, $3, $4, $5)`+orReplaceCall,
		c.key, c.model, c.request, c.response, c.created)
	return err
}

const orReplaceCall = `
	on conflict (key) do update set request = excluded.request, response = excluded.response, created = excluded.created`

// addRecord stores a record, in place of an earlier one.
func (t *tx) addRecord(at recordPlace, r newRecord) error {
	if t.w.dialect == ofPostgres {
		if _, twice := t.rows.records[at]; twice { // the first has to be there before it can be replaced
			if err := t.storeRecords(); err != nil {
				return err
			}
		}
		if t.rows.records == nil {
			t.rows.records = map[recordPlace]newRecord{}
		}
		t.rows.records[at] = r
		return nil
	}
	n, err := t.exec(`insert into records (run, position, failed, marks, record, usage, words)
		values ($1, $2, $3, $4, $5, $6, $7) on conflict (run, position) do nothing`,
		at.run, at.position, r.failed, r.marks, r.whole, r.usage, r.words)
	switch {
	case err != nil:
		return err
	case n == 0:
		return r.journal.replace(t, at.position, r)
	}
	t.use(at.run, r.used.After(nil), 1)
	return nil
}

// storeRows stores what was gathered. All processes do it in one order, so that
// none waits for another that waits for it.
func (t *tx) storeRows() error {
	if err := t.storeCalls(); err != nil {
		return err
	}
	return t.storeRecords()
}

func (t *tx) storeCalls() error {
	if len(t.rows.calls) == 0 {
		return nil
	}
	var keys, models []string
	var requests, responses [][]byte
	var created []int64
	for _, key := range slices.Sorted(maps.Keys(t.rows.calls)) {
		c := t.rows.calls[key]
		keys, models, created = append(keys, key), append(models, c.model), append(created, c.created)
		requests, responses = append(requests, c.request), append(responses, c.response)
	}
	t.rows.calls = nil
	_, err := t.exec(`insert into calls (key, model, request, response, created)
		select * from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::bigint[])`+orReplaceCall,
		keys, models, requests, responses, created)
	return err
}

func (t *tx) storeRecords() error {
	if len(t.rows.records) == 0 {
		return nil
	}
	all := t.rows.records
	t.rows.records = nil
	places := slices.SortedFunc(maps.Keys(all), func(a, b recordPlace) int {
		return cmp.Or(cmp.Compare(a.run, b.run), cmp.Compare(a.position, b.position))
	})
	var runs, positions, failed, words []int64
	var marks, whole [][]byte
	var usage []string
	for _, at := range places {
		r := all[at]
		runs, positions, failed = append(runs, at.run), append(positions, int64(at.position)), append(failed, 0)
		if r.failed {
			failed[len(failed)-1] = 1
		}
		marks, whole, usage, words = append(marks, r.marks), append(whole, r.whole), append(usage, r.usage), append(words, int64(r.words))
	}
	added := map[recordPlace]bool{}
	t.statements++
	err := t.w.each(`insert into records (run, position, failed, marks, record, usage, words)
		select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::text[], $7::bigint[])
		on conflict (run, position) do nothing returning run, position`,
		[]any{runs, positions, failed, marks, whole, usage, words}, func(rows *sql.Rows) error {
			var at recordPlace
			err := rows.Scan(&at.run, &at.position)
			added[at] = true
			return err
		})
	for i := 0; i < len(places) && err == nil; i++ {
		if r := all[places[i]]; added[places[i]] {
			t.use(r.journal.run, r.used.After(nil), 1)
		} else {
			err = r.journal.replace(t, places[i].position, r)
		}
	}
	return err
}
