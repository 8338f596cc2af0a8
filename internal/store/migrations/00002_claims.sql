-- +goose Up

-- Which process is at work on a run. A run may be begun again, which removes
-- it, under its claim: hence no reference.
create table claims (
    run   text    not null primary key check (run <> ''), -- its ID
    owner text    not null check (owner <> ''),           -- random: one claim of a process
    host  text    not null,
    pid   integer not null,
    beat  integer not null check (beat > 0)               -- when the owner was last known to be alive
) strict;
