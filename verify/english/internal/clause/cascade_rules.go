package clause

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
		join    func([]Chunk) (Chunk, bool)
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
		{`u\|#`, oneOrTwo},
		{`ru|ur`, boundedOne},
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
func exempted(k []Chunk) (Chunk, bool) {
	c := Chunk{Class: 'Z', Is: pick(k, "o", 0).Is}
	if s := pick(k, "s", 0); s.Class == 's' {
		c.Of = s.Of
		c.Is.N = float64(s.Of.Pick.From)
		return c, s.value == "place" && s.Of.Pick.From == s.Of.Pick.To
	}
	return c, true
}

// exempting takes a place that is exempted out of the parts that a demand is on;
// nil where it is on none.
func exempting(k []Chunk) []Chunk {
	z := pick(k, "Z", 0)
	if z.Class == 0 {
		return k
	}
	k = slices.Clone(Without(k, "Z"))
	for i := range k {
		if c := &k[i]; c.Class == 's' && c.value == "each" && c.Of.Pick == (algebra.Pick{}) {
			c.Of = c.Of.But(int(z.Is.N), int(z.Is.N))
			return k
		}
	}
	return nil
}

// numberOf is "the number of questions".
func numberOf(k []Chunk) (Chunk, bool) {
	return Chunk{Class: 'v', Of: k[1].Of, Low: "number of"}, k[0].Low == "number" || strings.HasSuffix(k[0].Low, "count of")
}

// denying is "contain no": the verb says no more.
func denying(k []Chunk) (Chunk, bool) { return k[1], true }

// highlights are passages that are to be marked: at least so many.
func highlights(k []Chunk) (Chunk, bool) {
	n := pick(k, "#q", 0)
	if n.Class == 'q' && !Within(n.Of.Source, algebra.Section, algebra.Word, algebra.Line, algebra.Highlight, algebra.Sentence) {
		return n, false
	}
	if n.Is.Op == algebra.OpExactly {
		n.Is = algebra.AtLeast(n.Is.N)
	}
	return Chunk{Class: 'q', Of: algebra.Every(algebra.Highlight), Is: n.Is}, pick(k, "G", 0).Class == 0
}

// bothOf is "both "sun" and "moon"".
func bothOf(k []Chunk) (Chunk, bool) { return k[1], k[0].Low == "both" || k[0].Low == "each of the" }

// sameNumber is "fifty (50)".
func sameNumber(k []Chunk) (Chunk, bool) { return k[0], k[0].Is == k[1].Is }

// spread is "100 words, give or take 10 %".
func spread(k []Chunk) (Chunk, bool) {
	c, by := k[0], pick(k[1:], "#", 0).Is.N
	if pick(k, "%", 0).Class != 0 {
		by = math.Round(by * c.Is.N / 100)
	}
	if c.Is.Op != algebra.OpExactly && c.Is.Op != algebra.OpAbout || by < 1 || by >= c.Is.N {
		return c, false
	}
	c.Is = algebra.About(c.Is.N, by)
	return c, true
}

func firstOf(k []Chunk) (Chunk, bool) { return k[0], true }

// moreTimes is "10 or more times".
func moreTimes(k []Chunk) (Chunk, bool) {
	c, ok := related(k)
	c.Class = 'm'
	return c, ok
}

// different are so many that differ.
func different(k []Chunk) (Chunk, bool) {
	c, ok := quantityAt([]Chunk{k[0], k[2]})
	if !isSize(c.Of.Source) {
		c.value = "different"
	}
	return c, ok
}

// sameUnit is "the word count: at most 60 words".
func sameUnit(k []Chunk) (Chunk, bool) {
	q := k[1]
	if q.Is.Op == algebra.OpExactly && (strings.Contains(k[0].Low, "limit") || strings.Contains(k[0].Low, "budget")) {
		q.Is.Op = algebra.OpMost
	}
	return q, k[0].Of == q.Of
}

// placeOfNumber is "paragraph 2".
func placeOfNumber(k []Chunk) (Chunk, bool) {
	u, n := k[0], k[1]
	return Chunk{Class: 's', Of: u.Of.Nth(int(n.Is.N)), value: "place"}, u.bare && n.Is.Op == algebra.OpExactly && n.Is.N > 0 && (isSize(u.Of.Source) || Within(u.Of.Source, algebra.Bullet, algebra.Section, algebra.Entry))
}

func textList(k []Chunk) (Chunk, bool) {
	out := k[0]
	out.texts = nil
	and := false
	for _, c := range k {
		and = and || c.Low == "and"
		out.texts = append(out.texts, c.texts...)
		out.or = out.or || c.or || c.Class == '|'
		out.bare = out.bare && (c.Class != 't' || c.bare)
	}
	return out, !out.or || !and
}

func rangeOf(k []Chunk) (Chunk, bool) {
	a, b := pick(k, "#", 0), pick(k, "#", 1)
	if a.Is.Op != algebra.OpExactly || b.Is.Op != algebra.OpExactly || a.Is.N >= b.Is.N {
		return a, false
	}
	a.Is = algebra.Between(a.Is.N, b.Is.N)
	if k[0].Class == 'k' {
		a.value = "between"
	}
	return a, true
}

func choiceOf(k []Chunk) (Chunk, bool) {
	if k[2].Is.N != k[0].Is.N+1 {
		return k[0], false
	}
	return rangeOf(k)
}

func timesOf(k []Chunk) (Chunk, bool) {
	return Chunk{Class: 'm', Is: k[0].Is}, true
}

// flipped is a relation that is denied: not more than.
func flipped(k []Chunk) (Chunk, bool) {
	opposite := map[algebra.Op]algebra.Op{algebra.OpMore: algebra.OpMost, algebra.OpLess: algebra.OpLeast}
	c := k[1]
	c.Is.Op = opposite[c.Is.Op]
	return c, c.Is.Op != ""
}

// exceeded is "must not have more than three sentences", "anything over three
// sentences is cut off".
func exceeded(k []Chunk) (Chunk, bool) {
	return flipped([]Chunk{{}, pick(k, "q", 0)})
}

// ceiling finds the relations that bound a range from above only.
var ceiling = lazyregexp.New(`max|most\b|\bup to\b|\b(?:more|longer) than\b|exceed`)

// related gives a number its relation.
func related(k []Chunk) (Chunk, bool) {
	c, r := pick(k, "#mq", 0), pick(k, "r", 0)
	switch {
	case c.Is.Op == algebra.OpBetween && r.Is.Op == algebra.OpMost && c.value != "between" && ceiling.MatchString(r.Low):
		c.Is = algebra.AtMost(c.Is.M) // "a maximum of 3-5" may be fewer
	case c.Is.Op == algebra.OpBetween && (r.Is.Op == algebra.OpMost || r.Is.Op == algebra.OpExactly):
		return c, true // "within a limit of 3-5" is from 3 to 5
	case c.Is.Op == algebra.OpBetween && r.Is.Op == algebra.OpAbout:
		c.Is = algebra.Between(c.Is.N-Tolerance(c.Is.N), c.Is.M+Tolerance(c.Is.M))
	case c.Is.Op != algebra.OpExactly || c.value == "exactly" && r.Is.Op != algebra.OpExactly:
		return c, false
	case r.Is.Op == algebra.OpAbout:
		c.Is = algebra.About(c.Is.N, Tolerance(c.Is.N))
	default:
		c.Is.Op = r.Is.Op
		if c.Class == '#' && r.Is.Op == algebra.OpExactly {
			c.value = "exactly"
		}
	}
	return c, true
}

// bothBounds is at least the one and at most the other.
func bothBounds(k []Chunk) (Chunk, bool) {
	a, b := k[0], pick(k, "r", 1)
	low, high := pick(k, "#", 0), pick(k, "#", 1)
	if a.Is.Op == algebra.OpMost {
		a, b, low, high = b, a, high, low
	}
	if a.Is.Op == algebra.OpMore && b.Is.Op == algebra.OpLess {
		a.Is.Op, b.Is.Op = algebra.OpLeast, algebra.OpMost
		low.Is.N, high.Is.N = low.Is.N+1, high.Is.N-1
	}
	if a.Is.Op != algebra.OpLeast || b.Is.Op != algebra.OpMost || low.Is.N >= high.Is.N {
		return low, false
	}
	low.Is = algebra.Between(low.Is.N, high.Is.N)
	return low, true
}

func onlyNumber(k []Chunk) (Chunk, bool) {
	c := k[1]
	c.value = "bound"
	return c, c.Is.Op == algebra.OpExactly
}

// sameTwice is a quantity whose relation is said twice.
func sameTwice(k []Chunk) (Chunk, bool) {
	q, r := pick(k, "q", 0), pick(k, "r", 0)
	return q, q.Is.Op == r.Is.Op || q.Is.Op == algebra.OpBetween && r.Is.Op == algebra.OpMost
}

// apposed is "our slogan, "Sleep well"".
func apposed(k []Chunk) (Chunk, bool) {
	t := k[len(k)-1]
	t.bare = false
	return t, true
}

func single(k []Chunk) (Chunk, bool) {
	c := k[1]
	c.value = "one"
	return c, c.bare
}

// boundedOne is "at most a sentence", "a paragraph or less".
func boundedOne(k []Chunk) (Chunk, bool) {
	u, r := pick(k, "u", 0), pick(k, "r", 0)
	if u.value != "one" || !isSize(u.Of.Source) || spatial()[r.Low] || r.Is.Op != algebra.OpMost && r.Is.Op != algebra.OpMore && r.Is.Op != algebra.OpExactly {
		return u, false
	}
	return quantityAt([]Chunk{{Class: '#', Is: algebra.Relation{Op: r.Is.Op, N: 1}}, u})
}

// oneOrTwo is "a sentence or two".
func oneOrTwo(k []Chunk) (Chunk, bool) {
	u, n := k[0], k[2]
	if u.value != "one" || !isSize(u.Of.Source) || n.Is != algebra.Exactly(2) && n.Is != algebra.AtMost(2) {
		return u, false
	}
	return quantityAt([]Chunk{{Class: '#', Is: algebra.Between(1, 2)}, u})
}

func quantityAt(k []Chunk) (Chunk, bool) {
	c := Chunk{Class: 'q', Of: k[1].Of, Is: k[0].Is, bare: k[1].bare, Low: k[1].Low, value: k[0].value}
	if k[1].Class == 'v' && c.Is.Op == algebra.OpExactly && !tallies(c.Low) {
		c.Is.Op = algebra.OpMost
	}
	return c, c.Is != algebra.AtLeast(0)
}

// tallies reports whether words for a size set no limit: "word count", "number of
// words", but not "words".
func tallies(low string) bool {
	return strings.Contains(low, "count") || strings.Contains(low, "number")
}

func quantityBehind(k []Chunk) (Chunk, bool) {
	n, ok := related([]Chunk{k[0], k[len(k)-1]})
	if !ok || len(k) > 3 && spatial()[k[len(k)-1].Low] { // 10 bullet points, in the format below
		return n, false
	}
	return quantityAt([]Chunk{n, k[1]})
}

func onlyQuantityOf(k []Chunk) (Chunk, bool) { return quantityAt(k[:2]) }

// limitOf is "word limit 60", "words: at most 60".
func limitOf(k []Chunk) (Chunk, bool) {
	u, n := pick(k, "uv", 0), pick(k, "#", 0)
	if r := pick(k, "r", 0); r.Class != 0 && n.Class != 0 {
		var ok bool
		if n, ok = related([]Chunk{n, r}); !ok {
			return n, false
		}
	}
	if n.Class == 0 || u.Class == 'u' && (pick(k, "-", 0).Class == 0 && n.Is.Op == algebra.OpExactly && n.value != "exactly" || !IsLength(u.Of.Source) && (n.Is.Op == algebra.OpLess || n.Is.Op == algebra.OpMore || n.Is.Op == algebra.OpBetween) || u.Of.Source == algebra.Source(algebra.NumberUnit)) {
		return n, false
	}
	if u.Class == 'v' && n.Is.Op == algebra.OpExactly && !tallies(u.Low) {
		n.Is.Op = algebra.OpMost
	}
	return quantityAt([]Chunk{n, {Class: 'u', Of: u.Of, bare: u.bare}})
}

func eachOf(k []Chunk) (Chunk, bool) {
	return Chunk{Class: 's', Of: k[1].Of, value: "each", Low: k[0].Low}, countable(k[1].Of)
}

// countable reports whether demands can hold of parts of the kind.
func countable(p algebra.Parts) bool {
	return !Within(p.Source, algebra.CodeBlock, algebra.Character, algebra.Section, algebra.Question, algebra.Letter)
}

func placeOf(k []Chunk) (Chunk, bool) {
	u, at := pick(k, "u", 0), int(pick(k, "o", 0).Is.N)
	c := Chunk{Class: 's', Of: u.Of.Nth(at), value: "place"}
	if n := pick(k, "#", 0); n.Class == '#' {
		if n.Is.Op != algebra.OpExactly || at != 1 && at != -1 {
			return c, false
		}
		c.Of = u.Of.First(int(n.Is.N))
		if at < 0 {
			c.Of = u.Of.Last(int(n.Is.N))
		}
	}
	return c, countable(u.Of) || u.Of.Source == algebra.Source(algebra.Character)
}

// nested is the first word of each line.
func nested(k []Chunk) (Chunk, bool) {
	c := k[0]
	if c.value != "place" || c.Of.Of != nil || c.Of.Source == k[1].Of.Source {
		return c, false
	}
	c.Of = c.Of.Within(k[1].Of)
	return c, true
}

// constructions are what whole clauses are. The patterns leave out the answer,
// which is what is spoken of anyway, and verbs of answering before the demand.
var constructions = sync.OnceValue(func() []construction {
	var out []construction
	for _, c := range []struct {
		pattern string
		read    func([]Chunk) algebra.Expr
	}{
		{`y?i*qy?|qi+|z?qz|zq|i-q`, readQuantity},
		{`i*q&?i*q`, readQuantities},
		{`[piy]*q&?Y`, readQuantityAlone},
		{`[eia&]*Pe?(bi*[Pt])?e?`, readPostscript},
		{`[piy-]*1?u(&?[yY])?`, readOne},
		{`i*ui*m|ui*m`, readUnitTimes},
		{`i*qi*c`, readCaseOf},
		{`([pi]*1?u[i&]*q([&i]*q)?|[pi]*qu)(&?Y)?`, readTable},
		{`x[id]*u[iz]*m`, readSeldom},
		{`[?wipfu]*A(&?R)?|R&?i*A`, readOrder},
		{`[id]*tB[id]*t|[id]+tI`, readSequence},
		{`i*qbt`, readSuch},
		{`[piy]*fi*y?&?i*t[&y]*Y?`, readKeys},
		{`[piy]*fi*q|[piy]*f[i&]*R([&i]*qs?)?|[piy]*fu`, readDataOf},
		{`[piywu1&]*(f[&i]*|u[&i]*)?[y#]*t(&?I)?|[piy]*ui*#?t(&?I)?|[piy]*q[i&]+t(&?I)?`, readHeaders},
		{`[piyu]*2[&y]*Y?|[pi]*2u`, readDates},
		{`[piydbe]*ti*[Gf]|[pid]*[Gf]i*t|[pi]*G`, readEnclosed},
		{`[piyf]*#[?w]?\??&?[i&]*R|[piy]*q&?[i&]*R|[piy]*\??[?w]?f?&?R`, readApart},
		{`sL`, readRising},
		{`si*D`, readDifferent},
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
