package web

import (
	"net/url"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
	"adhere/internal/writing/study"
)

// collectStories are a lead's pages in their states.
func collectStories() []story {
	held := []writing.Holding{
		{ID: "leaves", Title: "Of leaves and sugar", Authors: []string{"Ada Moss", "Bo Fern"}, Source: "leaves.pdf", Paragraphs: 41},
		{ID: "long", Title: longWord, Source: longWord + ".md", Paragraphs: 1200},
		{ID: "hostile", Title: `<script>alert("x")</script>`, Authors: []string{"بو من المختبر"}, Source: "a.html", Paragraphs: 3},
	}
	sets := []writing.Set{{Name: "autumn", Documents: []string{"leaves", "long"}}}
	asked := []writing.Asked{
		{Question: writing.Question{ID: "q1", Text: "Why do leaves turn red in autumn?", Topic: "botany"}, Documents: []string{"leaves", "long"}},
		{Question: writing.Question{ID: "q2", Text: "لماذا تحمر الأوراق؟"}, Documents: []string{"leaves"}, People: []string{"bo", "cleo"}},
		{Question: writing.Question{ID: "q3", Text: "What do these authors find about sugar, and what about " + longWord + "?"}, Documents: []string{"leaves"}, State: writing.Proposed, Origin: "related-7"},
		{Question: writing.Question{ID: "q4", Text: "Who are they?"}, Documents: []string{"leaves"}, State: writing.Refused},
	}
	sessions := inventedSessions()
	x := collected{held: held, questions: asked, sets: sets, models: []string{"openai/gpt-4o", "ollama/small"}}
	for i := range sessions {
		x.sessions = append(x.sessions, rowOf(&sessions[i]))
	}
	alone := x
	alone.models = []string{"m"}
	questions := newQuestionsView(&alone)
	questions.Taken = "2 proposals added; what was there already is left out."
	progress := newProgressPage(&x)
	progress.list(x.sessions, url.Values{})
	documents := func(query string, more func(*documentsView)) *documentsView {
		q, err := url.ParseQuery(query)
		if err != nil {
			panic(err)
		}
		d := newDocumentsView(&x, q)
		more(d)
		return d
	}
	question := func(q questionView) *questionView {
		q.People = []string{"bo", "cleo", longWord}
		q.fill(&x)
		return &q
	}
	r, err := study.Analyse(sessions, study.Inputs{})
	if err != nil {
		panic(err)
	}
	sessionsShown, err := newSessionsReport(r)
	if err != nil {
		panic(err)
	}
	going := newTranscript(&sessions[1], 5)
	going.Events = "" // nothing goes on in a story
	going.Work = writing.Progress{Working: true, Text: "Half an ans"}
	hostile := &writing.Document{ID: "hostile", Title: "Of leaves", Authors: []string{"Ada Moss"}, Source: "a.md", Paragraphs: []writing.Paragraph{
		{Section: "Colour", Text: `<script>alert("x")</script> and **bold** [a link](http://example.org)`}, {Section: "Colour", Text: longWord}, {Section: "برد", Text: "بو من المختبر"},
	}}
	return []story{
		told("sessions-empty", sessionsPath, "sessions", progressPage{Tabs: deskTabs(sessionsPath), Documents: 3}),
		told("sessions", sessionsPath, "sessions", progress),
		told("session", sessionsPath, "session", newTranscript(&sessions[0], 13)),
		told("session-going", sessionsPath, "session", going),
		told("documents-empty", documentsPath, "documents", newDocumentsView(&collected{}, url.Values{})),
		told("documents", documentsPath, "documents", documents("q=sugar", func(d *documentsView) { d.Hits = foundOf(sessions[0].Turns[0].Passages, nil, nil) })),
		told("documents-none-fits", documentsPath, "documents", documents("find=zeppelin", func(*documentsView) {})),
		told("documents-added", documentsPath, "documents", documents("", func(d *documentsView) {
			d.Added = &collect.Added{Added: 2, There: 1, Paragraphs: 41, Skipped: []collect.Skipped{{File: "broken.pdf", Why: "broken.pdf is no PDF"}}}
		})),
		told("documents-set", documentsPath, "documents", documents("", func(d *documentsView) {
			d.Name, d.Replace, d.Lines[0].Ticked, d.trouble = "autumn", true, true, trouble{`the set "autumn" exists already`, "choose another name, or have the set replaced"}
		})),
		told("document", documentsPath, "document", newDocumentView(hostile)),
		told("questions-empty", questionsPath, "questions", newQuestionsView(&collected{})),
		told("questions", questionsPath, "questions", questions),
		told("question-new", questionsPath, "question", question(questionView{New: true})),
		told("question", questionsPath, "question", question(questionView{Asked: asked[2]})),
		told("question-refused", questionsPath, "question", question(questionView{Asked: asked[3], trouble: trouble{"the checklist is not whole", "tick what the question meets"}})),
		told("question-begun", questionsPath, "question", question(questionView{Asked: writing.Asked{Question: writing.Question{ID: "leaves", Text: asked[0].Text}, Documents: []string{"leaves"}}})),
		told("sessions_report-none", reportPath, "sessions_report", sessionsReport{Tabs: deskTabs(reportPath), None: "No turn is rated yet. The report comes with the first rating"}),
		told("sessions_report", reportPath, "sessions_report", sessionsShown),
	}
}

// inventedSessions are one that is over, one that goes on and one taken back.
func inventedSessions() []writing.Session {
	var all []writing.Session
	for i, n := range []int{13, 5, 6} {
		h, moves := inventedHead(), inventedMoves()[:n]
		h.ID, h.Person, h.Model = h.ID+string(rune('a'+i)), []string{"bo", "cleo", "bo"}[i], "openai/gpt-4o"
		for k := range moves {
			moves[k].At = noon()
			if moves[k].Action == writing.Revised {
				moves[k].Spent = adhere.Usage{Calls: 1, In: 812, Out: 240, Money: adhere.Money(4_300_000)}
			}
		}
		if i == 2 {
			moves = append(moves, writing.Move{Action: writing.Release, At: noon()})
		}
		x, err := writing.Replay(h, moves)
		if err != nil {
			panic(err)
		}
		all = append(all, x)
	}
	return all
}
