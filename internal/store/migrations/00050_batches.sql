-- +goose Up

-- Batches of calls that were sent to a provider, or were about to be.
create table batches (
    id       text    not null primary key check (id <> ''), -- ours
    server   text    not null check (server <> ''),         -- the model and its address
    provider text    not null default '',                   -- the provider's name of it; empty until it is known
    calls    integer not null check (calls > 0),
    begun    integer not null check (begun > 0),
    finished integer not null default 0                     -- when its results were handed over; 0 before
) strict;

-- The calls in them.
create table batch_calls (
    key   text not null check (key <> ''),
    batch text not null references batches (id) on delete cascade,
    primary key (key, batch)
) strict, without rowid;

create index batch_calls_of on batch_calls (batch);
