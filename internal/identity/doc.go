// Package identity has people sign in at an identity provider, by OpenID
// Connect: it sends browsers there, and makes an account's identity and role
// out of what the provider says of whoever comes back.
package identity
