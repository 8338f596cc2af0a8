-- +goose Up

-- Where a server's answer to a commit is lost, this tells what became of the
-- transaction: each adds itself to those of its connection.
create table writers (
    id           integer not null primary key, -- of the connection, drawn at random
    transactions integer not null
) strict;
