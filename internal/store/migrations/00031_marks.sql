-- +goose Up

-- Which parts of a record are among the marks of the run's records: 0 has no
-- more than metrics read, 1 why a verdict is broken and which was asked for
-- again too.
alter table runs add column marks integer not null default 0;
