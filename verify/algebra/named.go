package algebra

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
)

// Parts that a text need not mark in one way: its title, what it lists, what
// stands behind a label. Where they cannot be told for certain, what is asked
// of them is undecided.

// unsure leaves open what is asked of parts that could not be told.
func (c *scope) unsure() []cut {
	c.shared.unclear = "the parts that are meant cannot be told for certain"
	return nil
}

// titleLabel is what stands before a title that is called one.
var titleLabel = lazyregexp.New(`(?im)^[ \t#*_>-]*(?:title|headline|titel|überschrift|titre|título|标题|題目|タイトル)[*_]*[ \t]*[:：][*_ \t]*(\S[^\n]*)$`)

// title returns what stands behind "Title:", or the first line if that is a
// heading or is short, stands apart and ends like no sentence.
func (c *scope) title() []cut {
	if m := titleLabel.FindAllStringSubmatchIndex(c.s, 2); len(m) == 1 {
		return []cut{c.unmarked(m[0][2], m[0][3])}
	} else if len(m) > 1 {
		return c.unsure()
	}
	lines := c.structureOf().lines
	i := c.nextLine(0)
	if i < len(lines) && lines[i].kind == textLine && endsWith(c.s[lines[i].at:lines[i].to], ":：") {
		i = c.nextLine(i + 1) // "Here it is:"
	}
	if i >= len(lines) || c.nextLine(i+1) == len(lines) {
		return c.unsure()
	}
	l := lines[i]
	apart := lines[i+1].kind == blankLine && l.kind == textLine && len(strings.Fields(c.s[l.at:l.to])) <= 2*longestTitle && !endsWith(c.s[l.at:l.to], ".,;:…。，：")
	if l.kind != headingLine && !apart {
		return c.unsure()
	}
	return []cut{c.unmarked(l.content, l.to)}
}

// nextLine returns the first line from i on that is not blank.
func (c *scope) nextLine(i int) int {
	lines := c.structureOf().lines
	for i < len(lines) && lines[i].kind == blankLine {
		i++
	}
	return i
}

// endsWith reports whether a line ends with one of the marks, inside emphasis.
func endsWith(line, marks string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "*_ \t\r"))
	return strings.ContainsRune(marks, r)
}

// unmarked leaves out marks of emphasis, dashes and white space around a part.
func (c *scope) unmarked(at, to int) cut {
	to = at + len(strings.TrimRight(c.s[at:to], "*_# \u00a0\t\r\n"))
	at = to - len(strings.TrimLeft(c.s[at:to], "*_:：–—- \u00a0\t\r\n"))
	return bare(at, to)
}

// labelLine is a line that begins with a label: what is called so, and what
// stands behind it.
var labelLine = lazyregexp.New(`^[ \t#*_>-]*(?:\d{1,2}[.)][ \t]+)?[*_]*(\p{Lu}[\p{L}\p{N} /;'’-]{0,38}|\p{Lo}[\p{Lo}\p{Lm}\p{M}]{0,9})(?:[ \t]*\([^)\n]{1,40}\))?[*_]*[ \t\x{a0}]*(：|:[*_]*(?:[ \t]|$|[^\x00-\x7f]))`)

// subjects are what the subject of a message is called: never more than a line.
var subjects = same("|subject|subject line|betreff|asunto|assunto|objet|oggetto|onderwerp|ämne|temat|тема|件名|主题|主旨|제목|الموضوع|")

// partName returns what two names of one part have in common.
func partName(s string) string {
	name := headingName(s)
	if name != "" && strings.Contains(subjects, "|"+name+"|") {
		return "subject"
	}
	return name
}

// namedParts returns what stands under the only heading of a name, or behind
// the only label: "SMS: …".
func (c *scope) namedParts(name string) []cut {
	b, want := c.structureOf(), partName(name)
	at, behind := -1, 0
	for i, l := range b.lines {
		line := c.s[l.at:l.to]
		n := 0
		if m := labelLine.FindStringSubmatchIndex(line); m != nil && partName(line[m[2]:m[3]]) == want {
			_, colon := utf8.DecodeRuneInString(line[m[4]:])
			n = l.at + m[4] + colon
		} else if h := partName(c.s[l.content:l.to]); l.kind == headingLine && strings.HasPrefix(h, want) && !inName(h[len(want):]) {
			n = l.to
		}
		if n == 0 {
			continue
		}
		if at >= 0 {
			return c.unsure()
		}
		at, behind = i, n
	}
	switch {
	case at < 0 && want == "body":
		return c.body()
	case at < 0:
		return c.unsure()
	case strings.Trim(c.s[behind:b.lines[at].to], "*_# \t\r") != "":
		return c.paragraphFrom(at, behind, inOneLine(want))
	}
	return c.blockBelow(at)
}

var (
	greeting = lazyregexp.New(`(?m)^[ \t]*(?i:dear|hi|hello|hey|good morning|liebe[rs]?|hallo|sehr geehrte[rs]?|hola|estimad[oa]s?|querid[oa]s?|bonjour|ch[eè]re?s?|olá|prezad[oa]s?)\b[^.!?\n]{0,50}[,:!]?[ \t]*$`)
	closing  = lazyregexp.New(`(?m)^[ \t]*(?i:best|kind|warm|regards|thanks|thank you|many thanks|cheers|sincerely|yours|respectfully|viele grüße|mit freundlichen|liebe grüße|saludos|un saludo|atentamente|cordialement|bien à|cordialmente|atenciosamente|abraços?)\b[^.!?\n]{0,30},?[ \t]*$`)
)

// body returns what stands between the only greeting of a letter and its only
// closing.
func (c *scope) body() []cut {
	from, to := greeting.FindAllStringIndex(c.s, 2), closing.FindAllStringIndex(c.s, 2)
	if len(from) != 1 || len(to) != 1 || to[0][0] < from[0][1] {
		return c.unsure()
	}
	return []cut{trimmed(c.s, from[0][1], to[0][0])}
}

// isLabel reports whether what is looked for is the label of such parts.
func (p Parts) isLabel(f Find) bool {
	name, ok := p.Source.(Named)
	return ok && endsWith(f.Value, ":：") && partName(strings.TrimRight(f.Value, ":： ")) == partName(string(name))
}

func inName(rest string) bool {
	r := firstRune(rest)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// inOneLine reports whether what a label calls is never more than a line.
func inOneLine(name string) bool {
	return slices.Contains([]string{"subject", "headline", "tagline", "slogan"}, name)
}

// paragraphFrom returns the paragraph that begins behind a label, if it is but
// a line or nothing follows that it may go on with.
func (c *scope) paragraphFrom(i, at int, line bool) []cut {
	lines := c.structureOf().lines
	j := i + 1
	for j < len(lines) && lines[j].kind == textLine && !c.labelled(j) {
		j++
	}
	next := c.nextLine(j)
	switch {
	case line:
		return []cut{c.unmarked(at, lines[i].to)}
	case next == len(lines), lines[next].kind == headingLine, lines[next].kind == ruleLine, c.labelled(next):
		return []cut{c.unmarked(at, lines[j-1].to)}
	case withoutOffer(c.s[at:]) == c.s[at:lines[j-1].to]:
		return []cut{c.unmarked(at, len(c.s))}
	}
	return c.unsure()
}

// offer is a last paragraph that hardly belongs to a part: "Let me know if …", or
// what stands alone below a rule.
var offer = lazyregexp.New(`\n[ \t]*\n(?:-{3,}|\*{3,}|_{3,})[ \t]*\n\s*[^\s#*][^\n]*\s*$|\n[ \t]*\n[ \t]*(?i:let me know|would you like|do you want|shall i|should i|want me|feel free|i hope|happy to|if you(?:'d|’d| would)? (?:like|want|need)|lass mich|sag mir|soll ich|dis-moi|dime|me avise)[^\n]*\s*$`)

func withoutOffer(s string) string {
	if at := offer.FindStringIndex(s); at != nil {
		return s[:at[0]]
	}
	return s
}

// blockBelow returns what stands below a heading or a label on a line of its
// own, up to the next such.
func (c *scope) blockBelow(i int) []cut {
	lines := c.structureOf().lines
	j := i + 1
	for ; j < len(lines); j++ {
		own := c.labelled(j) && endsWith(c.s[lines[j].at:lines[j].to], ":：")
		if own && lines[j].kind != headingLine && (lines[i].kind == headingLine || c.isListed(j+1) && !c.isListed(i+1)) {
			return c.unsure() // it may lead up to what is part of this
		}
		if own || lines[j].kind == headingLine && (lines[i].kind != headingLine || lines[j].level <= lines[i].level) {
			break
		}
		if c.labelled(j) && lines[j-1].kind == blankLine && lines[j].kind == textLine {
			return c.unsure()
		}
	}
	if i+1 >= j {
		return c.unsure()
	}
	return []cut{trimmed(c.s, lines[i+1].at, lines[j-1].to)}
}

// isListed reports whether the first line from i on that is not blank is a list item.
func (c *scope) isListed(i int) bool {
	lines := c.structureOf().lines
	i = c.nextLine(i)
	return i < len(lines) && (lines[i].kind == bulletLine || lines[i].kind == numberedLine)
}

func (c *scope) labelled(i int) bool {
	l := c.structureOf().lines[i]
	return l.kind != blankLine && labelLine.MatchString(c.s[l.at:l.to])
}

// entryLabel is a name with its number or letter before one of several things:
// "Tweet 1:", "**Option B** (formal)"; shortLabel is "Q1:", looked for where there
// is no such name.
var (
	entryLabel = labelOf(`(\p{L}+)[ \t#]{1,2}(\d{1,2}|[A-H])`)
	shortLabel = labelOf(`([A-Z])(\d{1,2})`)
)

func labelOf(name string) *lazyregexp.Regexp {
	return lazyregexp.New(`(?m)^[ \t#*_>-]*(?:\d{1,2}[.)][ \t]+)?[*_]*` + name + `(?:[ \t]*\([^)\n]{1,40}\))?(?:(?:[ \t]*[:.)–—*_-]+){1,3}[ \t]*|[ \t]*$)`)
}

// entries returns the things that a text lists, n of them if that is not 0:
// what stands behind labels that are numbered; the outer items of the one list
// that it is; where n are asked for, what stands under so many headings, or so
// many paragraphs or lines.
func (c *scope) entries(n int) []cut {
	b := c.structureOf()
	out := c.numberedLabels()
	switch sections := b.sections(false); {
	case out != nil:
	case n > 1 && len(sections) == n:
		out = sections
	case len(b.items) > 0 || n == 0:
		out = c.listed(b)
	default:
		out = c.unlisted(b, n)
	}
	if n > 0 && len(out) != n {
		return c.unsure()
	}
	return out
}

// numberedLabels returns what stands behind labels of one name that are
// numbered from 1 or A on; nil if there are none. What follows the last one
// must not be longer by paragraphs than what follows the others, or it may be
// more than that.
func (c *scope) numberedLabels() []cut {
	m := entryLabel.FindAllStringSubmatchIndex(c.s, -1)
	if len(m) == 0 {
		m = shortLabel.FindAllStringSubmatchIndex(c.s, -1)
	}
	if len(m) < 2 {
		return nil
	}
	var out []cut
	most := 0
	for i, at := range m {
		number := c.s[at[4]:at[5]]
		if !strings.EqualFold(c.s[at[2]:at[3]], c.s[m[0][2]:m[0][3]]) || number != strconv.Itoa(i+1) && number != string(rune('A'+i)) {
			return nil
		}
		end := len(c.s)
		if i+1 < len(m) {
			end = m[i+1][0]
		}
		p := c.withoutHeading(at[0], at[1], end)
		paragraphs := strings.Count(withoutOffer(c.s[p.at:p.to]), "\n\n")
		if i+1 == len(m) && paragraphs > most {
			return c.unsure()
		}
		most = max(most, paragraphs)
		out = append(out, p)
	}
	return out
}

// withoutHeading leaves out the rest of the line in which a label stands where
// that is a heading, as in "## Slide 1: The idea".
func (c *scope) withoutHeading(line, at, end int) cut {
	for _, l := range c.structureOf().lines {
		if l.kind == headingLine && l.at >= line && l.at <= at && l.to < end && strings.TrimSpace(c.s[l.to:end]) != "" {
			at = max(at, l.to)
		}
	}
	return trimmed(c.s, at, end)
}

// unlisted returns n paragraphs or lines of a text without marks of a list, but
// for what leads up to them; none if one of the paragraphs has so many lines.
func (c *scope) unlisted(b *blocks, n int) []cut {
	for _, parts := range [][]cut{c.worded(b.paragraphs), kept(b.lines, func(l line) bool { return l.kind == textLine })} {
		if len(parts) == n+1 && endsWith(c.s[parts[0].at:parts[0].to], ":：,，") {
			parts = parts[1:]
		}
		if len(parts) == n && !slices.ContainsFunc(parts, func(p cut) bool { return strings.Count(c.s[p.at:p.to], "\n") == n-1 }) {
			return parts
		}
	}
	return nil
}
