package algebra

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

const (
	maxDepth = 16  // expressions and selections inside each other
	maxNodes = 400 // expressions, selections and what is looked for
	maxName  = 1000
	maxPlace = 1_000_000
)

// Validate returns what is wrong with a check: the path of the field in its
// JSON form and what was expected.
func (c Check) Validate() error {
	if c.Reading != Plain && c.Reading != Parity && c.Reading != "" {
		return fmt.Errorf("reading: expected %q or %q, got %q", Plain, Parity, c.Reading)
	}
	var k checker
	k.expr("check", c.Expr)
	return k.err
}

// Texts returns the texts and patterns that a check holds answers to, and what it
// divides and finds parts by but for their names.
func (c Check) Texts() []string {
	var k checker
	k.expr("check", c.Expr)
	return k.texts
}

// A checker looks for what is wrong with a check, field by field, and keeps the
// first error and the texts that it comes by.
type checker struct {
	depth, nodes int
	err          error
	texts        []string
}

func (k *checker) fail(path, format string, args ...any) {
	if k.err == nil {
		k.err = fmt.Errorf("%s: %w", path, fmt.Errorf(format, args...))
	}
}

// inside checks what stands in an object that counts, unless there is too much.
func (k *checker) inside(path string, fields func(*visitor)) {
	k.nodes++
	k.depth++
	switch {
	case k.depth > maxDepth:
		k.fail(path, "expected at most %d levels", maxDepth)
	case k.nodes > maxNodes:
		k.fail(path, "expected at most %d expressions and selections", maxNodes)
	}
	if k.err == nil {
		fields(&visitor{checks: k, path: path})
	}
	k.depth--
}

func (k *checker) expr(path string, e Expr) {
	k.inside(path, func(f *visitor) { f.must("", within(f, exprKinds, &e), "expected an expression, got %v", e) })
}

func (k *checker) parts(path string, p Parts) {
	k.inside(path, func(f *visitor) { within(f, partsKinds, &p) })
}

func (k *checker) find(path string, what Find) {
	k.texts = append(k.texts, what.Value)
	if err := what.valid(); err != nil {
		k.fail(path, "%w", err)
	}
}

func checkSchema(k *checker, path, schema string) {
	if _, err := compileSchema(schema); err != nil {
		k.fail(path, "%w", err)
	}
}

func (k *checker) relation(path string, r Relation) {
	second := r.Op == OpBetween || r.Op == OpAbout
	switch {
	case !slices.Contains(ops, r.Op):
		k.fail(path, "expected a relation, got %q", string(r.Op))
	case !isNumber(r.N) || !isNumber(r.M):
		k.fail(path, "expected a number from 0 to %g", maxNumber)
	case !second && r.M != 0, r.Op == OpBetween && r.M < r.N:
		k.fail(path, "%g and %g do not go with %s", r.N, r.M, r.Op)
	}
}

func isNumber(x float64) bool { return x >= 0 && x <= maxNumber && !math.Signbit(x) }

func (p Pick) valid() error {
	switch {
	case p == Pick{}:
		return nil
	case p.From == 0 || p.To == 0:
		return errors.New("from and to count from 1 or from -1, 0 is no place")
	case max(p.From, p.To, -p.From, -p.To) > maxPlace:
		return fmt.Errorf("expected from and to of at most %d", maxPlace)
	case p.From > 0 == (p.To > 0) && p.From > p.To:
		return fmt.Errorf("from: %d comes after to, %d", p.From, p.To)
	}
	return nil
}
