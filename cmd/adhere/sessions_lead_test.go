package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// invited has whoever sits at the page of people invite somebody, who makes an
// account with the link.
func (x *tab) invited(name, role string) *tab {
	x.t.Helper()
	x.open("/people")
	x.submit(`form[action="/invites"] button`, map[string]string{"#role": role})
	link := x.eval(`document.querySelector(".copy").value`)
	y := &tab{t: x.t, ctx: x.ctx, scene: x.scene, base: x.base, name: name}
	_, token, _ := strings.Cut(link, "/join/")
	y.open("/join/" + token)
	y.submit("main button", map[string]string{"#name": name, "#password": openSesame})
	return y
}

// byKeys rates an answer as bad by keys, after looking in the papers: what was
// typed stays while papers are read and passages marked.
func (x *tab) byKeys() {
	x.t.Helper()
	x.await(`document.querySelector("#answer-title").innerText.includes("What changed") && document.querySelector(".diff.answer ins")`)
	x.keys("a")
	x.await(`document.querySelector("details.reads").open`)
	x.keys("3")
	x.await(`document.querySelector("input[value=bad]").checked && document.activeElement.id === "comment"`)
	x.do(chromedp.SendKeys("#comment", "It is", chromedp.ByQuery))
	x.do(chromedp.SendKeys("#seek", "wax\r", chromedp.ByQuery))
	x.await(`document.querySelector("#beside .found")?.innerText.includes("Bees make wax")`)
	x.eval(`document.querySelector("#beside .found details").open = true`)
	x.press(`#beside form[data-mark] button`)
	x.await(`document.querySelector('#beside [aria-pressed="true"]')`)
	x.press(`#beside .found a[data-beside]`)
	x.await(`document.querySelector(".beside-text")?.innerText.includes("Bees make wax")`)
	x.do(chromedp.SendKeys("#comment", " bad.", chromedp.ByQuery))
	x.handIn()
	x.phase("decision")
	x.keys("n")
	x.phase("instruction")
	x.await(`document.querySelector("#beside .beside-text")`) // the paper stays open
}

// TestLeadNeedsNoShell has a lead collect a writing session by pages only: the
// first account, people, documents, a set of them, questions built and written
// with their checklist, who gets which, the transcript as it is written, a
// session taken back, the report and the files.
func TestLeadNeedsNoShell(t *testing.T) {
	t.Parallel()
	d := &writingServer{scene: &scene{t: t, db: filepath.Join(t.TempDir(), "adhere.db")}}
	d.begin()
	local := &tab{t: t, ctx: d.browser, scene: d.scene, base: d.base, name: "local"}
	lead := local.invited("lead", "admin")
	bo := lead.invited("bo", "annotator")
	cleo := lead.invited("cleo", "annotator")

	files := t.TempDir()
	var paths []string
	for i, text := range []string{"Leaves turn red by sugar, in autumn and in every wood.", "Cold nights keep sugar in leaves, as cold cellars do.", "Bees make wax out of sugar, all summer long.", "Sugar is made by light, in green leaves only."} {
		paths = append(paths, filepath.Join(files, fmt.Sprintf("paper%d.md", i+1)))
		check(t, os.WriteFile(paths[i], fmt.Appendf(nil, "# Paper %d\n\n## Results\n\n%s\n", i+1, text), 0o644))
	}
	built := filepath.Join(files, "built.jsonl")
	check(t, os.WriteFile(built, []byte(`{"question":"Why do leaves turn red?","paragraph":"related-1","documents":["paper1","paper2"],"kept":true}
{"question":"What do the authors find?","paragraph":"related-2","documents":["paper1"],"kept":true}
`), 0o644))
	lead.open("/sessions")
	lead.submit(`.steps a[href="/sessions/documents"]`, nil)
	lead.do(chromedp.SetUploadFiles("#files", paths, chromedp.ByQuery))
	lead.submit(`form[enctype] button`, nil)
	lead.await(`document.querySelector("[role=status]").innerText.includes("4 documents of 4 paragraphs added")`)
	lead.submit(`.filters button`, map[string]string{`.filters [name="q"]`: "cold cellars"})
	lead.submit(`.items a`, nil) // the best passage leads to where it stands
	lead.await(`document.querySelector(":target")?.innerText.includes("cold cellars")`)
	lead.open("/sessions/documents")
	lead.eval(`document.querySelectorAll("[name=document]").forEach(e => e.click())`)
	lead.submit(`button[value="set"]`, map[string]string{`.acts [name="name"]`: "all four"})

	lead.open("/sessions/questions")
	lead.do(chromedp.SetUploadFiles("#built", []string{built}, chromedp.ByQuery))
	lead.submit(`form[enctype] button`, nil)
	lead.submit(`.items a`, nil)
	lead.eval(`document.querySelectorAll("[name=meets]").forEach(e => e.click())`)
	lead.submit(`button[value="ask"]`, map[string]string{`[name="set"]`: "all four", "#text": "Why do leaves turn red in autumn?"})
	lead.await(`document.querySelector("#text").value === "What do the authors find?"`) // the next proposal
	lead.submit(`button[value="refuse"]`, nil)
	lead.submit(`a[href="/sessions/questions/new"]`, nil)
	lead.eval(`document.querySelectorAll("[name=meets], [name=person][value=cleo]").forEach(e => e.click())`)
	lead.submit(`button[value="ask"]`, map[string]string{`[name="set"]`: "all four", "#text": "What is sugar made of?"})
	lead.await(`document.querySelector("table").innerText.includes("cleo") && document.querySelectorAll("tbody tr").length === 2`)

	bo.open("/writing")
	bo.submit(`form[action="/writing"] button`, nil)
	bo.phase("instruction")
	bo.await(`document.querySelector("h1").innerText === "Why do leaves turn red in autumn?"`)
	where := strings.TrimPrefix(bo.eval("location.pathname"), "/writing/")
	bo.instruct("info", "Say what cold nights do. Write slowly.")
	bo.await(`document.querySelector("#stream")?.innerText.includes("Version")`)
	lead.open("/sessions/of/" + where)
	lead.await(`document.querySelector("#stream").innerText.includes("Version")`) // as it is written
	lead.await(`document.querySelector("#turn-1 .diff")?.innerText.includes("Version")`)
	bo.open("/writing/" + where)
	bo.phase("rating")
	bo.byKeys()
	lead.open("/sessions/of/" + where)
	lead.await(`document.querySelector("#turn-1").innerText.includes("It is bad.") && document.querySelector(".facts").innerText.includes("` + secretWriter + `")`)

	cleo.open("/writing")
	cleo.submit(`form[action="/writing"] button`, nil)
	cleo.phase("instruction")
	cleo.await(`document.querySelector("h1").innerText === "What is sugar made of?"`) // which is for her
	lead.open("/sessions?person=cleo")
	lead.submit(`.items a`, nil)
	lead.eval(`document.querySelector("#release").open = true`)
	lead.submit(`#release button`, nil)
	lead.await(`document.querySelector(".facts").innerText.includes("released")`)
	lead.open("/sessions")
	lead.await(`document.querySelector(".facts").innerText.includes("2: 1 in progress, 0 finished, 1 released")`)
	lead.open("/sessions/report")
	lead.await(`document.querySelector("main").innerText.includes("1 rated turn") && document.querySelector("main svg")`)
	lead.await(`fetch("/sessions/files/turns.csv").then(r => r.text()).then(t => { document.title = t }) && document.title.includes("It is bad.")`)
}
