-- +goose Up

-- What a reader of the run's result must know from its beginning: a JSON list
-- of sentences.
alter table runs add column warnings text not null default 'null';
