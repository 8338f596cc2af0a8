package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
)

// shop is a conversation whose earlier demands last in part.
func shop() []adhere.Message {
	return []adhere.Message{
		{Role: adhere.System, Text: "You are the desk of a lamp shop. Never name other shops."},
		{Role: adhere.User, Text: "Always answer in German. Two sentences: what is a dimmer?"},
		{Role: adhere.Assistant, Text: "Ein Dimmer regelt Licht. Er spart Strom."},
		{Role: adhere.User, Text: "English now. Each tip for saving power starts with a verb; after the tips one question."},
	}
}

// shown writes demands as one line.
func shown(l judge.Listing) string {
	var words []string
	for _, d := range l.Demands {
		s := fmt.Sprintf("%s|%s %s|%s %d", d.Text, d.Scope.Reach, d.Scope.Of, d.Source.Origin, d.Source.Turn)
		if !d.Certain {
			s += "|" + d.Doubt
		}
		words = append(words, s)
	}
	return strings.Join(words, "\n")
}

func TestDemands(t *testing.T) {
	for name, c := range map[string]struct{ reply, want string }{
		"the form": {
			"1. [message 1; whole answer] Never name other shops.\n2. [message 4; each tip] Start with a verb.\n3. [message 4; after the tips] Ask one question.\n4. [message 4; the last line; unsure] Be kind.",
			"Never name other shops.|answer |system 0\nStart with a verb.|each tip|instruction 3\nAsk one question.|after tips|instruction 3\nBe kind.|part last line|instruction 3|the model is not sure of it",
		},
		"other marks": {
			"Demands:\n\n- **[2; whole response]** Answer in German.\n- (message 4, every tip): Use verbs.",
			"Answer in German.|answer |earlier turn 1\nUse verbs.|each tip|instruction 3",
		},
		"no place":       {"1. [message 4; whole answer] Be kind.\n2. Use verbs.", "Be kind.|answer |instruction 3\nUse verbs.| |instruction 3|the list names no message that it stands in"},
		"unsure behind":  {"1. [message 4; whole answer] Be kind. (unsure)\n2. [message 4; whole answer] Say that you are unsure.", "Be kind.|answer |instruction 3|the model is not sure of it\nSay that you are unsure.|answer |instruction 3"},
		"sure":           {"1. [message 4; each tip; sure] Use verbs.", "Use verbs.|each tip|instruction 3"},
		"below another":  {"1. [message 4; whole answer] Give tips.\n   - [message 4; each tip] Use verbs.\n   - [message 4; the last tip; unsure] Be kind.\n2. [message 4; whole answer] Be brief - and kind.", "Give tips.|answer |instruction 3\nUse verbs.|each tip|instruction 3\nBe kind.|part last tip|instruction 3|the model is not sure of it\nBe brief - and kind.|answer |instruction 3"},
		"a key":          {"1. [message 4; \"answer\"]: Use verbs.\n2. [message 4; \"whole answer\"] Be kind.", "Use verbs.|part part named answer|instruction 3\nBe kind.|answer |instruction 3"},
		"no scope":       {"1. [message 4] Use verbs.", "Use verbs.| |instruction 3|the list does not say what of the answer it binds"},
		"beyond the end": {"1. [message 9; whole answer] Use verbs.", "Use verbs.|answer |instruction 3|the list names no message that it stands in"},
		"the assistant":  {"1. [message 3; whole answer] Spar Strom.", "Spar Strom.|answer |instruction 3|it stands in a message of the assistant"},
		"Chinese":        {"1、[消息 4；整个回答] 用英文回答。\n2、[消息 4；each tip，不确定] 以动词开头。", "用英文回答。|answer |instruction 3\n以动词开头。|each tip|instruction 3|the model is not sure of it"},
		"doubt, as a field": {
			"1. [message 4; whole answer; vielleicht] A.\n2. [message 4; each tip; if possible] B.\n3. [message 4; unsure; each tip] C.\n4. [message 1, 4; whole answer] D.\n5. [message 4; each tip, title and heading; certain] E.",
			"A.|answer |instruction 3|the model is not sure of it\nB.|each tip|instruction 3|the model is not sure of it\nC.|each tip|instruction 3|the model is not sure of it\nD.|part 4|system 0|the model is not sure of it\nE.|each tip, title and heading|instruction 3",
		},
		"doubt, beside the demand": {
			"1. [message 4; whole answer] (unsure) A.\n2. [message 4; whole answer] [unsure] B.\n3. [message 4; whole answer] Unsure: C.\n4. [message 4; whole answer] D. *(unsure)*\n5. [message 4; whole answer] E; unsure\n6. [message 4; whole answer] F. (unsure: it may be a wish)\n7. [message 4; whole answer] G - unsure",
			"A.|answer |instruction 3|the model is not sure of it\nB.|answer |instruction 3|the model is not sure of it\nC.|answer |instruction 3|the model is not sure of it\nD.|answer |instruction 3|the model is not sure of it\nE|answer |instruction 3|the model is not sure of it\nF.|answer |instruction 3|the model is not sure of it\nG|answer |instruction 3|the model is not sure of it",
		},
		"no doubt": {
			"1. [message 4; whole answer] Answer \"yes\", \"no\" or \"unsure\".\n2. [message 4; whole answer] Uncertain facts are left out.\n3. [message 4; whole answer] Say if you are unsure.",
			"Answer \"yes\", \"no\" or \"unsure\".|answer |instruction 3\nUncertain facts are left out.|answer |instruction 3\nSay if you are unsure.|answer |instruction 3",
		},
		"doubt, in JSON": {
			`{"demands":[{"message":4,"binds":"each tip; unsure","demand":"A."},{"message":4,"binds":"each tip","demand":"B. (unsure)"},{"message":4,"binds":"each tip","demand":"C.","sure":"false"},{"message":4,"binds":"each tip","demand":"D.","unsure":"yes"},{"message":"4","binds":"each tip","demand":"E.","sure":"true"},"[message 4; each tip] F.","[message 4; each tip; unsure] G."]}`,
			"A.|each tip|instruction 3|the model is not sure of it\nB.|each tip|instruction 3|the model is not sure of it\nC.|each tip|instruction 3|the model is not sure of it\nD.|each tip|instruction 3|the model is not sure of it\nE.|each tip|instruction 3\nF.|each tip|instruction 3\nG.|each tip|instruction 3|the model is not sure of it",
		},
		"no full stop":         {"1. [message 4; whole answer] Answer in English", "Answer in English|answer |instruction 3"},
		"JSON":                 {`{"demands":[{"message":4,"binds":"whole answer","demand":"Answer in English.","sure":true},{"message":4,"binds":"each tip","demand":"Use verbs.","sure":false}],"none":false}`, "Answer in English.|answer |instruction 3\nUse verbs.|each tip|instruction 3|the model is not sure of it"},
		"a bare list in JSON":  {"```json\n[{\"message\":4,\"binds\":\"whole answer\",\"demand\":\"Answer in English.\"},{\"message\":4,\"binds\":\"each tip\",\"demand\":\"Use verbs.\",\"sure\":false}]\n```", "Answer in English.|answer |instruction 3\nUse verbs.|each tip|instruction 3|the model is not sure of it"},
		"a bare list of texts": {"Demands:\n[\"[message 4; whole answer] Answer in English.\", \"[message 4; each tip] Use verbs.\"]", "Answer in English.|answer |instruction 3\nUse verbs.|each tip|instruction 3"},
		"a table":              {"Demands:\n\n| # | Message | What it binds | Demand | Sure |\n|---|:---:|---|---|---|\n| 1 | 4 | whole answer | Answer in English. | yes |\n| 2 | message 4 | each tip | Use \"a\\|b\". | unsure |\n", "Answer in English.|answer |instruction 3\nUse \"a|b\".|each tip|instruction 3|the model is not sure of it"},
		"a table of lines":     {"| No. | Demand |\n| --- | --- |\n| 1 | [message 4; whole answer] Answer in English. |\n| 2 | [message 4; each tip] Use verbs. (unsure) |", "Answer in English.|answer |instruction 3\nUse verbs.|each tip|instruction 3|the model is not sure of it"},
		"from 0":               {"0. [message 4; whole answer] Be kind.\n1. [message 4; each tip] Use verbs.", "Be kind.|answer |instruction 3\nUse verbs.|each tip|instruction 3"},
		"full width":           {"１．［message 4; whole answer］ Be kind.\n２．［消息４；each tip］ Use verbs.", "Be kind.|answer |instruction 3\nUse verbs.|each tip|instruction 3"},
		"none":                 {"NONE", ""},
		"none, in a word":      {"Nothing is demanded.\n\nNONE", ""},
		"none, with label":     {"Demands:\nNONE", ""},
	} {
		got, err := decomposer(t, judge.Options{Model: says(c.reply), Reasks: -1}).Demands(t.Context(), shop())
		if err != nil || shown(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, shown(got), c.want)
		}
	}
	for reply, want := range map[string]string{ // of a conversation of one message
		"1. [whole answer] Use verbs.\n2. [each tip] Be brief.":                                 "Use verbs.|answer |instruction 0\nBe brief.|each tip|instruction 0",
		"1. [message 1; whole answer] Be brief.\n2. [Name] ends it.":                            "Be brief.|answer |instruction 0\n[Name] ends it.| |instruction 0|the list does not say what of the answer it binds",
		"1. [each tip; vielleicht] A.\n2. [each tip] (unsure) B.\n3. [messages 1; each tip] C.": "A.|each tip|instruction 0|the model is not sure of it\nB.|each tip|instruction 0|the model is not sure of it\nC.|part messages 1|instruction 0|the model is not sure of it",
		"| Binds | Demand |\n|---|---|\n| whole answer | Use verbs. |":                          "Use verbs.|answer |instruction 0",
		"1. [Nachricht 1; ganze Antwort] Genau drei Sätze.":                                     "Genau drei Sätze.|answer |instruction 0",
		`{"demands":[{"binds":"each tip","demand":"Use verbs."}]}`:                              "Use verbs.|each tip|instruction 0",
	} {
		got, err := decomposer(t, judge.Options{Model: says(reply), Reasks: -1}).Demands(t.Context(), shop()[1:2])
		if err != nil || shown(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", reply, err, shown(got), want)
		}
	}
	unplaced := inTurn("1. Use verbs.\n2. Be kind.", "1. [message 4; whole answer] Use verbs.")
	if got, err := decomposer(t, judge.Options{Model: unplaced}).Demands(t.Context(), shop()); err != nil || len(got.Demands) != 1 || len(unplaced.requests) != 2 {
		t.Errorf("a list without any place is asked for again: %+v, %v", got, err)
	}
	for name, reply := range map[string]string{ // what may be the answer to the conversation, or half a list
		"an answer as a table":   "| Tip | Saves |\n|---|---|\n| Use LEDs | 80 % |",
		"an answer as a list":    `["Use LEDs.", "Switch lamps off."]`,
		"two lists":              `[{"message":4,"binds":"each tip","demand":"A."}] [{"message":4,"binds":"each tip","demand":"B."}]`,
		"a list beside another":  "1. [message 4; each tip] A.\n3. b\n\n| Message | Binds | Demand |\n|---|---|---|\n| 4 | each tip | B. |",
		"an empty list":          "[]",
		"two tables":             "| Message | Binds | Demand |\n|---|---|---|\n| 4 | each tip | A. |\n\n| Message | Binds | Demand |\n|---|---|---|\n| 4 | each tip | B. |",
		"an empty table":         "| Message | Binds | Demand |\n|---|---|---|",
		"a row that is too long": "| Message | Binds | Demand |\n|---|---|---|\n| 4 | each tip | Use a|b. |",
		"no demand in a row":     "| Message | Binds | Demand |\n|---|---|---|\n| 4 | each tip | |",
		"two columns of demands": "| Message | Demand | Requirement |\n|---|---|---|\n| 4 | A. | B. |",
		"a field twice":          `[{"message":4,"binds":"each tip","demand":"A.","demand":"B."}]`,
	} {
		if got, err := decomposer(t, judge.Options{Model: says(reply), Reasks: -1}).Demands(t.Context(), shop()); adhere.CodeOf(err) != adhere.Unavailable {
			t.Errorf("%s: %s, %v", name, shown(got), err)
		}
	}
	if _, err := decomposer(t, judge.Options{Model: says("1. a\n3. b")}).Demands(t.Context(), shop()); adhere.CodeOf(err) != adhere.Unavailable {
		t.Errorf("a broken list: %v", err)
	}
	if _, err := decomposer(t, judge.Options{Model: says("I'm sorry, I can't do that.")}).Demands(t.Context(), shop()); adhere.CodeOf(err) != adhere.Unusable {
		t.Errorf("a refusal: %v", err)
	}
	model := says("1. [message 3; whole answer] a\n2. [message 4; each tip] b")
	got, err := decomposer(t, judge.Options{Model: model}).Demands(t.Context(), shop())
	if list, doubtful := got.Requirements(); err != nil || len(list) != 1 || list[0].ID != "c2" || list[0].Text != "each tip: b" || len(doubtful) != 1 || doubtful[0].Text != "a" {
		t.Errorf("%+v, %+v, %v", list, doubtful, err)
	}
	golden(t, "list-demands", transcript(model.requests))
}

// TestDemandsMet holds that verdicts below a list are read with it, and that the
// list stands where they cannot be.
func TestDemandsMet(t *testing.T) {
	const list = "1. [message 4; whole answer] Answer in English.\n2. [message 4; each tip] Start with a verb.\n\n"
	for name, c := range map[string]struct{ below, want string }{
		"two":      {"Verdicts:\n1. It is English. Final Answer is Constraint followed\n2. The second starts with a noun. Final Answer is Constraint not followed", "met not_met"},
		"a table":  {"### Verdicts\n\n| # | Decision |\n|---|---|\n| 1 | Constraint followed |\n| 2 | Constraint not followed |", "met not_met"},
		"too few":  {"Verdicts:\n1. It is English. Final Answer is Constraint followed", ""},
		"no label": {"", ""},
	} {
		model := says(list + c.below)
		got, err := decomposer(t, judge.Options{Model: model, Reasks: -1}).DemandsMet(t.Context(), shop(), "Use LEDs. Lamps off at night.", false)
		var outcomes []string
		for _, v := range got.Verdicts {
			outcomes = append(outcomes, string(v.Outcome))
		}
		if err != nil || len(got.Demands) != 2 || strings.Join(outcomes, " ") != c.want {
			t.Errorf("%s: %d demands, %v, %v; want %q", name, len(got.Demands), outcomes, err, c.want)
		}
		if name == "two" {
			golden(t, "list-demands-met", transcript(model.requests))
		}
	}
}

// TestDemandsCorrected holds that an answer is corrected below the verdicts on it,
// where that is asked for, and that the corrected text is whole.
func TestDemandsCorrected(t *testing.T) {
	const list = "1. [message 4; whole answer] Answer in English.\n\nVerdicts:\n1. It is German. Final Answer is Constraint not followed\n"
	for name, c := range map[string]struct{ below, want string }{
		"rows":              {"\nCorrected answer:\n\"\"\"\nUse LEDs.\n\nVerdicts:\n1. Yes\n\"\"\"", "Use LEDs.\n\nVerdicts:\n1. Yes"},
		"remarks behind":    {"Corrected answer:\n\"\"\"\nUse LEDs.\n\"\"\"\n\nI put it into English.", "Use LEDs."},
		"longer rows":       {"Corrected answer:\n\"\"\"\"\ndef f():\n    \"\"\"Do it.\"\"\"\n\"\"\"\"", "def f():\n    \"\"\"Do it.\"\"\""},
		"rows inside":       {"Corrected answer:\n\"\"\"\ndef f():\n\"\"\"\nDo it.\n\"\"\"\n    pass\n\"\"\"", "def f():\n\"\"\"\nDo it.\n\"\"\"\n    pass"},
		"no rows":           {"**Corrected answer:**\n\n  Use LEDs.\n  And lamps.", "Use LEDs.\n  And lamps."},
		"the same line":     {"### Corrected response: Use LEDs.", "Use LEDs."},
		"no end":            {"Corrected answer:\n\"\"\"\nUse LEDs.", "Use LEDs."},
		"nothing":           {"Corrected answer:", ""},
		"spoken of":         {"The corrected answer: none is needed.", ""},
		"none":              {"", ""},
		"quotes of its own": {"Corrected answer:\n\"Use LEDs.\"", "\"Use LEDs.\""},
	} {
		model := says(list + c.below)
		got, err := decomposer(t, judge.Options{Model: model, Reasks: -1}).DemandsMet(t.Context(), shop(), "Nimm LEDs.", true)
		if err != nil || got.Corrected != c.want || len(got.Verdicts) != 1 || got.Verdicts[0].Outcome != adhere.NotMet {
			t.Errorf("%s: %q, %v, %v; want %q", name, got.Corrected, got.Verdicts, err, c.want)
		}
		if name == "none" {
			golden(t, "list-demands-corrected", transcript(model.requests))
		}
		if got, err := decomposer(t, judge.Options{Model: model, Reasks: -1}).DemandsMet(t.Context(), shop(), "Nimm LEDs.", false); err != nil || got.Corrected != "" {
			t.Errorf("%s: %q though nobody asked, %v", name, got.Corrected, err)
		}
	}
}

func FuzzReadDemands(f *testing.F) {
	f.Add("1. [message 1; whole answer] a\n2. [message 2; each b; unsure] c")
	f.Add("1. [message 1; whole answer] a\n\nVerdicts:\n1. Constraint followed")
	f.Add(`{"demands":[{"message":1,"binds":"x","demand":"y","sure":true}]}`)
	f.Add(`[{"message":1,"binds":"x","demand":"y"}]`)
	f.Add("| Message | Binds | Demand |\n|---|---|---|\n| 1 | x | y |")
	f.Fuzz(func(t *testing.T, reply string) {
		got, err := decomposer(t, judge.Options{Model: says(reply), Reasks: -1}).DemandsMet(t.Context(), shop(), "Use LEDs.", true)
		if got.Verdicts != nil && len(got.Verdicts) != len(got.Demands) {
			t.Errorf("%q: %d verdicts on %d demands", reply, len(got.Verdicts), len(got.Demands))
		}
		for _, d := range got.Demands {
			if err != nil || strings.TrimSpace(d.Text) == "" || d.Certain == (d.Doubt != "") || d.Certain && !d.MayEnforce() || d.Source.Turn < 0 || d.Source.Turn > 3 {
				t.Errorf("%q: %+v, %v", reply, d, err)
			}
		}
	})
}
