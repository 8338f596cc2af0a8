package model

import "adhere"

// Address returns where m's calls are made, "http://gpu:8000/v1", without keys
// and credentials. It is empty at the provider's own address, which the name
// of the model says already, and for what calls nobody. who is a model, which may
// be wrapped, or a subject.
func Address(who any) string {
	for who != nil {
		switch v := who.(type) {
		case interface{ Address() string }:
			return v.Address()
		case interface{ Unwrap() adhere.Model }:
			who = v.Unwrap()
		default:
			return ""
		}
	}
	return ""
}

// Identity names who answers: the model's name, followed by "@" and its
// Address where that is not the provider's own. Two servers that call their
// models by one name have different identities, so that a stored reply of one
// is never taken for the other's.
func Identity(who interface{ Name() string }) string {
	if address := Address(who); address != "" {
		return who.Name() + "@" + address
	}
	return who.Name()
}
