-- +goose Up

-- Work for several people: campaigns, what is to be labelled, who takes part,
-- whose turn it is, and everything that anybody did.
create table campaigns (
    id       text    not null primary key check (id <> ''),
    name     text    not null check (name <> ''),
    protocol text    not null check (protocol <> ''),
    state    text    not null check (state in ('draft', 'open', 'closed')),
    settings text    not null,
    created  integer not null check (created > 0),
    opened   integer          check (opened > 0),
    closed   integer          check (closed > 0),
    check ((state = 'draft') = (opened is null) and (state = 'closed') = (closed is not null))
) strict;

create table campaign_units (
    campaign text    not null references campaigns (id) on delete cascade,
    unit     integer not null check (unit > 0),
    kind     text    not null check (kind in ('work', 'training', 'check')),
    topic    text    not null,
    body     blob    not null, -- the unit, packed
    primary key (campaign, unit)
) strict;

create table campaign_members (
    campaign text    not null references campaigns (id) on delete cascade,
    person   text    not null check (person <> ''),
    topics   text    not null, -- that the person would rather have
    excluded text    not null, -- why the labels don't count; empty where they do
    joined   integer not null check (joined > 0),
    primary key (campaign, person)
) strict;

-- One row for each label of a unit that is wanted: that is what makes the
-- number of labels exact.
create table campaign_places (
    campaign text    not null,
    unit     integer not null,
    place    integer not null check (place >= 0),
    person   text    not null, -- nobody's where empty
    state    text    not null check (state in ('free', 'planned', 'begun', 'done', 'waiting', 'void')),
    rank     integer not null,
    until    integer not null check (until >= 0), -- of a lease
    primary key (campaign, unit, place),
    foreign key (campaign, unit) references campaign_units (campaign, unit) on delete cascade,
    check (state <> 'free' or person = ''), -- and of work only
    check (state not in ('planned', 'begun', 'done') or person <> '')
) strict;

-- Nobody labels a unit twice.
create unique index campaign_places_once on campaign_places (campaign, unit, person) where person <> '';
create index campaign_places_by_person on campaign_places (campaign, person, state, rank);
create index campaign_places_open on campaign_places (campaign, state, rank, unit, place);

-- Only ever added to. What a page sends twice is there once.
create table campaign_events (
    id       integer not null primary key,
    campaign text    not null,
    unit     integer not null,
    person   text    not null check (person <> ''),
    kind     text    not null check (kind in ('begin', 'saved', 'locked', 'handed', 'reopen', 'settle', 'import')),
    fields   text    not null, -- that changed, as JSON
    version  integer not null check (version >= 0),
    client   text    not null check (client <> ''),
    at       integer not null check (at > 0),
    unique (campaign, unit, person, client),
    foreign key (campaign, unit) references campaign_units (campaign, unit) on delete cascade
) strict;

create index campaign_events_by_person on campaign_events (campaign, person, unit);

-- +goose StatementBegin
create trigger campaign_events_stay before update on campaign_events
begin
    select raise(abort, 'events are never changed');
end;
-- +goose StatementEnd
