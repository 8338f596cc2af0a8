package services

import (
	"context"

	"github.com/spf13/cobra"

	"adhere/internal/serving"
	"adhere/internal/store"
)

const keysUse = "file of API keys (default keys.json in the user's data folder), or the address of a PostgreSQL database in which several services share them"

// KeysFlag adds --keys to a command and those below it.
func (p Services) KeysFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("keys", "", keysUse)
}

// OpenKeys opens the API keys that --keys names.
func (p Services) OpenKeys(ctx context.Context, given string) (*serving.Keyring, error) {
	if store.OnServer(given) {
		s, err := p.OpenStore(ctx, given) // until the program ends
		if err != nil {
			return nil, err
		}
		return serving.ShareKeys(ctx, s, p.Now)
	}
	return serving.OpenKeys(p.KeysPath(given), p.Now)
}
