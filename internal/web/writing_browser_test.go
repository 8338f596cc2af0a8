package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/writing"
)

// A writer goes through a writing session by keys alone.
type writer struct{ *window }

// waits returns once the session is in a phase, the scripts of its page included.
func (w *writer) waits(phase string) {
	w.t.Helper()
	w.await(fmt.Sprintf(`document.readyState === "complete" && document.querySelector(".desk")?.dataset.phase === %q`, phase))
}

// shortcut presses a key without what it writes, as a browser does where a page
// takes the key.
func (w *writer) shortcut(key rune) {
	w.t.Helper()
	w.enter(chromedp.ActionFunc(func(ctx context.Context) error {
		for _, event := range kb.Encode(key) {
			if event.Type == input.KeyChar {
				continue
			}
			if err := event.Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// write types into the field that has the focus.
func (w *writer) write(text string) {
	w.t.Helper()
	w.enter(chromedp.KeyEvent(text))
}

// send sends the form that is written in.
func (w *writer) send() {
	w.t.Helper()
	w.enter(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
}

// tabTo goes by the tab key to what a selector means, and presses Enter.
func (w *writer) tabTo(selector string) {
	w.t.Helper()
	for range 80 {
		var there bool
		w.press(kb.Tab)
		if w.eval(fmt.Sprintf("document.activeElement.matches(%q)", selector), &there); there {
			w.press(kb.Enter)
			return
		}
	}
	w.t.Fatalf("the tab key does not lead to %s", selector)
}

// says returns once the form says what became of what is typed.
func (w *writer) says(text string) {
	w.t.Helper()
	w.await(fmt.Sprintf(`document.querySelector("[data-kept]")?.textContent.includes(%q)`, text))
}

// TestSessionByKeys writes a session of ten turns by keys alone: instructions of
// both kinds, ratings with comments, an edit, a passage that matters, a paper
// beside the answer, a network that is lost while an instruction is sent, a page
// that is loaded again in the middle of one, and the end.
func TestSessionByKeys(t *testing.T) {
	n := 0
	x := newWritingSite(t, func(*adhere.Request) string { n++; return fmt.Sprintf("Version %d: leaves turn red [0].", n) })
	path := x.begun(t, accounts.Annotator)
	w := &writer{x.window(t, accounts.Annotator)}
	w.open(path)
	var want []string
	for turn := 1; turn <= writing.MostTurns; turn++ {
		kind, rating := []string{"info", "style"}[turn%2], []string{"good", "neutral", "bad"}[turn%3]
		text := fmt.Sprintf("Instruction %d on sugar.", turn)
		w.waits("instruction")
		w.shortcut(rune(kind[0]))
		w.write(text)
		switch turn {
		case 3:
			w.enter(network.EmulateNetworkConditions(true, 0, -1, -1))
			w.send()
			w.says("can't be reached; trying again")
			w.enter(network.EmulateNetworkConditions(false, 0, -1, -1))
		case 5:
			w.says("What you typed is kept.")
			w.open(path)
			var typed string
			if w.eval(`document.querySelector("#instruction").value + document.querySelector("[name=kind]:checked").value`, &typed); typed != text+kind {
				t.Errorf("of what was typed before the page was loaded again there is %q", typed)
			}
			w.shortcut(rune(kind[0])) // to the field
			w.send()
		default:
			w.send()
		}
		w.waits("rating")
		if turn == 2 {
			w.tabTo("form[data-mark] button")
			w.await(`document.querySelector("form[data-mark] button[aria-pressed=true]")`)
			w.tabTo("a[data-beside]")
			w.await(`document.activeElement.id === "beside-title" && document.querySelector("#beside").innerText.includes("Leaves turn red.")`)
			w.open(path)
		}
		w.shortcut([]rune{'1', '2', '3'}[turn%3])
		w.write(fmt.Sprint("Comment ", turn))
		w.send()
		w.waits("decision")
		if turn == 4 {
			w.shortcut('e')
			w.write("Mine. ")
			w.tabTo("button[value=edit]")
			w.await(`document.readyState === "complete" && document.querySelector("#answer-title")?.innerText.includes("Your edit")`)
		}
		if turn < writing.MostTurns {
			w.shortcut('n')
		} else {
			w.shortcut('f')
		}
		want = append(want, fmt.Sprintf("%s %s %s Comment %d", kind, text, rating, turn))
	}
	w.waits("over")
	s, _, err := x.Writing.Room.Session(t.Context(), strings.TrimPrefix(path, "/writing/"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, turn := range s.Turns {
		got = append(got, fmt.Sprintf("%s %s %s %s", turn.Kind, turn.Instruction, turn.Rating, turn.Comment))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the session is not what the keys said (-want +got):\n%s", diff)
	}
	if s.End != writing.EndSatisfied || len(s.Turns[1].Relevant) != 1 || !strings.HasPrefix(s.Turns[3].Edit, "Mine. Version") {
		t.Errorf("the session ended by %s; marked are %q, and the edit is %q", s.End, s.Turns[1].Relevant, s.Turns[3].Edit)
	}
}
