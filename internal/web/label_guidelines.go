package web

import (
	"html/template"
	"strings"

	"adhere/internal/annotate"
)

// A guidelinesView is what people read before they label.
type guidelinesView struct {
	ID, Name string
	Body     template.HTML
}

func (x guidelinesView) head() head { return head{title: "Guidelines of " + x.Name} }

// showGuidelines shows how to label under the campaign's protocol.
func (s *Server) showGuidelines(v *visit) error {
	c, err := s.campaignOf(v)
	if err != nil {
		return err
	}
	p, err := annotate.ProtocolNamed(c.Protocol)
	if err != nil {
		return err
	}
	text, err := p.Guidelines()
	if err != nil {
		return err
	}
	return v.show("label_guidelines", guidelinesView{c.ID, c.Name, markdown(text)})
}

// markdown turns headings, paragraphs, lists and bold words of a text of ours
// into HTML. Everything else is escaped.
func markdown(text string) template.HTML {
	var b strings.Builder
	list := false
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			item, isItem := strings.CutPrefix(line, "- ")
			if isItem != list {
				b.WriteString(map[bool]string{true: "<ul>\n", false: "</ul>\n"}[isItem])
				list = isItem
			}
			switch {
			case isItem:
				b.WriteString("<li>" + bold(item) + "</li>\n")
			case strings.HasPrefix(line, "## "):
				b.WriteString("<h2>" + bold(line[3:]) + "</h2>\n")
			case strings.HasPrefix(line, "# "):
				b.WriteString("<h1>" + bold(line[2:]) + "</h1>\n")
			default:
				b.WriteString("<p>" + bold(line) + "</p>\n")
			}
		}
	}
	if list {
		b.WriteString("</ul>\n")
	}
	return template.HTML(b.String()) // escaped by bold
}

// bold escapes a line and sets what stands between ** in bold.
func bold(line string) string {
	parts := strings.Split(template.HTMLEscapeString(line), "**")
	for i := 1; i+1 < len(parts); i += 2 {
		parts[i] = "<strong>" + parts[i] + "</strong>"
	}
	return strings.Join(parts, "")
}
