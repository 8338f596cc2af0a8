-- +goose Up

create index documents_by_digest on documents (digest);
