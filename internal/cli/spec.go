package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v4"

	"adhere"
	"adhere/internal/settings"
	"adhere/internal/userfile"
)

// SpecFlags name an evaluation as a file of plain data.
type SpecFlags struct {
	path  string
	Print bool
	Bench string // what the file evaluates
}

// specBench is the key of a spec that is no flag: what is evaluated.
const specBench = "bench"

// Register adds the flags.
func (s *SpecFlags) Register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.path, "spec", "", "a YAML file with bench and the values of flags, by their names; the command line takes precedence")
	f.BoolVar(&s.Print, "print-spec", false, "print these flags as a file for --spec, and do nothing else")
}

// Args wants a benchmark on the command line unless a file may name it.
func (s *SpecFlags) Args(cmd *cobra.Command, args []string) error {
	if len(args) == 0 && s.path != "" {
		return nil
	}
	return cobra.ExactArgs(1)(cmd, args)
}

// fill reads the file and gives its values to flags that were not given.
func (s *SpecFlags) fill(p *Program, cmd *cobra.Command) error {
	if s.path == "" {
		return nil
	}
	text, err := userfile.Named("--spec", s.path).Read()
	if err != nil {
		return err
	}
	return s.Read(p, cmd, s.path, text)
}

// Read gives values to flags as a text says, which has a name for messages.
func (s *SpecFlags) Read(p *Program, cmd *cobra.Command, name string, text []byte) error {
	known := map[string]bool{specBench: true}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { known[f.Name] = OfEvaluation(f) })
	file, err := settings.Parse(name, text, known)
	if err != nil {
		return err
	}
	if names := file.List(specBench); len(names) == 1 {
		s.Bench = names[0]
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if err == nil && !f.Changed {
			err = fillFrom(file, cmd, f)
			p.setBy(f, name)
		}
	})
	return err
}

// OfEvaluation reports whether a flag is of the evaluation, and not of where it is
// carried out or shown.
func OfEvaluation(f *pflag.Flag) bool {
	switch f.Name {
	case "spec", "print-spec", "help", "config", "db", "json", "quiet", "dry-run", "resume", "restart", "no-store", "workers", "queue", "priority", sendKey:
		return false
	default:
		return true
	}
}

// Target returns what is evaluated: the argument, else what the file says.
func (s *SpecFlags) Target(args []string) (string, error) {
	switch {
	case len(args) > 0:
		return args[0], nil
	case s.Bench == "":
		return "", &adhere.Error{Code: adhere.Invalid, Message: s.path + ": bench is missing", Hint: "a line such as bench: tasks.jsonl, or the name of a benchmark"}
	default:
		return s.Bench, nil
	}
}

// Show prints the evaluation as a file that --spec reads.
func (s *SpecFlags) Show(p *Program, cmd *cobra.Command, bench string) error {
	text, err := s.Document(cmd, bench)
	if err == nil {
		_, err = p.Out.Write(text)
	}
	return err
}

// Document is the evaluation as a file that --spec reads.
func (s *SpecFlags) Document(cmd *cobra.Command, bench string) ([]byte, error) {
	doc := &yaml.Node{Kind: yaml.MappingNode}
	add := func(name string, value *yaml.Node) {
		doc.Content = append(doc.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: name}, value)
	}
	scalar := func(text string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Value: text} }
	add(specBench, scalar(bench))
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Changed || !OfEvaluation(f) || f.Name == "data" { // where data lies differs from machine to machine
			return
		}
		many, ok := f.Value.(pflag.SliceValue)
		if !ok {
			add(f.Name, scalar(f.Value.String()))
			return
		}
		values := many.GetSlice()
		switch {
		case f.Name == "judge": // a jury
			add(f.Name, scalar(strings.Join(values, ",")))
			return
		case len(values) == 1 && f.Name != "stop": // no sweep
			add(f.Name, scalar(values[0]))
			return
		}
		list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, one := range values {
			if v, err := strconv.ParseFloat(one, 64); err == nil && f.Value.Type() == "float64Slice" { // which writes six decimals
				one = strconv.FormatFloat(v, 'g', -1, 64)
			}
			list.Content = append(list.Content, scalar(one))
		}
		add(f.Name, list)
	})
	return yaml.Marshal(doc)
}
