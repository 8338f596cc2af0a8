-- +goose Up

-- A session that was given up, which its events say too, holds its model no
-- longer: somebody else may answer the question with it.
alter table writing_sessions add column released integer not null default 0 check (released in (0, 1));

drop index writing_sessions_model;
create unique index writing_sessions_model on writing_sessions (question, model) where imported = 0 and released = 0;
