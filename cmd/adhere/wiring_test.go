package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What this folder may hold at most. The figures go down as logic moves into
// its rooms; new commands bring their flags.
const (
	mostLines = 6050 // of all files but tests
	mostLogic = 300  // of them in functions that touch neither flags, cobra, program nor os
)

// TestOnlyWiring holds that this folder is flags, help, wiring and printing:
// what touches none of them is logic, which belongs into a package that other
// programs can use.
func TestOnlyWiring(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	lines, logic := 0, 0
	var offenders []offender
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		lines += fset.File(file.Pos()).LineCount()
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && !isWiring(fn) {
				n := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1
				offenders, logic = append(offenders, offender{fset.Position(fn.Pos()).String(), fn.Name.Name, n}), logic+n
			}
		}
	}
	t.Logf("%d lines, of which %d in %d functions are logic", lines, logic, len(offenders))
	if lines > mostLines {
		t.Errorf("%d lines, expected at most %d: move what is not flags, help, wiring or printing into its room", lines, mostLines)
	}
	if logic > mostLogic {
		slices.SortFunc(offenders, func(a, b offender) int { return b.lines - a.lines })
		var names []string
		for _, o := range offenders[:min(40, len(offenders))] {
			names = append(names, fmt.Sprintf("%s: %s, %d lines", o.at, o.name, o.lines))
		}
		t.Errorf("%d lines of functions that touch neither flags, cobra, program nor os, expected at most %d; the longest:\n%s", logic, mostLogic, strings.Join(names, "\n"))
	}
}

type offender struct {
	at, name string
	lines    int
}

// isWiring reports whether a function names the process, its flags or the
// program.
func isWiring(fn *ast.FuncDecl) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.SelectorExpr:
			if pkg, ok := x.X.(*ast.Ident); ok && slices.Contains([]string{"os", "cobra", "pflag"}, pkg.Name) {
				found = true
			}
		case *ast.Ident:
			found = found || x.Name == "program"
		}
		return !found
	})
	return found
}
