-- +goose Up

-- The audit log: what people did who administer, and who signed in. It is only
-- ever added to.
create table acts (
    id      integer not null primary key,
    who     text    not null, -- empty for nobody who is known
    address text    not null, -- of the client; empty for the command line
    action  text    not null check (action <> ''),
    about   text    not null, -- the account, key, campaign or run
    detail  text    not null,
    at      integer not null check (at > 0)
) strict;

-- +goose StatementBegin
create trigger acts_stay before update on acts
begin
    select raise(abort, 'what was done is never changed');
end;
-- +goose StatementEnd

-- +goose StatementBegin
create trigger acts_remain before delete on acts
begin
    select raise(abort, 'what was done is never forgotten');
end;
-- +goose StatementEnd
