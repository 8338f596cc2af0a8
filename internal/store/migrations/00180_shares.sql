-- +goose Up

-- What processes that share a limit or a budget have taken of it.
create table shares (
    name   text    not null primary key,
    next   integer not null default 0, -- when the next call may begin, in microseconds since 1970
    money  integer not null default 0, -- billionths of a dollar
    tokens integer not null default 0
) strict;
