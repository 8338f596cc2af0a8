package report

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Markdown writes the result as Markdown with pipe tables, for a pull request
// or a README. Whatever a model or a file brought in is escaped.
func Markdown(w io.Writer, r *Result, o Options) error {
	l := r.layout(0, nil)
	if err := l.withThresholds(r, o.Min); err != nil {
		return err
	}
	return l.markdown(w)
}

// markdown writes any layout.
func (l *layout) markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("## " + escapeMarkdown(l.title))
	if l.subtitle != "" {
		b.WriteString(" · " + escapeMarkdown(l.subtitle))
	}
	b.WriteString("\n\n")
	if l.lead != "" {
		b.WriteString(escapeMarkdown(l.lead) + "\n\n")
	}
	for _, f := range l.facts {
		fmt.Fprintf(&b, "- %s: %s\n", escapeMarkdown(f.name), escapeMarkdown(f.text))
	}
	for _, s := range l.sections {
		s.markdown(&b)
	}
	if len(l.warnings) > 0 {
		b.WriteString("\n### Warnings\n\n")
		for _, x := range l.warnings {
			b.WriteString("- " + escapeMarkdown(x) + "\n")
		}
	}
	if len(l.terms) > 0 {
		b.WriteString("\n### Definitions\n\n")
		for _, d := range l.terms {
			fmt.Fprintf(&b, "- **%s**: %s\n", escapeMarkdown(d.Name), escapeMarkdown(d.Doc))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report as Markdown: %w", err)
	}
	return nil
}

func (s *section) markdown(b *strings.Builder) {
	if len(s.tables) == 0 && len(s.lists) == 0 {
		return
	}
	b.WriteString("\n### " + escapeMarkdown(s.title) + "\n\n")
	if s.intro != "" {
		b.WriteString(escapeMarkdown(s.intro) + "\n\n")
	}
	for i, t := range s.tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		t.markdown(b)
	}
	for _, x := range s.lists {
		b.WriteString("\n" + escapeMarkdown(x.title) + "\n\n")
		for _, it := range x.items {
			b.WriteString("- " + escapeMarkdown(it.text) + "\n")
		}
		if x.more > 0 {
			fmt.Fprintf(b, "- and %s more\n", Count(x.more))
		}
	}
}

func (t *table) markdown(b *strings.Builder) {
	if t.caption != "" {
		b.WriteString(escapeMarkdown(t.caption) + "\n\n")
	}
	heads, rules := make([]string, len(t.columns)), make([]string, len(t.columns))
	for i, c := range t.columns {
		heads[i], rules[i] = escapeMarkdown(c.title()), "---"
		if c.right {
			rules[i] = "---:"
		}
	}
	b.WriteString("| " + strings.Join(heads, " | ") + " |\n| " + strings.Join(rules, " | ") + " |\n")
	for _, r := range t.rows {
		cells := make([]string, len(r))
		for i, c := range r {
			cells[i] = escapeMarkdown(c.line())
			if c.best {
				cells[i] = strings.TrimSpace("**" + escapeMarkdown(c.text) + "** " + escapeMarkdown(c.more))
			}
			if c.under != "" {
				cells[i] += "<br>" + escapeMarkdown(c.under)
			}
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	for i, n := range t.notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- " + escapeMarkdown(n) + "\n")
	}
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "[", `\[`, "]", `\]`, "|", `\|`,
	"<", "&lt;", ">", "&gt;", "#", `\#`, "!", `\!`, "~", `\~`, "&", "&amp;", "://", "&#58;//",
)

// unmentioned finds what some sites would take for the mention of a person.
var unmentioned = regexp.MustCompile(`(^|[^\pL\pN])@`)

// escapeMarkdown makes a line of text stand for itself: no emphasis, no link,
// no HTML, no mention. Numbers and their intervals keep their brackets plain.
func escapeMarkdown(s string) string {
	s = oneLine(s)
	if isFigure(s) {
		return s
	}
	s = unmentioned.ReplaceAllString(markdownEscapes.Replace(s), "${1}&#64;")
	if s != "" && strings.ContainsRune("+-=", rune(s[0])) {
		s = `\` + s
	}
	return s
}

// isFigure reports whether the text is one of our own numbers or intervals.
func isFigure(s string) bool {
	return strings.Trim(s, "0123456789.,%/+- []") == "" && strings.ContainsAny(s, "0123456789")
}
