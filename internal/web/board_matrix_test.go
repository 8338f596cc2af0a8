package web

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"adhere"
	"adhere/report"
)

// TestMatrixOfPairs holds each run of a board against each other one: what one
// wins the other loses, and what chance could explain is marked.
func TestMatrixOfPairs(t *testing.T) {
	x := newSite(t, nil)
	models := map[string]int{"best/model": 50, "good/model": 10, "same/model": 11} // one in so many is not met
	for _, model := range []string{"best/model", "good/model", "same/model", "poor/model"} {
		all := items(60, 2)
		for i := range all {
			all[i].verdict = func(_ string, k int) adhere.Outcome {
				return adhere.OutcomeOf(models[model] > 0 && (2*i+k)%models[model] != 0)
			}
		}
		keepRun(t, x.store, model, all, len(all))
	}
	body := html.UnescapeString(x.settled(t, "/boards/garden@1").Body.String())
	_, table, _ := strings.Cut(body, `id="matrix"`)
	table, _, _ = strings.Cut(table, "</section>")
	var rows [][]string
	cell := regexp.MustCompile(`<td class="n">(?:<span class="base">–</span>|<a href="[^"]*">(?:<span class="base">|<strong>)([^<]*)<.*?(p [^<]*)</span>)</td>`)
	for _, line := range strings.Split(table, "\n") {
		var cells []string
		for _, m := range cell.FindAllStringSubmatch(line, -1) {
			cells = append(cells, strings.TrimSpace(m[1]+" "+m[2]))
		}
		if len(cells) == 4 {
			rows = append(rows, cells)
		}
	}
	if len(rows) != 4 {
		t.Fatalf("%d rows in %s", len(rows), table)
	}
	for i := range rows {
		for j := range rows {
			a, b := rows[i][j], rows[j][i]
			flipped := strings.NewReplacer("+", "-", "-", "+").Replace(a)
			if i != j && flipped != b && strings.ReplaceAll(flipped, "+0.0", "-0.0") != strings.ReplaceAll(b, "+0.0", "-0.0") {
				t.Errorf("row %d against %d is %q, the other way round %q", i, j, a, b)
			}
			if i == j && a != "" {
				t.Errorf("a run is held against itself: %q", a)
			}
		}
	}
	if worst := rows[3]; !strings.Contains(worst[0], "-98.3") && !strings.Contains(worst[0], "-97.5") || !strings.HasSuffix(worst[0], "p 0.001") {
		t.Errorf("the poor run is %q against the best", worst[0])
	}
	if !strings.HasPrefix(rows[1][2], "~") || strings.HasPrefix(rows[0][3], "~") {
		t.Errorf("like runs differ by %q, unlike ones by %q", rows[1][2], rows[0][3])
	}
}

// TestNothingIsBestByWhatRanksNothing holds that no board is sorted by a metric of
// which more is not better.
func TestNothingIsBestByWhatRanksNothing(t *testing.T) {
	result := &report.Result{Metrics: []adhere.Summary{{Metric: "attempt_variance", Value: 0.5, N: 4}, {Metric: "constraint_acc", Value: 0.5, N: 4}}}
	view := boardView{Bench: "garden@1", Ranks: []rank{{Run: &adhere.Run{}, result: result}}}
	view.columns(url.Values{"by": {"attempt_variance"}})
	if m := view.Metrics; len(m) != 2 || m[0].Sorted || m[0].Href != "" || !m[1].Sorted || m[1].Href == "" {
		t.Errorf("%+v", m)
	}
}
