package algebra

import (
	"cmp"
	"strconv"
	"strings"

	"adhere/verify"
)

// String returns the check in English; Parse reads it back.
func (c Check) String() string {
	c = c.Canonical()
	s := clause(c.Expr, "the answer")
	if c.Reading == Parity {
		return "in the parity reading, " + s
	}
	return s
}

// clause returns a sentence about the subject.
func clause(e Expr, subject string) string {
	switch e := e.(type) {
	case All:
		return joinClauses(e, " and ", subject)
	case Any:
		return joinClauses(e, " or ", subject)
	case KOf:
		in := make([]string, len(e.Of))
		for i, of := range e.Of {
			in[i] = "(" + clause(of, subject) + ")"
		}
		return "at least " + strconv.Itoa(e.K) + " of these hold: " + strings.Join(in, ", ")
	case Each:
		if isLeaf(e.Holds) {
			return e.Of.each() + " " + verbPhrase(e.Holds, false)
		}
		return "for " + e.Of.each() + ", (" + clause(e.Holds, "it") + ")"
	case Not:
		if !isLeaf(e) {
			return "it is not so that (" + clause(e.Of, subject) + ")"
		}
	}
	return subject + " " + verbPhrase(e, false)
}

func joinClauses(list []Expr, with, subject string) string {
	out := make([]string, len(list))
	for i, e := range list {
		each, isEach := e.(Each)
		out[i] = clause(e, subject)
		if !isLeaf(e) && (!isEach || !isLeaf(each.Holds)) {
			out[i] = "(" + out[i] + ")"
		}
	}
	return strings.Join(out, with)
}

// isLeaf reports whether an expression is a predicate or a comparison of its
// text, or one denied: what one verb says.
func isLeaf(e Expr) bool {
	switch e := e.(type) {
	case All, Any, KOf, Each:
		return false
	case Not:
		_, twice := e.Of.(Not)
		return !twice && isLeaf(e.Of)
	}
	return true
}

// A phrase writes a verb in the form that its subject takes.
type phrase struct{ plural, denied bool }

func (p phrase) verb(base string) string {
	third := base + "s"
	if base == "have" {
		third = "has"
	}
	switch {
	case p.denied && p.plural:
		return "do not " + base
	case p.denied:
		return "does not " + base
	case p.plural:
		return base
	}
	return third
}

func (p phrase) be() string {
	verb := "is"
	if p.plural {
		verb = "are"
	}
	if p.denied {
		verb += " not"
	}
	return verb
}

// verbPhrase returns what is said of a subject.
func verbPhrase(e Expr, plural bool) string {
	p := phrase{plural: plural}
	if not, ok := e.(Not); ok {
		e, p.denied = not.Of, true
	}
	switch e := e.(type) {
	case Compare:
		return p.verb("have") + " " + measurePhrase(e)
	case Starts:
		return p.verb("start") + " with " + e.With.String()
	case Ends:
		return p.verb("end") + " with " + e.With.String()
	case Contains:
		return p.verb("contain") + " " + e.What.String()
	case Equals:
		return p.be() + " equal to " + e.To.String()
	case OneOf:
		return p.be() + " one of " + quotedOr(e.Texts) + sameCase(e.Case)
	case Palindrome:
		return p.be() + " a palindrome"
	case Case:
		return p.be() + " " + e.phrase()
	case Language:
		return p.be() + " in " + languageName(string(e))
	case Script:
		return p.be() + " in the " + string(e) + " script"
	case Only:
		return p.verb("consist") + " only of " + e.list()
	case JSON, XML, YAML, CSV:
		return p.be() + " " + formatPhrase(e)
	}
	return p.verb("have") + " " + partsPhrase(e)
}

func (c Case) phrase() string {
	switch c {
	case Upper:
		return "in capitals"
	case Lower:
		return "in lowercase letters"
	case Title:
		return "in title case"
	case Capitalised:
	}
	return "capitalised"
}

func (o Only) list() string {
	items := make([]string, 0, len(o.Units)+1)
	for _, u := range o.Units {
		items = append(items, u.Plural())
	}
	if o.Chars != "" {
		items = append(items, strconv.Quote(o.Chars))
	}
	return enumerate(items)
}

// enumerate writes "a, b and c".
func enumerate(items []string) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

func quoted(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strconv.Quote(s)
	}
	return enumerate(out)
}

// quotedOr writes "a", "b" or "c".
func quotedOr(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strconv.Quote(s)
	}
	last := len(out) - 1
	if last == 0 {
		return out[0]
	}
	return strings.Join(out[:last], ", ") + " or " + out[last]
}

func formatPhrase(e Expr) string {
	switch e := e.(type) {
	case JSON:
		return e.phrase()
	case XML:
		if e.Root != "" {
			return "valid XML with the root " + strconv.Quote(e.Root)
		}
		return "valid XML"
	case YAML:
		if len(e.Keys) > 0 {
			return "valid YAML with the keys " + quoted(e.Keys)
		}
		return "valid YAML"
	case CSV:
		return e.phrase()
	}
	return ""
}

func (j JSON) phrase() string {
	s := map[string]string{"object": "a JSON object", "array": "a JSON array"}[j.Type]
	s = cmp.Or(s, "valid JSON")
	if j.Only {
		s += " with only the keys " + quoted(j.Keys)
	} else if len(j.Keys) > 0 {
		s += " with the keys " + quoted(j.Keys)
	}
	if j.Schema != "" {
		s += " that fits the schema " + quotePattern(j.Schema)
	}
	return s
}

func (c CSV) phrase() string {
	var size []string
	if c.Columns > 0 {
		size = append(size, verify.Amount(c.Columns, "column"))
	}
	if c.Rows > 0 {
		size = append(size, verify.Amount(c.Rows, "row"))
	}
	s := "valid CSV"
	if size != nil {
		s += " with " + strings.Join(size, " and ")
	}
	if c.Delimiter != "" {
		s += " divided by " + strconv.Quote(c.Delimiter)
	}
	if len(c.Header) > 0 {
		s += " under the header " + quoted(c.Header)
	}
	return s
}

func partsPhrase(e Expr) string {
	switch e := e.(type) {
	case AllDifferent:
		return "all " + e.Of.definite() + " different" + sameCase(e.Case)
	case Ordered:
		return e.Of.definite() + " in " + e.phrase()
	case Set:
		return e.phrase()
	case Same:
		return e.Of.definite() + " equal to " + e.As.definite()
	case Sequence:
		finds := make([]string, len(e))
		for i, f := range e {
			finds[i] = f.String()
		}
		return strings.Join(finds, " before ")
	}
	return ""
}

func (o Ordered) phrase() string {
	s := "rising "
	if o.Down {
		s = "falling "
	}
	if o.Strict {
		s = "strictly " + s
	}
	switch o.By {
	case Alphabet:
		return s + "alphabetical order"
	case Number:
		return s + "numerical order"
	}
	return s + "order of " + Unit(o.By).Plural()
}

// phrase says how parts and texts go together.
func (s Set) phrase() string {
	with := map[SetRelation]string{SetOnly: " all among ", SetAll: " including ", SetJust: " just ", SetOrder: " just "}[s.Is]
	out := s.Of.definite() + with + quoted(s.Texts)
	if s.Is == SetOrder {
		out += " in this order"
	}
	return out + sameCase(s.Case)
}

func measurePhrase(c Compare) string {
	r := c.Is.String()
	switch m := c.Of.(type) {
	case Count:
		if c.Is == Exactly(0) {
			r = "no"
		}
		return r + " " + m.Of.counted(c.Is.last())
	case Different:
		return r + " different " + m.Of.counted(c.Is.last())
	case Repeats:
		return r + " uses of any one of " + m.Of.definite()
	case Share:
		return r + " percent as many " + m.Of.counted(0) + " as " + m.Among.counted(0)
	case Value:
		return "its first " + m.Of.counted(1) + " worth " + r
	case Depth:
		return r + " " + m.phrase(c.Is.last())
	case Stat:
		return r + " " + m.In.noun(c.Is.last()) + m.Kind.phrase() + m.Of.definite()
	}
	return ""
}

// String returns the relation in English: "at most 50".
func (r Relation) String() string {
	n := number(r.N)
	switch r.Op {
	case OpExactly:
		return "exactly " + n
	case OpNot:
		return "not exactly " + n
	case OpLess:
		return "fewer than " + n
	case OpMost:
		return "at most " + n
	case OpMore:
		return "more than " + n
	case OpLeast:
		return "at least " + n
	case OpBetween:
		return "between " + n + " and " + number(r.M)
	case OpAbout:
		return "about " + n + " (give or take " + number(r.M) + ")"
	}
	return ""
}

// number writes a number so that it reads back the same.
func number(n float64) string { return string(appendNumber(nil, n)) }

// last returns the number that stands before the noun.
func (r Relation) last() float64 {
	if r.Op == OpBetween {
		return r.M
	}
	return r.N
}
