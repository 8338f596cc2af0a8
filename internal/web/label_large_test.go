package web

import (
	"net/http"
	"net/url"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// TestWorkReadsFewUnits holds that whoever labels causes no more units and places
// to be read than they see, however many the campaign has.
func TestWorkReadsFewUnits(t *testing.T) {
	var c reading
	x := newSite(t, func(config *Config) {
		c.Annotation = config.Annotation
		config.Annotation = &c
	})
	id, err := x.openCampaign(t.Context(), "large", "double-check", 40, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	task := x.next(t, id, accounts.Annotator)
	for path, most := range map[string]int64{"/tasks": 0, workPath(id): 0, task: 1} {
		c.units.Store(0)
		has(t, x.get(path, accounts.Annotator), http.StatusOK)
		if n, places := c.units.Load(), c.places.Load(); n > most || places > 0 {
			t.Errorf("%s reads %d units and %d places, at most %d and 0 are needed", path, n, places, most)
		}
	}
	c.units.Store(0)
	x.next(t, id, accounts.Annotator)
	if n := c.units.Load(); n > 0 {
		t.Errorf("%d units are read to find the next task", n)
	}
}

// TestAllDoneIsSaid holds that whoever has done all tasks is told so, and not
// that there is a next task.
func TestAllDoneIsSaid(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "small", "double-check", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	has(t, x.get("/tasks", accounts.Annotator), http.StatusOK, "Next task")
	x.label(t, id, accounts.Annotator, 0)
	has(t, x.get("/tasks", accounts.Annotator), http.StatusOK, "Look for more")
	has(t, x.get(workPath(id), accounts.Annotator), http.StatusOK, "Look for more", "There is nothing more for you")
}

// BenchmarkWork answers the pages of somebody who labels a campaign of 10,000
// units, of which a tenth is done.
func BenchmarkWork(b *testing.B) {
	const units = 10_000
	x := newSite(b, nil)
	p, err := annotate.ProtocolNamed("double-check")
	if err != nil {
		b.Fatal(err)
	}
	c, err := annotate.NewCampaign("large", p.Name, annotate.Settings{Overlap: 1})
	if err != nil {
		b.Fatal(err)
	}
	id, err := x.open(b.Context(), c, labelUnits(p, units), "annotator")
	if err != nil {
		b.Fatal(err)
	}
	next := func() string {
		w := x.ask(http.MethodPost, workPath(id)+"/next", accounts.Annotator, url.Values{})
		return w.Header().Get("Location")
	}
	hand := func(a *annotate.Assignment) error {
		if err := a.Begin(); err != nil {
			return err
		}
		fields := map[string]string{"1": "met", "2": "not_met"}
		if after, err := a.Apply(annotate.Move{Action: annotate.ActHandIn, Client: "benchmark", Version: a.Task().Version, Fields: fields}); err != nil || after.Gaps != nil {
			b.Fatal(after, err)
		}
		return nil
	}
	for range units / 10 {
		if _, err := x.store.Take(b.Context(), id, "annotator", hand); err != nil {
			b.Fatal(err)
		}
	}
	task := next()
	for name, path := range map[string]string{"Campaigns": "/tasks", "Campaign": workPath(id), "Task": task} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if w := x.get(path, accounts.Annotator); w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
			}
		})
	}
	b.Run("Next", func(b *testing.B) {
		for b.Loop() {
			if next() != task {
				b.Fatal("another task is next")
			}
		}
	})
}
