package store

import (
	"context"
	"strconv"

	"adhere"
	"adhere/internal/annotate"
)

const selectLog = "select id, campaign, person, kind, about, body, at from campaign_log where campaign = $1 order by id"

func logInto(e *annotate.Entry) []any {
	return []any{&e.ID, &e.Campaign, &e.Person, &e.Kind, &e.About, &e.Text, asTime{&e.At}}
}

func (t *tx) log(ctx context.Context, s *Store, campaign, person string, kind annotate.EntryKind, about, text string) error {
	if err := t.act(ctx, s, "campaign."+string(kind), campaign, about); err != nil {
		return err
	}
	return t.run("insert into campaign_log (campaign, person, kind, about, body, at) values ($1, $2, $3, $4, $5, $6)",
		campaign, person, string(kind), about, text, s.now())
}

// LogCampaign notes what somebody did to a campaign as a whole, if check says
// so, which is shown the campaign while nobody else changes it.
func (s *Store) LogCampaign(ctx context.Context, e *annotate.Entry, check func(*annotate.Campaign) error) error {
	return s.change(ctx, "note what was done to "+e.Campaign, func(t *tx) error {
		c, err := loggedIn(t, e.Campaign)
		if err == nil {
			err = check(c)
		}
		if err != nil {
			return err
		}
		return t.log(ctx, s, e.Campaign, e.Person, e.Kind, e.About, e.Text)
	})
}

// loggedIn returns a campaign with its log.
func loggedIn(t *tx, id string) (*annotate.Campaign, error) {
	c, err := campaignIn(t, id)
	if err == nil {
		err = t.w.each(selectLog, []any{id}, gather(&c.Log, logInto))
	}
	return c, err
}

// CloseCampaign ends an open campaign until it is reopened. The error's code is
// Conflict where it is not open.
func (s *Store) CloseCampaign(ctx context.Context, id, by string) error {
	return s.turn(ctx, id, by, annotate.Open, annotate.LogClosed, "only an open one can be closed",
		"update campaigns set state = 'closed', closed = $2 where id = $1", id, s.now())
}

// ReopenCampaign undoes the closing. The error's code is Conflict where the
// campaign is not closed.
func (s *Store) ReopenCampaign(ctx context.Context, id, by string) error {
	return s.turn(ctx, id, by, annotate.Closed, annotate.LogReopened, "only a closed one can be reopened",
		"update campaigns set state = 'open', closed = null where id = $1", id)
}

// turn leads a campaign from one state to another.
func (s *Store) turn(ctx context.Context, id, by string, from annotate.State, kind annotate.EntryKind, hint, query string, args ...any) error {
	return s.change(ctx, "change the campaign "+id, func(t *tx) error {
		c, err := campaignIn(t, id)
		if err != nil {
			return err
		}
		if c.State != from {
			return &adhere.Error{Code: adhere.Conflict, Message: "the campaign " + id + " is " + string(c.State) + ", not " + string(from), Hint: hint}
		}
		if err := t.run(query, args...); err != nil {
			return err
		}
		return t.log(ctx, s, id, by, kind, "", "")
	})
}

// SaveSettings has change alter a campaign's settings, while nobody else does,
// and notes that; it may be called more than once.
func (s *Store) SaveSettings(ctx context.Context, e *annotate.Entry, change func(*annotate.Settings) error) error {
	return s.change(ctx, "change the campaign "+e.Campaign, func(t *tx) error {
		c, err := campaignIn(t, e.Campaign)
		if err != nil {
			return err
		}
		if err := change(&c.Settings); err != nil {
			return err
		}
		if err := t.run("update campaigns set settings = $2 where id = $1", e.Campaign, asJSON{c.Settings}); err != nil {
			return err
		}
		return t.log(ctx, s, e.Campaign, e.Person, e.Kind, e.About, e.Text)
	})
}

// CampaignStamp names the state of a campaign: as long as it is the same,
// nothing was done, noted or changed about who counts.
func (s *Store) CampaignStamp(ctx context.Context, id string) (string, error) {
	var stamp string
	err := s.reader.row(ctx, `select (select coalesce(max(id), 0) from campaign_events where campaign = $1) || ' '
		|| (select coalesce(max(id), 0) from campaign_log where campaign = $1) || ' '
		|| coalesce((select group_concat(person || '/' || excluded || '/' || paused, '/') from (select * from campaign_members where campaign = $1 order by person) members), '')`,
		[]any{id}, &stamp)
	return stamp, s.failure("look at "+id, err)
}

// CampaignEventsAfter returns what was done in a campaign since the event of
// that ID, in order.
func (s *Store) CampaignEventsAfter(ctx context.Context, campaign string, id int64) ([]annotate.Event, error) {
	return find(ctx, s, "read the events of "+campaign, selectEvents+"where campaign = $1 and id > $2 order by id", []any{campaign, id}, eventInto)
}

// MarkUnit makes a unit practice or a check, or takes that back, as do says.
// The error's code is NotFound where there is no such unit.
func (s *Store) MarkUnit(ctx context.Context, campaign string, unit int, by string, do func(*annotate.Marking) error) error {
	return s.change(ctx, "mark a unit of "+campaign, func(t *tx) error {
		m, err := s.markingIn(t, campaign, unit)
		if err != nil {
			return err
		}
		m.By = by
		if err := do(m); err != nil || m.Entry == nil {
			return err
		}
		return s.putMarking(ctx, t, m)
	})
}

// WriteUnit adds a unit that somebody made up, and returns its number.
func (s *Store) WriteUnit(ctx context.Context, campaign string, w annotate.Written, by string) (number int, err error) {
	err = s.change(ctx, "add a unit to "+campaign, func(t *tx) error {
		c, err := campaignIn(t, campaign)
		if err == nil {
			err = t.queryRow("select max(unit) + 1 from campaign_units where campaign = $1", []any{campaign}, &number)
		}
		if err != nil {
			return err
		}
		u, e, err := c.Write(w, number, by)
		if err != nil {
			return err
		}
		body, err := s.packer.pack(u)
		if err == nil { // of the kind that putMarking gives to what nobody does
			err = t.run("insert into campaign_units (campaign, unit, kind, topic, body) values ($1, $2, $3, '', $4)", campaign, number, string(annotate.Check), body)
		}
		if err != nil {
			return err
		}
		return t.log(ctx, s, campaign, by, e.Kind, e.About, e.Text)
	})
	return number, err
}

func (s *Store) markingIn(t *tx, campaign string, unit int) (*annotate.Marking, error) {
	c, err := loggedIn(t, campaign)
	m := &annotate.Marking{Campaign: c, Unit: &annotate.Unit{}}
	if err == nil {
		err = t.w.each("select unit, kind from campaign_units where campaign = $1 order by unit", []any{campaign},
			gather(&m.Kinds, func(u *annotate.Unit) []any { return []any{&u.Number, &u.Kind} }))
	}
	if err == nil && (unit < 1 || unit > len(m.Kinds)) {
		err = missing("unit", strconv.Itoa(unit), "the campaign's page lists those there are")
	}
	if err == nil {
		err = t.queryRow(selectUnit, []any{campaign, unit}, unpacked{s.packer, m.Unit})
	}
	if err == nil {
		m.Members, err = membersIn(t, campaign)
	}
	if err == nil {
		err = t.queryRow("select exists (select 1 from campaign_events where campaign = $1 and unit = $2)", []any{campaign, unit}, &m.Touched)
	}
	return m, err
}

func (s *Store) putMarking(ctx context.Context, t *tx, m *annotate.Marking) error {
	id, u, kind := m.Campaign.ID, m.Unit, m.Unit.Kind
	if kind == annotate.Withdrawn {
		kind = annotate.Check // the column only tells work from what everybody does, and nobody has a place
	}
	body, err := s.packer.pack(u)
	if err == nil {
		err = t.run("update campaign_units set kind = $3, body = $4 where campaign = $1 and unit = $2", id, u.Number, string(kind), body)
	}
	if err == nil && m.Moved {
		err = t.run("delete from campaign_places where campaign = $1 and unit = $2 and state not in ('begun', 'done')", id, u.Number)
	}
	for i := 0; i < len(m.Planned) && err == nil; i++ {
		err = putPlace(t, id, &m.Planned[i])
	}
	if err != nil {
		return err
	}
	return t.log(ctx, s, id, m.By, m.Entry.Kind, m.Entry.About, m.Entry.Text)
}
