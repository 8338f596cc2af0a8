-- +goose Up

-- By what an identity provider knows a person: its issuer and the subject.
-- Empty for who signs in with a password.
alter table people add column identity text not null default '';

create unique index people_by_identity on people (identity) where identity <> '';

-- Who was sent to the identity provider and has not come back.
create table sign_ins (
    hash  text    not null primary key check (hash <> ''), -- of the token that the browser holds
    next  text    not null, -- the page to go on to
    begun integer not null check (begun > 0)
) strict;
