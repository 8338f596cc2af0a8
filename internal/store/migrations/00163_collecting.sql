-- +goose Up

-- What whoever leads the writing settles on the pages: questions that are only
-- proposed, whom a question is for, and named sets of documents.
alter table writing_questions add column state text not null default '' check (state in ('', 'proposed', 'refused'));
alter table writing_questions add column people text not null default 'null'; -- as JSON; null and none stand for anybody
alter table writing_questions add column origin text not null default ''; -- what a proposal was built from

create table document_sets (
    name      text    not null primary key check (name <> ''),
    documents text    not null, -- their IDs, as JSON
    created   integer not null check (created > 0)
) strict;
