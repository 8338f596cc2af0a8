package prompt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"adhere/internal/lists"
)

// A use is a variable that a template mentions.
type use struct {
	name string
	line int
}

// checkNames holds what the wording mentions against the declared variables:
// an unknown name and a needed value that is never shown are errors.
func (t *tmpl) checkNames() error {
	var shown []use
	for _, s := range t.sections {
		shown = append(shown, t.uses(s.body.Tree)...)
	}
	all := shown
	if t.reply != nil {
		all = append(slices.Clip(all), t.uses(t.reply.Tree)...)
	}
	for _, u := range all {
		if !slices.ContainsFunc(t.vars, func(v variable) bool { return v.name == u.name }) {
			return broken(t.file, u.line, "there is no variable .%s: expected %s", u.name, t.varNames())
		}
	}
	for _, v := range t.vars {
		if !v.optional && !slices.ContainsFunc(shown, func(u use) bool { return u.name == v.name }) {
			return broken(t.file, t.sections[len(t.sections)-1].line, "the message never shows .%s, which it must", v.name)
		}
	}
	return nil
}

// fits holds a replacement against the original: it must do with the same
// variables and keep the roles, which are the protocol's.
func (t *tmpl) fits(orig *tmpl) error {
	t.vars = orig.vars
	t.about = cmp.Or(t.about, orig.about)
	if t.reply == nil {
		t.reply = orig.reply
	}
	for i, s := range t.sections {
		if i >= len(orig.sections) || s.role != orig.sections[i].role {
			return broken(t.file, s.line, "a pack replaces wording, not roles: expected %s", orig.roles())
		}
	}
	if len(t.sections) < len(orig.sections) {
		return broken(t.file, t.sections[len(t.sections)-1].line, "a message is missing: expected %s", orig.roles())
	}
	return t.try()
}

func (t *tmpl) roles() string {
	return strings.Join(lists.Map(t.sections, func(s section) string { return string(s.role) }), ", ")
}

func (t *tmpl) varNames() string {
	return strings.Join(lists.Map(t.vars, func(v variable) string { return "." + v.name }), ", ")
}

func (t *tmpl) uses(tree *parse.Tree) []use {
	w := walker{tree: tree}
	w.walk(tree.Root, true)
	return w.uses
}

// A walker collects the variables that a parse tree reads. top says whether
// the dot is still the data: inside range and with it is something else, and
// only $.Name reaches the data.
type walker struct {
	tree *parse.Tree
	uses []use
}

func (w *walker) walk(n parse.Node, top bool) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil { // there is no else
			return
		}
		for _, one := range n.Nodes {
			w.walk(one, top)
		}
	case *parse.ActionNode:
		w.walk(n.Pipe, top)
	case *parse.IfNode:
		w.branch(&n.BranchNode, top, top)
	case *parse.RangeNode:
		w.branch(&n.BranchNode, top, false)
	case *parse.WithNode:
		w.branch(&n.BranchNode, top, false)
	case *parse.PipeNode:
		for _, cmd := range n.Cmds {
			for _, arg := range cmd.Args {
				w.walk(arg, top)
			}
		}
	case *parse.FieldNode:
		if top {
			w.use(n, n.Ident[0])
		}
	case *parse.VariableNode:
		if n.Ident[0] == "$" && len(n.Ident) > 1 {
			w.use(n, n.Ident[1])
		}
	}
}

func (w *walker) branch(b *parse.BranchNode, top, inside bool) {
	w.walk(b.Pipe, top)
	w.walk(b.List, inside)
	w.walk(b.ElseList, top)
}

func (w *walker) use(n parse.Node, name string) {
	location, _ := w.tree.ErrorContext(n) // "file:line:column"
	parts := strings.Split(location, ":")
	line := 1
	if len(parts) >= 3 {
		line, _ = strconv.Atoi(parts[len(parts)-2])
	}
	w.uses = append(w.uses, use{name, line})
}
