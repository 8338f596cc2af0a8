package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/annotate"
)

// What follows are the invented campaigns of the storybook.

func inventedCampaign(protocol string, state annotate.State) (*annotate.Campaign, *annotate.Protocol) {
	c := &annotate.Campaign{
		ID: "herbs", Name: "Herbs and roots", Protocol: protocol, State: state,
		Settings: annotate.Settings{Overlap: 3, Seed: 7, Lease: 2 * time.Hour, Pay: adhere.USD / 2, Every: 10}, Created: noon(),
	}
	for _, p := range annotate.Protocols() {
		if p.Name == protocol {
			return c, &p
		}
	}
	return c, nil
}

// inventedUnit makes a unit of the item of that name in the invented runs.
func inventedUnit(p *annotate.Protocol, number int, item string) *annotate.Unit {
	u := &annotate.Unit{Number: number, Kind: annotate.Work, Topic: "herbs"}
	for i, name := range inventedItems() {
		if name != item {
			continue
		}
		for k, run := range []string{"orchard", "garden", "shed", "field", "barn"} {
			r := inventedRecord(run, i)
			u.Instruction = *r.Instruction
			if k < p.Answers[1] && r.Response != nil {
				u.Answers = append(u.Answers, annotate.Answer{Model: run, Text: r.Response.Text, Verdicts: r.By(inventedPanel)})
			}
		}
	}
	return u
}

// inventedLabel shows a unit with what is filled in.
func inventedLabel(protocol, item string, t *annotate.Task) *labelView {
	c, p := inventedCampaign(protocol, annotate.Open)
	u := inventedUnit(p, 12, item)
	t.Order = c.Order("ada", 12, len(u.Answers))
	if t.Fields == nil {
		t.Fields = map[string]string{}
	}
	view := newLabelView(c, annotate.NewForm(p, u, t.Order), t)
	view.Who, view.Client, view.Work = "ada", "a-name-of-its-own", workLine{Done: 11, All: 40}
	return view
}

func labelStories() []story {
	const scored, wise = "score-then-questions", "constraint-wise"
	some := map[string]string{"A.score": "4", "B.score": "2", "A.1": "met", "A.2": "not_met", "A.2.why": "Only two plants are named."}
	gaps := inventedLabel(wise, "plain", &annotate.Task{Version: 3, Fields: map[string]string{"A.1": "met", "A.1.why": "short"}})
	gaps.Gaps = []annotate.Gap{{Field: "A.1.why", Text: "the justification of answer A, question 1, at least 10 characters"}, {Field: "A.2", Text: "answer A, question 2"}}
	conflict := inventedLabel(wise, "plain", &annotate.Task{Version: 5, Fields: map[string]string{"A.1": "met"}})
	conflict.Conflict = &labelConflict{[]conflictField{{"A.1.why", annotate.Named{Title: "justification of answer A, question 1"}, "mine", "stored " + longWord}}}
	failed := inventedLabel(wise, "plain", &annotate.Task{})
	failed.Error, failed.Hint = "this task went to somebody else while you were away", "what you filled in is kept, but does not count; continue with the next task"
	feedback := inventedLabel(wise, "plain", &annotate.Task{Done: true, Fields: map[string]string{"A.1": "met"}})
	feedback.Training, feedback.Feedback = true, &annotate.Score{Right: 2, Of: 3, Misses: []annotate.Miss{{Slot: "A", Question: "Is the answer free of headings?", Said: "No", Right: "Yes", Why: "There is none."}}}
	closed := inventedLabel(wise, "plain", &annotate.Task{Done: true})
	closed.Closed = true
	task := func(name, protocol, item string, t *annotate.Task) story {
		return told("label-"+name, "/tasks/herbs", "label", inventedLabel(protocol, item, t))
	}
	return []story{
		task("scores-empty", scored, "plain", &annotate.Task{}),
		task("scores", scored, "plain", &annotate.Task{Fields: some}),
		task("questions", scored, "plain", &annotate.Task{Fields: some, Locked: true}),
		task("twenty", scored, "twenty", &annotate.Task{Locked: true}),
		task("constraints", wise, "plain", &annotate.Task{}),
		task("long", wise, "long", &annotate.Task{}),
		task("right-to-left", wise, "right-to-left", &annotate.Task{Fields: map[string]string{"A.1.why": "لأن الإجابة قصيرة"}}),
		task("hostile", wise, "hostile", &annotate.Task{Fields: map[string]string{"A.1.why": "</textarea><script>alert(1)</script>"}}),
		task("turns", wise, "turns", &annotate.Task{}),
		task("pairwise", "pairwise", "plain", &annotate.Task{}),
		task("edit", "decomposition", "plain", &annotate.Task{}),
		task("edit-doubtful", "decomposition", "roots", &annotate.Task{}),
		task("validation", "validation", "plain", &annotate.Task{}),
		told("label-double-check", "/tasks/herbs", "label", leveledLabel()),
		task("handed-in", wise, "plain", &annotate.Task{Done: true, Fields: some}),
		told("label-gaps", "/tasks/herbs", "label", gaps),
		told("label-conflict", "/tasks/herbs", "label", conflict),
		told("label-error", "/tasks/herbs", "label", failed),
		told("label-feedback", "/tasks/herbs", "label", feedback),
		told("label-closed", "/tasks/herbs", "label", closed),
	}
}

// leveledLabel is a check of an instruction of some level.
func leveledLabel() *labelView {
	c, p := inventedCampaign("double-check", annotate.Open)
	path := []string{"Plan a bed of herbs.", "Plan a bed of herbs for a balcony that faces north.", "As a gardener of long standing, plan a bed of herbs for a balcony that faces north."}
	u := &annotate.Unit{Number: 12, Kind: annotate.Work, Instruction: adhere.Instruction{
		ID: "herbs/2", Messages: []adhere.Message{{Role: adhere.User, Text: path[2]}}, Level: 2, Path: path, Tags: map[string]string{"category": "mixed"},
		Requirements: []adhere.Requirement{{ID: "1", Labels: []string{"content"}}, {ID: "2", Labels: []string{"situation"}}},
	}}
	view := newLabelView(c, annotate.NewForm(p, u, nil), &annotate.Task{Fields: map[string]string{}})
	view.Who, view.Client, view.Work = "ada", "a-name-of-its-own", workLine{Done: 11, All: 40}
	return view
}

func workStories() []story {
	line := workLine{ID: "herbs", Name: "Herbs and roots", Title: "Constraint by constraint", State: annotate.Open, Done: 11, Begun: 1, All: 40, Pay: adhere.USD / 2}
	later, over := line, line
	later.Name, later.State, later.Done, later.Begun = longWord, annotate.Draft, 0, 0
	over.Name, over.State = "مهمة", annotate.Closed
	work := workView{
		workLine: line, About: "Each constraint of one answer is answered yes or no.", Spent: 42 * time.Minute, Earned: 11 * adhere.USD / 2,
		Tasks:  []taskLine{{12, false, false, time.Time{}}, {3, true, true, noon()}},
		Topics: []topicChoice{{"herbs", true}, {"roots", false}},
	}
	done, waiting := work, work
	done.Finished = true
	code, away := done, done
	code.Completion, away.Completion = "C1A2B3C4", "https://crowd.example.org/complete?cc=C1A2B3C4"
	waiting.workLine, waiting.Tasks = later, nil
	_, p := inventedCampaign("decomposition", annotate.Open)
	text, _ := p.Guidelines() // a test holds that there are some
	return []story{
		told("label_works-empty", "/tasks", "label_works", worksView{Write: true}),
		told("label_works", "/tasks", "label_works", worksView{Works: []workLine{line, later, over}, Settle: true}),
		told("label_work", "/tasks/herbs", "label_work", work),
		told("label_work-finished", "/tasks/herbs", "label_work", done),
		told("label_work-code", "/tasks/herbs", "label_work", code),
		told("label_work-address", "/tasks/herbs", "label_work", away),
		told("label_work-waiting", "/tasks/herbs", "label_work", waiting),
		told("label_guidelines", "/tasks/herbs", "label_guidelines", guidelinesView{"herbs", "Herbs and roots", 1, render(own(), text)}),
		told("label_guidelines-own", "/tasks/herbs", "label_guidelines", guidelinesView{"herbs", "Herbs and roots", 3, render(own(), "Say **yes** only if all of it is met.\n\n<script>alert(1)</script> ![x](https://example.org/x.png)")}),
	}
}

// inventedResults are those of three people who differ a little.
func inventedResults(state annotate.State) *annotate.Results {
	c, p := inventedCampaign("score-then-questions", state)
	var units []annotate.Unit
	var events []annotate.Event
	var members []annotate.Member
	for i, item := range []string{"plain", "herbs", "roots", "right-to-left"} {
		units = append(units, *inventedUnit(p, i+1, item))
	}
	units[0].Answers[0].Text += " I am Claude."
	units[0].Answers[0].Maker = "I am Claude"
	for n, person := range []string{"ada", "bo", "cy"} {
		members = append(members, annotate.Member{Person: person, Topics: []string{"herbs"}, Joined: noon()})
		for _, u := range units {
			order := c.Order(person, u.Number, len(u.Answers))
			fields := map[string]string{annotate.FieldOrder: annotate.OrderText(order)}
			for place, answer := range order {
				for q := range u.Instruction.Requirements {
					said := "met"
					if (u.Number*5+answer*3+q*2+n*(answer%2))%4 == 0 {
						said = "not_met"
					}
					fields[fmt.Sprintf("%c.%d", 'A'+place, q+1)] = said
				}
				fields[fmt.Sprintf("%c.score", 'A'+place)] = strconv.Itoa(1 + (u.Number+answer+n*(u.Number%2))%5)
			}
			events = append(events,
				annotate.Event{Unit: u.Number, Person: person, Kind: annotate.Begin, At: noon()},
				annotate.Event{Unit: u.Number, Person: person, Kind: annotate.Handed, Fields: fields, Version: 1, At: noon().Add(3 * time.Minute)})
		}
	}
	members[2].Excluded = "failed most attention checks"
	if state == annotate.Draft {
		events = nil
	}
	r, err := annotate.NewResults(c, units, members, nil, events)
	if err != nil {
		panic("the invented campaign: " + err.Error())
	}
	return r
}

func campaignStories() []story {
	open := overviewOf(survey{Results: inventedResults(annotate.Open)})
	open.Lead, open.Labelled, open.Whole, open.Others, open.Differing = true, 9, 2, []string{"di"}, 4
	link, failed, watched := *open, *open, *open
	link.Link = "https://adhere.example.org/join/5f2c8d"
	failed.Error, failed.Hint = "a reason is missing", "it stands beside the agreement and in what is left out"
	watched.Lead, watched.Others = false, nil
	paused := *open
	paused.People = slices.Clone(open.People)
	paused.People[0].Paused, paused.People[0].Excluded = "attention checks: 1 of the last 4 right, 75 % are demanded", "attention checks: 1 of the last 4 right, 75 % are demanded"
	paused.People[1].Alarms = []annotate.Alarm{{Why: `the last 40 answers are all "Yes"`}}
	paused.Quality = annotate.Quality{Practice: 80, Checks: 75, Seconds: 20, Same: 40}
	paused.Log = []annotate.Entry{{Person: "ada", Kind: annotate.LogStarted, At: noon()}, {Person: "ada", Kind: annotate.LogGuidelines, At: noon()}, {Person: annotate.ByQuality, Kind: annotate.LogPaused, About: "bo", Text: "attention checks", At: noon()}}
	crowd := *open
	crowd.People, crowd.Completion = slices.Clone(open.People), "https://crowd.example.org/complete?cc=C1A2B3C4"
	crowd.People[0].Participant, crowd.People[0].Completed = "5f2c8d", noon()
	crowd.Log = []annotate.Entry{{Person: "ada", Kind: annotate.LogCompletion, At: noon()}, {Person: "ada", Kind: annotate.LogCompleted, About: "ada", At: noon()}}
	over := *open
	over.State, over.Log = annotate.Closed, paused.Log
	draft := overviewOf(survey{Results: inventedResults(annotate.Draft)})
	draft.Lead = true
	few := *draft
	few.PlanError = "3 people shall label each unit, and only 2 take part; add people, or make a campaign with fewer labels of each unit"
	agreement, err := newAgreementView(inventedResults(annotate.Open))
	if err != nil {
		panic("the invented campaign: " + err.Error())
	}
	c, p := inventedCampaign("constraint-wise", annotate.Open)
	form := newCampaignView{Protocols: annotate.Protocols(), Runs: inventedRuns{}.all(), People: []string{"ada", "bo"}, Form: campaignForm{Protocol: p.Name, Lease: 2, Every: 10, Practice: true, Limit: 50, Runs: []string{"garden"}}}
	wrong := form
	wrong.Form.Name, wrong.Error, wrong.Hint = "gpt-4o at work", `the campaign's name "gpt-4o at work" names the model gpt-4o`, "people who label would read it: choose another name"
	set := form
	set.Set = &itemSet{Href: "#", Run: inventedRun("garden", "openai/gpt-4o"), Words: []string{"label Number", "not met"}, N: 40}
	return []story{
		told("campaign_new-set", "/campaigns", "campaign_new", set),
		told("campaigns-empty", "/campaigns", "campaigns", campaignsView{Create: true}),
		told("campaigns", "/campaigns", "campaigns", campaignsView{Campaigns: []campaignLine{{*c, p.Title}}, Create: true}),
		told("campaign_new-empty", "/campaigns", "campaign_new", newCampaignView{Protocols: annotate.Protocols()}),
		told("campaign_new", "/campaigns", "campaign_new", form),
		told("campaign_new-error", "/campaigns", "campaign_new", wrong),
		told("campaign-draft", "/campaigns", "campaign", draft),
		told("campaign-few", "/campaigns", "campaign", few),
		told("campaign", "/campaigns", "campaign", open),
		told("campaign-link", "/campaigns", "campaign", link),
		told("campaign-error", "/campaigns", "campaign", failed),
		told("campaign-paused", "/campaigns", "campaign", paused),
		told("campaign-crowd", "/campaigns", "campaign", crowd),
		told("campaign-closed", "/campaigns", "campaign", over),
		told("campaign-watched", "/campaigns", "campaign", watched),
		told("campaign_agreement", "/campaigns", "campaign_agreement", agreement.page(nil, true, map[int]bool{2: true})),
		told("campaign_agreement-empty", "/campaigns", "campaign_agreement", agreementView{Campaign: &annotate.Campaign{ID: "herbs", Name: "Herbs", State: annotate.Open}, A: &annotate.Agreement{}}),
	}
}

// inventedSettling puts a unit on which people differ before somebody who
// settles it.
func inventedSettling(r *annotate.Results, unit int) *annotate.Settling {
	x, err := r.Settling(unit, "zoe", nil)
	if err != nil {
		panic("the invented campaign: " + err.Error())
	}
	return x
}

// inventedEdits are those of two people who put a decomposition right.
func inventedEdits() *annotate.Results {
	c, p := inventedCampaign("decomposition", annotate.Open)
	u := inventedUnit(p, 1, "plain")
	var list strings.Builder
	for _, q := range u.Instruction.Requirements {
		list.WriteString(q.Text + "\n")
	}
	proposed := list.String()
	var events []annotate.Event
	for person, text := range map[string]string{"ada": proposed + "Does the answer name three herbs? " + longWord, "bo": strings.ReplaceAll(proposed, "Is", "Was") + "<b>هل الجواب قصير؟</b>"} {
		fields := map[string]string{"constraints": text, annotate.FieldNote: "One was missing."}
		events = append(events, annotate.Event{Unit: 1, Person: person, Kind: annotate.Handed, Fields: fields, Version: 1, At: noon()})
	}
	r, err := annotate.NewResults(c, []annotate.Unit{*u}, nil, nil, events)
	if err != nil {
		panic("the invented campaign: " + err.Error())
	}
	return r
}

func inventedPractice(lead bool) practiceView {
	versions := []annotate.KnownVersion{{Version: 1, Known: annotate.Known{Kind: annotate.Work}}, {Version: 2, Known: annotate.Known{Kind: annotate.Training}, By: "ada", At: noon()}}
	withdrawn := append(slices.Clone(versions), annotate.KnownVersion{Version: 3, Known: annotate.Known{Kind: annotate.Withdrawn}, By: "bo", At: noon()})
	view := practiceView{ID: "herbs", Name: "Herbs and roots", Lead: lead, Asks: annotate.AskRequirements, Most: 2, Known: []unitMarks{
		{1, "practice/impossible", annotate.Check, versions[:1]}, {7, "herbs/" + longWord, annotate.Training, versions}, {9, "herbs/9", annotate.Withdrawn, withdrawn},
	}}
	if lead {
		view.Work, view.MoreWork = []unitMarks{{12, "herbs/12", annotate.Work, versions[:1]}, {13, "herbs/" + longWord, annotate.Work, withdrawn}}, 1200
	}
	return view
}

// inventedMark is the form on which somebody says what is right about a unit.
func inventedMark(protocol string, kind annotate.Kind, trouble string) *markView {
	c, p := inventedCampaign(protocol, annotate.Open)
	u := inventedUnit(p, 3, "plain")
	u.Kind = kind
	form := annotate.KnownForm(p, u)
	fields := form.Right()
	if kind != annotate.Work {
		for _, q := range form.Groups[0].Fields {
			if q.Kind == annotate.FieldChoice {
				fields[q.Name], fields[q.Reason] = q.Choices[1].Value, "It says so in the first line. "+longWord
			}
		}
	}
	view := newMarkView(&tasked{c, u, p}, form, fields)
	view.Error = trouble
	return view
}

func leadStories() []story {
	guidelines := guidelinesEdit{ID: "herbs", Name: "Herbs and roots", Lead: true, Text: "# Read first\n\nSay **no** in doubt.", Version: 2, Opened: "2", Versions: []annotate.Guidelines{
		{Version: 1}, {Version: 2, By: "ada", At: noon()},
	}}
	guidelines.Body = rendered(guidelines.Text)
	late := guidelines
	late.Error, late.Hint = "somebody wrote version 2 meanwhile", "what you wrote stands below; send it again to put it in its place"
	return []story{
		told("campaign_practice", "/campaigns", "campaign_practice", inventedPractice(true)),
		told("campaign_practice-none", "/campaigns", "campaign_practice", practiceView{ID: "herbs", Name: "Herbs " + longWord, Lead: true}),
		told("campaign_practice-closed", "/campaigns", "campaign_practice", inventedPractice(false)),
		told("campaign_mark", "/campaigns", "campaign_mark", inventedMark("score-then-questions", annotate.Work, "")),
		told("campaign_mark-practice", "/campaigns", "campaign_mark", inventedMark("constraint-wise", annotate.Training, "")),
		told("campaign_mark-edit", "/campaigns", "campaign_mark", inventedMark("decomposition", annotate.Check, "somebody changed this unit meanwhile")),
		told("campaign_close", "/campaigns/herbs/close", "campaign_close", closingView{ID: "herbs", Name: "Herbs and roots", Missing: 41, Begun: 2, Differing: 1, People: []string{"bo", "cleo"}}),
		told("campaign_close-whole", "/campaigns/herbs/close", "campaign_close", closingView{ID: "herbs", Name: "Herbs " + longWord}),
		told("campaign_guidelines", "/campaigns/herbs/guidelines", "campaign_guidelines", guidelines),
		told("campaign_guidelines-late", "/campaigns/herbs/guidelines", "campaign_guidelines", late),
	}
}

func mustQueue(r *annotate.Results, filter annotate.DifferenceFilter) *queueView {
	view, err := newQueueView(survey{Results: r}, "zoe", filter, "")
	if err != nil {
		panic("the invented campaign: " + err.Error())
	}
	return view
}

func settleStories() []story {
	r, edits := inventedResults(annotate.Open), inventedEdits()
	questions, texts := inventedSettling(r, 1), inventedSettling(edits, 1)
	e, err := questions.Decide(map[string]string{questions.Differ[0].Field.Name: questions.Differ[0].Said[0].Value}, 0, noon())
	if err != nil {
		panic("the invented campaign: " + err.Error())
	}
	r.Settled = append(r.Settled, annotate.Fold([]annotate.Event{*e}))
	again := inventedSettling(r, 1)
	stale := newSettleView(r.Campaign, again, map[string]string{again.Differ[0].Field.Name: again.Differ[0].Said[1].Value}, "zoe")
	stale.Error, stale.Hint = "somebody else has just adjudicated this task", "look at the current decision, then decide again or leave it"
	pending := []annotate.Pending{{Unit: 3, Open: 2, All: 2, Labels: 2}, {Unit: 5, All: 1, Labels: 3}}
	return []story{
		told("campaign_settles", "/settle", "campaign_settles", settlesView{[]settleCampaign{{"herbs", "Herbs and roots", 3, pending}}}),
		told("campaign_settles-empty", "/settle", "campaign_settles", settlesView{}),
		told("campaign_queue", "/settle", "campaign_queue", mustQueue(r, annotate.FilterOpen)),
		told("campaign_queue-ties", "/settle", "campaign_queue", mustQueue(r, annotate.FilterTies)),
		told("campaign_queue-texts", "/settle", "campaign_queue", mustQueue(edits, annotate.FilterOpen)),
		told("campaign_queue-empty", "/settle", "campaign_queue", mustQueue(r, annotate.FilterSettled)),
		told("campaign_majority", "/settle", "campaign_majority", majorityView{"herbs", "Herbs and roots", "majority", 115, 41, "#"}),
		told("campaign_settle", "/settle", "campaign_settle", newSettleView(r.Campaign, questions, nil, "zoe")),
		told("campaign_settle-stale", "/settle", "campaign_settle", stale),
		told("campaign_settle-texts", "/settle", "campaign_settle", newSettleView(edits.Campaign, texts, nil, "zoe")),
	}
}
