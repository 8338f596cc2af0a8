-- +goose Up

-- A campaign's log takes whatever is noted: the program knows the kinds. SQLite
-- cannot drop a check, so the table is made anew.
create table campaign_log_anew (
    id       integer not null primary key,
    campaign text    not null references campaigns (id) on delete cascade,
    person   text    not null check (person <> ''),
    kind     text    not null check (kind <> ''),
    about    text    not null, -- whom it is about, where it is about one person
    body     text    not null, -- the new guidelines, why somebody was paused
    at       integer not null check (at > 0)
) strict;

insert into campaign_log_anew (campaign, person, kind, about, body, at)
select campaign, person, kind, about, body, at from campaign_log order by id;

drop table campaign_log;
alter table campaign_log_anew rename to campaign_log;

create index campaign_log_by_campaign on campaign_log (campaign, id);

-- +goose StatementBegin
create trigger campaign_log_is_kept before update on campaign_log
begin
    select raise(abort, 'what was done is never changed');
end;
-- +goose StatementEnd

-- Who a person is on the platform that sent them; empty where none did.
alter table campaign_members add column participant text not null default '';
