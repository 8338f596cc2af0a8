package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/internal/settings"
	"adhere/model/provider"
)

// Who may send a key where. A key of the real environment goes to an address
// that the user gave himself. To one that a file of the folder names it goes
// only if the user says so: a folder that came from elsewhere could collect it.

const (
	sendKey   = "send-key"    // the flag that confirms one command
	sendKeyTo = "send-key-to" // the key of the user's own settings that confirms an address for good
)

// ownSettings is the user's own file of settings, beside those of folders.
// Where it lies no file of a folder can say. It is empty without a user's folder.
func (p *Program) ownSettings() string {
	if dir, ok := p.Env("XDG_CONFIG_HOME"); ok && dir != "" {
		return filepath.Join(dir, "adhere", configName)
	}
	if home := p.userFolder(); home != "" {
		return filepath.Join(home, ".config", "adhere", configName)
	}
	return ""
}

// ownConfig reads the user's own settings, if there are any.
func (p *Program) ownConfig(cmd *cobra.Command) (settings.File, error) {
	path := p.ownSettings()
	if path == "" {
		return settings.File{}, nil
	}
	file, err := readConfig(cmd, path, false, sendKeyTo)
	p.sendKeyTo = file.List(sendKeyTo)
	return file, err
}

// checkConfirmed refuses a file that confirms for its user.
func checkConfirmed(flag *pflag.Flag, file string) error {
	if flag.Name != sendKey || file == "" {
		return nil
	}
	return adhere.Errorf(adhere.Refused, "%s sets %s, which no file may", file, sendKey).
		WithHint("remove the line; --" + sendKey + " on the command line confirms one command, " + sendKeyTo + " in your own settings an address (docs/settings.md)")
}

// CheckKey refuses to send the key of the environment to an address that a
// file names, unless the user has confirmed it. who would ask there.
func (p *Program) CheckKey(who, address, file string) error {
	if address == "" || file == "" || p.sendKey || slices.ContainsFunc(p.sendKeyTo, func(a string) bool { return provider.SameAddress(a, address) }) {
		return nil
	}
	return adhere.Errorf(adhere.Refused, "%s: the key from your environment would go to %s, which %s names", who, address, file).
		WithHint(fmt.Sprintf("--%s confirms that it may, and so does %s: [%s] in %s for good; or set key and address in one place", sendKey, sendKeyTo, address, p.ownSettings()))
}
