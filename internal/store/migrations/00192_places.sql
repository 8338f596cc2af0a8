-- +goose Up

-- Some invitations admit several people: a group gets one link.
alter table invites add column places integer not null default 1 check (places >= 0); -- that are left
update invites set places = 0 where used_by is not null;
