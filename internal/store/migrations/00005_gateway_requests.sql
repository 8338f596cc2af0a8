-- +goose Up

-- What the gateway checked: enough to do it again without any model.
create table requests (
    id       text    not null primary key check (id <> ''),
    account  text    not null, -- the name of the caller's key; never a key
    route    text    not null,
    model    text    not null,
    strategy text    not null,
    stopped  text    not null,
    flagged  integer not null check (flagged in (0, 1)),
    body     blob    not null, -- the whole
    created  integer not null check (created > 0)
) strict;

create index requests_by_time on requests (created);
