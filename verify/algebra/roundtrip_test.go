package algebra_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	a "adhere/verify/algebra"
)

// TestRoundTrip reads 10,000 checks back from their English and their JSON.
// Among them is every kind of expression, measure and source, and every unit.
func TestRoundTrip(t *testing.T) {
	runs, seen := 0, map[string]bool{}
	rapid.Check(t, func(rt *rapid.T) {
		for range 100 {
			c := gen{rt}.check(2)
			runs++
			if runs <= 2000 {
				collect(reflect.ValueOf(c), seen)
			}
			english := c.String()
			back, err := a.Parse(english)
			if err != nil {
				rt.Fatalf("%s\n%s\n%v", english, c.Args(), err)
			}
			if diff := cmp.Diff(c.Canonical(), back); diff != "" {
				rt.Fatalf("%s reads back as another check:\n%s", english, diff)
			}
			if again := back.String(); again != english {
				rt.Fatalf("%s\nprints as\n%s", english, again)
			}
			decoded, err := a.Decode(c.Args())
			if diff := cmp.Diff(back, decoded); err != nil || diff != "" {
				rt.Fatalf("%s reads back as another check: %v\n%s", c.Args(), err, diff)
			}
		}
	})
	want := 10_000
	if testing.Short() {
		want = 2000 // rapid tries a fifth
	}
	if runs < want {
		t.Errorf("%d checks were tried, expected %d", runs, want)
	}
	for _, name := range nodes(t) {
		if !seen[name] {
			t.Errorf("no check has a part of type %s", name)
		}
	}
	for _, u := range a.Units() {
		if !seen["Unit "+string(u)] {
			t.Errorf("no check has the unit %q", u)
		}
	}
}

// nodes returns the types of the grammar: those with the method of an expression,
// a measure or a source.
func nodes(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, file := range []string{"compile.go", "formats.go", "select.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && slices.Contains([]string{"node", "gauge", "cuts"}, fn.Name.Name) {
				out = append(out, fn.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	if want := 39; len(out) != want {
		t.Fatalf("%d types are found, not %d: %q", len(out), want, out)
	}
	return out
}

// collect notes the types in a value, and its units.
func collect(v reflect.Value, seen map[string]bool) {
	seen[v.Type().Name()] = true
	switch v.Kind() { //nolint:exhaustive // checks hold nothing else
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			collect(v.Elem(), seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), seen)
		}
	case reflect.Slice:
		for i := range v.Len() {
			collect(v.Index(i), seen)
		}
	case reflect.String:
		seen[v.Type().Name()+" "+v.String()] = true
	}
}

// TestOneAndSeveral holds that one part in each of several others is several, and
// that a list of one is no list, in words that are read back.
func TestOneAndSeveral(t *testing.T) {
	first := a.Every(a.Word).Nth(1)
	for _, c := range []struct {
		expr a.Expr
		want string
	}{
		{a.AllDifferent{Of: first.Within(a.Every(a.Line))}, "the answer has all the first words in the lines different"},
		{a.Same{Of: first, As: first.Within(a.Every(a.Line).Nth(-1))}, "the answer has the first word equal to the first word in the last line"},
		{a.JSON{Keys: []string{"a"}}, `the answer is valid JSON with the key "a"`},
		{a.JSON{Keys: []string{"a"}, Only: true}, `the answer is valid JSON with only the key "a"`},
		{a.YAML{Keys: []string{"a", "b"}}, `the answer is valid YAML with the keys "a" and "b"`},
	} {
		if got := a.In(c.expr).String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
		if back, err := a.Parse(c.want); err != nil || back.String() != c.want {
			t.Errorf("%s is read back as %s, %v", c.want, back, err)
		}
	}
}
