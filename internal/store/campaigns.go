package store

import (
	"context"
	"database/sql"
	"fmt"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

const selectCampaigns = "select id, name, protocol, state, settings, created, opened, closed from campaigns "

func campaignInto(c *annotate.Campaign) []any {
	return []any{&c.ID, &c.Name, &c.Protocol, &c.State, asJSON{&c.Settings}, asTime{&c.Created}, asTime{&c.Opened}, asTime{&c.Closed}}
}

// Campaigns returns all campaigns, the newest first, without their logs.
func (s *Store) Campaigns(ctx context.Context) ([]annotate.Campaign, error) {
	return find(ctx, s, "list the campaigns", selectCampaigns+"order by created desc, id", nil, campaignInto)
}

// Campaign returns the campaign of that ID with its log. The error's code is
// NotFound where there is none.
func (s *Store) Campaign(ctx context.Context, id string) (*annotate.Campaign, error) {
	c := new(annotate.Campaign)
	err := s.reader.row(ctx, selectCampaigns+"where id = $1", []any{id}, campaignInto(c)...)
	if err == nil {
		err = s.reader.each(ctx, selectLog, []any{id}, gather(&c.Log, logInto))
	}
	return c, s.failure("look for a campaign", noRow(err, noCampaign(id)))
}

func noCampaign(id string) error {
	return missing("campaign", id, "adhere campaign list shows those there are")
}

func campaignIn(t *tx, id string) (*annotate.Campaign, error) {
	c := new(annotate.Campaign)
	return c, noRow(t.queryRow(selectCampaigns+"where id = $1", []any{id}, campaignInto(c)...), noCampaign(id))
}

// CreateCampaign stores a new draft with its units. The error's code is
// Conflict where the ID is taken.
func (s *Store) CreateCampaign(ctx context.Context, c *annotate.Campaign, units []annotate.Unit) error {
	return s.change(ctx, "store the campaign "+c.ID, func(t *tx) error {
		taken := &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("there is a campaign %q already", c.ID), Hint: "choose another name"}
		err := t.must(taken, `insert into campaigns (id, name, protocol, state, settings, created) values ($1, $2, $3, 'draft', $4, $5)
			on conflict (id) do nothing`, c.ID, c.Name, c.Protocol, asJSON{c.Settings}, c.Created.UnixMilli())
		for i := 0; i < len(units) && err == nil; i++ {
			u := &units[i]
			var body []byte
			if body, err = s.packer.pack(u); err != nil {
				return fmt.Errorf("store unit %d: %w", u.Number, err)
			}
			err = t.run("insert into campaign_units (campaign, unit, kind, topic, body) values ($1, $2, $3, $4, $5)", c.ID, u.Number, string(u.Kind), u.Topic, body)
		}
		if err != nil {
			return err
		}
		return t.act(ctx, s, accounts.CampaignMade, c.ID, c.Name)
	})
}

// A Planner hands out the places of a campaign that begins.
type Planner = func(*annotate.Campaign, []annotate.Unit, []annotate.Member) ([]annotate.Place, error)

// OpenCampaign lets people begin with a draft, with the places that plan
// hands out. The error's code is Conflict where it is no draft.
func (s *Store) OpenCampaign(ctx context.Context, id, by string, plan Planner) error {
	return s.change(ctx, "start the campaign "+id, func(t *tx) error {
		c, err := campaignIn(t, id)
		if err != nil {
			return err
		}
		if c.State != annotate.Draft {
			return &adhere.Error{Code: adhere.Conflict, Message: "the campaign " + id + " has been started before"}
		}
		members, err := membersIn(t, id)
		var units []annotate.Unit
		if err == nil {
			err = t.w.each("select body from campaign_units where campaign = $1 order by unit", []any{id}, gather(&units, s.unitInto))
		}
		if err != nil {
			return err
		}
		places, err := plan(c, units, members)
		for i := 0; i < len(places) && err == nil; i++ {
			err = putPlace(t, id, &places[i])
		}
		if err == nil {
			err = t.run("update campaigns set state = 'open', opened = $2 where id = $1", id, s.now())
		}
		if err != nil {
			return err
		}
		return t.log(ctx, s, id, by, annotate.LogStarted, "", "")
	})
}

// Units returns a campaign's units by number: those given, or all.
func (s *Store) Units(ctx context.Context, campaign string, numbers ...int) ([]annotate.Unit, error) {
	var all []annotate.Unit
	into := gather(&all, s.unitInto)
	var err error
	if len(numbers) == 0 {
		err = s.reader.each(ctx, "select body from campaign_units where campaign = $1 order by unit", []any{campaign}, into)
	}
	for i := 0; i < len(numbers) && err == nil; i++ {
		err = s.reader.each(ctx, selectUnit, []any{campaign, numbers[i]}, into)
	}
	if err == nil && len(all) < max(len(numbers), 1) {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no such unit in a campaign %q", campaign), Hint: "units are numbered from 1"}
	}
	return all, s.failure("read units of "+campaign, err)
}

// Outline returns a campaign's units without what they hold: those whose answers
// are known, and for each topic of the others one, whose number is 0.
func (s *Store) Outline(ctx context.Context, campaign string) ([]annotate.Unit, error) {
	return find(ctx, s, "read what the units of "+campaign+" are", "select distinct case kind when 'work' then 0 else unit end, kind, topic from campaign_units where campaign = $1",
		[]any{campaign}, func(u *annotate.Unit) []any { return []any{&u.Number, &u.Kind, &u.Topic} })
}

func (s *Store) unitInto(u *annotate.Unit) []any { return []any{unpacked{s.packer, u}} }

const selectUnit = "select body from campaign_units where campaign = $1 and unit = $2"

func putPlace(t *tx, campaign string, p *annotate.Place) error {
	return t.run(`insert into campaign_places (campaign, unit, place, person, state, rank, until) values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (campaign, unit, place) do update set person = excluded.person, state = excluded.state, rank = excluded.rank, until = excluded.until`,
		campaign, p.Unit, p.Number, p.Person, string(p.State), p.Rank, p.Until)
}

const selectPlaces = "select unit, place, person, state, rank, until from campaign_places "

func placeInto(p *annotate.Place) []any {
	return []any{&p.Unit, &p.Number, &p.Person, &p.State, &p.Rank, &p.Until}
}

// Places returns the places of a campaign by unit, those of one person or,
// where that is empty, all.
func (s *Store) Places(ctx context.Context, campaign, person string) ([]annotate.Place, error) {
	return find(ctx, s, "read the places of "+campaign, selectPlaces+"where campaign = $1 and ($2 = '' or person = $2) order by unit, place",
		[]any{campaign, person}, placeInto)
}

// CountPlaces returns how many places of a person are in which state.
func (s *Store) CountPlaces(ctx context.Context, campaign, person string) (map[annotate.PlaceState]int, error) {
	counts := map[annotate.PlaceState]int{}
	err := s.reader.each(ctx, "select state, count(*) from campaign_places where campaign = $1 and person = $2 group by state", []any{campaign, person}, func(rows *sql.Rows) error {
		var state annotate.PlaceState
		var n int
		err := rows.Scan(&state, &n)
		counts[state] = n
		return err
	})
	return counts, s.failure("count the places of "+campaign, err)
}

const selectEvents = "select id, campaign, unit, person, kind, fields, version, client, at from campaign_events "

func eventInto(e *annotate.Event) []any {
	return []any{&e.ID, &e.Campaign, &e.Unit, &e.Person, &e.Kind, asJSON{&e.Fields}, &e.Version, &e.Client, asTime{&e.At}}
}

// CampaignEvents returns what was done in a campaign, in order: by one person
// or, where that is empty, by everybody; on one unit or, where that is 0, on
// all.
func (s *Store) CampaignEvents(ctx context.Context, campaign, person string, unit int) ([]annotate.Event, error) {
	query, args := selectEvents+"where campaign = $1 ", []any{campaign}
	if unit != 0 {
		query, args = query+"and unit = $2 ", append(args, unit)
	}
	if person != "" {
		args = append(args, person)
		query += fmt.Sprintf("and person = $%d ", len(args))
	}
	return find(ctx, s, "read the events of "+campaign, query+"order by id", args, eventInto)
}

// AddEvents adds events to an open campaign, all or none. The error's code is
// Conflict where it is not open, and where an event settles a unit that somebody
// has settled since.
func (s *Store) AddEvents(ctx context.Context, campaign string, events []annotate.Event) error {
	return s.change(ctx, "store events of "+campaign, func(t *tx) error {
		c, err := campaignIn(t, campaign)
		if err == nil && c.State != annotate.Open {
			err = &adhere.Error{Code: adhere.Conflict, Message: "the campaign " + campaign + " is not open", Hint: "nothing can be added to it"}
		}
		for i := 0; i < len(events) && err == nil; i++ {
			if err = checkSettled(t, &events[i]); err == nil {
				err = addEvent(t, &events[i])
			}
		}
		return err
	})
}

// checkSettled refuses to settle a unit anew by somebody who has not seen what
// was settled last.
func checkSettled(t *tx, e *annotate.Event) error {
	if e.Kind != annotate.Settle {
		return nil
	}
	var times int
	err := t.queryRow("select count(*) from campaign_events where campaign = $1 and unit = $2 and kind = 'settle'", []any{e.Campaign, e.Unit}, &times)
	if err == nil && times != e.Version-1 {
		err = &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("somebody has just adjudicated unit %d", e.Unit), Hint: "look at the current decision; nothing was stored"}
	}
	return err
}

func addEvent(t *tx, e *annotate.Event) error {
	return t.run(`insert into campaign_events (campaign, unit, person, kind, fields, version, client, at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		e.Campaign, e.Unit, e.Person, string(e.Kind), asJSON{e.Fields}, e.Version, e.Client, max(e.At.UnixMilli(), 1))
}

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
	places, err := s.Places(ctx, id, "") // last, so that who has an event has the place
	if err != nil {
		return nil, err
	}
	return annotate.NewResults(c, units, members, places, events)
}
