package edits

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A request is an instruction whose quoted texts are put aside: what stands
// for them is ⟦0⟧, ⟦1⟧ and so on.
type request struct {
	text   string
	quotes []string
}

var (
	doubled = regexp.MustCompile(`"+([^"]+?)"+|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|\x60{1,3}([^\x60]+)\x60{1,3}`)
	single  = regexp.MustCompile(`(^|[\s(:,])['‘]((?:[^'’\n]|['’]\pL)+)['’]($|[\s.,;:!?)])`)
	colon   = regexp.MustCompile(`(?is)^(.*\b(?:add|insert|append|prepend|include|put|place|attach)\b[^:]*):\s*(\S.*)$`)
	cited   = regexp.MustCompile(`(?i)\b(?:references?|citations?|refs?|markers?) (?:to )?(\[\d+(?:\s*,\s*\d+)*\])`)
	holder  = regexp.MustCompile(`⟦(\d+)⟧`)
)

// readQuotes puts quoted texts aside. Known tells which texts occur in a
// version: quotation marks within a quoted text are told by it.
func readQuotes(instruction string, known func(string) bool) request {
	r := request{text: instruction}
	if i, j := strings.IndexAny(r.text, `"`), strings.LastIndexAny(r.text, `"`); i >= 0 && j > i+1 {
		whole := strings.Trim(r.text[i:j], `"`)
		if strings.Contains(whole, `"`) && known(whole) {
			r.quotes = append(r.quotes, whole)
			r.text = r.text[:i] + "⟦0⟧" + r.text[j+1:]
		}
	}
	r.text = doubled.ReplaceAllStringFunc(r.text, func(m string) string {
		return r.hold(strings.Trim(m, "\"“”«»„`"), "", "")
	})
	r.text = single.ReplaceAllStringFunc(r.text, func(m string) string {
		p := single.FindStringSubmatch(m)
		return r.hold(p[2], p[1], p[3])
	})
	r.text = cited.ReplaceAllStringFunc(r.text, func(m string) string {
		i := strings.IndexByte(m, '[')
		return r.hold(m[i:], m[:i], "")
	})
	if m := colon.FindStringSubmatch(r.text); m != nil && len(r.quotes) == 0 {
		text, rest := unquoted(m[2], known)
		if len(words(text)) > 2 {
			r.text = m[1] + " " + r.hold(text, "", "") + ". " + rest
		}
	}
	return r
}

func (r *request) hold(text, before, after string) string {
	text = strings.TrimSpace(text)
	r.quotes = append(r.quotes, strings.TrimSuffix(text, ","))
	return fmt.Sprintf("%s⟦%d⟧%s", before, len(r.quotes)-1, after)
}

// restore puts the quoted texts back, in quotation marks.
func (r *request) restore(s string) string {
	return holder.ReplaceAllStringFunc(s, func(h string) string {
		n, err := strconv.Atoi(strings.Trim(h, "⟦⟧"))
		if err != nil || n >= len(r.quotes) {
			return h
		}
		return strconv.Quote(r.quotes[n])
	})
}

// unquoted returns the text that follows a colon, and what is said after it.
func unquoted(s string, known func(string) bool) (text, rest string) {
	s = strings.TrimSpace(s)
	if known(s) {
		return s, ""
	}
	if line, after, ok := strings.Cut(s, "\n"); ok {
		s, rest = strings.TrimSpace(line), after
	}
	if at := frozen.FindStringIndex(s); at != nil && at[0] > 0 {
		s, rest = s[:at[0]], s[at[0]:]+rest
	}
	return strings.TrimSpace(s), rest
}

// frozen is a request to leave alone all that is not named.
var frozen = regexp.MustCompile(`(?i)(?:,?\s*\b(?:and|but|while)\b)?\s*(?:\bplease\b )?(?:` + strings.Join([]string{
	`\bwithout (?:any )?(?:other )?(?:chang|alter|modif|touch|edit|affect|rewrit|rephras)\w*[^.;,⟦]*`,
	`\b(?:do not|don['’]t|never|must not|should not) (?:make any (?:other )?changes?|change|alter|modify|touch|edit|rewrite|rephrase)[^.;⟦]*`,
	`\b(?:change|alter|modify|touch|edit) nothing(?: else)?[^.;,⟦]*`,
	`\b(?:keep|keeping|leave|leaving|preserve|preserving|retain|retaining)\b[^.;,⟦]*\b(?:rest|everything|all else|others?|remaining|remainder|as (?:it|they) (?:is|are)|unchanged|untouched|intact|as-is|as is|the same|alone|verbatim|exactly)\b[^.;,⟦]*`,
	`\bnothing else\b[^.;,⟦]*`,
	`\b(?:all|every|the) (?:other|remaining)\b[^.;,⟦]*\b(?:stay|remain|be|is|are|as)\b[^.;,⟦]*`,
	`\b(?:make )?no other (?:changes?|edits?)\b[^.;,⟦]*`,
	`\b(?:the )?(?:rest|remainder)(?: of (?:the|this|your) \w+)? (?:should|must|stays?|remains?|is|has to|needs to|can)\b[^.;,⟦]*`,
	`\beverything else\b[^.;,⟦]*`,
	`\bonly (?:make )?(?:this|that) (?:one )?(?:change|edit)\b[^.;,⟦]*`,
}, "|") + `)`)
