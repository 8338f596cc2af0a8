package algebra

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
	"adhere/verify/parity"
)

// The texts that conventions look at: an answer without what some people do not
// count.

func withoutFence(s string) string {
	if inner := unfence(s); inner != parity.TrimSpace(s) {
		return inner
	}
	return s
}

// withoutFullStop is for an end that is named without one.
func withoutFullStop(s string) string {
	return strings.TrimSuffix(strings.TrimRight(s, " \t\r\n"), ".")
}

// withFence is for code that may stand without a fence.
func withFence(s string) string {
	if strings.Contains(s, "```") {
		return s
	}
	return "```\n" + s + "\n```"
}

func withoutQuotes(s string) string {
	t := strings.TrimSpace(s)
	for _, q := range [][2]string{{`"`, `"`}, {"“", "”"}, {"«", "»"}, {"„", "“"}} {
		if inner, ok := strings.CutPrefix(t, q[0]); ok && strings.HasSuffix(inner, q[1]) {
			if inner = strings.TrimSuffix(inner, q[1]); !strings.ContainsAny(inner, q[0]+q[1]) {
				return inner
			}
		}
	}
	return s
}

// withoutEdgeQuotes is for speech that begins or ends a text: "And say, “I am Tom.”"
func withoutEdgeQuotes(s string) string {
	const marks = `"“”„«»`
	t := strings.TrimSpace(s)
	if trimmed := strings.Trim(t, marks); trimmed != t {
		return trimmed
	}
	return s
}

// longestTitle is how many words a title may have.
const longestTitle = 12

// firstLine cuts the first line off, and says whether a blank one follows.
func firstLine(s string) (line, rest string, apart bool) {
	s = strings.TrimLeft(s, " \t\r\n")
	line, rest, _ = strings.Cut(s, "\n")
	after := strings.TrimLeft(rest, " \t\r")
	return strings.TrimSpace(line), rest, strings.HasPrefix(after, "\n")
}

// boldLabel is a label in bold before what a line says: "**APR:** The yearly …".
var boldLabel = lazyregexp.New(`(?m)^([ \t]*(?:[-*+•]|\d{1,3}[.)])?[ \t]*)\*\*[^*\n]{1,60}(?::\*\*|\*\*[ \t]*[:–—-])[ \t]+`)

var (
	wideLine = lazyregexp.New(`(?m)^.{101,}$`)
	pageLine = lazyregexp.New(`.{1,80}(?:[ \t]+|$)|.{1,80}`)
)

// wrapped breaks lines that are much wider than those of a page.
func wrapped(s string) string {
	return wideLine.ReplaceAllStringFunc(s, func(line string) string {
		return strings.TrimSuffix(pageLine.ReplaceAllString(line, "$0\n"), "\n")
	})
}

// quotedLine is a line or list item all in quotation marks.
var quotedLine = lazyregexp.New(`(?m)^([ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?)["“]([^"“”\n]+)["”][ \t]*$`)

// listMarks are what list items begin with.
const listMarks = "-*+•0123456789"

// onLines replaces what matches at the start of lines, which begin with one of
// the characters there, white space aside.
func onLines(begins string, re *lazyregexp.Regexp, with string) func(string) string {
	return func(s string) string {
		if !strings.ContainsAny(s, begins) {
			return s
		}
		lines := strings.SplitAfter(s, "\n")
		for i, l := range lines {
			if strings.ContainsRune(begins, firstRune(strings.TrimLeft(l, " \t"))) {
				lines[i] = re.ReplaceAllString(l, with)
			}
		}
		return strings.Join(lines, "")
	}
}

func withoutTitle(s string) string {
	line, rest, apart := firstLine(s)
	if strings.TrimSpace(rest) == "" || len(strings.Fields(line)) > longestTitle {
		return s
	}
	marked := strings.HasPrefix(line, "#") || strings.HasPrefix(line, "**") && strings.HasSuffix(line, "**") ||
		strings.HasPrefix(strings.ToLower(line), "title:") || strings.HasPrefix(strings.ToLower(line), "subject:") ||
		strings.HasPrefix(strings.TrimSpace(rest), "===")
	if marked || apart && strings.ContainsAny(rest, ".!?。！？") && len(strings.Fields(rest)) > 2*longestTitle && !strings.ContainsAny(line[max(0, len(line)-1):], ".!?:,;…。！？：") && !listMark.MatchString(line) {
		return strings.TrimLeft(rest, "=\n\r ")
	}
	return s
}

var leads = lazyregexp.New(`(?i)^(?:sure|certainly|of course|absolutely|okay|ok|here(?:'s|’s| is| are)|gerne?|hier (?:ist|sind)|claro|aquí|voici|bien sûr|aqui está|当然|以下|好的)\b`)

func withoutLeadIn(s string) string {
	line, rest, apart := firstLine(s)
	if strings.TrimSpace(rest) == "" {
		return s
	}
	colon := strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：")
	if colon && !strings.HasPrefix(line, "#") || apart && leads.MatchString(line) {
		return rest
	}
	return s
}

var references = []string{"references", "sources", "works cited", "bibliography", "footnotes", "further reading", "quellen", "fuentes", "références", "referências", "参考文献"}

// withoutReferences ends the text where the first line stands that says no more
// than that references follow.
func withoutReferences(s string) string {
	at := 0
	for line := range strings.Lines(s) {
		title := strings.TrimRight(strings.TrimLeft(strings.TrimSuffix(line, "\n"), " \t*#_"), " \t*_:")
		if slices.ContainsFunc(references, func(r string) bool { return strings.EqualFold(title, r) }) {
			if at == 0 {
				return s
			}
			return s[:at]
		}
		at += len(line)
	}
	return s
}

// longestFrame is how many words a salutation or a closing line may have.
const longestFrame = 6

func withoutFrame(s string) string {
	out, words := s, 0
	for range strings.FieldsSeq(s) {
		words++
	}
	paragraphs := strings.Count(s, "\n\n") + 1
	long := words >= 2*longestFrame*paragraphs // among short paragraphs, one more is no frame by its length alone
	greeted := false
	if line, rest, apart := firstLine(s); apart && len(strings.Fields(line)) <= longestFrame {
		if greeted = strings.HasSuffix(strings.TrimSpace(line), ",") || strings.HasSuffix(strings.TrimSpace(line), "，"); greeted || long {
			out = rest
		}
	}
	t := strings.TrimSpace(out)
	if at := signature.FindStringIndex(t); at != nil && !listMark.MatchString(t[:at[0]]) {
		return t[:at[0]]
	}
	if at := strings.LastIndex(t, "\n\n"); at >= 0 && shortLines(t[at+2:]) && (long || greeted) {
		return t[:at]
	}
	return out
}

// signature is a last line that names who writes, behind a line that is no item
// of a list.
var signature = lazyregexp.New(`\n\s*[–—-]{1,2}[ \t]*\p{Lu}[\p{L} .]{0,30}$`)

// shortLines reports whether a paragraph is a sign-off: one or two lines of a
// few words.
func shortLines(s string) bool {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return len(lines) <= 2 && !slices.ContainsFunc(lines, func(l string) bool { return len(strings.Fields(l)) > longestFrame })
}

var listMark = lazyregexp.New(`(?m)^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+`)

// withoutBreaks joins lines, as "Best wishes, Ada" is written in a letter in two.
func withoutBreaks(s string) string {
	if !strings.Contains(s, "\n") {
		return s
	}
	var out []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, " ")
}

// numberedAsBullets makes bullet points of numbered items where there are no others.
func numberedAsBullets(s string) string {
	if bulletedLine.MatchString(s) {
		return s
	}
	return onLines("0123456789", numberedMark, "$1- ")(s)
}

// What bullet points and numbered items begin with.
var (
	bulletedLine = lazyregexp.New(`(?m)^[ \t]*[-*+•][ \t]`)
	numberedMark = lazyregexp.New(`(?m)^([ \t]*)\d{1,3}[.)][ \t]+`)
)

// listedText is a list item up to its last letter or number.
var listedText = lazyregexp.New(`(?m)^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(.*[\pL\pN])`)

func withoutHyphens(s string) string {
	var out strings.Builder
	before, done := ' ', 0
	for i, r := range s {
		if (r == '-' || r == '‐') && unicode.IsLetter(before) {
			behind := i + utf8.RuneLen(r)
			if unicode.IsLetter(firstRune(s[behind:])) {
				out.WriteString(s[done:i] + " ")
				done = behind
			}
		}
		before = r
	}
	return out.String() + s[done:]
}

func withoutEmphasis(s string) string {
	s = strong.Replace(s)
	if !perhapsSlanted(s) {
		return s
	}
	return slanted.ReplaceAllString(s, "$1$2$3")
}

var (
	strong  = strings.NewReplacer("**", "", "__", "")
	slanted = lazyregexp.New(`(?m)(^|[\s(\pP])[*_]([^\s*_=|~-](?:[^*_\n]*[^\s*_])?)[*_]([\s)\pP]|$)`)
)

// perhapsSlanted reports whether slanted could match, which takes long to say: a
// mark stands before a character and not behind one.
func perhapsSlanted(s string) bool {
	for i := range len(s) - 1 {
		if (s[i] == '*' || s[i] == '_') && !strings.ContainsRune(" \t\r\n", rune(s[i+1])) && (i == 0 || !isASCIIWord(s[i-1]) || s[i-1] == '_') {
			return true
		}
	}
	return false
}

var headingMark = lazyregexp.New(`^#{1,6}[ \t]+`)

// withBoldText has lines that are all bold as text, in bold but for its last mark,
// where they may be no headings: where they end as a sentence does, are longer than a
// title, or have nothing beneath them.
func withBoldText(s string) string {
	if !strings.Contains(s, "**") && !strings.Contains(s, "__") {
		return s
	}
	const unseen = "\u034f" // takes up no place
	lines := strings.SplitAfter(s, "\n")
	beneath := "" // the next line that is not blank
	for i, line := range slices.Backward(lines) {
		body := strings.TrimSpace(line)
		switch {
		case body == "":
			continue
		case !isBoldLine(body):
		case endsWith(body, ".!?…。！？"):
			text := strings.Trim(body, "*_ ")
			_, size := utf8.DecodeLastRuneInString(text)
			lines[i] = strings.Replace(line, body, body[:2]+text[:len(text)-size]+body[:2]+text[len(text)-size:], 1)
		case len(strings.Fields(body)) > longestTitle, beneath == "", strings.HasPrefix(beneath, "#"), isBoldLine(beneath):
			lines[i] = strings.Replace(line, body, body+unseen, 1)
		}
		beneath = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "")
}

var (
	barred      = `[ \t]*\|?[^\n|]*\|[^\n]*\n`
	tableHeadOf = lazyregexp.New(`(?m)^` + barred + `([ \t]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*\n)(` + barred + `)`)
)

// withoutTableHeader puts the first row of the body in the place of the header.
func withoutTableHeader(s string) string {
	if !strings.Contains(s, "|") {
		return s
	}
	return strings.TrimSuffix(tableHeadOf.ReplaceAllString(s+"\n", "$2$1"), "\n")
}

// withoutPunctuation leaves out the marks of a text in Chinese characters,
// where many count only those.
func withoutPunctuation(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// withPairs leaves one character of two that are written without spaces: which of
// them are a word no two people say alike, and most words have one or two.
func withPairs(s string) string {
	second := false
	return strings.Map(func(r rune) rune {
		second = unspaced(r) && !second
		if unspaced(r) && !second {
			return -1
		}
		return r
	}, s)
}

// withoutInner leaves out the marks inside of what stands between white space:
// addresses, dates, "AT&T". In scripts without spaces that is no word.
func withoutInner(s string) string {
	var out strings.Builder
	done := 0
	for _, p := range stretches(s, func(r rune) bool { return !strings.ContainsRune(blanks, r) }) {
		chunk := s[p.at:p.to]
		first, last := strings.IndexFunc(chunk, isLetterOrNumber), strings.LastIndexFunc(chunk, isLetterOrNumber)
		if first == last || !strings.ContainsFunc(chunk[first:last], isInner) || strings.ContainsFunc(chunk[first:], unspaced) {
			continue
		}
		out.WriteString(s[done:p.at+first] + strings.Map(func(r rune) rune {
			if isInner(r) {
				return -1
			}
			return r
		}, chunk[first:last]))
		done = p.at + last
	}
	return out.String() + s[done:]
}

func isInner(r rune) bool {
	return !isLetterOrNumber(r) && !unicode.IsMark(r) && r != '\'' && r != '’'
}
