package judge

import (
	"regexp"
	"slices"
	"strings"
)

// ReadName returns which of some names a reply gives: alone, behind a label,
// in JSON, at the beginning of a line that goes on with a reason, or at the end
// of a sentence that leads to it. Case does not matter. A reply that gives
// none, or two, or one under a condition is an error that says so.
func ReadName(reply string, names []string) (string, error) {
	reply, err := verdictPart(reply)
	if err != nil {
		return "", err
	}
	values, rest := jsonIn(reply)
	re := nameIn(names)
	var said []string
	for i := range values {
		said = append(said, values[i].names(names)...)
	}
	if said == nil {
		// A name is not quoted from what is judged: the quotation marks go.
		text := mask(strings.NewReplacer(`"`, " ", "“", " ", "”", " ", "`", " ").Replace(blank(fenceRE, rest, " ")))
		for _, s := range statements(text) {
			name, err := re.named(text[s[0]:s[1]])
			if err != nil {
				return "", err
			}
			if name != "" {
				said = append(said, name)
			}
		}
	}
	switch said = slices.Compact(said); len(said) {
	case 0:
		return "", unreadable("it names none of: " + strings.Join(names, ", "))
	case 1:
		return said[0], nil
	}
	return "", unreadable("it names both " + said[0] + " and " + said[1])
}

// A nameReader finds names in statements.
type nameReader struct{ opens, closes *regexp.Regexp }

func nameIn(names []string) nameReader {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = strings.ReplaceAll(regexp.QuoteMeta(name), " ", `\s+`)
	}
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) })
	name := `(` + strings.Join(quoted, "|") + `)`
	const noun = `(?:rating|grade|verdict|answer|label|category|type|kind|error|score|judge?ment|conclusion|decision|评分|评级|类型|答案|结论)`
	return nameReader{
		opens: regexp.MustCompile(`(?is)^` + mark + `*(?:(?:the |my |final |overall |edit )*` + noun + `(?: (?:of|for) [a-z ]{1,40}?)?(?:` + mark + `|is\b|是|为)*)?(?:(?:so|therefore|overall|thus|hence)` + mark + `+)?` + name +
			`(?:` + mark + `*$|\s*[-.,;:!(—–\n。，：]|\s+(?:because|since|as|for)\b|\s*[^\x00-\x7f])(.*)$`),
		closes: regexp.MustCompile(`(?is)^(.{1,200}?)(?:[:→]|\b(?:is|be|as|it|so|edit|with|of type|of kind)\b|[是为])` + mark + `*(?:(?:therefore|thus|clearly|simply|an?|the) )*` + name + `(?: (?:edit|one|type|kind|error|rating))?` + mark + `*$`),
	}
}

// named returns the name that a statement gives, if any.
func (r nameReader) named(statement string) (string, error) {
	if m := r.opens.FindStringSubmatch(statement); m != nil {
		if butNowRE.MatchString(m[2]) || hedgeRE.MatchString(m[2]) {
			return "", unreadable("what follows " + m[1] + " casts doubt on it")
		}
		return plainName(m[1]), nil
	}
	if m := r.closes.FindStringSubmatch(statement); m != nil && !has(terms(m[1]), condition, denial, negation, noneWord) {
		return plainName(m[2]), nil
	}
	return "", nil
}

func plainName(name string) string { return strings.ToLower(tidy(name)) }

// names returns the names that the fields of a value hold.
func (n *node) names(names []string) []string {
	var found []string
	for i := range n.values {
		text, ok := n.values[i].scalar.(string)
		if found = append(found, n.values[i].names(names)...); !ok || n.keys != nil && slices.Contains(reasonKeys, n.keys[i]) {
			continue
		}
		if name := plainName(bare(text)); slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, name) }) {
			found = append(found, name)
		}
	}
	return found
}
