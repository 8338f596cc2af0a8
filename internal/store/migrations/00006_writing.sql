-- +goose Up

-- Writing sessions: the questions, who would rather have which, what was begun,
-- and every move that was made.
create table writing_questions (
    id        text    not null primary key check (id <> ''),
    text      text    not null check (text <> ''),
    topic     text    not null,
    documents text    not null, -- their IDs, as JSON
    created   integer not null check (created > 0)
) strict;

create table writing_topics (
    person text    not null check (person <> ''),
    topic  text    not null check (topic <> ''),
    primary key (person, topic)
) strict;

create table writing_sessions (
    id       text    not null primary key check (id <> ''),
    question text    not null check (question <> ''),
    model    text    not null check (model <> ''),
    person   text    not null,
    head     text    not null, -- as JSON
    imported integer not null check (imported in (0, 1)),
    created  integer not null check (created > 0)
) strict;

-- Each person meets a question once, each question each model once. What was
-- collected elsewhere may be otherwise.
create unique index writing_sessions_person on writing_sessions (question, person) where imported = 0;
create unique index writing_sessions_model on writing_sessions (question, model) where imported = 0;

-- Only ever added to. What a page sends twice is there once.
create table writing_events (
    session text    not null references writing_sessions (id) on delete cascade,
    number  integer not null check (number > 0),
    action  text    not null check (action <> ''),
    body    blob    not null, -- the move, packed
    client  text    not null check (client <> ''),
    at      integer not null check (at > 0),
    primary key (session, number),
    unique (session, client)
) strict;

-- +goose StatementBegin
create trigger writing_events_stay before update on writing_events
begin
    select raise(abort, 'events are never changed');
end;
-- +goose StatementEnd

-- What a person has typed and not handed in.
create table writing_drafts (
    session text not null references writing_sessions (id) on delete cascade,
    field   text not null check (field <> ''),
    text    text not null,
    primary key (session, field)
) strict;
