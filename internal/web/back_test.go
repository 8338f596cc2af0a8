package web

import (
	"net/http"
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

// TestPairWaitsWhereItIs holds that the address of a pair whose runs are being
// compared says so and comes back by itself, to the pair.
func TestPairWaitsWhereItIs(t *testing.T) {
	x := newSite(t, nil)
	all := items(30, 1)
	a, b := keepRun(t, x.store, "openai/gpt-4o", all, len(all)), keepRun(t, x.store, "ollama/small", all, len(all))
	x.digests.patience = 0
	x.digests.turn <- struct{}{} // nothing is counted for now
	w := x.get(pairPath(a.ID, b.ID)+"/7", accounts.Viewer)
	has(t, w, http.StatusOK, "being compared")
	if w.Header().Get("Refresh") == "" {
		t.Error("it does not come back")
	}
	<-x.digests.turn
	has(t, x.settled(t, pairPath(a.ID, b.ID)+"/7"), http.StatusOK, "8 of 30")
}
