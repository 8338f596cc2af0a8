package serving

import (
	"maps"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
)

// Grants say what of a service a key may use. The zero value leaves it at what
// the service opens to every key.
type Grants struct {
	// Routes are opened besides those of the service's own list, by the
	// names that the service gives them. A price is what each request of the
	// route costs; nil leaves the cost to what its answer says it used.
	Routes map[string]*adhere.Money `json:"routes,omitempty"`
	// Methods are opened besides those that a route has, such as DELETE.
	Methods []string `json:"methods,omitempty"`
	// Models are the only ones that may be asked for: names, in which a *
	// stands for anything. None opens all.
	Models []string `json:"models,omitempty"`
}

// Price returns what each request of a route costs, and whether the operator
// has said so.
func (g *Grants) Price(route string) (adhere.Money, bool) {
	if p := g.Routes[route]; p != nil {
		return *p, true
	}
	return 0, false
}

// Opens reports whether the key's own list has a route.
func (g *Grants) Opens(route string) bool {
	_, ok := g.Routes[route]
	return ok
}

// Method reports whether the key's own list has a method.
func (g *Grants) Method(method string) bool { return slices.Contains(g.Methods, method) }

// Model reports whether a model may be asked for.
func (g *Grants) Model(name string) bool {
	return len(g.Models) == 0 || slices.ContainsFunc(g.Models, func(pattern string) bool { return Matches(pattern, name) })
}

// Matches reports whether a name has the form of a pattern, in which each *
// stands for anything.
func Matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	rest, ok := strings.CutPrefix(name, parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		if ok {
			_, rest, ok = strings.Cut(rest, part)
		}
	}
	return ok && strings.HasSuffix(rest, parts[len(parts)-1])
}

var (
	routeName  = lazyregexp.New(`^[a-z0-9][a-z0-9._-]*$`)
	methodName = lazyregexp.New(`^[A-Z]+$`)
)

// check refuses grants that could open nothing.
func (g *Grants) check() error {
	for _, name := range slices.Sorted(maps.Keys(g.Routes)) {
		if !routeName.MatchString(name) {
			return &adhere.Error{Code: adhere.Invalid, Message: "route " + name + ": expected the name of a route", Hint: "such as embeddings, or images=0.04 for a price of each request"}
		}
	}
	for _, name := range g.Methods {
		if !methodName.MatchString(name) {
			return &adhere.Error{Code: adhere.Invalid, Message: "method " + name + ": expected a method of HTTP", Hint: "such as DELETE"}
		}
	}
	if slices.Contains(g.Models, "") {
		return &adhere.Error{Code: adhere.Invalid, Message: "the name of a model is empty", Hint: "such as gpt-4o-mini, or gpt-4o* for all names that begin with gpt-4o"}
	}
	return nil
}
