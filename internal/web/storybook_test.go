package web

import (
	"fmt"
	"html"
	"strings"
	"testing/fstest"
)

// Storybook returns the files of stories, with what they load and a list of
// them.
func Storybook(all []Story) (fstest.MapFS, error) {
	assets, err := loadAssets()
	if err != nil {
		return nil, err
	}
	var list strings.Builder
	list.WriteString(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<title>Storybook · Adhere</title><link rel="stylesheet" href="app.css"></head><body><main><h1>Storybook</h1><ul>`)
	files := fstest.MapFS{}
	for name, b := range assets.content {
		files[name] = &fstest.MapFile{Data: b}
	}
	for _, s := range all {
		files[s.Name+".html"] = &fstest.MapFile{Data: s.Page}
		fmt.Fprintf(&list, `<li><a href="%s.html">%s</a></li>`, s.Name, html.EscapeString(s.Name))
	}
	list.WriteString("</ul></main></body></html>\n")
	files["index.html"] = &fstest.MapFile{Data: []byte(list.String())}
	return files, nil
}
