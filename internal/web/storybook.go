package web

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"strings"
	"time"
)

// Storybook serves stories, with a list of them at the root.
func Storybook(all []Story) (http.Handler, error) {
	assets, err := Assets()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"/": []byte(contents(all))}
	for name, b := range assets {
		files["/"+name] = b
	}
	for _, s := range all {
		files["/"+s.Name+".html"] = s.Page
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		name := r.URL.Path
		if name == "/" {
			name = "index.html"
		}
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(b))
	}), nil
}

// contents lists the stories as a page.
func contents(all []Story) string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<title>Storybook · Adhere</title><link rel="stylesheet" href="app.css"></head><body><main><h1>Storybook</h1><ul>`)
	for _, s := range all {
		fmt.Fprintf(&b, `<li><a href="%s.html">%s</a></li>`, s.Name, html.EscapeString(s.Name))
	}
	b.WriteString("</ul></main></body></html>\n")
	return b.String()
}
