package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

const selectCampaigns = "select id, name, protocol, state, settings, created, opened, closed from campaigns "

func scanCampaign(scan func(...any) error) (*annotate.Campaign, error) {
	var c annotate.Campaign
	var settings string
	var created int64
	var opened, closed sql.NullInt64
	if err := scan(&c.ID, &c.Name, &c.Protocol, &c.State, &settings, &created, &opened, &closed); err != nil {
		return nil, err
	}
	c.Created = timeOf(created)
	if opened.Valid {
		c.Opened = timeOf(opened.Int64)
	}
	if closed.Valid {
		c.Closed = timeOf(closed.Int64)
	}
	return &c, json.Unmarshal([]byte(settings), &c.Settings)
}

// Campaigns returns all campaigns, the newest first, without their logs.
func (s *Store) Campaigns(ctx context.Context) ([]annotate.Campaign, error) {
	var all []annotate.Campaign
	err := s.reader.each(ctx, selectCampaigns+"order by created desc, id", nil, func(rows *sql.Rows) error {
		c, err := scanCampaign(rows.Scan)
		if err == nil {
			all = append(all, *c)
		}
		return err
	})
	return all, s.failure("list the campaigns", err)
}

// Campaign returns the campaign of that ID with its log. The error's code is
// NotFound where there is none.
func (s *Store) Campaign(ctx context.Context, id string) (*annotate.Campaign, error) {
	c, err := scanCampaign(func(dest ...any) error {
		return s.reader.row(ctx, selectCampaigns+"where id = $1", []any{id}, dest...)
	})
	if err == nil {
		err = s.reader.each(ctx, selectLog, []any{id}, scanLog(&c.Log))
	}
	return c, s.failure("look for a campaign", noCampaign(id, err))
}

func noCampaign(id string, err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no campaign %q", id), Hint: "adhere campaign list shows those there are"}
	}
	return err
}

func campaignIn(t *tx, id string) (*annotate.Campaign, error) {
	c, err := scanCampaign(func(dest ...any) error { return t.queryRow(selectCampaigns+"where id = $1", []any{id}, dest...) })
	return c, noCampaign(id, err)
}

// CreateCampaign stores a new draft with its units. The error's code is
// Conflict where the ID is taken.
func (s *Store) CreateCampaign(ctx context.Context, c *annotate.Campaign, units []annotate.Unit) error {
	settings, err := json.Marshal(c.Settings)
	if err != nil {
		return err
	}
	bodies := make([][]byte, len(units))
	for i := range units {
		if bodies[i], err = s.packer.pack(&units[i]); err != nil {
			return fmt.Errorf("store unit %d: %w", units[i].Number, err)
		}
	}
	err = s.transact(ctx, func(t *tx) error {
		n, err := t.exec(`insert into campaigns (id, name, protocol, state, settings, created) values ($1, $2, $3, 'draft', $4, $5)
			on conflict (id) do nothing`, c.ID, c.Name, c.Protocol, string(settings), c.Created.UnixMilli())
		if err == nil && n == 0 {
			err = &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("there is a campaign %q already", c.ID), Hint: "choose another name"}
		}
		for i := range units {
			if err != nil {
				return err
			}
			u := &units[i]
			_, err = t.exec("insert into campaign_units (campaign, unit, kind, topic, body) values ($1, $2, $3, $4, $5)",
				c.ID, u.Number, string(u.Kind), u.Topic, bodies[i])
		}
		if err != nil {
			return err
		}
		return t.act(ctx, s, accounts.CampaignMade, c.ID, c.Name)
	})
	return s.failure("store the campaign "+c.ID, err)
}

// A Planner hands out the places of a campaign that begins.
type Planner = func(*annotate.Campaign, []annotate.Unit, []annotate.Member) ([]annotate.Place, error)

// OpenCampaign lets people begin with a draft, with the places that plan
// hands out. The error's code is Conflict where it is no draft.
func (s *Store) OpenCampaign(ctx context.Context, id, by string, plan Planner) error {
	if _, err := s.Campaign(ctx, id); err != nil {
		return err
	}
	units, err := s.Units(ctx, id)
	if err != nil {
		return err
	}
	err = s.transact(ctx, func(t *tx) error {
		c, err := campaignIn(t, id)
		if err != nil {
			return err
		}
		if c.State != annotate.Draft {
			return &adhere.Error{Code: adhere.Conflict, Message: "the campaign " + id + " has been started before"}
		}
		members, err := membersIn(t, id)
		if err != nil {
			return err
		}
		places, err := plan(c, units, members)
		if err != nil {
			return err
		}
		for i := range places {
			if err := putPlace(t, id, &places[i]); err != nil {
				return err
			}
		}
		if _, err = t.exec("update campaigns set state = 'open', opened = $2 where id = $1", id, s.now()); err != nil {
			return err
		}
		return t.log(ctx, s, id, by, annotate.LogStarted, "", "")
	})
	return s.failure("start the campaign "+id, err)
}

// Units returns a campaign's units by number: those given, or all.
func (s *Store) Units(ctx context.Context, campaign string, numbers ...int) ([]annotate.Unit, error) {
	var all []annotate.Unit
	read := func(where string, args ...any) error {
		return s.reader.each(ctx, "select body from campaign_units where campaign = $1 "+where+"order by unit", args, func(rows *sql.Rows) error {
			var body []byte
			var u annotate.Unit
			if err := rows.Scan(&body); err != nil {
				return err
			}
			err := s.packer.unpack(body, &u)
			all = append(all, u)
			return err
		})
	}
	var err error
	if len(numbers) == 0 {
		err = read("", campaign)
	}
	for _, n := range numbers {
		if err == nil {
			err = read("and unit = $2 ", campaign, n)
		}
	}
	if err == nil && len(all) < max(len(numbers), 1) {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no such unit in a campaign %q", campaign), Hint: "units are numbered from 1"}
	}
	return all, s.failure("read units of "+campaign, err)
}

func putPlace(t *tx, campaign string, p *annotate.Place) error {
	_, err := t.exec(`insert into campaign_places (campaign, unit, place, person, state, rank, until) values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (campaign, unit, place) do update set person = excluded.person, state = excluded.state, rank = excluded.rank, until = excluded.until`,
		campaign, p.Unit, p.Number, p.Person, string(p.State), p.Rank, p.Until)
	return err
}

const selectPlaces = "select unit, place, person, state, rank, until from campaign_places "

func scanPlaces(all *[]annotate.Place) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var p annotate.Place
		err := rows.Scan(&p.Unit, &p.Number, &p.Person, &p.State, &p.Rank, &p.Until)
		*all = append(*all, p)
		return err
	}
}

// Places returns the places of a campaign by unit, those of one person or,
// where that is empty, all.
func (s *Store) Places(ctx context.Context, campaign, person string) ([]annotate.Place, error) {
	var all []annotate.Place
	err := s.reader.each(ctx, selectPlaces+"where campaign = $1 and ($2 = '' or person = $2) order by unit, place", []any{campaign, person}, scanPlaces(&all))
	return all, s.failure("read the places of "+campaign, err)
}

const selectEvents = "select id, campaign, unit, person, kind, fields, version, client, at from campaign_events "

func scanEvents(all *[]annotate.Event) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var e annotate.Event
		var fields string
		var at int64
		if err := rows.Scan(&e.ID, &e.Campaign, &e.Unit, &e.Person, &e.Kind, &fields, &e.Version, &e.Client, &at); err != nil {
			return err
		}
		e.At = timeOf(at)
		err := json.Unmarshal([]byte(fields), &e.Fields)
		*all = append(*all, e)
		return err
	}
}

// CampaignEvents returns what was done in a campaign, in order: by one person
// or, where that is empty, by everybody; on one unit or, where that is 0, on
// all.
func (s *Store) CampaignEvents(ctx context.Context, campaign, person string, unit int) ([]annotate.Event, error) {
	var all []annotate.Event
	query, args := selectEvents+"where campaign = $1 ", []any{campaign}
	if unit != 0 {
		query, args = query+"and unit = $2 ", append(args, unit)
	}
	if person != "" {
		args = append(args, person)
		query += fmt.Sprintf("and person = $%d ", len(args))
	}
	err := s.reader.each(ctx, query+"order by id", args, scanEvents(&all))
	return all, s.failure("read the events of "+campaign, err)
}

// AddEvents adds events to an open campaign, all or none. The error's code is
// Conflict where it is not open.
func (s *Store) AddEvents(ctx context.Context, campaign string, events []annotate.Event) error {
	err := s.transact(ctx, func(t *tx) error {
		c, err := campaignIn(t, campaign)
		if err != nil {
			return err
		}
		if c.State != annotate.Open {
			return &adhere.Error{Code: adhere.Conflict, Message: "the campaign " + campaign + " is not open", Hint: "nothing can be added to it"}
		}
		for i := range events {
			if err := addEvent(t, &events[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return s.failure("store events of "+campaign, err)
}

func addEvent(t *tx, e *annotate.Event) error {
	fields, err := json.Marshal(e.Fields)
	if err == nil {
		_, err = t.exec(`insert into campaign_events (campaign, unit, person, kind, fields, version, client, at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
			e.Campaign, e.Unit, e.Person, string(e.Kind), string(fields), e.Version, e.Client, max(e.At.UnixMilli(), 1))
	}
	return err
}

// timeNow is the clock as events have it.
func (s *Store) timeNow() time.Time { return timeOf(s.now()) }

// CampaignResults reads all of a campaign.
func (s *Store) CampaignResults(ctx context.Context, id string) (*annotate.Results, error) {
	c, err := s.Campaign(ctx, id)
	if err != nil {
		return nil, err
	}
	units, err := s.Units(ctx, id)
	if err != nil {
		return nil, err
	}
	members, err := s.Members(ctx, id)
	if err != nil {
		return nil, err
	}
	events, err := s.CampaignEvents(ctx, id, "", 0)
	if err != nil {
		return nil, err
	}
	return annotate.NewResults(c, units, members, events)
}
