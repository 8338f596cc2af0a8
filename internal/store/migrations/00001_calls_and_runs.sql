-- +goose Up

-- Replies of models, by the hash of model and request.
create table calls (
    key      text    not null primary key check (key <> ''),
    model    text    not null,
    request  blob    not null,
    response blob    not null,
    created  integer not null check (created > 0) -- milliseconds since 1970, as every time here
) strict;

create table runs (
    num      integer not null primary key,
    id       text    not null unique check (id <> ''),
    bench    text    not null,
    model    text    not null,
    plan     text    not null,
    state    text    not null check (state in ('started', 'stopped', 'finished')),
    started  integer not null check (started > 0),
    finished integer          check (finished >= started),
    check ((state = 'finished') = (finished is not null))
) strict;

-- What a run has to do; never changed once the run is there.
create table items (
    run         integer not null references runs (num) on delete cascade,
    position    integer not null check (position >= 0),
    attempt     integer not null check (attempt >= 0),
    chain       integer not null check (chain >= 0),
    name        text    not null, -- the instruction's ID
    kin         text    not null, -- its Group
    head        blob    not null, -- what metrics read of it
    instruction blob    not null, -- the whole
    primary key (run, position)
) strict;

create index items_by_chain on items (run, chain, position);

-- What a run has done.
create table records (
    run      integer not null,
    position integer not null,
    failed   integer not null check (failed in (0, 1)), -- to be tried again when the run is resumed
    marks    blob    not null, -- what metrics read of it
    record   blob    not null, -- the whole, but for the instruction
    usage    text    not null, -- by role, time included
    primary key (run, position),
    foreign key (run, position) references items (run, position) on delete cascade
) strict;

create index records_failed on records (run) where failed = 1;

-- The sum of records.usage.
create table usages (
    run    integer not null references runs (num) on delete cascade,
    role   text    not null check (role <> ''),
    calls  integer not null,
    input  integer not null,
    cached integer not null,
    output integer not null,
    money  integer not null, -- billionths of a US dollar
    time   integer not null, -- nanoseconds
    primary key (run, role)
) strict;
