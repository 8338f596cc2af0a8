package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/accounts"
)

// inventedTraffic is the traffic of one request.
type inventedTraffic struct{ added []string }

func (t *inventedTraffic) Exchanges(context.Context, int, bool) ([]Exchange, error) {
	return []Exchange{*inventedExchange()}, nil
}

func (t *inventedTraffic) Exchange(_ context.Context, id string) (*Exchange, error) {
	if id != "adh-1" {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no request " + id}
	}
	return inventedExchange(), nil
}

func (t *inventedTraffic) Case(context.Context, string) (string, error) {
	return `{"name":"adh-1"}`, nil
}

func (t *inventedTraffic) AddCase(_ context.Context, id string) (string, error) {
	if len(t.added) > 0 {
		return "", &adhere.Error{Code: adhere.Invalid, Message: "there is no file"}
	}
	t.added = append(t.added, id)
	return "cases.jsonl", nil
}

// The gateway's requests are listed with their rates, shown with word diffs,
// made tests, and labelled by people.
func TestTraffic(t *testing.T) {
	kept := &inventedTraffic{}
	x := newSite(t, func(c *Config) { c.Traffic = kept })
	list := x.ask(http.MethodGet, "/traffic?follow=1", accounts.Viewer, nil)
	has(t, list, http.StatusOK, `href="/traffic/adh-1"`, "Do not use commas.", "corrected")
	if list.Header().Get("Refresh") == "" || strings.Contains(list.Body.String(), "Have people label") {
		t.Errorf("%v %s", list.Header(), list.Body)
	}
	has(t, x.ask(http.MethodGet, "/traffic/adh-1", accounts.Admin, nil), http.StatusOK, "<del>", "<ins>", "no commas", "the model is not sure of it", "Make this a test", "&#34;adh-1&#34;")
	has(t, x.ask(http.MethodGet, "/traffic/adh-9", accounts.Admin, nil), http.StatusNotFound)
	has(t, x.ask(http.MethodPost, "/traffic/adh-1/case", accounts.Admin, url.Values{}), http.StatusOK, "Added to", "cases.jsonl")
	has(t, x.ask(http.MethodPost, "/traffic/adh-1/case", accounts.Admin, url.Values{}), http.StatusBadRequest, "there is no file")
	has(t, x.ask(http.MethodPost, "/traffic/label", accounts.Admin, url.Values{}), http.StatusBadRequest)
	resp := x.ask(http.MethodPost, "/traffic/label", accounts.Admin, url.Values{"request": {"adh-1"}})
	to := resp.Header().Get("Location")
	if resp.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/campaigns/") {
		t.Fatalf("status %d, to %q: %s", resp.Code, to, resp.Body)
	}
	has(t, x.ask(http.MethodGet, to, accounts.Admin, nil), http.StatusOK, "Traffic of")
	// Without a gateway's records there is no page, and no way to one.
	x = newSite(t, nil)
	if home := x.ask(http.MethodGet, "/runs", accounts.Admin, nil); strings.Contains(home.Body.String(), "/traffic") {
		t.Error("the bar leads to a page that is not there")
	}
	has(t, x.ask(http.MethodGet, "/traffic", accounts.Admin, nil), http.StatusNotFound)
}
