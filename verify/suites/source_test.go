package suites_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// A declared is a type or constant of package algebra with its comment.
type declared struct{ name, value, doc string }

// algebraSource reads what package algebra declares: its types, which are known by
// the method that makes them ready, and its constants by their type.
func algebraSource(t *testing.T) (types, constants map[string][]declared) {
	t.Helper()
	types, constants = map[string][]declared{}, map[string][]declared{}
	marked := map[string]string{}
	kinds := map[string]string{"node": "expr", "gauge": "measure", "cuts": "source"}
	var specs []*ast.TypeSpec
	for _, file := range []string{"units.go", "expr.go", "compile.go", "formats.go", "select.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), "../algebra/"+file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil || kinds[d.Name.Name] == "" {
					continue
				}
				if receiver, ok := d.Recv.List[0].Type.(*ast.Ident); ok {
					marked[receiver.Name] = kinds[d.Name.Name]
				}
			case *ast.GenDecl:
				specs = append(specs, readSpecs(d, constants)...)
			}
		}
	}
	for _, s := range specs {
		if kind := marked[s.Name.Name]; kind != "" {
			types[kind] = append(types[kind], declared{name: s.Name.Name, doc: sentence(s.Doc.Text())})
		}
	}
	return types, constants
}

func readSpecs(d *ast.GenDecl, constants map[string][]declared) (types []*ast.TypeSpec) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Doc == nil {
				s.Doc = d.Doc
			}
			types = append(types, s)
		case *ast.ValueSpec:
			kind, ok := s.Type.(*ast.Ident)
			literal, isText := s.Values[0].(*ast.BasicLit)
			if !ok || !isText {
				continue
			}
			value, err := strconv.Unquote(literal.Value)
			if err == nil {
				constants[kind.Name] = append(constants[kind.Name], declared{s.Names[0].Name, value, sentence(s.Comment.Text())})
			}
		}
	}
	return types
}

func sentence(s string) string { return strings.Join(strings.Fields(s), " ") }

// parts collects the names of the types in a value, and the values of its
// constants.
func parts(v reflect.Value, names, values map[string]bool) {
	switch v.Kind() { //nolint:exhaustive // checks hold nothing else
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			names[v.Elem().Type().Name()] = true
			parts(v.Elem(), names, values)
		}
		return
	case reflect.Struct:
		for i := range v.NumField() {
			parts(v.Field(i), names, values)
		}
	case reflect.Slice:
		for i := range v.Len() {
			parts(v.Index(i), names, values)
		}
	case reflect.String:
		values[v.Type().Name()+" "+v.String()] = true
	}
	if !v.IsZero() {
		names[v.Type().Name()] = true
	}
}
