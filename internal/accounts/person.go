package accounts

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/internal/lazyregexp"
)

// A Role says what a person may do.
type Role string

// The roles. They are no ladder: annotators and adjudicators judge blind and
// must not see the runs, which name the models.
const (
	Admin       Role = "admin"       // everything
	Adjudicator Role = "adjudicator" // settles what annotators disagree on
	Annotator   Role = "annotator"   // labels what is assigned
	Viewer      Role = "viewer"      // looks through runs
)

// Roles lists the roles, the mightiest first.
func Roles() []Role { return []Role{Admin, Adjudicator, Annotator, Viewer} }

// Valid reports whether r is one of the roles.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// A Person is somebody with an account.
type Person struct {
	ID       int64
	Name     string // unique, lower case; "person/" and the name is the judge that the person is
	Role     Role
	Password string // argon2id hash; empty for nobody's password
	Disabled bool   // may not sign in
	Identity string // by what an identity provider knows the person; empty for who signs in by password only
	Created  time.Time
}

var goodName = lazyregexp.New(`^[a-z0-9][a-z0-9._-]{0,39}$`)

// cleanName returns the name in the form it is kept in.
func cleanName(name string) (string, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	if !goodName.MatchString(name) {
		return "", adhere.Errorf(adhere.Invalid, "the name %q cannot be used", name).
			WithHint("use up to 40 letters from a to z, digits, dots, underscores and hyphens, beginning with a letter or digit")
	}
	return name, nil
}

func checkRole(r Role) error {
	if r.Valid() {
		return nil
	}
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("there is no role %q", r), Hint: "choose one of admin, adjudicator, annotator, viewer"}
}
