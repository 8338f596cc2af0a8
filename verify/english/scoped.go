package english

import (
	"slices"
	"strings"

	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// Scoped reads a requirement together with the part of the answer that its Scope
// says it binds, such as "each tip": the check asks its words of that part alone.
// Without such a part it is Read. Among are the requirements of the same list, r
// included: one of them may say how many such parts there are. It reports false,
// and a Reading that decides None, where the part or the words are not known, or
// where the words speak of another part.
func Scoped(r *adhere.Requirement, among []adhere.Requirement) (Reading, bool) {
	part := r.Scope.Part()
	if part == "" {
		return Read(r.Text)
	}
	text := strings.TrimPrefix(r.Text, part+": ") // see adhere.Requirement.Placed
	if read, ok := readWithin(text, r.Scope, among); ok {
		return read, true
	}
	whole, ok := Read(text)
	_, contains := whole.Check.Expr.(algebra.Contains)
	switch {
	case ok && !strings.Contains(r.Scope.Of, " of ") && ofAPart(whole.Check.Expr, r.Scope) && strings.Contains(strings.ToLower(text), strings.ToLower(r.Scope.Of)):
		return whole, true
	case ok && contains: // what the whole lacks, the part lacks
		whole.Decides, whole.Rest = Part, "whether this is so of "+part
		return whole, true
	default:
		return Reading{Decides: None}, false
	}
}

// readWithin reads words that are asked of a part.
func readWithin(text string, scope adhere.Scope, among []adhere.Requirement) (Reading, bool) {
	of, ok := partsIn(scope, among)
	if !ok {
		return Reading{Decides: None}, false
	}
	read, ok := Read(text)
	if bare := unscopedText(text, scope.Of); !ok || clause.ScopeOf(read.Check.Expr).Reach == adhere.WholeAnswer {
		read, ok = Read(bare)
	}
	if !ok || read.Decides != Whole || !partable(read.Check.Expr) {
		return Reading{Decides: None}, false
	}
	switch e := read.Check.Expr.(type) {
	case algebra.Each:
		if e.Of.Source != of.Source || e.Of.That != nil {
			break
		}
		return Reader{}.reading(Whole, algebra.Each{Of: of, Holds: e.Holds}, "")
	default:
		if clause.Scoped(e) {
			return read, clause.PartsScope(of) == clause.ScopeOf(e)
		}
		if held := clause.Each(of, e); held != nil {
			return Reader{}.reading(Whole, held, "")
		}
	}
	return Reading{Decides: None}, false
}

// ofAPart reports whether an expression is asked of a part of the text, such as
// that of the scope may be.
func ofAPart(e algebra.Expr, s adhere.Scope) bool {
	part := func(e algebra.Expr) bool { return ofAPart(e, s) }
	switch e := e.(type) {
	case algebra.Each:
		return true
	case algebra.Starts, algebra.Ends:
		return atEdge(s.Of)
	case algebra.Not:
		return part(e.Of)
	case algebra.All:
		return !slices.ContainsFunc(e, func(e algebra.Expr) bool { return !part(e) })
	case algebra.Any:
		return !slices.ContainsFunc(e, func(e algebra.Expr) bool { return !part(e) })
	case algebra.Compare:
		n, ok := e.Of.(algebra.Count)
		return ok && n.Of.Of != nil
	default:
		return false
	}
}

// atEdge reports whether a part's name says that it is the text's first or last.
func atEdge(part string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(part)) {
		for _, edge := range []string{"begin", "start", "open", "first", "end", "last", "clos", "final"} {
			if strings.HasPrefix(w, edge) {
				return true
			}
		}
	}
	return false
}

// partable reports whether a demand can hold of a part of a text: it is no
// format of the whole, and bounds no number of parts that are not there.
func partable(e algebra.Expr) bool {
	switch e := e.(type) {
	case algebra.Compare, algebra.Contains, algebra.Starts, algebra.Ends, algebra.Case, algebra.Each, algebra.Equals:
		return true
	case algebra.Not:
		return partable(e.Of)
	case algebra.All:
		return !slices.ContainsFunc(e, func(e algebra.Expr) bool { return !partable(e) || clause.Scoped(e) })
	case algebra.Any:
		return !slices.ContainsFunc(e, func(e algebra.Expr) bool { return !partable(e) || clause.Scoped(e) })
	default:
		return false
	}
}

// partsIn returns the parts that a scope names: units and places that the
// lexicon knows, things that are listed, and else what stands under a heading or
// behind a label of that name.
func partsIn(s adhere.Scope, among []adhere.Requirement) (algebra.Parts, bool) {
	words := map[adhere.Reach]string{adhere.EachUnit: "each ", adhere.NamedPart: "the "}[s.Reach]
	if words == "" || strings.ContainsAny(s.Of, "\n") {
		return algebra.Parts{}, false
	}
	name, called := strings.CutPrefix(s.Of, "part named ")
	tokens := lexicon.Tokenize(words + name)
	if k := clause.Joined(clause.Without(clause.Chunks(tokens), "1")); len(k) == 1 && k[0].Class == 's' && !called {
		return numberedAmong(k[0].Of, s.Of, among), true
	}
	switch {
	case s.Reach == adhere.EachUnit:
		of := numberedAmong(algebra.Every(algebra.Entry), s.Of, among)
		return of, of.Pick.To > 0
	case !called && (len(tokens) > longestPartName || slices.ContainsFunc(tokens, func(t lexicon.Token) bool { return locating()[t.Low] })) || slices.ContainsFunc(tokens, func(t lexicon.Token) bool { return t.Kind != lexicon.Word && t.Kind != lexicon.Quoted }):
		return algebra.Parts{}, false
	}
	return algebra.Every(algebra.Named(strings.Trim(name, `"“”'`))), true
}

// locating words say where a part is. What it is called has none.
var locating = lexicon.WordSet(`before after between until till from above below behind beneath under within without inside outside in on at with`)

// longestPartName is how many words the name of a part has at most, with its
// article.
const longestPartName = 4

// numberedAmong says of listed things how many of them a demand of the list
// asks for.
func numberedAmong(of algebra.Parts, noun string, among []adhere.Requirement) algebra.Parts {
	if of != algebra.Every(algebra.Entry) {
		return of
	}
	for i := range among {
		d := decomposer{tokens: lexicon.Tokenize(among[i].Text), things: map[string]bool{lexicon.SingularOf(strings.ToLower(noun)): true}}
		for at := range d.tokens {
			if one, n := d.counted(at); n > 0 && among[i].Scope.Reach == adhere.WholeAnswer && one == lexicon.SingularOf(strings.ToLower(noun)) {
				return of.First(n)
			}
		}
	}
	return of
}

// unscopedText leaves out of a demand the words that name its part: "in each
// tip", "of the summary".
func unscopedText(text, part string) string {
	low := strings.ToLower(text)
	at := strings.LastIndex(low, strings.ToLower(part))
	if at < 0 || len(low) != len(text) {
		return text
	}
	before, after := strings.Fields(text[:at]), text[at+len(part):]
	for len(before) > 0 {
		last := strings.ToLower(before[len(before)-1])
		if !lexicon.Determiners()[last] && !sharing()[last] && !leadingTo()[last] {
			break
		}
		before = before[:len(before)-1]
	}
	return strings.TrimSpace(strings.Trim(strings.Join(before, " "), ",:") + after)
}

// leadingTo are words that lead to the name of a part.
var leadingTo = lexicon.WordSet(`in of for within under inside on`)
