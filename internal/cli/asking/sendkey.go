package asking

import (
	"strings"

	"adhere/internal/cli"
)

// KeyUse notes whose key an opened model takes, and who named its address.
type KeyUse struct {
	p       *cli.Program
	baseURL string // as given by a flag
	from    string // the file that set the address; empty is the user himself
	keyed   bool   // by the real environment
}

// KeyUse begins to note whose key goes to an address that a flag gave.
func (p Models) KeyUse(baseURL string) *KeyUse {
	return &KeyUse{p: p.Program, baseURL: baseURL, from: p.Addresses[baseURL]}
}

// Watched is lookup with a note of what was found where.
func (k *KeyUse) Watched(lookup func(string) string) func(string) string {
	return func(name string) string {
		value := lookup(name)
		_, real := k.p.Env(name)
		switch {
		case value == "":
		case isKey(name):
			k.keyed = real
		case k.baseURL == "" && !real && setsAddress(name):
			k.from = ".env"
		}
		return value
	}
}

// Check refuses what the user has not confirmed.
func (k *KeyUse) Check(who, address string) error {
	if !k.keyed {
		return nil
	}
	return k.p.CheckKey(who, address, k.from)
}

// isKey reports whether a variable holds what opens a provider's door.
func isKey(name string) bool {
	return strings.HasSuffix(name, "_API_KEY") || strings.Contains(name, "_TOKEN")
}

// setsAddress reports whether a variable holds where a provider is.
func setsAddress(name string) bool {
	return strings.HasSuffix(name, "_BASE_URL") || strings.HasSuffix(name, "_ENDPOINT") || name == "OLLAMA_HOST"
}
