package store

import (
	"database/sql"

	"github.com/pressly/goose/v3"
)

// ServerSteps returns what brings a PostgreSQL database from version to version.
func ServerSteps(db *sql.DB) (*goose.Provider, error) { return provider(db, true) }
