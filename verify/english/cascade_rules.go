package english

import (
	"math"
	"slices"
	"strings"
	"sync"

	"adhere/internal/lazyregexp"
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
		{`ix`, denying},
		{`ru-?r?#`, limitOf},
		{`r-`, firstOf},
		{`gt`, bothOf},
		{`##`, sameNumber},
		{`#\+#%?`, spread},
		{`t([&|]*t)+`, textList},
		{`k#[-&]#`, rangeOf},
		{`#-#`, rangeOf},
		{`#\|#`, choiceOf},
		{`#\*`, timesOf},
		{`#r\*`, moreTimes},
		{`xr`, flipped},
		{`rm|mr`, related},
		{`r#[&]?r#`, bothBounds},
		{`r#`, related},
		{`#r`, related},
		{`y#`, onlyNumber},
		{`1u`, single},
		{`uu`, numberOf},
		{`o#u`, placeOf},
		{`#u&?r`, quantityBehind},
		{`#uy`, onlyQuantityOf},
		{`#Du`, different},
		{`gu`, eachOf},
		{`ou`, placeOf},
		{`#[uv]`, quantityAt},
		{`vq`, sameUnit},
		{`vi?-?#|u-?#|vr`, limitOf},
		{`u#`, placeOfNumber},
		{`q&?\+#%?`, spread},
		{`H[q#]T?G?|[q#]T?i*H`, highlights},
		{`q&?r|rq`, sameTwice},
		{`xi*q|qJ`, exceeded},
		{`ss`, nested},
		{`&?Eo[u#]?|&?Es|[&y]*o[u#]?M|[&y]*sM`, exempted},
	} {
		out = append(out, joining{patternOf(j.pattern, false), j.join})
	}
	return out
})

// exempted is "except the last one", "only the first line may be longer".
func exempted(k []chunk) (chunk, bool) {
	c := chunk{class: 'Z', is: pick(k, "o", 0).is}
	if s := pick(k, "s", 0); s.class == 's' {
		c.of = s.of
		c.is.N = float64(s.of.Pick.From)
		return c, s.value == "place" && s.of.Pick.From == s.of.Pick.To
	}
	return c, true
}

// exempting takes a place that is exempted out of the parts that a demand is on;
// nil where it is on none.
func exempting(k []chunk) []chunk {
	z := pick(k, "Z", 0)
	if z.class == 0 {
		return k
	}
	k = slices.Clone(without(k, "Z"))
	for i := range k {
		if c := &k[i]; c.class == 's' && c.value == "each" && c.of.Pick == (algebra.Pick{}) {
			c.of = c.of.But(int(z.is.N), int(z.is.N))
			return k
		}
	}
	return nil
}

// numberOf is "the number of questions".
func numberOf(k []chunk) (chunk, bool) {
	return chunk{class: 'v', of: k[1].of, low: "number of"}, k[0].low == "number" || strings.HasSuffix(k[0].low, "count of")
}

// denying is "contain no": the verb says no more.
func denying(k []chunk) (chunk, bool) { return k[1], true }

// highlights are passages that are to be marked: at least so many.
func highlights(k []chunk) (chunk, bool) {
	n := pick(k, "#q", 0)
	if n.class == 'q' && !within(n.of.Source, algebra.Section, algebra.Word, algebra.Line, algebra.Highlight, algebra.Sentence) {
		return n, false
	}
	if n.is.Op == algebra.OpExactly {
		n.is = algebra.AtLeast(n.is.N)
	}
	return chunk{class: 'q', of: algebra.Every(algebra.Highlight), is: n.is}, pick(k, "G", 0).class == 0
}

// bothOf is "both "sun" and "moon"".
func bothOf(k []chunk) (chunk, bool) { return k[1], k[0].low == "both" || k[0].low == "each of the" }

// sameNumber is "fifty (50)".
func sameNumber(k []chunk) (chunk, bool) { return k[0], k[0].is == k[1].is }

// spread is "100 words, give or take 10 %".
func spread(k []chunk) (chunk, bool) {
	c, by := k[0], pick(k[1:], "#", 0).is.N
	if pick(k, "%", 0).class != 0 {
		by = math.Round(by * c.is.N / 100)
	}
	if c.is.Op != algebra.OpExactly && c.is.Op != algebra.OpAbout || by < 1 || by >= c.is.N {
		return c, false
	}
	c.is = algebra.About(c.is.N, by)
	return c, true
}

func firstOf(k []chunk) (chunk, bool) { return k[0], true }

// moreTimes is "10 or more times".
func moreTimes(k []chunk) (chunk, bool) {
	c, ok := related(k)
	c.class = 'm'
	return c, ok
}

// different are so many that differ.
func different(k []chunk) (chunk, bool) {
	c, ok := quantityAt([]chunk{k[0], k[2]})
	if !isSize(c.of.Source) {
		c.value = "different"
	}
	return c, ok
}

// sameUnit is "the word count: at most 60 words".
func sameUnit(k []chunk) (chunk, bool) {
	q := k[1]
	if q.is.Op == algebra.OpExactly && (strings.Contains(k[0].low, "limit") || strings.Contains(k[0].low, "budget")) {
		q.is.Op = algebra.OpMost
	}
	return q, k[0].of == q.of
}

// placeOfNumber is "paragraph 2".
func placeOfNumber(k []chunk) (chunk, bool) {
	u, n := k[0], k[1]
	return chunk{class: 's', of: u.of.Nth(int(n.is.N)), value: "place"}, u.bare && n.is.Op == algebra.OpExactly && n.is.N > 0 && (isSize(u.of.Source) || within(u.of.Source, algebra.Bullet, algebra.Section, algebra.Entry))
}

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
	if k[0].class == 'k' {
		a.value = "between"
	}
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

// exceeded is "must not have more than three sentences", "anything over three
// sentences is cut off".
func exceeded(k []chunk) (chunk, bool) {
	return flipped([]chunk{{}, pick(k, "q", 0)})
}

// ceiling finds the relations that bound a range from above only.
var ceiling = lazyregexp.New(`max|most\b|\bup to\b|\b(?:more|longer) than\b|exceed`)

// related gives a number its relation.
func related(k []chunk) (chunk, bool) {
	c, r := pick(k, "#mq", 0), pick(k, "r", 0)
	switch {
	case c.is.Op == algebra.OpBetween && r.is.Op == algebra.OpMost && c.value != "between" && ceiling.MatchString(r.low):
		c.is = algebra.AtMost(c.is.M) // "a maximum of 3-5" may be fewer
	case c.is.Op == algebra.OpBetween && (r.is.Op == algebra.OpMost || r.is.Op == algebra.OpExactly):
		return c, true // "within a limit of 3-5" is from 3 to 5
	case c.is.Op == algebra.OpBetween && r.is.Op == algebra.OpAbout:
		c.is = algebra.Between(c.is.N-tolerance(c.is.N), c.is.M+tolerance(c.is.M))
	case c.is.Op != algebra.OpExactly || c.value == "exactly" && r.is.Op != algebra.OpExactly:
		return c, false
	case r.is.Op == algebra.OpAbout:
		c.is = algebra.About(c.is.N, tolerance(c.is.N))
	default:
		c.is.Op = r.is.Op
		if c.class == '#' && r.is.Op == algebra.OpExactly {
			c.value = "exactly"
		}
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
	if a.is.Op == algebra.OpMore && b.is.Op == algebra.OpLess {
		a.is.Op, b.is.Op = algebra.OpLeast, algebra.OpMost
		low.is.N, high.is.N = low.is.N+1, high.is.N-1
	}
	if a.is.Op != algebra.OpLeast || b.is.Op != algebra.OpMost || low.is.N >= high.is.N {
		return low, false
	}
	low.is = algebra.Between(low.is.N, high.is.N)
	return low, true
}

func onlyNumber(k []chunk) (chunk, bool) {
	c := k[1]
	c.value = "bound"
	return c, c.is.Op == algebra.OpExactly
}

// sameTwice is a quantity whose relation is said twice.
func sameTwice(k []chunk) (chunk, bool) {
	q, r := pick(k, "q", 0), pick(k, "r", 0)
	return q, q.is.Op == r.is.Op || q.is.Op == algebra.OpBetween && r.is.Op == algebra.OpMost
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
	c := chunk{class: 'q', of: k[1].of, is: k[0].is, bare: k[1].bare, low: k[1].low, value: k[0].value}
	if k[1].class == 'v' && c.is.Op == algebra.OpExactly && !tallies(c.low) {
		c.is.Op = algebra.OpMost
	}
	return c, sensible(c)
}

// tallies reports whether words for a size set no limit: "word count", "number of
// words", but not "words".
func tallies(low string) bool {
	return strings.Contains(low, "count") || strings.Contains(low, "number")
}

// sensible leaves out quantities that cannot be.
func sensible(c chunk) bool {
	return c.is != algebra.AtLeast(0) && c.is.N >= 0
}

func quantityBehind(k []chunk) (chunk, bool) {
	n, ok := related([]chunk{k[0], k[len(k)-1]})
	if !ok || len(k) > 3 && spatial()[k[len(k)-1].low] { // 10 bullet points, in the format below
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
	if n.class == 0 || u.class == 'u' && (pick(k, "-", 0).class == 0 && n.is.Op == algebra.OpExactly && n.value != "exactly" || !isLength(u.of.Source) && (n.is.Op == algebra.OpLess || n.is.Op == algebra.OpMore || n.is.Op == algebra.OpBetween) || u.of.Source == algebra.Source(algebra.NumberUnit)) {
		return n, false
	}
	if u.class == 'v' && n.is.Op == algebra.OpExactly && !tallies(u.low) {
		n.is.Op = algebra.OpMost
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
	return c, countable(u.of) || u.of.Source == algebra.Source(algebra.Character)
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
		{`y?i*qy?|qi+|z?qz|zq|i-q`, readQuantity},
		{`i*q&?i*q`, readQuantities},
		{`[eia&]*Pe?(bi*[Pt])?e?`, readPostscript},
		{`[piy-]*1?u(&?[yY])?`, readOne},
		{`i*ui*m|ui*m`, readUnitTimes},
		{`i*qi*c`, readCaseOf},
		{`([pi]*1?u[i&]*q([&i]*q)?|[pi]*qu)(&?Y)?`, readTable},
		{`x[id]*u[iz]*m`, readSeldom},
		{`[?wipfu]*A(&?R)?|R&?i*A`, readOrder},
		{`[id]*tBi*t|[id]+tI`, readSequence},
		{`i*qbt`, readSuch},
		{`[piy]*fi*y?&?i*t[&y]*Y?`, readKeys},
		{`[piy]*fi*q|[piy]*f[i&]*R([&i]*qs?)?|[piy]*fu`, readDataOf},
		{`[piywu1&]*(f[&i]*|u[&i]*)?[y#]*t(&?I)?|[piy]*ui*#?t(&?I)?|[piy]*q[i&]+t(&?I)?`, readHeaders},
		{`[piyu]*2[&y]*Y?|[pi]*2u`, readDates},
		{`[piydbe]*ti*[Gf]|[pid]*[Gf]i*t|[pi]*G`, readEnclosed},
		{`[piyf]*#[?w]?\??&?[i&]*R|[piy]*q&?[i&]*R|[piy]*\??[?w]?f?&?R`, readApart},
		{`sL`, readRising},
		{`si*rK?(s|o#?)K?|si*CuQ(s|o#?)`, readShorter},
		{`xi*ui*&?Ei*t`, readExceptTexts},
		{`[id]*[tu]i*yi*s|y[id]*[tu]i*s|[id]*[tu][id]*s[&y]*V|[id]*[tu]i*sy`, readOnlyIn},
		{`i*q[&|]?i*qg|i*q[&|]?gi*q`, readQuantityEach},
		{`i*sz?[iy&]*q|i*qsr?|si*qi*|[ri]s-?q`, readParts},
		{`xi*u[biz]*q|u[xi]*q|i*u[iz]*q[gy]?`, readUnitsBy},
		{`gi*q|q&?gr?|Xi*q|o#?i*q`, readNote},
		{`[ib]*#`, readNumber},
		{`x([&|]?x?#)+`, readOtherNumber},
		{`S`, readAgain},

		{`[yY]`, readAlone},
		{`xi*u([&|]+x?i*u)*[izx]*|i*u([&|]+u)*[xX][iz]*|xi*uy`, readNone},
		{`i+u([&]+i*u)*|ui+`, readSome},
		{`[idy]*t(i|d|&|ii)?|[id]+t`, readTexts},
		{`x?[id]*t[idyz&]*m[id]*|[idy]*mt[id]*|m[id]*t|[id]*#t`, readTimes},
		{`u?[xX][id]*t([&|]+x?[id]*t)*[idz]*|[id]*t[id]*x[idz]*|xtx`, readAbsent},
		{`bs?t&e.?t|bt[&]?et|b&et|sbt&es?t`, readBothEnds},
		{`[xip]*[us]?[xip]*[be][xip]*[us]?[ip]*[tuqW]i*N?|[xip]*[su]?[ip]*[tuqW][ix&]*[be]i*s?`, readBounds},
		{`s[iy]*O?t|ts|us?t|s[id]+ts`, readIs},
		{`si*u|s3u?`, readIsUnit},
		{`[pigy]*cy?|bc|gu[iy]*c`, readCase},
		{`[pi]*sb?i*c|cs|s[ib]*c|bsi*c`, readPartsCase},
		{`[piyi]*([ws]&?)?fy*(&?[Yy])*|yf|[ws]i*f|gf(&?Y)+`, readFormat},
		{`[fp]\?+f`, readListed},
		{`xi*f([&|]+x?i*f)*[iz]*`, readNoFormat},
		{`[ip]*(f&?i*)?q&?i*f|[ip]*f&q|i*f+i*q|i*#[?w]?\??&?i*f|i*#fu`, readListOf},
		{`i?\??\?f(&?Y)?`, readInBlock},
		{`x?[piyg]*ly?`, readLanguage},
		{`[ip]*py?t|yi*p?t|[ip]*ty|pty|p?y?t\|t|[piy]*Oi?t|[piy]*t&?Y`, readJust},
	} {
		out = append(out, construction{patternOf(c.pattern, true), c.read})
	}
	return out
})
