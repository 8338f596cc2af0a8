-- +goose Up

-- Tokens of the output that were spent on reasoning; 0 too for runs of before.
alter table usages add column reasoning integer not null default 0;
