// Package accounts decides who may use the pages: people with a role, their
// passwords, sessions and invitations.
//
// Start with a Keeper. Its only state limits the guessing of passwords; its
// three parts store people, sessions and invitations. Tokens are random and
// only their hashes are stored, so a copy of the database gives no access.
package accounts
