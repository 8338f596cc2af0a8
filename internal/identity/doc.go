// Package identity lets people sign in through an identity provider, by OpenID
// Connect: it sends browsers there, and derives an account's identity and role
// from the provider's answer.
package identity
