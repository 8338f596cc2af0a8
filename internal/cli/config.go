package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/internal/settings"
	"adhere/internal/store"
)

// configName is the configuration file that is read without being named.
const configName = "adhere.yaml"

// Configure fills every flag that was not given: from its ADHERE_ variable,
// then from .env, from the configuration file, and from the user's own.
func (p *Program) Configure(cmd *cobra.Command) error {
	var err error
	if p.dotenv, err = settings.Dotenv(".env"); err != nil {
		return err
	}
	file, err := folderConfig(cmd)
	if err != nil {
		return err
	}
	own, err := p.ownConfig(cmd)
	if err != nil {
		return err
	}
	p.NamedDB = cmd.Flags().Changed("db")
	if spec := p.Spec; spec != nil && cmd.Flags().Lookup("spec") != nil {
		if err := spec.fill(p, cmd); err != nil {
			return err
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == "config" || err != nil {
			return
		}
		name := "ADHERE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if value := p.Lookup(name); value != "" {
			if err = checkConfirmed(f, p.Origin(name)); err == nil {
				err = set(cmd, f, value, name)
			}
			p.setBy(f, p.Origin(name))
			return
		}
		if err = fillFrom(file, cmd, f); err == nil && !f.Changed {
			err = fillFrom(own, cmd, f)
			return
		}
		p.setBy(f, file.Path)
	})
	return err
}

// set gives a flag a value that came from elsewhere than the command line.
func set(cmd *cobra.Command, f *pflag.Flag, value, from string) error {
	err := cmd.Flags().Set(f.Name, value)
	if err == nil {
		return nil
	}
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: %q: %s", from, value, wanted(f, err)), Hint: "see " + cmd.CommandPath() + " --help for what --" + f.Name + " takes"}
}

// Lookup returns an environment variable, or what .env says of it.
func (p *Program) Lookup(name string) string {
	if v, ok := p.Env(name); ok {
		return v
	}
	return p.dotenv[name]
}

// Origin says where a variable comes from: "" is the real environment.
func (p *Program) Origin(name string) string {
	if _, ok := p.Env(name); ok {
		return ""
	}
	return ".env"
}

// setBy notes that an address was set by a file of the working directory.
func (p *Program) setBy(f *pflag.Flag, file string) {
	isAddress := f.Name == "upstream" || f.Name == "oidc-issuer" || strings.HasSuffix(f.Name, "base-url") || store.OnServer(f.Value.String())
	if file == "" || !f.Changed || !isAddress {
		return
	}
	addresses := []string{f.Value.String()}
	if many, ok := f.Value.(pflag.SliceValue); ok {
		addresses = many.GetSlice()
	}
	if p.Addresses == nil {
		p.Addresses = map[string]string{}
	}
	for _, address := range addresses {
		if address != "" {
			p.Addresses[address] = file
		}
	}
}
