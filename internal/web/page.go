package web

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plural"
	"adhere/report"
)

//go:embed templates/*.html
var templateFiles embed.FS

// A page is what the layout shows around a view.
type page struct {
	Nav     []navLink
	Person  string // who is signed in; empty for nobody
	Role    string
	SignOut bool // there is a session to end
	Static  bool // one of a folder of files: no forms, no scripts
	Style   string
	Early   string   // the script that keeps keys until the others are there
	Scripts []string // modules
	Version string

	templates *template.Template
	name      string // of the page's template
	view      any
}

type navLink struct {
	Title, Href, Key string // g and the key lead there
	Here             bool
}

// scriptsOf names the scripts that pages have besides the keys of all, by
// template.
func scriptsOf() map[string][]string {
	return map[string][]string{
		"run": {"live.js", "back.js"}, "items": {"back.js"}, "pairs": {"back.js"}, "item": {"reading.js", "item.js"}, "pair": {"reading.js", "item.js"}, "exchange": {"reading.js", "item.js"}, "traffic": {"follow.js"},
		"label": {"label.js", "reading.js"}, "campaign_queue": {"settle.js", "reading.js"}, "campaign_settle": {"settle.js", "reading.js"},
		"writing": {"reading.js", "writing.js"}, "session": {"reading.js", "follow.js"},
	}
}

// parsePages reads the templates: the layout, the parts of pages, and for each
// page one of its name and one of its title.
func parsePages() (*template.Template, error) {
	return template.New("").Funcs(pageFuncs()).ParseFS(templateFiles, "templates/*.html")
}

// pageFuncs are what templates may call: how foreign text is shown, and how
// numbers and times are.
func pageFuncs() template.FuncMap {
	return template.FuncMap{
		"text": report.Visible, "line": report.Line, "name": report.Name,
		"count": report.Count, "day": day, "second": second, "clock": clock,
		"markdown": markdownIf, "excerpt": excerpt,
		"amount": plural.Grouped, "spent": spent, "share": share, "has": slices.Contains[[]string],
		"next":  func(n int) int { return n + 1 },
		"prior": func(n int) int { return n - 1 },
	}
}

// show answers with a page.
func (v *visit) show(template string, content any) error {
	return v.showAs(http.StatusOK, template, content)
}

func (v *visit) showAs(status int, template string, content any) error {
	b, err := v.render(template, content)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(b) // who did not wait cannot be told
	return nil
}

// render writes a whole page or nothing.
func (v *visit) render(template string, content any) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, 16<<10)) // most pages fit
	if err := v.server.pages.ExecuteTemplate(b, "layout", v.page(template, content)); err != nil {
		return nil, fmt.Errorf("page %s: %w", template, err)
	}
	return b.Bytes(), nil
}

// Title is the title of the page.
func (p *page) Title() (template.HTML, error) { return p.written(p.name + " title") }

// Main is what stands inside the layout.
func (p *page) Main() (template.HTML, error) { return p.written(p.name) }

func (p *page) written(name string) (template.HTML, error) {
	var b strings.Builder
	err := p.templates.ExecuteTemplate(&b, name, p.view)
	return template.HTML(b.String()), err //nolint:gosec // a template wrote it
}

func (v *visit) page(template string, content any) *page {
	p := &page{
		Static: v.static != nil, SignOut: v.session != nil, Version: v.server.Version,
		Style: v.asset("app.css"), templates: v.server.pages, name: template, view: content,
	}
	if v.static != nil {
		return p
	}
	if !v.known() {
		return p
	}
	p.Early = v.asset("early.js")
	for _, name := range append(scriptsOf()[template], "keys.js") {
		p.Scripts = append(p.Scripts, v.asset(name))
	}
	p.Person, p.Role = v.person.Name, string(v.person.Role)
	for _, n := range v.server.nav() {
		if n.access.admits(v.person.Role) {
			p.Nav = append(p.Nav, navLink{n.title, n.path, n.key, v.r.URL.Path == n.path || strings.HasPrefix(v.r.URL.Path, n.path+"/")})
		}
	}
	return p
}

// errorView says what went wrong.
type errorView struct {
	Status        int
	Title         string
	Message, Hint string
}

// fail answers with an error in words. What only the log should know stays
// there. Who looks at a page without being signed in is led to the form and
// back; who sends something is told, so that the page can ask without losing it.
func (s *Server) fail(v *visit, err error) {
	if errors.Is(err, errSignIn) && v.r.Method == http.MethodGet && !wantsJSON(v.r) {
		_ = v.redirect("/login?next=" + url.QueryEscape(v.r.URL.RequestURI()))
		return
	}
	if to, ok := errors.AsType[elsewhere](err); ok {
		_ = v.redirect(string(to))
		return
	}
	e := errorOf(err)
	if e.Status >= http.StatusInternalServerError {
		s.Log.ErrorContext(v.ctx(), "page failed", "method", v.r.Method, "path", v.r.URL.Path, "error", err)
	}
	if wantsJSON(v.r) {
		v.sendJSON(e.Status, map[string]string{"message": e.Message, "hint": e.Hint})
		return
	}
	if err := v.showAs(e.Status, "error", e); err != nil {
		s.Log.ErrorContext(v.ctx(), "page of an error failed", "error", err)
	}
}

func errorOf(err error) errorView {
	if errors.Is(err, errSignIn) {
		return errorView{Status: http.StatusUnauthorized, Title: "Signed out", Message: "you are no longer signed in", Hint: "sign in again in another window, then come back and send this again"}
	}
	status := statusOf(adhere.CodeOf(err))
	e := errorView{Status: status, Title: http.StatusText(status)}
	var told *adhere.Error
	if status == http.StatusInternalServerError || !errors.As(err, &told) {
		e.Message, e.Hint = "something went wrong on the server", "see the log of the server"
		return e
	}
	e.Message, e.Hint = told.Message, adhere.HintOf(err)
	return e
}

// statusOf maps the codes of errors to those of HTTP.
func statusOf(code adhere.Code) int {
	switch code {
	case adhere.Invalid:
		return http.StatusBadRequest
	case adhere.NotFound:
		return http.StatusNotFound
	case adhere.Conflict:
		return http.StatusConflict
	case adhere.Refused:
		return http.StatusForbidden
	case adhere.RateLimited:
		return http.StatusTooManyRequests
	case adhere.Unavailable, adhere.Cancelled, adhere.Exhausted:
		return http.StatusServiceUnavailable
	default:
		return http.StatusInternalServerError
	}
}

func wantsJSON(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Accept"), "application/json")
}
