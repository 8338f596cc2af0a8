// Package accounts knows who may use the pages: people with a role, their
// passwords, sessions and the links by which they are invited.
//
// Start with a Keeper. It holds no state but what slows down the guessing of
// passwords; people, sessions and invitations live wherever its three parts
// keep them. Tokens are random and only their hashes are kept, so that a copy
// of the database opens no door.
package accounts
