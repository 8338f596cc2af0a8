package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v4"

	"adhere"
	"adhere/internal/plainyaml"
	"adhere/internal/serving"
	"adhere/verify"
)

// A RuleFile is what the operator demands of answers: constraints, and what is
// done about them, by key, route, model and name of the prompt.
type RuleFile struct {
	path    string
	catalog *verify.Catalog
	divide  Divide

	mu     sync.RWMutex
	rules  []rule
	seen   fs.FileInfo
	err    error
	warned string // of which change and problem
}

// A rule is one entry of a rule file.
type rule struct {
	name     string
	when     conditions
	settings ruleSettings
	list     *checklist
}

// conditions say which requests a rule is for. All that are given must hold; of
// the names in one of them, any. In a name, * stands for anything.
type conditions struct {
	Key    names `yaml:"key"`    // the key's name
	Route  names `yaml:"route"`  // chat, responses, messages
	Model  names `yaml:"model"`  // without a strategy
	Prompt names `yaml:"prompt"` // the prompt's name, as the request gives it
}

// ruleSettings are in the place of the gateway's own; a request may choose
// others unless the rule is enforced.
type ruleSettings struct {
	Strategy    string     `yaml:"strategy"`
	OnExhausted Exhaustion `yaml:"on_exhausted"`
	Judge       string     `yaml:"judge"`
	Enforce     bool       `yaml:"enforce"`
}

// ruleEntry is a rule as it is written.
type ruleEntry struct {
	Name         string     `yaml:"name"`
	When         conditions `yaml:"when"`
	ruleSettings `yaml:",inline"`
	Constraints  []ruleConstraint `yaml:"constraints"`
}

// ruleConstraint is a text, or a text with the rule that decides it.
type ruleConstraint struct {
	text string
	rule *adhere.Rule
	line int // 0 for what is empty
}

// UnmarshalYAML reads either form.
func (c *ruleConstraint) UnmarshalYAML(n *yaml.Node) error {
	if c.line = n.Line; n.Kind == yaml.ScalarNode {
		return n.Decode(&c.text)
	}
	var full struct {
		Text string `yaml:"text"`
		Rule *struct {
			Name string         `yaml:"name"`
			Args map[string]any `yaml:"args"`
		} `yaml:"rule"`
	}
	if err := plainyaml.Part(n, &full); err != nil {
		return err
	}
	c.text = full.Text
	if full.Rule != nil {
		c.rule = &adhere.Rule{Name: full.Rule.Name}
		if full.Rule.Args != nil {
			c.rule.Args = encoded(full.Rule.Args)
		}
	}
	if c.rule == nil && adhere.Blank(c.text) {
		return errors.New("a constraint has neither a text nor a rule")
	}
	return nil
}

// names are one name or several.
type names []string

// UnmarshalYAML reads either form.
func (s *names) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*s = names{n.Value}
		return nil
	}
	return n.Decode((*[]string)(s))
}

func (s names) hold(name string) bool {
	return len(s) == 0 || slices.ContainsFunc(s, func(pattern string) bool { return serving.Matches(pattern, name) })
}

// mostRules bounds a rule file.
const mostRules = 1000

// OpenRules reads a rule file. Its constraints in words are decided as divide
// says.
func OpenRules(path string, catalog *verify.Catalog, divide Divide) (*RuleFile, error) {
	f := &RuleFile{path: path, catalog: catalog, divide: divide.orEnglish()}
	f.Reload(slog.New(slog.DiscardHandler))
	return f, f.err
}

// Follow looks for changes of the file every second until ctx ends, and logs each
// once. One that cannot be read leaves the rules as they were.
func (f *RuleFile) Follow(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			f.Reload(log)
		}
	}
}

// Reload reads the file if it has changed, and says so in the log.
func (f *RuleFile) Reload(log *slog.Logger) {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := os.Stat(f.path)
	if err == nil && f.seen != nil && os.SameFile(info, f.seen) && info.Size() == f.seen.Size() && info.ModTime().Equal(f.seen.ModTime()) {
		f.err, f.warned = nil, ""
		return
	}
	raw, err := os.ReadFile(f.path)
	if err != nil {
		f.err = &adhere.Error{Code: adhere.Invalid, Message: "cannot read the rule file " + f.path, Hint: "name a file that you may read with --rules", Err: err}
		f.warn(log, info)
		return
	}
	rules, err := readRules(raw, f.path, f.catalog, f.divide)
	if f.err = err; err != nil {
		f.warn(log, info)
		return
	}
	f.rules, f.seen, f.warned = rules, info, ""
	log.Info("the rule file has changed; its rules are in force", "file", f.path, "rules", len(rules))
}

// warn logs, once for each change, why a file cannot be used.
func (f *RuleFile) warn(log *slog.Logger, info fs.FileInfo) {
	change := f.err.Error()
	if info != nil {
		change += info.ModTime().String()
	}
	if change != f.warned {
		log.Warn("the rule file cannot be used; the old rules stay in force", "file", f.path, "error", f.err.Error())
	}
	f.warned = change
}

// readRules reads the text of a rule file.
func readRules(raw []byte, path string, catalog *verify.Catalog, divide Divide) ([]rule, error) {
	var file struct {
		Rules []ruleEntry `yaml:"rules"`
	}
	wrong := func(message string) error {
		return &adhere.Error{Code: adhere.Invalid, Message: path + ": " + message, Hint: "docs/gateway.md shows a rule file"}
	}
	if err := plainyaml.Read(raw, &file); err != nil {
		return nil, wrong(err.Error())
	}
	if len(file.Rules) > mostRules {
		return nil, wrong(fmt.Sprintf("%d rules, at most %d are read", len(file.Rules), mostRules))
	}
	var lines struct{ Rules []yaml.Node }
	_ = yaml.Unmarshal(raw, &lines) // it was read before
	rules := make([]rule, len(file.Rules))
	for i := range file.Rules {
		e := &file.Rules[i]
		if e.Name == "" {
			e.Name = strconv.Itoa(i + 1)
		}
		bad := func(err error, line int) error {
			return wrong(fmt.Sprintf("rule %s: %s (line %d)", e.Name, err, line))
		}
		if err := e.check(); err != nil {
			return nil, bad(err, lines.Rules[i].Line)
		}
		given := make([]constraintOption, len(e.Constraints))
		for k, c := range e.Constraints {
			given[k] = constraintOption{Text: c.text, Rule: c.rule}
			if err := given[k].check(fmt.Sprintf("constraint %d: ", k+1), catalog); err != nil {
				return nil, bad(err, cmp.Or(c.line, lines.Rules[i].Line))
			}
		}
		list, err := readGiven(FromRules, "constraints", given, catalog, divide)
		if err != nil {
			return nil, bad(err, lines.Rules[i].Line)
		}
		rules[i] = rule{e.Name, e.When, e.ruleSettings, list}
	}
	return rules, nil
}

// check refuses what is in no list.
func (e *ruleEntry) check() error {
	s := Settings{Strategy: e.Strategy, OnExhausted: e.OnExhausted}.filled()
	if err := s.check(); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "adhere."))
	}
	for _, name := range e.When.Route {
		if !slices.Contains([]string{"chat", "responses", "messages", "*"}, name) {
			return fmt.Errorf("when.route: %q is not one of chat, responses, messages", name)
		}
	}
	return nil
}

// A caseOf is what rules are chosen by.
type caseOf struct{ key, route, model, prompt string }

// find returns the rules for a request, in the order of the file.
func (f *RuleFile) find(c caseOf) []*rule {
	if f == nil {
		return nil
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	var found []*rule
	for i := range f.rules {
		r := &f.rules[i]
		if r.when.Key.hold(c.key) && r.when.Route.hold(c.route) && r.when.Model.hold(c.model) && r.when.Prompt.hold(c.prompt) {
			found = append(found, r)
		}
	}
	return found
}

// over returns the settings with the rules' in their place; of several the last
// counts.
func over(s Settings, rules []*rule, enforced bool) Settings {
	for _, r := range rules {
		if enforced && !r.settings.Enforce {
			continue
		}
		s.Strategy = cmp.Or(r.settings.Strategy, s.Strategy)
		s.OnExhausted = cmp.Or(r.settings.OnExhausted, s.OnExhausted)
		s.Judge = cmp.Or(r.settings.Judge, s.Judge)
	}
	return s
}

// demanded joins the constraints of rules.
func demanded(rules []*rule) *checklist {
	all := &checklist{source: FromRules}
	for _, r := range rules {
		all = all.and(r.list)
	}
	return all
}
