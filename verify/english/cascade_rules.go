package english

import (
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// joinings are tried in this order.
var joinings = sync.OnceValue(func() []joining {
	var out []joining
	for _, j := range []struct {
		pattern string
		join    func([]chunk) (chunk, bool)
	}{
		{`w&t|wt`, apposed},
		{`t([&|]*t)+`, textList},
		{`k#[-&]#`, rangeOf},
		{`#-#`, rangeOf},
		{`#\|#`, choiceOf},
		{`#\*`, timesOf},
		{`xr`, flipped},
		{`rm|mr`, related},
		{`r#[&]?r#`, bothBounds},
		{`r#`, related},
		{`#r`, related},
		{`y#`, onlyNumber},
		{`1u`, single},
		{`#u[&]?r#u?`, bothEnds},
		{`o#u`, placeOf},
		{`#ur`, quantityBehind},
		{`#uy`, onlyQuantityOf},
		{`#[uv]`, quantityAt},
		{`v#|[uv]r#|vr`, limitOf},
		{`rv#|ru#`, limitOf},
		{`qr|rq`, sameTwice},
		{`gu`, eachOf},
		{`o#u|ou`, placeOf},
		{`ss`, nested},
	} {
		out = append(out, joining{patternOf(j.pattern, false), j.join})
	}
	return out
})

func textList(k []chunk) (chunk, bool) {
	out := k[0]
	out.texts = nil
	and := false
	for _, c := range k {
		and = and || c.low == "and"
		out.texts = append(out.texts, c.texts...)
		out.or = out.or || c.or || c.class == '|'
		out.bare = out.bare && (c.class != 't' || c.bare)
	}
	return out, !out.or || !and
}

func rangeOf(k []chunk) (chunk, bool) {
	a, b := pick(k, "#", 0), pick(k, "#", 1)
	if a.is.Op != algebra.OpExactly || b.is.Op != algebra.OpExactly || a.is.N >= b.is.N {
		return a, false
	}
	a.is = algebra.Between(a.is.N, b.is.N)
	return a, true
}

func choiceOf(k []chunk) (chunk, bool) {
	if k[2].is.N != k[0].is.N+1 {
		return k[0], false
	}
	return rangeOf(k)
}

func timesOf(k []chunk) (chunk, bool) {
	return chunk{class: 'm', is: k[0].is}, true
}

// flipped is a relation that is denied: not more than.
func flipped(k []chunk) (chunk, bool) {
	opposite := map[algebra.Op]algebra.Op{algebra.OpMore: algebra.OpMost, algebra.OpLess: algebra.OpLeast}
	c := k[1]
	c.is.Op = opposite[c.is.Op]
	return c, c.is.Op != ""
}

// related gives a number its relation.
func related(k []chunk) (chunk, bool) {
	c, r := pick(k, "#mq", 0), pick(k, "r", 0)
	switch {
	case c.is.Op == algebra.OpBetween && (r.is.Op == algebra.OpMost || r.is.Op == algebra.OpAbout || r.is.Op == algebra.OpExactly):
		return c, true // "3-5 max" is still from 3 to 5
	case c.is.Op != algebra.OpExactly:
		return c, false
	case r.is.Op == algebra.OpAbout:
		c.is = algebra.About(c.is.N, tolerance(c.is.N))
	default:
		c.is.Op = r.is.Op
	}
	return c, true
}

// bothBounds is at least the one and at most the other.
func bothBounds(k []chunk) (chunk, bool) {
	a, b := k[0], pick(k, "r", 1)
	low, high := pick(k, "#", 0), pick(k, "#", 1)
	if a.is.Op == algebra.OpMost {
		a, b, low, high = b, a, high, low
	}
	if a.is.Op != algebra.OpLeast || b.is.Op != algebra.OpMost || low.is.N >= high.is.N {
		return low, false
	}
	low.is = algebra.Between(low.is.N, high.is.N)
	return low, true
}

// bothEnds is "at least 3 sentences but no more than 5".
func bothEnds(k []chunk) (chunk, bool) {
	a, b, u := pick(k, "#", 0), pick(k, "#", 1), pick(k, "u", 0)
	if other := pick(k, "u", 1); other.class == 'u' && other.of != u.of || a.is.Op != algebra.OpLeast {
		return a, false
	}
	if r := pick(k, "r", 0); r.is.Op != algebra.OpMost || a.is.N >= b.is.N {
		return a, false
	}
	return chunk{class: 'q', of: u.of, is: algebra.Between(a.is.N, b.is.N)}, true
}

func onlyNumber(k []chunk) (chunk, bool) {
	c := k[1]
	c.value = "bound"
	return c, c.is.Op == algebra.OpExactly
}

// sameTwice is a quantity whose relation is said twice.
func sameTwice(k []chunk) (chunk, bool) {
	q, r := pick(k, "q", 0), pick(k, "r", 0)
	return q, q.is.Op == r.is.Op
}

// apposed is "our slogan, "Sleep well"".
func apposed(k []chunk) (chunk, bool) {
	t := k[len(k)-1]
	t.bare = false
	return t, true
}

func single(k []chunk) (chunk, bool) {
	c := k[1]
	c.value = "one"
	return c, c.bare
}

func quantityAt(k []chunk) (chunk, bool) {
	c := chunk{class: 'q', of: k[1].of, is: k[0].is, bare: k[1].bare, low: k[1].low}
	if k[1].class == 'v' && c.is.Op == algebra.OpExactly {
		c.is.Op = algebra.OpMost
	}
	return c, sensible(c)
}

// sensible leaves out what is not counted: characters that may be persons,
// and quantities that cannot be.
func sensible(c chunk) bool {
	return !persons(c.of, c.is) && (c.is != algebra.AtLeast(0) && c.is.N >= 0)
}

func quantityBehind(k []chunk) (chunk, bool) {
	n, ok := related([]chunk{k[0], k[2]})
	if !ok {
		return n, false
	}
	return quantityAt([]chunk{n, k[1]})
}

func onlyQuantityOf(k []chunk) (chunk, bool) { return quantityAt(k[:2]) }

// limitOf is "word limit 60", "words: at most 60".
func limitOf(k []chunk) (chunk, bool) {
	u, n := pick(k, "uv", 0), pick(k, "#", 0)
	if r := pick(k, "r", 0); r.class != 0 && n.class != 0 {
		var ok bool
		if n, ok = related([]chunk{n, r}); !ok {
			return n, false
		}
	}
	if n.class == 0 {
		return n, false
	}
	if u.class == 'v' && n.is.Op == algebra.OpExactly {
		if !strings.Contains(u.low, "count") && !strings.Contains(u.low, "number") {
			n.is.Op = algebra.OpMost
		}
	}
	return quantityAt([]chunk{n, {class: 'u', of: u.of, bare: u.bare}})
}

func eachOf(k []chunk) (chunk, bool) {
	return chunk{class: 's', of: k[1].of, value: "each", low: k[0].low}, countable(k[1].of)
}

// countable reports whether demands can hold of parts of the kind.
func countable(p algebra.Parts) bool {
	return !within(p.Source, algebra.CodeBlock, algebra.Character, algebra.Section, algebra.Question, algebra.Letter)
}

func placeOf(k []chunk) (chunk, bool) {
	u, at := pick(k, "u", 0), int(pick(k, "o", 0).is.N)
	c := chunk{class: 's', of: u.of.Nth(at), value: "place"}
	if n := pick(k, "#", 0); n.class == '#' {
		if n.is.Op != algebra.OpExactly || at != 1 && at != -1 {
			return c, false
		}
		c.of = u.of.First(int(n.is.N))
		if at < 0 {
			c.of = u.of.Last(int(n.is.N))
		}
	}
	return c, countable(u.of)
}

// nested is the first word of each line.
func nested(k []chunk) (chunk, bool) {
	c := k[0]
	if c.value != "place" || c.of.Of != nil || c.of.Source == k[1].of.Source {
		return c, false
	}
	c.of = c.of.Within(k[1].of)
	return c, true
}

// constructions are what whole clauses are. The patterns leave out the answer,
// which is what is spoken of anyway, and verbs of answering before the demand.
var constructions = sync.OnceValue(func() []construction {
	var out []construction
	for _, c := range []struct {
		pattern string
		read    func([]chunk) algebra.Expr
	}{
		{`i*q|qi+|z?qz|zq`, readQuantity},
		{`i*q&?i*q`, readQuantities},
		{`i*q[&|]?i*qg|i*q[&|]?gi*q`, readQuantityEach},
		{`x[ia]*q`, readAbove},
		{`i*s[i&]*q|i*qs|si*qi*`, readParts},
		{`xi*u[bi]*q|u[xi]*q|i*ui*q`, readUnitsBy},
		{`gi*q|q[&]?g|Xi*q`, readNote},
		{`[ib]*#`, readNumber},
		{`xi*u([&|]+x?i*u)*|u([&|]+u)*x[iz]*`, readNone},
		{`xi*us|sxi*u|xisu`, readNoneIn},
		{`i+u([&]+i*u)*|ui+`, readSome},
		{`[idy]*t(i|d|&|ii)?|[id]+t`, readTexts},
		{`[id]*ts|s[idy]*t[id]*|[id]*t[id]*s|[id]s?t`, readTextsIn},
		{`x?[id]*t[id]*m|[idy]*mt|m[id]*t|ms?t`, readTimes},
		{`x[id]*t([&|]+x?[id]*t)*|t[id]*x[idz]*`, readAbsent},
		{`x[id]*t[id]*s|sx[id]*t|tx[id]*s|xs[id]*t`, readAbsentIn},
		{`[ip]*bt|tb|b[tp]i*t`, readStarts},
		{`[ip]*et|te|ti?e|ie?t?e`, readEnds},
		{`bs?t&e.?t|bt[&]?et`, readBothEnds},
		{`xi*bt`, readNotStarts},
		{`xi*et`, readNotEnds},
		{`s[i]*bt|bst|stb|tbs`, readPartsStart},
		{`si*et|est|tes`, readPartsEnd},
		{`xbut|xubt|xbst|xsbt`, readNoneStart},
		{`xeut|xuet|xest|xset`, readNoneEnd},
		{`i*b[uq]|[uq]b`, readStartsWith},
		{`i*e[uq]|i*[uq]e`, readEndsWith},
		{`xi*b[uq]`, readNotStartsWith},
		{`xi*e[uq]`, readNotEndsWith},
		{`sb[uq]|bs[uq]|us?b[uq]`, readPartsStartWith},
		{`se[uq]|es[uq]|use?[uq]`, readPartsEndWith},
		{`si*t|ts|us?t`, readIs},
		{`si*u`, readIsUnit},
		{`[pigy]*cy?`, readCase},
		{`[pi]*sb?i*c|cs|s[ib]*c`, readPartsCase},
		{`u[ibg]*c`, readUnitsCase},
		{`[piyi]*fy*|yf`, readFormat},
		{`xi*f([&|]+x?i*f)*`, readNoFormat},
		{`i*qi*f|i*fi*q|i*#\?i*f`, readListOf},
		{`[piyg]*ly?`, readLanguage},
		{`py?t|yp?t|pty|p?y?t\|t`, readJust},
	} {
		out = append(out, construction{patternOf(c.pattern, true), c.read})
	}
	return out
})
