package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
)

// configName is the configuration file that is read without being named.
const configName = "adhere.yaml"

// configure fills every flag that was not given: from its ADHERE_ variable,
// then from .env, from the configuration file, and from the user's own.
func (p *program) configure(cmd *cobra.Command) error {
	var err error
	if p.dotenv, err = readDotenv(".env"); err != nil {
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
	p.namedDB = cmd.Flags().Changed("db")
	if spec := p.spec; spec != nil && cmd.Flags().Lookup("spec") != nil {
		if err := spec.fill(p, cmd); err != nil {
			return err
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == "config" || err != nil {
			return
		}
		name := "ADHERE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if value := p.lookup(name); value != "" {
			if err = checkConfirmed(f, p.origin(name)); err == nil {
				err = set(cmd, f, value, name)
			}
			p.setBy(f, p.origin(name))
			return
		}
		if err = file.fill(cmd, f); err == nil && !f.Changed {
			err = own.fill(cmd, f)
			return
		}
		p.setBy(f, file.path)
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

// lookup returns an environment variable, or what .env says of it.
func (p *program) lookup(name string) string {
	if v, ok := p.env(name); ok {
		return v
	}
	return p.dotenv[name]
}

// origin says where a variable comes from: "" is the real environment.
func (p *program) origin(name string) string {
	if _, ok := p.env(name); ok {
		return ""
	}
	return ".env"
}

// setBy notes that an address was set by a file of the working directory.
func (p *program) setBy(f *pflag.Flag, file string) {
	if file == "" || !f.Changed || f.Name != "upstream" && !strings.HasSuffix(f.Name, "base-url") {
		return
	}
	addresses := []string{f.Value.String()}
	if many, ok := f.Value.(pflag.SliceValue); ok {
		addresses = many.GetSlice()
	}
	if p.addresses == nil {
		p.addresses = map[string]string{}
	}
	for _, address := range addresses {
		if address != "" {
			p.addresses[address] = file
		}
	}
}

// readDotenv reads NAME=VALUE lines; quotes around a value are dropped. A file
// that is not there is empty.
func readDotenv(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path, Err: err}
	}
	defer f.Close()
	vars := map[string]string{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		if !ok {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: NAME=VALUE wanted", path, n)}
		}
		value = strings.TrimSpace(value)
		if len(value) >= 2 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
			value = value[1 : len(value)-1]
		}
		vars[strings.TrimSpace(name)] = value
	}
	return vars, lines.Err()
}
