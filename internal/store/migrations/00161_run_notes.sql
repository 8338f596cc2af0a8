-- +goose Up

-- What people wrote beside a run, and what it came to when it was last counted.
create table run_notes (
    run      integer not null primary key references runs (num) on delete cascade,
    tags     text    not null default '', -- words, each between spaces
    note     text    not null default '',
    archived integer not null default 0 check (archived in (0, 1)),
    stamp    text    not null default '', -- the run's state when scores were counted
    scores   text    not null default '', -- a JSON list, as pages show them
    score    real                         -- the first of them, to sort by
) strict;
