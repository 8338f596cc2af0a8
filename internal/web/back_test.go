package web

import (
	"strings"
	"testing"

	"adhere/internal/accounts"
)

// TestBackToTheList leads from an item back to its place in the list, with the
// filter through which it was found.
func TestBackToTheList(t *testing.T) {
	x := newSite(t, nil)
	all := items(300, 1)
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	x.settled(t, "/runs/"+run.ID) // is counted from here on
	for query, want := range map[string]string{
		"":                       "/items?page=3#i120",
		"?tag.category=herbs":    "/items?tag.category=herbs#i120",
		"?level=1&q=bed&page=17": "/items?level=1&q=bed#i120",
	} {
		body := x.settled(t, "/runs/"+run.ID+"/items/120"+query).Body.String()
		back := linksOf(body, "#i120")
		if len(back) != 1 || back[0] != "/runs/"+run.ID+want {
			t.Errorf("the item with %q leads back to %q, want %s", query, back, want)
			continue
		}
		page, _, _ := strings.Cut(back[0], "#")
		if list := x.settled(t, page).Body.String(); !strings.Contains(list, `<li id="i120">`) {
			t.Errorf("%s does not show the item", back[0])
		}
	}
	other := keepRun(t, x.store, "openai/gpt-4o-mini", all, len(all))
	pairs := pairPath(run.ID, other.ID)
	x.settled(t, pairs)
	back := linksOf(x.get(pairs+"/120", accounts.Viewer).Body.String(), "#i120")
	if len(back) != 1 || back[0] != pairs+"?page=3#i120" || !strings.Contains(x.get(pairs+"?page=3", accounts.Viewer).Body.String(), `<li id="i120">`) {
		t.Errorf("the pair leads back to %q", back)
	}
}
