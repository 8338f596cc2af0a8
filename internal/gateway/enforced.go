package gateway

import (
	"slices"
	"strings"

	"adhere/internal/serving"
)

// bound refuses a request whose answer is left alone because of how it asks, if a
// rule of the operator is enforced on it: else asking for two answers would be a
// way around the rule.
func (x *exchange) bound(why string) error {
	if !x.enforced() {
		return nil
	}
	return serving.BadRequest(why, "a rule of the operator binds this request, and answers cannot be checked with "+why+" as it is asked for")
}

// enforced reports whether a rule of the operator is enforced on this request.
func (x *exchange) enforced() bool {
	return slices.ContainsFunc(x.rules, func(r *rule) bool { return r.settings.Enforce })
}

// mustCheck reports whether no answer with a text may go out unchecked: else asking
// for a long one would be a way around the rule.
func (x *exchange) mustCheck() bool {
	return x.enforced() && !demanded(x.rules).empty()
}

// repeated refuses members that upstreams may read otherwise than they are read
// here, where a rule of the operator is enforced: those that come twice, or in
// other letters.
func (x *exchange) repeated(doc *document) error {
	seen := map[string]bool{}
	for i := range doc.members {
		name := doc.members[i].Name
		if low := strings.ToLower(name); seen[low] {
			if err := x.bound(low); err != nil {
				return serving.BadRequest(low, "the request has "+low+" twice: upstreams differ in which of them counts")
			}
		} else {
			seen[low] = true
		}
	}
	return nil
}

// checkable reports whether a reply is checked: an empty one only where the operator
// demands anything of it.
func (x *exchange) checkable(r *reply) bool {
	return r.correctable() || x.beside(r) || r.left() == "no_text" && !demanded(x.rules).empty()
}

// beside reports whether only the operator's rules are held against a reply's text,
// since it stands beside something that a rewrite would lose: pictures or sound or,
// where a rule is enforced, calls of tools.
func (x *exchange) beside(r *reply) bool {
	why := r.left()
	held := why == media && !demanded(x.rules).empty() || why == callsTools && x.mustCheck()
	return held && strings.TrimSpace(r.Text.String()) != ""
}

// onlyRules has only the operator's rules held against the answer, and nothing
// rewritten.
func (x *exchange) onlyRules() error {
	x.stopReading()
	x.list, x.settings.MaxIterations = demanded(x.rules), -1
	return x.hire()
}
