package identity

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/accounts"
)

// Rules say who may come in, and as what.
type Rules struct {
	Claim   string   // of the token, with dots into objects: groups, realm_access.roles, email
	Roles   []string // VALUE=ROLE; the first whose value the claim has counts, and * is any
	Domains []string // of confirmed e-mail addresses; none lets in every address, and none at all
}

func (r *Rules) check() error {
	if len(r.Roles) == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "nobody who signs in gets a role", Hint: "for example adhere-admins=admin and *=viewer"}
	}
	for _, rule := range r.Roles {
		value, role := cutRule(rule)
		if value == "" || !role.Valid() {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%q gives no role: expected VALUE=ROLE", rule), Hint: "for example adhere-admins=admin; roles are admin, adjudicator, annotator, viewer"}
		}
		if value != "*" && r.Claim == "" {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%q names a value, but --oidc-claim is missing", rule), Hint: "name the claim, such as groups"}
		}
	}
	return nil
}

// cutRule takes VALUE=ROLE apart; values may hold an equals sign.
func cutRule(rule string) (value string, role accounts.Role) {
	at := strings.LastIndexByte(rule, '=')
	if at < 0 {
		return "", ""
	}
	return rule[:at], accounts.Role(rule[at+1:])
}

// role returns what somebody with those claims is. The error's code is Refused
// where the person may not come in.
func (r *Rules) role(claims map[string]any) (accounts.Role, error) {
	refused := func(why string) (accounts.Role, error) {
		return "", &adhere.Error{Code: adhere.Refused, Message: "you may not sign in here: " + why, Hint: "an administrator of this server can change that"}
	}
	if domain := domainOf(claims); len(r.Domains) > 0 && !slices.ContainsFunc(r.Domains, func(d string) bool { return domain != "" && strings.EqualFold(d, domain) }) {
		return refused("the provider has no e-mail address of yours in an allowed domain")
	}
	values := valuesAt(claims, r.Claim)
	if r.Claim == "email" {
		values = []string{confirmedEmail(claims)}
	}
	for _, rule := range r.Roles {
		if value, role := cutRule(rule); value == "*" || slices.Contains(values, value) {
			return role, nil
		}
	}
	return refused("nothing that the provider says about you gives you a role")
}

// confirmedEmail returns the e-mail address, if the provider vouches for it:
// some let people write any.
func confirmedEmail(claims map[string]any) string {
	address, _ := claims["email"].(string)
	switch claims["email_verified"] {
	case true, "true":
		return address
	default:
		return ""
	}
}

// domainOf returns the domain of the e-mail address that the provider vouches
// for. With Google anybody can have an account under any address; who belongs to
// a domain there has a claim of its own.
func domainOf(claims map[string]any) string {
	if issuer, _ := claims["iss"].(string); strings.TrimPrefix(issuer, "https://") == "accounts.google.com" {
		hosted, _ := claims["hd"].(string)
		return hosted
	}
	_, domain, _ := strings.Cut(confirmedEmail(claims), "@")
	return domain
}

// valuesAt returns the texts that a claim has. Its name may hold dots itself,
// as addresses do.
func valuesAt(claims map[string]any, name string) []string {
	value, found := claims[name]
	for at := 0; !found && at < len(name); at++ {
		if name[at] != '.' {
			continue
		}
		if inner, ok := claims[name[:at]].(map[string]any); ok {
			return valuesAt(inner, name[at+1:])
		}
	}
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, one := range value {
			if text, ok := one.(string); ok {
				all = append(all, text)
			}
		}
		return all
	default:
		return nil
	}
}

// nameOf returns the name that somebody has at the provider.
func nameOf(claims map[string]any) string {
	for _, claim := range []string{"preferred_username", "email", "name"} {
		if text, ok := claims[claim].(string); ok && text != "" {
			name, _, _ := strings.Cut(text, "@")
			return name
		}
	}
	return ""
}
