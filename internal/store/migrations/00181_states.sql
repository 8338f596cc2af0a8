-- +goose Up

-- What services that share keys know together: the keys, and what each has used.
create table states (
    name  text not null primary key check (name <> ''),
    state blob not null
) strict;
