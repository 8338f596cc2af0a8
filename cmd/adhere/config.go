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
	"go.yaml.in/yaml/v4"

	"adhere"
)

// configName is the configuration file that is read without being named.
const configName = "adhere.yaml"

// configure fills every flag that was not given: from its ADHERE_ variable,
// then from .env, then from the configuration file.
func (p *program) configure(cmd *cobra.Command) error {
	var err error
	if p.dotenv, err = readDotenv(".env"); err != nil {
		return err
	}
	file, err := readConfig(cmd)
	if err != nil {
		return err
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == "config" || err != nil {
			return
		}
		name := "ADHERE_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		value, from := p.lookup(name), name
		if value == "" {
			value, from = file.values[f.Name], file.path+": "+f.Name
		}
		if value == "" {
			return
		}
		if set := cmd.Flags().Set(f.Name, value); set != nil {
			err = &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: %q: %s", from, value, wanted(f, set)), Hint: "see " + cmd.CommandPath() + " --help for what --" + f.Name + " takes"}
		}
	})
	return err
}

// lookup returns an environment variable, or what .env says of it.
func (p *program) lookup(name string) string {
	if v, ok := p.env(name); ok {
		return v
	}
	return p.dotenv[name]
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

type configFile struct {
	path   string
	values map[string]string
}

// readConfig reads flag values, "max-connections: 50". A key that is no
// command's flag is an error: it would be ignored in silence otherwise.
func readConfig(cmd *cobra.Command) (configFile, error) {
	path, _ := cmd.Flags().GetString("config")
	given := path != ""
	if !given {
		path = configName
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !given {
		return configFile{}, nil
	}
	if err != nil {
		if noFile := readable(namedFile{"--config", path}); noFile != nil {
			return configFile{}, noFile
		}
		return configFile{}, &adhere.Error{Code: adhere.NotFound, Message: "--config", Err: err, Hint: "name a file that you may read"}
	}
	var raw map[string]any
	if err := yaml.Unmarshal(b, &raw); err != nil {
		return configFile{}, &adhere.Error{Code: adhere.Invalid, Message: path, Err: err, Hint: "one flag a line, for example max-connections: 50"}
	}
	known := map[string]bool{}
	everyFlag(cmd.Root(), func(name string) { known[name] = true })
	c := configFile{path, map[string]string{}}
	for name, value := range raw {
		if !known[name] {
			return c, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: no command has a flag --%s", path, name), Hint: "keys are flag names without the dashes in front"}
		}
		c.values[name] = fmt.Sprint(value)
	}
	return c, nil
}

func everyFlag(cmd *cobra.Command, see func(name string)) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { see(f.Name) })
	for _, sub := range cmd.Commands() {
		everyFlag(sub, see)
	}
}
