-- +goose Up

-- Who may use the pages.
create table people (
    id       integer not null primary key,
    name     text    not null unique check (name <> ''), -- in lower case
    role     text    not null check (role in ('admin', 'adjudicator', 'annotator', 'viewer')),
    password text    not null, -- its argon2id hash
    disabled integer not null check (disabled in (0, 1)),
    created  integer not null check (created > 0)
) strict;

create table sessions (
    hash    text    not null primary key check (hash <> ''), -- of the token that the browser holds
    person  integer not null references people (id) on delete cascade,
    created integer not null check (created > 0),
    seen    integer not null check (seen >= created)
) strict;

create index sessions_by_person on sessions (person, seen);

create table invites (
    id      integer not null primary key,
    hash    text    not null unique check (hash <> ''), -- of the token in the link
    role    text    not null check (role in ('admin', 'adjudicator', 'annotator', 'viewer')),
    scope   text    not null, -- what the person is invited to; empty for no more than an account
    note    text    not null, -- whom it is meant for
    by_name text    not null, -- who made it
    created integer not null check (created > 0),
    expires integer not null check (expires > 0),
    used_by integer          references people (id) on delete cascade -- nobody yet where null
) strict;

-- Items are found by a part of their names without reading what they hold.
create index items_by_name on items (run, name, position);
