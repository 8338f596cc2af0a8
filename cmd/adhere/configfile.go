package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v4"

	"adhere"
)

// A configFile holds flag values by the flags' names.
type configFile struct {
	path   string
	values map[string]configValue
}

// A configValue is one value, or a list of them.
type configValue struct {
	list  []string
	many  bool
	lines []int // of each value
	line  int
}

// folderConfig reads the file that --config names, or that of the folder.
func folderConfig(cmd *cobra.Command) (configFile, error) {
	if path, _ := cmd.Flags().GetString("config"); path != "" {
		return readConfig(cmd, path, true)
	}
	return readConfig(cmd, configName, false)
}

// readConfig reads flag values, "max-connections: 50". A key that is no
// command's flag, and not one of others, is an error: it would be ignored in
// silence otherwise. A file that was not given by name may be missing.
func readConfig(cmd *cobra.Command, path string, given bool, others ...string) (configFile, error) {
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
	known := map[string]bool{}
	everyFlag(cmd.Root(), func(name string) { known[name] = true })
	for _, name := range others {
		known[name] = true
	}
	return parseConfig(path, b, known)
}

// parseConfig reads the text of a configuration file.
func parseConfig(path string, text []byte, known map[string]bool) (configFile, error) {
	var raw map[string]yaml.Node
	if err := yaml.Unmarshal(text, &raw); err != nil {
		return configFile{}, &adhere.Error{Code: adhere.Invalid, Message: path, Err: err, Hint: "one flag a line, for example max-connections: 50"}
	}
	c := configFile{path, map[string]configValue{}}
	for name, node := range raw {
		value, err := configValueOf(&node)
		if err != nil {
			return c, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: %s: %s", path, node.Line, name, err), Hint: "for example judge: [openai/gpt-4o, anthropic/claude-sonnet-4]"}
		}
		c.values[name] = value
	}
	return c, c.check(known)
}

// check names the first key that is no flag.
func (c configFile) check(known map[string]bool) error {
	var unknown []string
	for name := range c.values {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	first := slices.MinFunc(unknown, func(a, b string) int { return c.values[a].line - c.values[b].line })
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: no command has a flag --%s", c.path, c.values[first].line, first), Hint: "keys are flag names without the dashes in front"}
}

// errNoValue is what a key with anything but a value or a list of values is
// told.
var errNoValue = errors.New("a value or a list of values wanted")

// configValueOf reads a value or a list of values. Nothing, and null, is no
// value.
func configValueOf(n *yaml.Node) (configValue, error) {
	v := configValue{line: n.Line}
	nodes := []*yaml.Node{n}
	if n = resolved(n); n.Kind == yaml.SequenceNode {
		nodes, v.many = n.Content, true
	}
	for _, one := range nodes {
		if one = resolved(one); one.Kind != yaml.ScalarNode || v.many && one.Tag == "!!null" {
			return v, errNoValue
		}
		if one.Tag != "!!null" {
			v.list, v.lines = append(v.list, one.Value), append(v.lines, one.Line)
		}
	}
	return v, nil
}

// resolved follows an alias.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// fill gives a flag the values that the file has for it.
func (c configFile) fill(cmd *cobra.Command, f *pflag.Flag) error {
	v := c.values[f.Name]
	if len(v.list) > 0 {
		if err := checkConfirmed(f, c.path); err != nil {
			return err
		}
	}
	if _, takesMany := f.Value.(pflag.SliceValue); v.many && !takesMany {
		return &adhere.Error{
			Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: %s: %s takes one value, not a list", c.path, v.line, f.Name, cmd.CommandPath()),
			Hint: "name one, or give --" + f.Name + " on the command line",
		}
	}
	for i, value := range v.list {
		if v.many && f.Value.Type() == "stringSlice" {
			value = uncut(value)
		}
		if value == "" {
			continue
		}
		if err := set(cmd, f, value, fmt.Sprintf("%s line %d: %s", c.path, v.lines[i], f.Name)); err != nil {
			return err
		}
	}
	return nil
}

// uncut quotes an entry of a list that a flag would take apart at its commas.
func uncut(value string) string {
	if !strings.ContainsAny(value, ",\"\n\r") {
		return value
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
}

func everyFlag(cmd *cobra.Command, see func(name string)) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { see(f.Name) })
	for _, sub := range cmd.Commands() {
		everyFlag(sub, see)
	}
}
