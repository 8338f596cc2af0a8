-- +goose Up

-- Papers and notes, cut into paragraphs, and the paragraphs' vectors.
create table documents (
    id         text    not null primary key check (id <> ''),
    title      text    not null check (title <> ''),
    authors    text    not null, -- as JSON
    source     text    not null,
    bytes      integer not null check (bytes >= 0),
    paragraphs integer not null check (paragraphs > 0),
    digest     text    not null, -- of what was read
    added      integer not null check (added > 0)
) strict;

create table paragraphs (
    document text    not null references documents (id) on delete cascade,
    number   integer not null check (number >= 0),
    section  text    not null,
    text     text    not null check (text <> ''),
    primary key (document, number)
) strict, without rowid;

create table paragraph_vectors (
    document text    not null,
    model    text    not null check (model <> ''),
    number   integer not null,
    vector   blob    not null, -- 32-bit floats, little-endian
    primary key (document, model, number),
    foreign key (document, number) references paragraphs (document, number) on delete cascade
) strict, without rowid;
