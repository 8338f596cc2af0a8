package gateway_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/gateway"
	"adhere/judge"
	"adhere/model/modeltest"
	"adhere/refine"
	"adhere/verify/suites"
)

// shopTalk demands something in the system message and in every turn.
const shopTalk = `{"model":"m","x_mine":1,"messages":[
	{"role":"system","content":"You answer for a lamp shop. Never use exclamation marks."},
	{"role":"user","content":"Always answer in lowercase letters only. What is a dimmer?"},
	{"role":"assistant","content":"a switch that regulates light."},
	{"role":"user","content":"And a fuse? Answer in at most 8 words."}]`

// texts are the constraints of a report and the demands that are only seen.
func texts(r *gateway.Report) (checked, seen []string) {
	for _, c := range r.Constraints {
		checked = append(checked, strings.TrimSpace(c.Method+"|"+c.Scope+"|"+c.Text))
	}
	for _, s := range r.Seen {
		seen = append(seen, s.Text+"|"+s.Why)
	}
	return checked, seen
}

// Read by code, the system message and all turns of the user bind.
func TestAllTurnsAreRead(t *testing.T) {
	u := &upstream{say: func(*asked) string { return "It protects, like a guard, a whole circuit from fire!" }}
	_, body := post(t, open(t, u)+"/v1/chat/completions", shopTalk+"}")
	r := read(t, body).Adhere
	if r == nil || len(r.Constraints) != 3 || r.NotMet != 3 {
		t.Fatalf("%s", body)
	}
	var roles []string
	for _, c := range r.Constraints {
		roles = append(roles, string(c.At.Role))
	}
	if !slices.Equal(roles, []string{"system", "user", "user"}) || r.Constraints[1].At.Turn != 1 {
		t.Errorf("%v in %s", roles, body)
	}
}

// What a model lists is enforced where it is certain, with its scope; the rest
// is shown with the reason. The model is shown the whole conversation.
func TestListedDemands(t *testing.T) {
	const list = "1. [message 1; whole answer] Never use exclamation marks.\n" +
		"2. [message 2; whole answer] Answer in lowercase letters only.\n" +
		"3. [message 4; each tip] Use at most 2 words.\n" +
		"4. [message 4; whole answer; unsure] Do not use any commas.\n" +
		"5. [message 3; whole answer] Do not write the letter x.\n" +
		"6. Use at most 3 words."
	var shown string
	u := &upstream{}
	u.say = func(a *asked) string {
		if a.fields["x_mine"] != nil {
			return "a fuse, in short, guards a circuit"
		}
		shown = string(a.fields["messages"])
		return list
	}
	url := open(t, u, demandsOf)
	_, body := post(t, url+"/v1/chat/completions", shopTalk+"}")
	r := read(t, body).Adhere
	if r == nil {
		t.Fatal(body)
	}
	checked, seen := texts(r)
	if want := []string{"rule|answer|Never use exclamation marks.", "rule|answer|Answer in lowercase letters only.", "rule|each tip|each tip: Use at most 2 words."}; !slices.Equal(checked, want) {
		t.Errorf("checked %q\nwant %q", checked, want)
	}
	if want := []string{"Do not use any commas.|the model is not sure of it", "Do not write the letter x.|it stands in a message of the assistant", "Use at most 3 words.|the list names no message that it stands in"}; !slices.Equal(seen, want) {
		t.Errorf("seen %q\nwant %q", seen, want)
	}
	if r.NotMet != 0 || r.Met != 2 || u.calls() != 2 {
		t.Errorf("%d calls: %s", u.calls(), body)
	}
	for _, said := range []string{"lamp shop", "Always answer", "regulates light", "And a fuse?"} {
		if !strings.Contains(shown, said) {
			t.Errorf("the model that lists is not shown %q", said)
		}
	}
}

// Code holds a listed demand against the part that it binds, where the answer
// shows that part; else it stays open.
func TestListedParts(t *testing.T) {
	const list = "1. [message 1; whole answer] Give 2 tips.\n" +
		"2. [message 1; each tip] Use at most 3 words.\n" +
		"3. [message 1; the part named Summary] Use no commas."
	for answer, want := range map[string][]string{
		"1. Dry your hands.\n2. Never touch bare wires.\n\nSummary: be careful":   {"not_met", "met"},
		"1. Dry your hands.\n2. Unplug it first.\n\nSummary: be calm, be careful": {"met", "not_met"},
		"Dry your hands, and unplug it first.":                                    {"unsure", "unsure"},
	} {
		u := &upstream{say: func(a *asked) string {
			if a.fields["x_mine"] == nil {
				return list
			}
			return answer
		}}
		_, body := post(t, open(t, u, demandsOf)+"/v1/chat/completions", ask("Two tips, each in 3 words, and a summary without commas.", `"x_mine":1`))
		r := read(t, body).Adhere
		if r == nil || len(r.Constraints) != 3 {
			t.Fatalf("%s", body)
		}
		for i, c := range r.Constraints[1:] {
			if string(c.Outcome) != want[i] {
				t.Errorf("%q: %q is %s, want %s", answer, c.Text, c.Outcome, want[i])
			}
		}
	}
}

func demandsOf(o *gateway.Options) {
	o.Decomposer = func(m adhere.Model) (refine.Decomposer, error) {
		d, err := judge.NewDecomposer(judge.Options{Model: m, Reasks: -1})
		if err != nil {
			return nil, err
		}
		return refine.Demands(d), nil
	}
}

// Where all that is seen is uncertain, the answer is left alone and says so.
func TestSeenAlone(t *testing.T) {
	for name, c := range map[string]struct {
		prompt string
		change func(*gateway.Options)
	}{
		"by code":    {"If you can, use at most 3 words about tea.", func(*gateway.Options) {}},
		"by a model": {"Something short about tea.", demandsOf},
	} {
		u := &upstream{say: func(a *asked) string {
			if a.fields["x_mine"] == nil {
				return "1. [message 1; whole answer; unsure] Use at most 3 words."
			}
			return "Tea warms the hands and the house."
		}}
		url := open(t, u, c.change)
		resp, body := post(t, url+"/v1/chat/completions", ask(c.prompt, `"x_mine":1`))
		r := read(t, body)
		if r.Adhere == nil || len(r.Adhere.Seen) != 1 || r.Adhere.Seen[0].Why == "" || resp.Header.Get("X-Adhere-Skipped") != "no_constraints" || r.text() != "Tea warms the hands and the house." {
			t.Errorf("%s: %v %s", name, resp.Header, body)
		}
		resp, body = post(t, url+"/v1/chat/completions", ask(c.prompt, `"stream":true`, `"x_mine":1`))
		if resp.StatusCode != http.StatusOK || strings.Count(body, `"skipped":"no_constraints","seen":[{"text":`) != 1 {
			t.Errorf("%s, streamed: %s", name, body)
		}
	}
}

// Words that are read in two ways are listed once: where they are checked, they
// are not listed as seen as well.
func TestWordsAreListedOnce(t *testing.T) {
	u := &upstream{say: func(*asked) string { return "We leave on 2026-01-02." }}
	_, body := post(t, open(t, u)+"/v1/chat/completions", ask("Write about the flight. Write dates as YYYY-MM-DD.", `"x_mine":1`))
	r := read(t, body).Adhere
	if r == nil {
		t.Fatal(body)
	}
	if checked, seen := texts(r); len(checked) != 1 || len(seen) != 0 {
		t.Errorf("checked %q, seen %q", checked, seen)
	}
}

// Where a request wants JSON by its format, lengths and marks may be of the texts in
// it: what code reads of them is only seen, what a model lists is left to the judge. The
// list that is asked for alone says the same.
func TestDemandsOnTextsInJSON(t *testing.T) {
	const schema = `{"type":"object","properties":{"text":{"type":"string"},"n":{"type":"integer"}},"required":["text","n"]}`
	const words = "Describe tea. Answer in exactly 2 sentences. No commas. Use lowercase letters only. Start with the word tea. Mention Assam."
	const model = "1. [message 1; whole answer] Answer in exactly 2 sentences.\n2. [message 1; whole answer] Mention Assam."
	fits := "rule|answer|The answer is valid JSON that fits the schema of the request, and nothing else."
	for name, c := range map[string]struct {
		set           func(*gateway.Options)
		list          string
		checked, seen []string
	}{
		"by code": {
			func(*gateway.Options) {}, "",
			[]string{"rule|answer|Mention Assam", fits},
			[]string{"Answer in exactly 2 sentences", "No commas", "Use lowercase letters only", "Start with the word tea"},
		},
		"by a model": {demandsOf, model, []string{"none|answer|Answer in exactly 2 sentences.", "rule|answer|Mention Assam.", fits}, nil},
	} {
		u := &upstream{say: func(a *asked) string {
			if a.fields["x_mine"] == nil {
				return c.list
			}
			return `{"text": "It grows, as you know, in Assam.", "n": 1}`
		}}
		url, body := open(t, u, c.set), ask(words, `"x_mine":1,"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":`+schema+`}}`)
		_, got := post(t, url+"/v1/chat/completions", body)
		r := read(t, got).Adhere
		if r == nil {
			t.Fatal(got)
		}
		checked, _ := texts(r)
		var seen []string
		for _, s := range r.Seen {
			seen = append(seen, s.Text)
			if !strings.Contains(s.Why, "JSON") {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if !slices.Equal(checked, c.checked) || !slices.Equal(seen, c.seen) || r.NotMet != 0 || len(r.Attempts) != 1 {
			t.Errorf("%s: checked %q\nseen %q\n%s", name, checked, seen, got)
		}
		_, shown := post(t, url+"/v1/constraints", body)
		if strings.Count(shown, `"decided_by":"rule"`) != 2 || !strings.Contains(shown, `"source":"schema"`) || strings.Count(shown, `"why":`) != len(c.seen) {
			t.Errorf("%s: listed %s", name, shown)
		}
	}
}

// Frameworks that read JSON out of an answer show the schema in the prompt, each in words of
// its own: the same is in doubt there as where the format of the request wants JSON. Schemas
// that are only spoken of, in earlier turns or of tools, want no such answer.
func TestSchemasInThePrompt(t *testing.T) {
	const asks, schema = "Describe tea. Answer in exactly 2 sentences.", "\n{\"type\": \"object\"}"
	enforced := []string{"Answer in exactly 2 sentences"}
	for _, c := range []struct {
		system, earlier, prompt string
		want                    []string
	}{
		{"", "", asks + "\nThe output should be formatted as a JSON instance that conforms to the JSON schema below." + schema, nil},
		{"", "", asks + "\nYou must format your output as a JSON value that adheres to a given \"JSON Schema\" instance." + schema, nil},
		{"", "", asks + "\nReturn an object that matches this json_schema:" + schema, nil},
		{"", "", asks + "\nHere's a JSON schema to follow:" + schema + "\nOutput a valid JSON object.", nil},
		{"", "", asks + "\nYour response must follow this JSON schema:" + schema, nil},
		{"Your task is to read the content and provide\nthe objects in json that match the following json_schema:" + schema, "", asks, nil},
		{"Always respond with a JSON object that's compatible with this schema:" + schema, "Hello.", asks, nil},
		{"", "", asks + "\nCompare it to a JSON schema.", enforced},
		{"", "Is {\"type\":\"object\"} a JSON schema?", asks, enforced},
		{"", "Return an object that matches this json_schema:" + schema, asks, enforced},
		{"You have tools. The arguments of each are described by a JSON schema:" + schema, "", asks, enforced},
	} {
		u := &upstream{say: func(*asked) string { return `{"text": "It grows in Assam."}` }}
		turns := ""
		for _, m := range [][2]string{{"system", c.system}, {"user", c.earlier}, {"assistant", c.earlier}, {"user", c.prompt}} {
			if m[1] != "" {
				turns += `,{"role":"` + m[0] + `","content":` + quote(m[1]) + `}`
			}
		}
		_, body := post(t, open(t, u)+"/v1/chat/completions", `{"model":"m","adhere":{"strategy":"decrim","max_iterations":0},"messages":[`+turns[1:]+`]}`)
		checked, _ := texts(read(t, body).Adhere)
		for i := range checked {
			checked[i] = strings.TrimPrefix(checked[i], "rule|answer|")
		}
		if !slices.Equal(checked, c.want) {
			t.Errorf("%+v: checked %q", c, checked)
		}
	}
}

// A length or a ban on marks that names the answer is of all the JSON, whichever way JSON is
// wanted, unless JSON has these marks of its own; one that does not may be of its texts.
func TestDemandsOnAllOfTheJSON(t *testing.T) {
	for _, c := range []struct {
		words    string
		enforced bool
	}{
		{"The entire response must have at most 5 words", true},
		{"Your answer must have at most 5 words", true},
		{"Answer in at most 5 words", false},
		{"Do not use any commas in your response", false},
		{"Do not use any exclamation marks in your response", true},
		{"Do not use any exclamation marks", false},
	} {
		for _, wanted := range [][2]string{
			{"\nGive it as JSON.", ""},
			{"\nReturn an object that matches this json_schema:\n{\"type\": \"object\"}", ""},
			{"", `,"response_format":{"type":"json_object"}`},
		} {
			u := &upstream{say: func(*asked) string { return `{"a": "b", "c": "d"}` }}
			_, body := post(t, open(t, u)+"/v1/chat/completions", ask("Describe tea. "+c.words+"."+wanted[0], `"adhere":{"strategy":"decrim","max_iterations":0}`+wanted[1]))
			checked, _ := texts(read(t, body).Adhere)
			if slices.Contains(checked, "rule|answer|"+c.words) != c.enforced {
				t.Errorf("%q %q: checked %q", c.words, wanted, checked)
			}
		}
	}
}

// Where the answer is in a frame of the program that asks, a step of an agent that calls
// its tools in words or fields between marks, what the words demand may be of the last
// step or of a field: it is only seen, and no model is asked to list it.
func TestFramedAnswersAreLeftAlone(t *testing.T) {
	const steps = "You have tools. Begin each step so:\nThought: what to do next\nAction: the name of a tool\nThe program adds:\nObservation: what the tool returned"
	for name, c := range map[string]struct {
		system, user, answer string
		framed               bool
	}{
		"steps":        {steps, "Where is Assam? Answer in one word.", "Thought: I look it up.\nAction: search", true},
		"fields":       {"Your fields are [[ ## question ## ]] and [[ ## answer ## ]].", "[[ ## question ## ]]\nDescribe tea. Answer in exactly 2 sentences.", "[[ ## answer ## ]]\nTea is warm. It is green.\n\n[[ ## completed ## ]]", true},
		"observations": {"You describe tools. Begin with Observation:", "Where is Assam? Answer in one word.", "Observation: in India", false},
		"code":         {"You have tools. Go on in a cycle of Thought, Code, and Observation.\nThought: I use it.\n<code>\nfinal_answer(1)\n</code>\nObservation: 1", "Where is Assam? Answer in one word.", "Thought: I know it.\n<code>final_answer(1)</code>", true},
		"a review":     {"You are a tool reviewer. Structure your review as Observation: and Action:", "Where is Assam? Answer in one word.", "Observation: in India", false},
		"marks":        {"You are a teacher.", "Explain what DSPy's marks [[ ## answer ## ]] mean. Use exactly 2 sentences.", "They are marks.", false},
	} {
		for _, set := range []func(*gateway.Options){func(*gateway.Options) {}, demandsOf} {
			u := &upstream{say: func(a *asked) string {
				if a.fields["x_mine"] == nil {
					return "1. [message 2; whole answer] Answer in one word."
				}
				return c.answer
			}}
			resp, body := post(t, open(t, u, set)+"/v1/chat/completions", `{"model":"m","x_mine":1,"messages":[{"role":"system","content":`+quote(c.system)+`},{"role":"user","content":`+quote(c.user)+`}]}`)
			r := read(t, body)
			alone := r.text() == c.answer && u.calls() == 1 && r.Adhere != nil && len(r.Adhere.Seen) == 1 && resp.Header.Get("X-Adhere-Skipped") == "no_constraints"
			if alone != c.framed {
				t.Errorf("%s: %d calls: %s", name, u.calls(), body)
			}
		}
	}
}

// What is seen and not checked is kept where answers are only checked, also
// where there is nothing else.
func TestSeenIsRecorded(t *testing.T) {
	var kept []*gateway.Exchange
	g := decrim(t, "http://upstream", func(o *gateway.Options) {
		o.Settings.Strategy = gateway.Verify
		o.Transport = modeltest.Client(&upstream{}).Transport
		o.Record = func(e *gateway.Exchange) { kept = append(kept, e) }
	})
	c := modeltest.Client(g)
	_, body := postBy(t, c, "http://gateway/v1/chat/completions", ask("If you can, use at most 3 words about tea."))
	g.Wait(t.Context())
	if len(kept) != 1 || len(kept[0].Report.Seen) == 0 || len(kept[0].Report.Constraints) != 0 || strings.Contains(body, "adhere") {
		t.Fatalf("%d kept: %s", len(kept), body)
	}
	if differ, err := gateway.Replay(t.Context(), kept[0], suites.Catalog()); err != nil || len(differ) > 0 {
		t.Errorf("%v %v", differ, err)
	}
}

// A demand on a part of the answer is not held against all of it, though its
// words alone could be read so.
func TestDemandsOnAPartAreNotHeldAgainstTheWhole(t *testing.T) {
	const draft = "- 1789: the Bastille\n- 1799: Bonaparte\n\nHunger and war did it."
	for _, line := range []string{
		"[message 1; the summary] Use at most 6 words in the summary.",
		"[message 1; the summary] Use exactly 1 sentence in the summary.",
		"[message 1; the summary] Do not use the word \"Bastille\" in the summary.",
		"[message 1; the title] Write the title in lower case.",
	} {
		u := &upstream{}
		u.say = func(a *asked) string {
			switch {
			case strings.HasSuffix(strings.TrimSpace(a.last()), "Demands:"):
				return "1. " + line
			case strings.Contains(a.last(), "You check the work"):
				return "1. It does. Final Answer is Constraint followed <END>"
			default:
				return draft
			}
		}
		url := open(t, u, demandsOf, judges)
		_, got := post(t, url+"/v1/chat/completions", ask("The Revolution as a timeline, then a short summary."))
		if f := read(t, got).Adhere.Constraints; len(f) != 1 || f[0].Method != "judge" || f[0].Outcome != adhere.Met {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// crashing is a reader of demands with a fault of its own.
type crashing struct{}

func (crashing) Name() string { return "crashing@1" }

func (crashing) Requirements(context.Context, *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error) {
	panic("index out of range")
}

// A crash while a request is read costs that request its check, and ends nothing.
func TestReadingCrashes(t *testing.T) {
	u := &upstream{say: func(*asked) string { return "It protects a circuit." }}
	var logged bytes.Buffer
	url := open(t, u, func(o *gateway.Options) {
		o.Decomposer = func(adhere.Model) (refine.Decomposer, error) { return crashing{}, nil }
		o.Log = slog.New(slog.NewTextHandler(&logged, nil))
	})
	for range 2 {
		resp, body := post(t, url+"/v1/chat/completions", shopTalk+"}")
		if got := read(t, body); resp.StatusCode != http.StatusOK || got.text() != "It protects a circuit." || resp.Header.Get("X-Adhere-Skipped") != "unread_prompt" {
			t.Fatalf("%d %v %s", resp.StatusCode, resp.Header, body)
		}
	}
	if !strings.Contains(logged.String(), "index out of range") {
		t.Errorf("nothing is logged: %s", logged.String())
	}
}

// An answer that is left alone since nothing is certain says what looking for
// demands has used.
func TestAsideSaysWhatWasUsed(t *testing.T) {
	u := &upstream{}
	u.say = func(a *asked) string {
		if a.fields["x_mine"] != nil {
			return "a, b"
		}
		return "1. [message 1; whole answer; unsure] Do not use any commas."
	}
	_, body := post(t, open(t, u, demandsOf)+"/v1/chat/completions", ask("Name two letters, perhaps without commas.", `"x_mine":1`, `"adhere":{"strategy":"decrim"}`))
	if !strings.Contains(body, `"skipped":"no_constraints"`) || !strings.Contains(body, `"usage":{"decompose":{"calls":1,`) {
		t.Error(body)
	}
}

// An answer of which nothing is checked since the model gave no list says so, and
// what asking for one has used: nothing is known of its demands.
func TestAsideSaysThatThereIsNoList(t *testing.T) {
	u := &upstream{say: func(a *asked) string {
		if a.fields["x_mine"] != nil {
			return "a, b"
		}
		return "I'm sorry, I can't help with that."
	}}
	url := open(t, u, demandsOf) + "/v1/chat/completions"
	resp, body := post(t, url, ask("Name two letters that matter.", `"x_mine":1`, `"adhere":{"strategy":"decrim"}`))
	if resp.Header.Get("X-Adhere-Skipped") != "no_list" || read(t, body).text() != "a, b" || !strings.Contains(body, `"warnings":["the decomposer failed`) || !strings.Contains(body, `"usage":{"decompose":{"calls":1,`) {
		t.Error(resp.Header, body)
	}
	_, body = post(t, url, ask("Name two letters that count.", `"x_mine":1`, `"stream":true`, `"adhere":{"strategy":"decrim"}`))
	if strings.Count(body, `"skipped":"no_list"`) != 1 || !strings.Contains(body, `"warnings":["the decomposer failed`) {
		t.Error(body)
	}
}

// A list that is not there when the time for the answer is over costs the answer
// its check, but does not lose it.
func TestListAfterTheDeadline(t *testing.T) {
	held := make(chan struct{})
	u := &upstream{say: func(a *asked) string {
		if a.fields["x_mine"] == nil {
			<-held
		}
		return "a, b"
	}}
	url := open(t, u, demandsOf) + "/v1/chat/completions"
	t.Cleanup(func() { close(held) })
	for _, stream := range []string{"false", "true"} {
		resp, body := post(t, url, ask("Name two letters without commas, by "+stream+".", `"x_mine":1`, `"stream":`+stream, `"adhere":{"strategy":"decrim","deadline_ms":200}`))
		if resp.StatusCode != http.StatusOK || !strings.Contains(body, `"skipped":"no_list"`) || !strings.Contains(body, "before the deadline") || !strings.Contains(body, `"usage":{"decompose":{"calls":1,`) {
			t.Error(resp.StatusCode, body)
		}
	}
}
