package accounts

import (
	"context"
	"time"
)

// An Act is an entry of the audit log: something that somebody did who
// administers, or that somebody signed in or was refused. It holds no secrets.
type Act struct {
	ID      int64     `json:"id"` // later ones have higher
	Time    time.Time `json:"time"`
	Who     string    `json:"who,omitempty"`     // a person's name, or "command line" with the user's; empty for nobody who is known
	Address string    `json:"address,omitempty"` // of the client
	Action  string    `json:"action"`
	About   string    `json:"about,omitempty"` // the account, key, campaign or run
	Detail  string    `json:"detail,omitempty"`
}

// What an Act's Action can be. A campaign's are "campaign." and what its own
// log says, such as "campaign.closed".
const (
	AccountMade     = "account.made"
	AccountRole     = "account.role"
	AccountDisabled = "account.disabled"
	AccountEnabled  = "account.enabled"
	AccountPassword = "account.password"
	AccountIdentity = "account.identity"
	InviteMade      = "invitation.made"
	InviteRevoked   = "invitation.revoked"
	SessionBegun    = "session.begun"
	SessionRefused  = "session.refused"
	SessionEnded    = "session.ended"
	KeyMade         = "key.made"
	KeyRevoked      = "key.revoked"
	CampaignMade    = "campaign.made"
	CampaignMember  = "campaign.member"
	RunRemoved      = "run.removed"
	RequestsRemoved = "requests.removed"
	CallsRemoved    = "calls.removed"
)

type actorKey struct{}

type actor struct{ who, address string }

// By says who does what is done with the context that it returns, and the
// address of the client.
func By(ctx context.Context, who, address string) context.Context {
	return context.WithValue(ctx, actorKey{}, actor{who, address})
}

// Doer returns what By put into ctx.
func Doer(ctx context.Context) (who, address string) {
	d, _ := ctx.Value(actorKey{}).(actor)
	return d.who, d.address
}

// NoteRefused notes that somebody was not let in: the account of that name,
// which is empty where there is none.
func (k *Keeper) NoteRefused(ctx context.Context, name, why string) error {
	return k.store.NoteAct(ctx, SessionRefused, name, why)
}

// Acts returns the audit log, as its keeper does.
func (k *Keeper) Acts(ctx context.Context, before int64, most int) ([]Act, error) {
	return k.store.Acts(ctx, before, most)
}
