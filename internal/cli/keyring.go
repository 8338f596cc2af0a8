package cli

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"adhere/internal/serving"
	"adhere/internal/store"
)

const keysUse = "file of API keys (default keys.json in the user's data folder), or the address of a PostgreSQL database in which several services share them"

// KeysFlag adds --keys to a command and those below it.
func (p *Program) KeysFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("keys", "", keysUse)
}

// KeysPath returns the keys file that --keys names, or the one that all
// services share.
func (p *Program) KeysPath(given string) string {
	if given != "" {
		return given
	}
	return filepath.Join(p.home(), "keys.json")
}

// OpenKeys opens the API keys that --keys names.
func (p *Program) OpenKeys(ctx context.Context, given string) (*serving.Keyring, error) {
	if store.OnServer(given) {
		s, err := p.OpenStore(ctx, given) // until the program ends
		if err != nil {
			return nil, err
		}
		return serving.ShareKeys(ctx, s, p.Now)
	}
	return serving.OpenKeys(p.KeysPath(given), p.Now)
}
