-- +goose Up

-- What was done to a campaign as a whole, by whom. Only ever added to.
create table campaign_log (
    id       integer not null primary key,
    campaign text    not null references campaigns (id) on delete cascade,
    person   text    not null check (person <> ''),
    kind     text    not null check (kind in ('started', 'closed', 'reopened', 'guidelines', 'settings', 'paused', 'resumed')),
    about    text    not null, -- whom it is about, where it is about one person
    body     text    not null, -- the new guidelines, why somebody was paused
    at       integer not null check (at > 0)
) strict;

create index campaign_log_by_campaign on campaign_log (campaign, id);

create index campaign_events_in_order on campaign_events (campaign, id);

-- Why somebody gets no more work; empty where the person does.
alter table campaign_members add column paused text not null default '';

-- +goose StatementBegin
create trigger campaign_log_stays before update on campaign_log
begin
    select raise(abort, 'what was done is never changed');
end;
-- +goose StatementEnd
