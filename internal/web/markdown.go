package web

import (
	"bytes"
	"html/template"
	"regexp"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"adhere/internal/lazyregexp"
	"adhere/report"
)

// mostRendered is how long a text may be that is shown as Markdown, in bytes;
// what is longer is shown as it is.
const mostRendered = 200_000

// mostEffort bounds what rendering may cost: a second or so, whatever the text.
const mostEffort = 10_000_000

// effort estimates what a text costs to render. In each block the marks of
// emphasis and links are compared with each other, a line is looked at once for
// each mark that it is nested in, and the rows of a table are filled up to the
// widest.
func effort(text string) int {
	const ofCell = 100 // compared with a pair of marks
	sum := 0
	for block := range strings.SplitSeq(text, "\n\n") {
		marks, widest, lines := 0, 0, 0
		for line := range strings.Lines(block) {
			for _, mark := range []string{"*", "_", "~", "["} {
				marks += strings.Count(line, mark)
			}
			widest, lines = max(widest, strings.Count(line, "|")), lines+1
			nested := len(line) - len(strings.TrimLeft(line, nests))
			nested -= strings.Count(line[:nested], " ")
			sum += nested * nested
		}
		sum += marks*marks + ofCell*widest*lines
	}
	return sum
}

// nests are what stands before a line that is nested in lists and quotations.
const nests = " >-+*.)0123456789"

// rendered shows a foreign text as Markdown. Lines stay lines; HTML is shown
// as it was written; links and images become their words with the address
// behind them, and lead nowhere. Headings only look like headings, so that
// those of the page stay in order. A text too long for that is empty.
func rendered(text string) template.HTML { return render(foreign(), text) }

// markdownIf is rendered where that differs from the text as it is: where it
// has marks of Markdown.
func markdownIf(text string) template.HTML {
	if !marked(text) {
		return ""
	}
	return rendered(text)
}

// marked reports whether a text has what means something in Markdown: headings,
// lists, quotations, emphasis, code, tables, links, rules. Most lines have no
// sign of it, which is seen without the expressions.
func marked(text string) bool {
	for _, sign := range []string{"`", "**", "__", "]("} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	if strings.ContainsAny(text, "*_") && emphasis.MatchString(text) {
		return true
	}
	for line := range strings.Lines(text) {
		start := strings.TrimLeft(line, " ")
		if start != "" && strings.IndexByte("#-*+>~|_0123456789", start[0]) >= 0 && lineMarks.MatchString(line) {
			return true
		}
	}
	return false
}

var (
	emphasis  = lazyregexp.New(`(?m)(?:^|[\s(])[*_][^\s*_]`)
	lineMarks = lazyregexp.New(`(?m)^ {0,3}(?:#{1,6} |[-*+] |[0-9]{1,9}[.)] |>|~~~|\|.*\||(?:[-*_] ?){3,}$)`)
)

func render(m goldmark.Markdown, text string) template.HTML {
	if len(text) > mostRendered || effort(text) > mostEffort {
		return ""
	}
	var b bytes.Buffer
	if err := m.Convert([]byte(report.Plain(text)), &b); err != nil {
		return ""
	}
	return template.HTML(inert().SanitizeBytes(b.Bytes())) //nolint:gosec // sanitised
}

var (
	foreign = sync.OnceValue(func() goldmark.Markdown { return newMarkdown(quoting{}) })
	own     = sync.OnceValue(func() goldmark.Markdown {
		m := newMarkdown(quoting{headings: true})
		m.Parser().AddOptions(parser.WithASTTransformers(util.Prioritized(levels{}, 1)))
		return m
	})
)

// levels puts headings under the one of the page, each at most one level below
// the one before it.
type levels struct{}

// Transform changes the levels of a document's headings.
func (levels) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	last := 1
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			h.Level = min(h.Level+1, last+1, 6)
			last = h.Level
		}
	}
}

func newMarkdown(q quoting) goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(html.WithHardWraps(), renderer.WithNodeRenderers(util.Prioritized(q, 1))))
}

// inert lets through what texts are made of, and nothing that acts, loads or
// leads anywhere. What goldmark writes needs no more; it is a second wall.
var inert = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code",
		"em", "strong", "del", "table", "thead", "tbody", "tr", "th", "td", "span")
	p.AllowNoAttrs().OnElements("span")
	p.AllowAttrs("start").Matching(regexp.MustCompile(`^[0-9]{1,9}$`)).OnElements("ol")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^(address|heading h[1-6])$`)).OnElements("span", "p")
	return p
})

// quoting shows what would act or lead somewhere as words.
type quoting struct{ headings bool }

// RegisterFuncs registers how nodes are written.
func (q quoting) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHTMLBlock, quoteBlock)
	r.Register(ast.KindRawHTML, quoteInline)
	r.Register(ast.KindLink, quoteLink)
	r.Register(ast.KindImage, quoteImage)
	r.Register(ast.KindAutoLink, quoteAddress)
	if !q.headings {
		r.Register(ast.KindHeading, lookLikeHeading)
	}
}

func escape(w util.BufWriter, text []byte) { _, _ = w.Write(util.EscapeHTML(text)) }

func quoteBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, _ = w.WriteString("<pre>")
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		escape(w, line.Value(source))
	}
	if b, ok := n.(*ast.HTMLBlock); ok && b.HasClosure() {
		escape(w, b.ClosureLine.Value(source))
	}
	_, _ = w.WriteString("</pre>\n")
	return ast.WalkSkipChildren, nil
}

func quoteInline(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if raw, ok := n.(*ast.RawHTML); ok && entering {
		for i := range raw.Segments.Len() {
			segment := raw.Segments.At(i)
			escape(w, segment.Value(source))
		}
	}
	return ast.WalkSkipChildren, nil
}

func address(w util.BufWriter, to []byte) {
	_, _ = w.WriteString(` <span class="address">(`)
	escape(w, to)
	_, _ = w.WriteString(")</span>")
}

func quoteLink(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if link, ok := n.(*ast.Link); ok && !entering {
		address(w, link.Destination)
	}
	return ast.WalkContinue, nil
}

func quoteImage(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	image, ok := n.(*ast.Image)
	switch {
	case ok && entering:
		_, _ = w.WriteString("[image: ")
	case ok:
		address(w, image.Destination)
		_ = w.WriteByte(']')
	}
	return ast.WalkContinue, nil
}

func quoteAddress(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if link, ok := n.(*ast.AutoLink); ok && entering {
		escape(w, []byte("<"+string(link.Label(source))+">"))
	}
	return ast.WalkSkipChildren, nil
}

func lookLikeHeading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h, ok := n.(*ast.Heading)
	switch {
	case ok && entering:
		_, _ = w.WriteString(`<p class="heading h` + string(rune('0'+h.Level)) + `">`)
	case ok:
		_, _ = w.WriteString("</p>\n")
	}
	return ast.WalkContinue, nil
}
