package web

import (
	"strings"

	"adhere/internal/writing"
)

// writingStories are sessions in each phase.
func writingStories() []story {
	all := []story{
		told("writings-empty", "/writing", "writings", writingsView{}),
		told("writings", "/writing", "writings", writingsView{
			Asked: true,
			Lines: []writingLine{
				{"#", "Why do leaves turn red in autumn?", 3, false, "", noon()},
				{"#", "لماذا تحمر الأوراق؟", 1, true, writing.EndSatisfied, noon()},
				{"#", longWord, 10, true, writing.EndTurns, noon()},
				{"#", "Why do bees dance?", 2, true, writing.EndReleased, noon()},
			},
			Topics: []topicChoice{{"botany", true}, {"bee keeping", false}},
		}),
		told("writings-error", "/writing", "writings", writingsView{Asked: true, trouble: trouble{"there is no question left for you", "an administrator can add more"}}),
	}
	show := func(name string, moves int, change func(*writingView)) {
		all = append(all, story{name: name, path: "/writing/invented", tell: func(_ *Server, v *visit) error {
			x, err := writing.Replay(inventedHead(), inventedMoves()[:moves])
			if err != nil {
				return err
			}
			w := newWritingView(&x, moves, writing.Progress{Phase: x.Phase, Working: true})
			w.EventsHref = "" // nothing goes on in a story
			if change != nil {
				change(w)
			}
			return v.show("writing", w)
		}})
	}
	show("writing-draft", 1, func(w *writingView) { w.Work.Text = "Leaves turn red because the t" })
	show("writing", 2, func(w *writingView) { w.Typed = map[string]string{"kind": "info", "instruction": "What of cold nigh"} })
	show("writing-summary", 4, nil)
	show("writing-stopped", 5, func(w *writingView) {
		w.Work = writing.Progress{Phase: writing.AwaitRevision, Stopped: true, Text: "Half an answer"}
	})
	show("writing-trouble", 5, func(w *writingView) {
		w.Work = writing.Progress{Phase: writing.AwaitRevision, Trouble: "the writer can't be reached at the moment; try again in a while"}
	})
	show("writing-rate", 6, func(w *writingView) {
		w.Error, w.Hint = "the comment is empty", "write it; it can't be left out"
	})
	show("writing-decide", 7, nil)
	show("writing-edited", 8, nil)
	show("writing-next", 9, nil)
	show("writing-decide-good", 12, nil)
	show("writing-over", 13, nil)
	show("writing-released", 6, func(w *writingView) { w.Phase, w.End = writing.Over, writing.EndReleased })
	return all
}

func inventedHead() writing.Head {
	return writing.Head{
		ID: "invented", Question: writing.Question{ID: "leaves", Text: "Why do leaves turn red in autumn?"}, Person: "ada", Model: "never shown", Started: noon(),
		Papers: []writing.Paper{{ID: "leaves", Title: "Of leaves and sugar", Authors: []string{"Ada Moss", "Bo Fern"}}, {ID: "long", Title: longWord}},
	}
}

func inventedMoves() []writing.Move {
	sugar := writing.Passage{ID: "leaves#0", Document: "leaves", Title: "Of leaves and sugar", Text: "In cold nights sugar stays in the leaf, and red dye is made of it.", Score: 3.25}
	hostile := writing.Passage{ID: "long#1", Document: "long", Title: longWord, Text: `<script>alert("x")</script> ` + strings.Repeat("and so on ", 40), Score: 0.5}
	return []writing.Move{
		{Action: writing.Found, Passages: []writing.Passage{sugar}},
		{Action: writing.Drafted, Text: "Leaves turn red because they make a dye [0].\n\nNobody knows why [7]."},
		{Action: writing.Instruct, Kind: writing.Info, Text: "Say what cold nights have to do with it."},
		{Action: writing.Found, Passages: []writing.Passage{hostile, sugar}},
		{Action: writing.Summarised, Text: "Cold keeps sugar in leaves [0]."},
		{Action: writing.Revised, Text: "Leaves turn red because they make a dye out of sugar, which cold nights keep in them [0, 1]."},
		{Action: writing.Rate, Rating: writing.Bad, Text: "It left out that nobody knows why."},
		{Action: writing.Edit, Text: "Leaves turn red because they make a dye out of sugar, which cold nights keep in them [0].\n\nNobody knows what it is for."},
		{Action: writing.GoOn},
		{Action: writing.Instruct, Kind: writing.Style, Text: "One sentence."},
		{Action: writing.Revised, Text: "Cold nights keep sugar in leaves, of which they make a red dye [0]; why is not known."},
		{Action: writing.Rate, Rating: writing.Good, Text: "It is one sentence."},
		{Action: writing.Satisfied},
	}
}
