package web

import (
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/worddiff"
	"adhere/report"
)

// A sheet is one item as every page shows it: what was asked, and each answer
// with what is said or asked of it beside it. Looking, comparing, labelling and
// adjudicating differ in what stands beside the answer, and in nothing else.
type sheet struct {
	Asked  []textView
	Filed  *filing    // where the questions are about the data set
	After  []textView // the reference
	Groups []group
}

// A group is one answer, or two that are compared, with what is said of them
// and what is asked; what is asked of the instruction has no answer.
type group struct {
	Slot    string // the answer's letter, where there are several
	Answers []answerView
	Changes []worddiff.Change // from the first of two answers to the second, where much of it stayed
	Open    bool              // they are shown at once

	Rows   []requirementRow
	Grades []gradeView

	Off         bool // nothing can be filled in
	Score       *labelField
	ScoreWords  []scoreWord
	ScoreLocked string
	Fields      []labelField
	Questions   []settleQuestion
}

// A textView is a text that somebody wrote, cut to what a page bears.
type textView struct {
	Title string
	Text  string
	More  int    // bytes that are left out
	Whole string // where all of it is; may be empty
}

// An answerView is what a model answered.
type answerView struct {
	Slot      string
	Number    int    // of the answers in a conversation; 0 where it is the only one
	Title     string // the model's name; empty where it must not be known
	Text      textView
	Counts    string // of words and sentences
	Err       string
	Reasoning textView
	About     []string
	Own       string // the page of this answer alone
	Outcome   outcomeTag
}

// A requirementRow is one requirement with what each judge said of it.
type requirementRow struct {
	Number   int
	Text     string
	Labels   []string
	Rule     string
	Step     *step // what it added, where each stands for a level
	Differs  bool  // the two answers differ in it
	Merged   outcomeTag
	Verdicts []verdictView
}

// A verdictView is one judge's word.
type verdictView struct {
	Side             string // which of two answers it is about
	Judge            string
	Tag              outcomeTag
	Reason, Evidence string
	Measured         bool   // the evidence is what a rule counted
	At               string // the parts of the answer that the rule points at, in UTF-16 units of it as it is shown: "3-7 12-19"
	Raw              textView
	Prompt           string // id of what the judge was shown
	Asked            bool   // the judge was asked
}

type gradeView struct {
	Judge, Reason string
	Score         int
}

// sheetOf shows what was asked, each text as a page bears it or whole.
func sheetOf(in *adhere.Instruction, show func(title, text string) textView) sheet {
	var x sheet
	for i, m := range in.Messages {
		title := "Instruction"
		if i < len(in.Messages)-1 {
			title = map[adhere.Role]string{adhere.System: "System prompt", adhere.User: "Earlier: user", adhere.Assistant: "Earlier: model", "tool": "Returned by a tool"}[m.Role]
		}
		x.Asked = append(x.Asked, show(title, m.Text))
	}
	if !strings.Contains(in.Prompt(), in.Input) {
		x.Asked = append(x.Asked, show("Input", in.Input))
	}
	return x
}

// doubt adds the demands in doubt, with the reasons.
func (x *sheet) doubt(in *adhere.Instruction, show func(title, text string) textView) {
	var list strings.Builder
	for _, d := range in.Doubtful {
		fmt.Fprintf(&list, "- %s (%s)\n", d.Placed().Text, d.Doubt)
	}
	if list.Len() > 0 {
		x.Asked = append(x.Asked, show("Demands in doubt, not counted", list.String()))
	}
}

// whole shows a text to the end: who decides about it must see all of it.
func whole(title, text string) textView { return textView{Title: title, Text: text} }

// cut shortens a text to what a page bears; the whole is a download away.
func cut(title, text string) textView {
	shown, left := report.Shorten(text, report.LongestText)
	return textView{Title: title, Text: shown, More: left}
}

// changesBetween returns how one text becomes another, word by word; nil where
// so little stays that nobody could read it.
func changesBetween(a, b string) []worddiff.Change {
	if len(a) > report.LongestText || len(b) > report.LongestText {
		return nil
	}
	changes := worddiff.Diff(a, b)
	same := 0
	for _, c := range changes {
		same += len(c.Same)
	}
	if 2*same < min(len(a), len(b)) || a == b {
		return nil
	}
	return changes
}
