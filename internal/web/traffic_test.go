package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/gateway"
)

// inventedTraffic is the traffic of one request, and of others that came later.
type inventedTraffic struct {
	added []string
	later atomic.Int64
}

func (t *inventedTraffic) Exchanges(context.Context, int, bool) ([]gateway.Exchange, int, error) {
	all := []gateway.Exchange{*inventedExchange()}
	for i := range t.later.Load() {
		all[0].ID = fmt.Sprint("later-", i)
		all = append([]gateway.Exchange{*inventedExchange()}, all...)
	}
	return all, 2, nil
}

func (t *inventedTraffic) Exchange(_ context.Context, id string) (*gateway.Exchange, error) {
	if id != "adh-1" {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no request " + id}
	}
	x := inventedExchange()
	x.Trace.Instruction.Messages = append([]adhere.Message{{Role: "tool", Text: "Tea is hot."}}, x.Trace.Instruction.Messages...)
	return x, nil
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
	has(t, list, http.StatusOK, `href="/traffic/adh-1"`, "Do not use commas.", "corrected", "2 further requests stored without their texts are left out")
	if !strings.Contains(list.Body.String(), "data-renew") || strings.Contains(list.Body.String(), "Have people label") {
		t.Errorf("%v %s", list.Header(), list.Body)
	}
	has(t, x.ask(http.MethodGet, "/traffic/adh-1", accounts.Admin, nil), http.StatusOK, "<del>", "<ins>", "no commas", "Returned by a tool", "Tea is hot.", "the model is not sure of it", "Add to the test cases", "&#34;adh-1&#34;")
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

// TestTrafficIsFollowed looks on while requests come: they appear, and what is
// ticked stays ticked.
func TestTrafficIsFollowed(t *testing.T) {
	kept := &inventedTraffic{}
	x := newSite(t, func(c *Config) { c.Traffic = kept })
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	k := &keyboard{t: t, ctx: browser(t)}
	if err := chromedp.Run(k.ctx, network.SetCookie(x.cookieName(), x.tokens[accounts.Admin]).WithURL(server.URL),
		chromedp.Navigate(server.URL+"/traffic?follow=1"), ready("input[value=adh-1]"), chromedp.Evaluate(`document.querySelector("input[value=adh-1]").click()`, nil)); err != nil {
		t.Fatal(err)
	}
	kept.later.Store(2)
	k.await(`document.querySelector("#later-0") && document.querySelector("input[value=adh-1]:checked") && !document.querySelector("#later-0 input:checked")`)
}
