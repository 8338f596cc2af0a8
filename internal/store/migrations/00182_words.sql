-- +goose Up

-- How many words an answer has, parted by white space; -1 where there is none
-- and in records that are older than this column.
alter table records add column words integer not null default -1;
