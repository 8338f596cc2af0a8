-- +goose Up

-- The words of items, to be searched: a row's number is that of its run, times
-- 2^24, and the item's position. What they are of stays with items and records.
create virtual table texts using fts5(words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');

-- How far the words of finished runs have been taken.
create table texts_of (
    run      integer not null primary key references runs (num) on delete cascade,
    finished integer not null, -- when the run was; another time: it was resumed
    upto     integer not null  -- the first position that is left
) strict;
