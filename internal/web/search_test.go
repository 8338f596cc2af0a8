package web

import (
	"net/url"
	"strings"
	"testing"

	"adhere/internal/accounts"
)

// TestSearch finds items of all runs by words of their texts, and shows where
// they stand.
func TestSearch(t *testing.T) {
	x := newSite(t, nil)
	all := items(210, 1)
	all[7].text = "Crème brûlée <b>tastes</b> of burnt SUGAR. " + strings.Repeat("It is sweet. ", 50)
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	has(t, x.get("/search", accounts.Viewer), 200, "contain all the words")
	has(t, x.settled(t, "/search?q=sugar+creme"), 200, "bed-000007", run.ID+"</bdi>", "burnt <mark>SUGAR</mark>. It", "&lt;b&gt;tastes")
	has(t, x.settled(t, "/search?q=because+panel+bed+9"), 200, "bed-000009")
	has(t, x.settled(t, "/search?q="+url.QueryEscape(`"salt" OR NOT * ( `)), 200, "all of these words")
	if n := strings.Count(x.settled(t, "/search?q=herbs").Body.String(), "<mark>herbs</mark>"); n != mostHits {
		t.Errorf("%d hits are shown, want %d", n, mostHits)
	}
	has(t, x.get("/search?q="+strings.Repeat("x", 1001), accounts.Viewer), 400)
	has(t, x.get("/search?q=sugar", accounts.Annotator), 403)
	if err := x.store.RemoveRun(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	has(t, x.settled(t, "/search?q=sugar"), 200, "all of these words")
}
