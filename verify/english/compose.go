package english

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// composed reads a clause as what it speaks of and what holds of that, where
// the rest is a demand that could be made of a text: "no commas in the title",
// "at least one paragraph contains a question", "more than half of the lines start
// with "I"". What holds of it may be several things.
func composed(k []chunk) algebra.Expr {
	for _, read := range []func([]chunk) algebra.Expr{readOnlyOf, readNumberBetween, readCompared, readField, readNamed, readPlace, readHeld, readSuchParts, readJoint} {
		if e := read(k); e != nil {
			return e
		}
	}
	return nil
}

// holding reads what is demanded of one part of a text.
func holding(k []chunk) algebra.Expr {
	e := constructed(tidied(k))
	if e == nil || !partable(e) || scoped(e) {
		return nil
	}
	return e
}

// readHeld is what is demanded of parts in words in which it could be demanded
// of the answer: "no commas in the title".
func readHeld(k []chunk) algebra.Expr {
	at := slices.IndexFunc(k, func(c chunk) bool { return c.class == 's' })
	if at < 0 || strings.Count(classesOf(k), "s") > 1 {
		return nil
	}
	s, rest := k[at], without(k, "s")
	if s.value == "two" || s.low == "per" || s.value == "each" && s.of.Source == algebra.Source(algebra.Word) || len(rest) == 0 || notHeld.MatchString(classesOf(rest)) {
		return nil
	}
	if at > 0 && strings.ContainsAny(classesOf(rest), "&|q") {
		return nil // of one of several things
	}
	if pick(k, "u", 0).class != 0 && pick(k, "x", 0).class == 0 {
		return nil
	}
	return s.hold(holding(rest))
}

// notHeld are classes of what holds of no part.
var notHeld = lazyregexp.New(`[gyYoVZKLCQFARfp]|^[tu]$|^[&|]`)

// readSuchParts is how many of the parts have something: "exactly two sentences
// start with "But"", "no paragraph contains a link", "half of the lines end in a
// comma", "headings in title case".
func readSuchParts(k []chunk) algebra.Expr {
	m := suchParts.FindStringIndex(classesOf(k))
	if m == nil {
		return nil
	}
	subject, rest := k[:m[1]-1], k[m[1]-1:]
	of := pick(subject, "uq", 0)
	if of.of.Source == nil || !countable(of.of) || of.of.That != nil || notHeld.MatchString(classesOf(rest)) {
		return nil
	}
	e := holding(rest)
	if f, _ := pick(rest, "t", 0).one(); e == nil || of.of.Source == algebra.Source(algebra.Word) && (of.class != 'q' || f.Value == "" || strings.Contains(f.Value, " ")) {
		return nil // 100 words that begin with a line
	}
	switch {
	case of.class == 'q':
		return algebra.HasParts(of.of.With(e), of.is)
	case pick(subject, "x", 0).class != 0:
		return noneThat(of.of, e)
	case pick(subject, "F", 0).class == 0:
		if of.bare || of.value == "one" {
			return nil
		}
		return each(of.of, e)
	}
	is := pick(subject, "r", 0).is
	if is.N = pick(subject, "F", 0).is.N; is.Op == "" || is.Op == algebra.OpExactly {
		return nil // half of five
	}
	return algebra.Compare{Of: algebra.Share{Of: of.of.With(e), Among: of.of}, Is: is}
}

// suchParts are the classes of such a subject, up to what begins behind it.
var suchParts = lazyregexp.New(`^i*(?:xu[ibdecG]|(?:q|r?Fu|u)[ibdexcG])`)

// readPlace is what is demanded of what a text or a part begins or ends with: "open
// with a sentence of three words or fewer".
func readPlace(k []chunk) algebra.Expr {
	u, at := pick(k, "u", 0), 1
	if !placeWith.MatchString(classesOf(k)) || u.value != "one" || !isSize(u.of.Source) && u.of.Source != algebra.Source(algebra.Word) {
		return nil
	}
	if pick(k, "e", 0).class != 0 {
		at = -1
	}
	rest := k[slices.IndexFunc(k, func(c chunk) bool { return c.class == 'u' })+1:]
	return chunk{class: 's', value: "place", of: u.of.Nth(at)}.hold(holding(rest))
}

// placeWith are the classes of such a clause.
var placeWith = lazyregexp.New(`^[pi]*[be]u(?:q|[ibec].*)$`)

// readJoint is several demands on the same parts, "each bullet ends with a full
// stop and has at most 9 words", or one on two: "the first and the last line".
func readJoint(k []chunk) algebra.Expr {
	if twoPlaces.MatchString(classesOf(k)) {
		other := k[2]
		other.of = other.of.Nth(int(k[0].is.N))
		rest := without(k[3:], "g")
		a, b := constructed(append([]chunk{other}, rest...)), constructed(append([]chunk{k[2]}, rest...))
		if a == nil || b == nil || k[2].value != "place" {
			return nil
		}
		return algebra.All{a, b}
	}
	first := strings.IndexAny(classesOf(k), "sqtu")
	if first < 0 || k[first].class != 's' {
		return nil
	}
	for i := first + 1; i < len(k)-1; i++ {
		if k[i].class != '&' && k[i].class != '|' || k[i].low == "," || k[i+1].class == 't' && i+2 < len(k) {
			continue // the word X is banned: it has a subject of its own
		}
		left, right := constructed(k[:i]), constructed(append(slices.Clone(k[:first+1]), k[i+1:]...))
		a, ok := left.(algebra.Each)
		b, also := right.(algebra.Each)
		if !ok || !also || !slices.Equal([]algebra.Parts{a.Of}, []algebra.Parts{b.Of}) {
			continue
		}
		if k[i].class == '|' {
			return algebra.Each{Of: a.Of, Holds: algebra.Any{a.Holds, b.Holds}}
		}
		return algebra.All{a, b}
	}
	return nil
}

// readNamed is what is demanded of a part that a heading or a label names: "the
// section "Conclusion" has at most 50 words".
func readNamed(k []chunk) algebra.Expr {
	at := slices.IndexFunc(k, func(c chunk) bool { return c.class == 't' && c.value == string(algebra.Heading) })
	f, ok := pick(k[max(at, 0):], "t", 0).one()
	if at < 0 || !ok || len(k) == 1 {
		return nil
	}
	k = slices.Clone(k)
	k[at] = chunk{class: 's', value: "place", of: algebra.Every(algebra.Named(f.Value))}
	return readHeld(k)
}

// readField is what is demanded of a field in JSON: "the "summary" field is at
// most 20 words", "the value of "status" is either "open" or "closed"".
func readField(k []chunk) algebra.Expr {
	at := slices.IndexFunc(k, func(c chunk) bool { return c.class == 't' && c.low == "keys" })
	key, ok := pick(k[max(at, 0):], "t", 0).one()
	if at < 0 || !ok || !fieldIs.MatchString(classesOf(k)) {
		return nil
	}
	rules := ""
	switch q, t := pick(k, "q", 0), pick(k[at+1:], "t", 0); {
	case t.class != 0:
		var texts []string
		for _, f := range t.texts {
			texts = append(texts, strconv.Quote(f.Value))
		}
		if !t.or && len(texts) > 1 {
			return nil
		}
		rules = `"enum":[` + strings.Join(texts, ",") + `]`
	case q.class != 0:
		if rules = sizeRules(q); rules == "" {
			return nil
		}
	}
	if kind := pick(k, "3", 0).value; kind != "" {
		rules = strings.Trim(`"type":"`+kind+`",`+rules, ",")
	}
	return algebra.JSON{Type: "object", Keys: []string{key.Value}, Schema: fmt.Sprintf(`{"properties":{%q:{%s}}}`, key.Value, rules)}
}

// fieldIs are the classes of a field and what it is.
var fieldIs = lazyregexp.New(`^[fip]*t[iO]*(?:q|3(?:i*q)?|t)$`)

// jsonSizes are the rules of a JSON schema for how much of a unit a value has.
var jsonSizes = map[algebra.Source]string{
	algebra.Character: `"minLength":%d,"maxLength":%d`,
	algebra.ListItem:  `"minItems":%d,"maxItems":%d`,
	algebra.Entry:     `"minItems":%d,"maxItems":%d`,
	algebra.Word:      `"pattern":"^\\s*(\\S+(\\s+|$)){%d,%d}$"`,
}

// sizeRules are those of a quantity; "" if there are none.
func sizeRules(q chunk) string {
	rule, ok := jsonSizes[q.of.Source]
	least, most := 0, mostInField
	switch n := int(q.is.N); q.is.Op {
	case algebra.OpExactly:
		least, most = n, n
	case algebra.OpBetween:
		least, most = n, int(q.is.M)
	case algebra.OpMost:
		most = n
	case algebra.OpLess:
		most = n - 1
	case algebra.OpLeast:
		least = n
	case algebra.OpMore:
		least = n + 1
	default:
		ok = false
	}
	if !ok || most > mostInField || least > most {
		return ""
	}
	return fmt.Sprintf(rule, least, most)
}

// mostInField is how much a value in JSON is said to have at most; a pattern takes
// no more.
const mostInField = 1000

// readCompared is "as many questions as bullets", "more commas than full stops",
// "the same number of words in each line".
func readCompared(k []chunk) algebra.Expr {
	classes, c := classesOf(k), pick(k, "C", 0)
	if comparedIn.MatchString(classes) && algebra.Op(c.value) == algebra.OpExactly {
		s, u := pick(k, "s", 0), pick(k, "uv", 0)
		unit, ok := u.of.Source.(algebra.Unit)
		if !ok || s.value != "each" || !contains(s.of, u.of) {
			return nil
		}
		return algebra.Compare{Of: algebra.Stat{Kind: algebra.Spread, Of: s.of, In: unit}, Is: algebra.Exactly(0)}
	}
	if !compared.MatchString(classes) {
		return nil
	}
	a, b := pick(k, "uv", 0), pick(k, "uv", 1)
	op, times := algebra.Op(c.value), 1.0
	if r := pick(k, "r", 0); r.class != 0 {
		op = r.is.Op
	}
	if m := pick(k, "m", 0); m.class != 0 {
		times = m.is.N
	}
	if a.of == b.of || a.bare || b.bare {
		return nil
	}
	none := algebra.All{algebra.HasParts(a.of, algebra.Exactly(0)), algebra.HasParts(b.of, algebra.Exactly(0))}
	share := algebra.Compare{Of: algebra.Share{Of: a.of, Among: b.of}, Is: algebra.Relation{Op: op, N: 100 * times}}
	switch op { //nolint:exhaustive // the others compare nothing
	case algebra.OpMore:
		none[0] = algebra.HasParts(a.of, algebra.AtLeast(1))
	case algebra.OpLess:
		return algebra.All{algebra.HasParts(b.of, algebra.AtLeast(1)), share}
	case algebra.OpMost:
		return algebra.Any{algebra.HasParts(a.of, algebra.Exactly(0)), share}
	case algebra.OpLeast:
		return algebra.Any{algebra.HasParts(b.of, algebra.Exactly(0)), share}
	}
	return algebra.Any{none, share}
}

var (
	// compared are the classes of what sets one number against another.
	compared = lazyregexp.New(`^[ip]*(?:m?C[uv]i*Q?u|vi*(?:C|r)v|uCu|[uv]i*rv)$`)
	// comparedIn are those of what sets the parts of a kind against each other.
	comparedIn = lazyregexp.New(`^[ip]*(?:C[uv]i*s|s[ip]*C[uv])$`)
)

// readOnlyOf is "digits only", "nothing but letters and full stops".
func readOnlyOf(k []chunk) algebra.Expr {
	if !onlyOf.MatchString(classesOf(k)) || pick(k, "y", 0).class == 0 {
		return nil
	}
	only := algebra.Only{}
	for _, c := range k {
		if c.class != 'u' {
			continue
		}
		switch of := c.of.Source.(type) {
		case algebra.Unit:
			if c.bare || !within(of, algebra.Letter, algebra.Capital, algebra.Small, algebra.Digit, algebra.Emoji, algebra.Hashtag, algebra.Punctuation, algebra.Vowel, algebra.Link) {
				if !within(of, algebra.Space) {
					return nil
				}
				continue
			}
			only.Units = append(only.Units, of)
		case algebra.Find:
			switch {
			case of.Kind == algebra.FindText && len(of.Value) == 1:
				only.Chars += of.Value
			case strings.HasPrefix(of.Value, "[‒"): // dashes
				only.Chars += "-–—"
			default:
				return nil
			}
		default:
			return nil
		}
	}
	switch spaced := slices.ContainsFunc(k, func(c chunk) bool { return c.of.Source == algebra.Source(algebra.Space) }); {
	case len(only.Units) == 0:
		return nil
	case spaced, only.Units[0] == algebra.Emoji, only.Units[0] == algebra.Hashtag, only.Units[0] == algebra.Link:
		return only
	case only.Chars == "" && !slices.Contains(only.Units, algebra.Digit):
		return nil // whether words may be parted
	}
	return algebra.All{only, algebra.No(algebra.Pattern(`\S\s+\S`))}
}

var onlyOf = lazyregexp.New(`^[pi]*y?u(?:[&|]*u)*&?y?$`)

// readNumberBetween is "a number between 1 and 10".
func readNumberBetween(k []chunk) algebra.Expr {
	u, n := pick(k, "u", 0), pick(k, "#", 0)
	if !numberBetween.MatchString(classesOf(k)) || u.of.Source != algebra.Source(algebra.NumberUnit) || !u.bare || n.is.Op == algebra.OpExactly {
		return nil
	}
	return algebra.All{algebra.Equals{To: algebra.Pattern(`[-+]?\d[\d.,]*`)}, algebra.Compare{Of: algebra.Value{Of: u.of}, Is: n.is}}
}

var numberBetween = lazyregexp.New(`^[piy]*u#&?y?$`)

// twoPlaces are the classes of "the first and last line both contain".
var twoPlaces = lazyregexp.New(`^o&s`)
