package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// Members returns who takes part in a campaign, by name.
func (s *Store) Members(ctx context.Context, campaign string) ([]annotate.Member, error) {
	return find(ctx, s, "read the members of "+campaign, selectMembers, []any{campaign}, memberInto)
}

const selectMembers = "select person, topics, excluded, paused, participant, joined from campaign_members where campaign = $1 order by person"

func memberInto(m *annotate.Member) []any {
	return []any{&m.Person, asJSON{&m.Topics}, &m.Excluded, &m.Paused, &m.Participant, asTime{&m.Joined}}
}

func membersIn(t *tx, campaign string) (all []annotate.Member, err error) {
	err = t.w.each(selectMembers, []any{campaign}, gather(&all, memberInto))
	return all, err
}

// SaveMember lets a person take part in a campaign, unless the person does
// already, and has change, unless it is nil, alter what the member likes,
// whether the labels count and who does the work, while nobody else does; it may
// be called more than once, and its member has no name where the person is new.
// What a platform calls the person is kept from when they joined. Releases is a
// command: it is empty when change gets the member, and ignored where the person
// is new. Who joins an open campaign gets places of the units that everybody does.
// The error's code is Conflict where the platform's name is that of another member.
func (s *Store) SaveMember(ctx context.Context, campaign, person string, change func(*annotate.Member) error) error {
	return s.change(ctx, "store a member of "+campaign, func(t *tx) error {
		c, err := campaignIn(t, campaign)
		if err != nil {
			return err
		}
		members, err := membersIn(t, campaign)
		if err != nil {
			return err
		}
		was, is := annotate.MemberNamed(members, person)
		m := was
		if change != nil {
			if err := change(&m); err != nil {
				return err
			}
		}
		m.Person = person
		if err := annotate.CheckNew(members, m); err != nil {
			return err
		}
		withPause := was.Excluded == was.Paused && m.Excluded == m.Paused // which putMember notes
		if !is || was.Excluded != m.Excluded && !withPause {
			who := person
			switch {
			case m.Excluded != "":
				who += " excluded: " + m.Excluded
			case was.Excluded != "":
				who += " included again"
			}
			if err := t.act(ctx, s, accounts.CampaignMember, campaign, who); err != nil {
				return err
			}
		}
		if is {
			return s.putMember(ctx, t, campaign, was, m)
		}
		err = t.run("insert into campaign_members (campaign, person, topics, excluded, participant, joined) values ($1, $2, $3, $4, $5, $6)",
			campaign, person, asJSON{m.Topics}, m.Excluded, m.Participant, s.now())
		if err != nil || c.State != annotate.Open {
			return err
		}
		return s.enter(t, c, person)
	})
}

// enter gives a person places of the units that everybody does.
func (s *Store) enter(t *tx, c *annotate.Campaign, person string) error {
	var number int
	err := t.queryRow("select coalesce(max(p.place), -1) + 1 from campaign_places p join campaign_units u on u.campaign = p.campaign and u.unit = p.unit where p.campaign = $1 and u.kind <> 'work'", []any{c.ID}, &number)
	var units []annotate.Unit
	if err == nil {
		err = t.w.each("select body from campaign_units where campaign = $1 and kind <> 'work' order by unit", []any{c.ID},
			gather(&units, s.unitInto))
	}
	places := annotate.EntryPlaces(c, units, person, number)
	for i := 0; i < len(places) && err == nil; i++ {
		err = putPlace(t, c.ID, &places[i])
	}
	return err
}

// putMember stores what changed of a member, and notes it by whoever ctx says.
func (s *Store) putMember(ctx context.Context, t *tx, campaign string, was, m annotate.Member) error {
	err := t.run("update campaign_members set topics = $3, excluded = $4, paused = $5 where campaign = $1 and person = $2", campaign, m.Person, asJSON{m.Topics}, m.Excluded, m.Paused)
	if err == nil && m.Releases != "" {
		err = release(t, campaign, m.Person, m.Releases == annotate.ReleaseAll)
	}
	if err == nil && was.Excluded != "" && m.Excluded == "" {
		err = takeBack(t, campaign, m.Person)
	}
	if err != nil || m.Paused == was.Paused {
		return err
	}
	by, _ := accounts.Doer(ctx)
	if m.Paused == "" {
		return t.log(ctx, s, campaign, by, annotate.LogResumed, m.Person, "")
	}
	return t.log(ctx, s, campaign, by, annotate.LogPaused, m.Person, m.Paused)
}

// release gives what a person has not done of a campaign's work to whoever
// comes, and what is done too where all of it is to be done again. What the
// person filled in stays among the events.
func release(t *tx, campaign, person string, all bool) error {
	return t.run(`update campaign_places set person = '', until = 0, state = case when state in ('waiting', 'void') then state else 'free' end
		where campaign = $1 and person = $2 and (state in ('planned', 'begun', 'waiting', 'void') or $3 = 1 and state = 'done')
		and unit in (select unit from campaign_units where campaign = $1 and kind = 'work')`, campaign, person, all)
}

// takeBack gives a person the places of what the person has handed in and nobody
// has taken since it was released.
func takeBack(t *tx, campaign, person string) error {
	return t.run(`update campaign_places set person = $2, state = 'done' where campaign = $1 and state = 'free'
		and place = (select min(f.place) from campaign_places f where f.campaign = $1 and f.unit = campaign_places.unit and f.state = 'free')
		and not exists (select 1 from campaign_places o where o.campaign = $1 and o.unit = campaign_places.unit and o.person = $2)
		and (select e.kind from campaign_events e where e.campaign = $1 and e.unit = campaign_places.unit and e.person = $2
			and e.kind in ('handed', 'reopen') order by e.id desc limit 1) = 'handed'`, campaign, person)
}

// Work hands one unit in a person's hands to do, and stores what do adds and
// changes, all or nothing; nobody else can do the same meanwhile.
func (s *Store) Work(ctx context.Context, campaign string, unit int, person string, do func(*annotate.Assignment) error) error {
	return s.change(ctx, "store work on "+campaign, func(t *tx) error { return s.work(t, campaign, unit, person, do) })
}

func (s *Store) work(t *tx, campaign string, unit int, person string, do func(*annotate.Assignment) error) error {
	c, err := campaignIn(t, campaign)
	x := &annotate.Assignment{Campaign: c, Unit: &annotate.Unit{}, Person: person, Now: timeOf(s.now())}
	if err == nil {
		err = t.queryRow(selectUnit, []any{campaign, unit}, s.unitInto(x.Unit)...)
		if errors.Is(err, sql.ErrNoRows) {
			err = missing("unit", strconv.Itoa(unit), "units are numbered from 1")
		}
	}
	if err == nil {
		err = t.w.each(selectPlaces+"where campaign = $1 and unit = $2 order by place", []any{campaign, unit}, gather(&x.Places, placeInto))
	}
	if err == nil {
		err = t.w.each(selectEvents+"where campaign = $1 and unit = $2 and person = $3 and kind not in ('settle', 'import') order by id",
			[]any{campaign, unit, person}, gather(&x.Events, eventInto))
	}
	if err == nil {
		err = do(x)
	}
	for i := 0; i < len(x.Added) && err == nil; i++ {
		err = addEvent(t, &x.Added[i])
	}
	for i := 0; i < len(x.Changed) && err == nil; i++ {
		err = putPlace(t, campaign, &x.Changed[i])
	}
	return err
}

// Take finds what a person shall do next in a campaign, hands it to do as Work
// does, and returns the unit's number; 0 where there is nothing. What the
// person has begun comes first, then training, checks that are due, what was
// planned for the person, and at last work that is free or that somebody left
// lying, of a topic the person likes if there is any.
func (s *Store) Take(ctx context.Context, campaign, person string, do func(*annotate.Assignment) error) (unit int, err error) {
	err = s.change(ctx, "find work in "+campaign, func(t *tx) error {
		var place int
		var err error
		if unit, place, err = s.next(t, campaign, person); err != nil || unit == 0 {
			return err
		}
		if err := t.run("update campaign_places set person = $4, state = case when state in ('begun', 'free') then 'planned' else state end where campaign = $1 and unit = $2 and place = $3 and person <> $4",
			campaign, unit, place, person); err != nil {
			return err
		}
		return s.work(t, campaign, unit, person, do)
	})
	return unit, err
}

const nextPlace = `select p.unit, p.place from campaign_places p join campaign_units u on u.campaign = p.campaign and u.unit = p.unit where p.campaign = $1 `

// Where a person's next place is looked for.
const (
	ownPlaces = nextPlace + "and p.person = $2 and p.state = 'planned' "
	byRank    = "order by p.rank, p.unit, p.place limit 1"

	begunPlace    = nextPlace + "and p.person = $2 and p.state = 'begun' " + byRank
	trainingPlace = ownPlaces + "and u.kind = 'training' " + byRank
	checkPlace    = ownPlaces + `and u.kind = 'check' and p.rank <= (select count(*) from campaign_places d
		join campaign_units w on w.campaign = d.campaign and w.unit = d.unit
		where d.campaign = $1 and d.person = $2 and d.state = 'done' and w.kind = 'work') ` + byRank
	plannedPlace = ownPlaces + "and u.kind = 'work' " + byRank
	lastPlace    = ownPlaces + byRank

	anew = `and not exists (select 1 from campaign_places o where o.campaign = p.campaign and o.unit = p.unit and o.person = $2)
		and not exists (select 1 from campaign_events e where e.campaign = p.campaign and e.unit = p.unit and e.person = $2 and e.kind in ('import', 'handed')) `
	freePlace  = "select p.unit, p.place from campaign_places p where p.campaign = $1 and p.state = 'free' " + anew + byRank
	likedPlace = nextPlace + "and p.state = 'free' and u.topic = $3 " + anew + byRank
	leftPlace  = nextPlace + "and u.kind = 'work' and p.state = 'begun' and p.until < $3 " + anew + byRank
)

// FreeUnits returns how many units are free that a person could take.
func (s *Store) FreeUnits(ctx context.Context, campaign, person string) (n int, err error) {
	err = s.reader.row(ctx, "select count(distinct p.unit) from campaign_places p where p.campaign = $1 and p.state = 'free' "+anew, []any{campaign, person}, &n)
	return n, s.failure("count what is free in "+campaign, err)
}

// next returns the place that a person shall take.
func (s *Store) next(t *tx, campaign, person string) (unit, place int, err error) {
	look := func(query string, args ...any) bool {
		if unit == 0 && err == nil {
			err = noRow(t.queryRow(query, append([]any{campaign, person}, args...), &unit, &place), nil)
		}
		return unit > 0 || err != nil
	}
	for _, query := range []string{begunPlace, trainingPlace, checkPlace, plannedPlace} {
		if look(query) {
			return unit, place, err
		}
	}
	topics, err := topicsOf(t, campaign, person)
	if err != nil {
		return 0, 0, err
	}
	for _, topic := range topics {
		look(likedPlace, topic)
	}
	look(freePlace)
	look(leftPlace, s.now())
	look(lastPlace)
	return unit, place, err
}

func topicsOf(t *tx, campaign, person string) ([]string, error) {
	members, err := membersIn(t, campaign)
	m, _ := annotate.MemberNamed(members, person)
	return m.Topics, err
}
