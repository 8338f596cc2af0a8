-- +goose Up

-- What values of a kind have in common: they are packed against it. None is
-- ever removed or changed while a value needs it.
create table dictionaries (
    id      integer not null primary key check (id between 1 and 4294967295), -- in the header of each frame
    kind    text    not null check (kind <> ''),
    content blob    not null,
    created integer not null check (created > 0)
) strict;
