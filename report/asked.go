package report

import (
	"adhere"

	"adhere/internal/plural"
)

// A prompter is Options.Prompts.
type prompter = func(judge string, r *adhere.Record) []adhere.Message

// ask adds what the judge was shown about the record, of a result that is named
// where there are several, and leads its verdicts in the column to it. All of it
// together is no longer than one text may be.
func (it *htmlItem) ask(of, column, judge string, rec *adhere.Record, prompts prompter) {
	if prompts == nil {
		return
	}
	messages := prompts(judge, rec)
	if len(messages) == 0 {
		return
	}
	asked := htmlAsked{Of: of, Judge: judge}
	room := LongestText
	for i, m := range messages {
		if room <= 0 {
			asked.Texts = append(asked.Texts, htmlText{"and so on", plural.Grouped(len(messages)-i, "more message") + " not shown"})
			break
		}
		asked.Texts = append(asked.Texts, htmlText{string(m.Role), clipTo(m.Text, room)})
		room -= len(m.Text)
	}
	it.Asked = append(it.Asked, asked)
	for j := range it.Rows {
		for k := range it.Rows[j].Verdicts {
			v := &it.Rows[j].Verdicts[k]
			if v.Judge == column && (v.By == "" || v.By == judge) && v.Outcome != adhere.Skipped {
				v.asked = len(it.Asked)
			}
		}
	}
}
