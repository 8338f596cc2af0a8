package web

import (
	"slices"

	"adhere/internal/accounts"
)

// An access says who may pass. The zero value lets nobody through.
type access struct {
	anyone bool // also who is not signed in
	roles  []accounts.Role
}

func anyone() access { return access{anyone: true} }

func signedIn() access { return access{roles: accounts.Roles()} }

func only(roles ...accounts.Role) access { return access{roles: roles} }

// seesRuns is who may look at runs. Annotators and adjudicators may not: runs
// name the models whose answers they judge blind.
func seesRuns() access { return only(accounts.Admin, accounts.Viewer) }

func (a access) admits(role accounts.Role) bool {
	return a.anyone || slices.Contains(a.roles, role)
}
