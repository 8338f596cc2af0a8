package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"time"

	"adhere"
	"adhere/report"
)

//go:embed assets/*.css assets/*.js
var assetFiles embed.FS

// assets are the files that pages load, by name.
type assets struct {
	content map[string][]byte
	hash    string // of all together: modules load one another from beside them
}

// loadAssets puts the style of reports before the app's own.
func loadAssets() (*assets, error) {
	a, sum := &assets{content: map[string][]byte{}}, sha256.New()
	entries, err := fs.ReadDir(assetFiles, "assets")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b, err := assetFiles.ReadFile("assets/" + e.Name())
		if err != nil {
			return nil, err
		}
		if e.Name() == "app.css" {
			b = append([]byte(report.Style()), b...)
		}
		a.content[e.Name()] = b
		sum.Write(b)
	}
	a.hash = hex.EncodeToString(sum.Sum(nil)[:6])
	return a, nil
}

// asset returns where a page finds an asset. The address changes with what is
// in them, so that browsers may keep it for good.
func (v *visit) asset(name string) string {
	if v.static != nil {
		return v.static.asset(name)
	}
	if v.beside {
		return name
	}
	return "/assets/" + v.server.assets.hash + "/" + name
}

func (s *Server) sendAsset(v *visit) error {
	name := v.r.PathValue("name")
	b := s.assets.content[name]
	if b == nil || v.r.PathValue("hash") != s.assets.hash {
		return &adhere.Error{Code: adhere.NotFound, Message: "there is no such file"}
	}
	h := v.w.Header()
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if path.Ext(name) == ".js" {
		h.Set("Content-Type", "text/javascript; charset=utf-8")
	} else {
		h.Set("Content-Type", "text/css; charset=utf-8")
	}
	http.ServeContent(v.w, v.r, "", time.Time{}, bytes.NewReader(b))
	return nil
}
