package report

import (
	"fmt"
	"io"
	"strings"

	"adhere/internal/lazyregexp"
)

// writeMarkdown writes the result as Markdown with pipe tables, for a pull request
// or a README. Whatever a model or a file brought in is escaped.
func writeMarkdown(w io.Writer, r *Result, o Options) error {
	l := r.layout(0, nil)
	if err := l.withThresholds(r, o.Min); err != nil {
		return err
	}
	return l.markdown(w)
}

// markdown writes any layout.
func (l *layout) markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("## " + escapeMarkdown(l.Title))
	if l.Subtitle != "" {
		b.WriteString(" · " + escapeMarkdown(l.Subtitle))
	}
	b.WriteString("\n\n")
	if l.Lead != "" {
		b.WriteString(escapeMarkdown(l.Lead) + "\n\n")
	}
	for _, f := range l.Facts {
		fmt.Fprintf(&b, "- %s: %s\n", escapeMarkdown(f.Name), escapeMarkdown(f.Text))
	}
	for _, s := range l.Sections {
		s.markdown(&b)
	}
	if len(l.Warnings) > 0 {
		b.WriteString("\n### Warnings\n\n")
		for _, x := range l.Warnings {
			b.WriteString("- " + escapeMarkdown(x) + "\n")
		}
	}
	if len(l.Terms) > 0 {
		b.WriteString("\n### Definitions\n\n")
		for _, d := range l.Terms {
			fmt.Fprintf(&b, "- **%s**: %s\n", escapeMarkdown(d.Name), escapeMarkdown(d.Doc))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report as Markdown: %w", err)
	}
	return nil
}

func (s *section) markdown(b *strings.Builder) {
	if len(s.Tables) == 0 && len(s.Lists) == 0 {
		return
	}
	b.WriteString("\n### " + escapeMarkdown(s.Title) + "\n\n")
	if s.Intro != "" {
		b.WriteString(escapeMarkdown(s.Intro) + "\n\n")
	}
	for i, t := range s.Tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		t.markdown(b)
	}
	for _, x := range s.Lists {
		b.WriteString("\n" + escapeMarkdown(x.Title) + "\n\n")
		for _, it := range x.Items {
			b.WriteString("- " + escapeMarkdown(it.Text) + "\n")
		}
		if x.More > 0 {
			fmt.Fprintf(b, "- and %s more\n", Count(x.More))
		}
	}
}

func (t *table) markdown(b *strings.Builder) {
	if t.Caption != "" {
		b.WriteString(escapeMarkdown(t.Caption) + "\n\n")
	}
	heads, rules := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		heads[i], rules[i] = escapeMarkdown(c.Title()), "---"
		if c.Right {
			rules[i] = "---:"
		}
	}
	b.WriteString("| " + strings.Join(heads, " | ") + " |\n| " + strings.Join(rules, " | ") + " |\n")
	for _, r := range t.Rows {
		cells := make([]string, len(r))
		for i, c := range r {
			cells[i] = escapeMarkdown(c.line())
			if c.best {
				cells[i] = strings.TrimSpace("**" + escapeMarkdown(c.Text) + "** " + escapeMarkdown(c.More))
			}
			if c.Under != "" {
				cells[i] += "<br>" + escapeMarkdown(c.Under)
			}
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	for i, n := range t.Notes {
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
var unmentioned = lazyregexp.New(`(^|[^\pL\pN])@`)

// escapeMarkdown makes a line of text stand for itself: no emphasis, no link,
// no HTML, no mention. Numbers and their intervals keep their brackets plain.
func escapeMarkdown(s string) string {
	s = Line(s)
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
