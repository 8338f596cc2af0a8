package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// TestSigningInAgainIsEnough holds that whoever signs in over an open form is
// asked once, however slow the answer is to what the form sent before that.
func TestSigningInAgainIsEnough(t *testing.T) {
	x := newSite(t, nil)
	secret := password
	if err := x.Accounts.Change(t.Context(), "annotator", accounts.Change{Password: &secret}); err != nil {
		t.Fatal(err)
	}
	token := x.signIn(t, x.people[accounts.Annotator], "the session that ends")
	x.tokens[accounts.Annotator] = token
	id, err := x.openCampaign(t.Context(), "ended", "double-check", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	task := x.next(t, id, accounts.Annotator)
	signedIn, signIn := context.WithCancel(t.Context())
	t.Cleanup(signIn)
	refused := make(chan bool, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == task {
			select {
			case refused <- true: // the first, which opens the dialog
			default:
				<-signedIn.Done()
			}
		}
		x.ServeHTTP(w, r)
		if r.URL.Path == "/login" {
			signIn()
		}
	}))
	t.Cleanup(server.Close)
	w := &window{&keyboard{t: t, ctx: browser(t)}, server.URL}
	w.enter(network.SetCookie(x.cookieName(), token).WithURL(server.URL))
	w.open(task)
	if err := x.store.EndSession(t.Context(), sessionHash(token)); err != nil {
		t.Fatal(err)
	}
	w.eval(`globalThis.asked = 0, again.showModal = () => { asked++; HTMLDialogElement.prototype.showModal.call(again); }, 0`, nil)
	w.press("j")
	w.press("n")
	w.await(`document.getElementById("again").open`)
	for _, key := range strings.Split(password, "") {
		w.press(key)
	}
	w.press("\r")
	<-signedIn.Done()
	var asked int
	w.await(`asked > 1 || document.querySelector("[data-state]").innerText.startsWith("Saved")`)
	if w.eval("asked", &asked); asked != 1 {
		t.Errorf("whoever signed in again is asked to do so %d times", asked)
	}
}
