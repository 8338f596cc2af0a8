package web

import (
	"net/http"
	"strings"
	"testing"

	"adhere/internal/accounts"
)

// TestInputIsShownOnce looks at an item whose text to work on is a part of its
// instruction, as in InFoBench, and at one whose text is apart.
func TestInputIsShownOnce(t *testing.T) {
	x := newSite(t, nil)
	all := items(2, 1)
	const input = "The pears are ripe."
	for i := range all {
		all[i].in.Input = input
	}
	last := &all[0].in.Messages[0]
	last.Text += "\n\n" + input
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	for _, position := range []string{"0", "1"} {
		page := x.get("/runs/"+run.ID+"/items/"+position, accounts.Viewer)
		has(t, page, http.StatusOK)
		if n := strings.Count(page.Body.String(), input); n != 1 {
			t.Errorf("item %s shows its text to work on %d times", position, n)
		}
	}
}
