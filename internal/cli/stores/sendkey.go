package stores

import (
	"net/url"
)

// checkPassword refuses to sign in at a database that a file names with a
// password of the user's: by a variable, or by a file that the address names. A
// password file in its usual place says itself which servers it is for.
func (p Databases) checkPassword(address string) error {
	u, _ := url.Parse(address)
	if u == nil {
		return nil // which opening it reports
	}
	if _, own := u.User.Password(); own || u.Query().Has("password") {
		return nil
	}
	for _, name := range [...]string{"PGPASSWORD", "PGSERVICE"} {
		if value, _ := p.Env(name); value != "" {
			return p.CheckKey(name, address, p.Addresses[address])
		}
	}
	for _, name := range [...]string{"service", "passfile"} {
		if u.Query().Has(name) {
			return p.CheckKey(name, address, p.Addresses[address])
		}
	}
	return nil
}
